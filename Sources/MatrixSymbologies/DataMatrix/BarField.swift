import BarcodeCore

/// Judges by the tiles which legs cannot be those of a symbol: bars of linear symbols meet their neighbours and the
/// picture's border in many corners that look like legs, and what was read before needs no second look.
struct BarField {
  private let tiles: TileMap
  /// Edge energy of each tile as a vector of twice its direction: parallel edges add up, crossing ones cancel.
  private let axes: [SIMD2<Float>]

  /// Share of the energy in one direction from which a field holds bars. The legs of a symbol alone have both.
  private static let leastShare: Float = 0.8
  /// Fewer tiles say nothing.
  private static let fewestTiles = 6

  init(_ tiles: TileMap) {
    self.tiles = tiles
    axes = tiles.energy.indices.map { i in
      guard tiles.energy[i] > 0 else { return .zero }
      let angle = Double(2 * tiles.angle[i])
      return SIMD2(Float(BarcodeMath.cos(angle)), Float(BarcodeMath.sin(angle))) * tiles.energy[i] * tiles.coherence[i]
    }
  }

  /// Whether the legs lie where nothing is left to read, or the parallelogram over them holds bars.
  func holds(_ legs: FinderLegs) -> Bool {
    guard hasEdges(from: legs.corner, legs.leftVector), hasEdges(from: legs.corner, legs.bottomVector) else {
      return true
    }
    let far = legs.leftEnd + legs.bottomVector
    let area = Quad(legs.leftEnd, far, legs.bottomEnd, legs.corner)
    let size = Double(TileMap.size)
    let (x0, y0, x1, y1) = area.bounds
    let columns = Self.range(x0 / size, x1 / size, tiles.columns)
    var sum = SIMD2<Float>.zero
    var energy: Float = 0
    var count = 0
    for row in Self.range(y0 / size, y1 / size, tiles.rows) {
      for column in columns where area.contains(Point((Double(column) + 0.5) * size, (Double(row) + 0.5) * size)) {
        let i = row * tiles.columns + column
        sum += axes[i]
        energy += tiles.energy[i]
        count += 1
      }
    }
    return count >= Self.fewestTiles && (sum * sum).sum().squareRoot() >= Self.leastShare * energy
  }

  /// Whether tiles along a leg have energy.
  private func hasEdges(from corner: Point, _ leg: Point) -> Bool {
    let aside = leg.perpendicular.normalized * 2
    let onLine = [0.3, 0.5, 0.7].filter { share in
      let p = corner + leg * share
      return isEnergetic(p + aside) || isEnergetic(p - aside)
    }
    return onLine.count >= 2
  }

  private func isEnergetic(_ p: Point) -> Bool {
    let size = Double(TileMap.size)
    // A symbol that fills the picture has no edge at its border, which lies up to a tile inside of the grid.
    guard p.x >= 3, p.y >= 3, p.x < Double(tiles.columns - 1) * size - 3, p.y < Double(tiles.rows - 1) * size - 3
    else { return true }
    return tiles.energy[Int(p.y / size) * tiles.columns + Int(p.x / size)] > 0
  }

  private static func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
    guard low.isFinite, high.isFinite else { return 0..<0 }
    let from = Int(max(0, min(Double(count), low)))
    return from..<max(from, Int(max(0, min(Double(count), high + 1))))
  }
}
