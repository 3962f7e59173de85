import BarcodeCore

extension TileMap {
  /// First and last energetic column of each row of tiles, nil for rows without any.
  var spans: [(first: Int, last: Int)?] { spans { _ in true } }

  /// The same for the energetic tiles that hold to a condition, told of their indices.
  func spans(where isWanted: (Int) -> Bool) -> [(first: Int, last: Int)?] {
    (0..<rows).map { row in
      var first = -1
      var last = -1
      for column in 0..<columns where energy[row * columns + column] > 0 && isWanted(row * columns + column) {
        if first < 0 { first = column }
        last = column
      }
      return first < 0 ? nil : (first, last)
    }
  }
}

extension TileMap {
  /// The share of edges that agree on one direction, up to which a place may hold more than stripes.
  private static let mostAgreement: Float = 0.8
  /// Energy of a tile that noise does not reach on the average: more than one edge of twice the noise along its side.
  private static let clearEnergy: Float = 1.2

  /// The tiles that a square around a point touches, or nil where there are none.
  private func tiles(around p: Point, within radius: Double) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    let size = Double(TileMap.size)
    guard p.x.isFinite, p.y.isFinite, radius.isFinite else { return nil }
    let x0 = Int(max(0, min(Double(columns), (p.x - radius) / size)))
    let y0 = Int(max(0, min(Double(rows), (p.y - radius) / size)))
    let x1 = Int(max(-1, min(Double(columns - 1), (p.x + radius) / size)))
    let y1 = Int(max(-1, min(Double(rows - 1), (p.y + radius) / size)))
    return x0 <= x1 && y0 <= y1 ? (x0...x1, y0...y1) : nil
  }

  /// Whether any tile within a distance has clear edges; elsewhere a local threshold only shows noise.
  func hasEnergy(around p: Point, within radius: Double) -> Bool {
    guard let area = tiles(around: p, within: radius) else { return false }
    for y in area.y {
      for x in area.x where energy[y &* columns &+ x] > Self.clearEnergy { return true }
    }
    return false
  }

  /// Whether there are clear edges around a point, in several directions: those of squares and circles do, of stripes not.
  func hasCrossingEdges(around p: Point, within radius: Double) -> Bool {
    guard let area = tiles(around: p, within: radius) else { return false }
    var total: Float = 0
    var sum = SIMD2<Float>.zero
    for y in area.y {
      for x in area.x {
        let i = y &* columns &+ x
        total += energy[i]
        sum += axis[i] * energy[i]
      }
    }
    let count = area.x.count * area.y.count
    return total > Float(count) * Self.clearEnergy
      && (sum * sum).sum() <= total * total * Self.mostAgreement * Self.mostAgreement
  }
}
