extension TileMap {
  /// The indices of the tiles whose centres lie in a convex quad.
  @inline(__always)
  package func forEachTile(in area: Quad, _ body: (Int) -> Void) {
    let (x0, y0, x1, y1) = area.bounds
    guard x0.isFinite, y0.isFinite, x1.isFinite, y1.isFinite else { return }
    let size = Double(TileMap.size)
    for row in range(from: y0 / size, to: y1 / size, of: rows) {
      guard let (left, right) = area.span(atY: (Double(row) + 0.5) * size) else { continue }
      // The centres lie half a tile after the tiles' beginnings.
      let first = max(0, (left / size - 0.5).rounded(.up))
      let last = min(Double(columns - 1), (right / size - 0.5).rounded(.down))
      guard first <= last else { continue }
      for column in Int(first)...Int(last) { body(row &* columns &+ column) }
    }
  }

  /// Energetic tiles in a convex quad.
  package func energeticTiles(in area: Quad) -> Int {
    var count = 0
    energy.withUnsafeBufferPointer { energy in
      forEachTile(in: area) { if energy[$0] > 0 { count &+= 1 } }
    }
    return count
  }

  /// How far the edges in a convex quad agree on one direction, from 0 to 1, and how many tiles it has.
  package func agreement(in area: Quad) -> (share: Float, tiles: Int) {
    var sum = SIMD2<Float>.zero
    var total: Float = 0
    var count = 0
    forEachTile(in: area) { i in
      count += 1
      guard energy[i] > 0 else { return }
      sum += axis[i] * energy[i]
      total += energy[i]
    }
    return (total > 0 ? (sum * sum).sum().squareRoot() / total : 0, count)
  }

  /// How far the edges of a tile lie across one direction at the least for the tile to be directed: of edges all in one
  /// direction this is 1, of edges in two that cross, 0.
  private static let leastAlignment: Float = 0.35

  /// Share of the energy within a quad that is in tiles whose edges lie across a direction, in radians.
  package func directedShare(of quad: Quad, along angle: Double) -> Float {
    let direction = SIMD2<Float>(Float(BarcodeMath.cos(2 * angle)), Float(BarcodeMath.sin(2 * angle)))
    var along: Float = 0
    var all: Float = 0
    forEachTile(in: quad) {
      all += energy[$0]
      if (axis[$0] * direction).sum() > Self.leastAlignment { along += energy[$0] }
    }
    return all > 0 ? along / all : 0
  }

  /// The whole numbers of `0..<count` that the interval touches.
  private func range(from low: Double, to high: Double, of count: Int) -> Range<Int> {
    let from = Int(max(0, min(Double(count), low)))
    let to = Int(max(0, min(Double(count), high + 1)))
    return from..<max(from, to)
  }
}
