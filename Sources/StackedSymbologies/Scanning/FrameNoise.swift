import BarcodeCore

extension Frame {
  /// Standard deviation of the noise, in grey levels, by the differences of neighbouring pixels in the calmest tiles,
  /// across or along whatever edges they have.
  var noise: Float {
    let size = TileMap.size
    let stride = max(1, tiles.columns * tiles.rows / Frame.noiseTiles)
    var differences: [Int] = []
    for tile in Swift.stride(from: 0, to: tiles.columns * tiles.rows, by: stride) {
      let x = tile % max(tiles.columns, 1) * size
      let y = tile / max(tiles.columns, 1) * size
      guard x + size < luma.width, y + size < luma.height else { continue }
      var across = 0
      var down = 0
      for row in y..<(y + size) {
        let p = luma.row(row) + x
        let q = luma.row(row + 1) + x
        for i in 0..<size {
          across &+= abs(Int(p[i]) &- Int(p[i &+ 1]))
          down &+= abs(Int(p[i]) &- Int(q[i]))
        }
      }
      differences.append(min(across, down))
    }
    guard !differences.isEmpty else { return 0 }
    differences.sort()
    let calm = Float(differences[differences.count / 8]) / Float(size * size)
    // The mean difference of two values with Gaussian noise is 2 / sqrt(pi) standard deviations.
    return calm * 0.886
  }

  /// Tiles that are looked at: enough for a mean.
  private static let noiseTiles = 400
}
