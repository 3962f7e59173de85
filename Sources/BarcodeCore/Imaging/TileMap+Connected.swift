/// Energetic tiles that hang together.
package struct TileRegion {
  /// The upright rectangle around them, in pixels.
  package var bounds: Quad
  /// How many they are.
  package var tiles: Int
  /// From 0 (edges in all directions) to 1 (edges in one direction).
  package var coherence: Float
}

extension TileMap {
  /// All energetic tiles that hang together with those inside of a quad; nil when there are none, or when they spread
  /// over more than `limit` pixels. Neighbours touch at a side or a corner.
  package func connected(to area: Quad, limit: Double) -> TileRegion? {
    var isSeen = [Bool](repeating: false, count: columns * rows)
    var seeds: [Int] = []
    forEachTile(in: area) { if energy[$0] > 0 { seeds.append($0) } }
    guard !seeds.isEmpty else { return nil }
    return region(from: seeds, &isSeen, mostTiles: Int(limit) / (TileMap.size * TileMap.size))
  }

  /// All regions of energetic tiles.
  package var regions: [TileRegion] {
    var isSeen = [Bool](repeating: false, count: columns * rows)
    var found: [TileRegion] = []
    for seed in energy.indices where energy[seed] > 0 && !isSeen[seed] {
      if let region = region(from: [seed], &isSeen, mostTiles: .max) { found.append(region) }
    }
    return found
  }

  private func region(from seeds: [Int], _ isSeen: inout [Bool], mostTiles: Int) -> TileRegion? {
    var open = seeds
    for seed in seeds { isSeen[seed] = true }
    var (left, right, top, bottom) = (columns, -1, rows, -1)
    var count = 0
    var sum = SIMD2<Float>.zero
    var total: Float = 0
    while let tile = open.popLast() {
      count += 1
      sum += axis[tile] * energy[tile]
      total += energy[tile]
      let (column, row) = (tile % columns, tile / columns)
      (left, right) = (min(left, column), max(right, column))
      (top, bottom) = (min(top, row), max(bottom, row))
      if (right - left + 1) * (bottom - top + 1) > mostTiles { return nil }
      for y in max(0, row - 1)...min(rows - 1, row + 1) {
        for x in max(0, column - 1)...min(columns - 1, column + 1) {
          let next = y &* columns &+ x
          guard !isSeen[next], energy[next] > 0 else { continue }
          isSeen[next] = true
          open.append(next)
        }
      }
    }
    let size = Double(TileMap.size)
    let (l, t) = (Double(left) * size, Double(top) * size)
    let (r, b) = (Double(right + 1) * size, Double(bottom + 1) * size)
    return TileRegion(
      bounds: Quad(Point(l, t), Point(r, t), Point(r, b), Point(l, b)), tiles: count,
      coherence: total > 0 ? (sum * sum).sum().squareRoot() / total : 0)
  }
}
