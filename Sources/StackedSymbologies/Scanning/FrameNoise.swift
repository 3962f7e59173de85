import BarcodeCore

extension Frame {
  /// Standard deviation of the noise, in grey levels, by the differences of neighbouring pixels in tiles without
  /// edges; 0 when there are none.
  var noise: Float {
    let size = TileMap.size
    let stride = max(1, tiles.energy.count / Frame.noiseTiles)
    var means: [Int] = []
    for tile in Swift.stride(from: 0, to: tiles.energy.count, by: stride) where tiles.energy[tile] <= 0 {
      let x = tile % max(tiles.columns, 1) * size
      let y = tile / max(tiles.columns, 1) * size
      guard x + size <= luma.width, y + size <= luma.height else { continue }
      var sum = 0
      for row in y..<(y + size) {
        let p = luma.row(row) + x
        for i in 0..<(size - 1) { sum += abs(Int(p[i]) - Int(p[i + 1])) }
      }
      means.append(sum)
    }
    guard !means.isEmpty else { return 0 }
    // The median: some tiles without energy touch an edge.
    means.sort()
    let mean = Float(means[means.count / 2]) / Float(size * (size - 1))
    // The mean difference of two values with Gaussian noise is 2 / sqrt(pi) standard deviations.
    return mean * 0.886
  }

  /// Tiles that are looked at: enough for a mean.
  private static let noiseTiles = 400
}
