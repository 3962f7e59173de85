import BarcodeCore

/// Finds the places that may hold a symbol by clustering energetic tiles at several reaches.
///
/// Tiles of 8 pixels are joined to neighbours at reaches of 8, 16, 32 … pixels, since how far the edges of one symbol
/// lie apart depends on its module size, which is not known. Clusters whose edges share one direction are bars, others
/// matrices; equal clusters of different reaches are kept once.
struct Locator {
  let tiles: TileMap
  let sums: TileSums

  /// Reaches are 8 << level pixels; the last still joins the quiet parts of modules 60 pixels wide.
  private static let levels = 0...4
  /// Least coherence of a tile of bars: noise of half of the bars' own energy lowers it to about this.
  private static let barCoherence: Float = 0.55
  /// Neighbouring tiles of one symbol agree in direction (radians); curved labels turn slowly.
  private static let neighbourAngle: Float = 0.35
  /// Least extent of bars across which a symbol's smallest character run fits, in pixels.
  private static let leastBarLength = 24.0
  /// Least extent of a matrix: 10 modules of a pixel and a half.
  private static let leastMatrixSide = 12.0
  /// Two rectangles with this overlap are the same place.
  private static let sameOverlap = 0.85
  /// Places returned at the most of each kind; a frame full of texture has thousands.
  private static let mostPerKind = 64

  func candidates() -> [Candidate] {
    var bars: [Candidate] = []
    var matrices: [Candidate] = []
    for level in Locator.levels {
      let grid = LevelGrid(tiles: tiles, sums: sums, level: level)
      if level > 0 && grid.columns < 2 && grid.rows < 2 { break }
      let barLabels = grid.components { a, b in
        let (ca, aa) = grid.axis(a)
        let (cb, ab) = grid.axis(b)
        return ca >= Locator.barCoherence && cb >= Locator.barCoherence
          && Locator.angleDistance(aa, ab) <= Locator.neighbourAngle
      } admits: {
        grid.axis($0).coherence >= Locator.barCoherence
      }
      bars += describe(grid, barLabels, kind: .bars)
      let all = grid.components { _, _ in
        true
      } admits: { _ in
        true
      }
      matrices += describe(grid, all, kind: .matrix)
    }
    return Locator.distinct(bars) + Locator.distinct(matrices)
  }

  /// The difference of two directions without sense, from 0 to pi/2.
  private static func angleDistance(_ a: Float, _ b: Float) -> Float {
    let d = abs(a - b)
    return min(d, Float.pi - d)
  }

  /// Strongest first, each place once.
  private static func distinct(_ found: [Candidate]) -> [Candidate] {
    var kept: [Candidate] = []
    for candidate in found.sorted(by: { $0.energy > $1.energy }) {
      if kept.count >= mostPerKind { break }
      if !kept.contains(where: { overlap($0.quad, candidate.quad) > sameOverlap }) { kept.append(candidate) }
    }
    return kept
  }

  /// Overlap of two rectangles as intersection over union of their upright bounds, with their areas compared.
  private static func overlap(_ a: Quad, _ b: Quad) -> Double {
    let (ax0, ay0, ax1, ay1) = a.bounds
    let (bx0, by0, bx1, by1) = b.bounds
    let w = min(ax1, bx1) - max(ax0, bx0)
    let h = min(ay1, by1) - max(ay0, by0)
    guard w > 0, h > 0 else { return 0 }
    let common = w * h
    let whole = (ax1 - ax0) * (ay1 - ay0) + (bx1 - bx0) * (by1 - by0) - common
    let areas = min(a.area, b.area) / max(a.area, b.area, 1e-9)
    return min(common / max(whole, 1e-9), areas)
  }

  /// What is known of a cluster while its tiles are added up.
  private struct Cluster {
    var xx: Float = 0
    var yy: Float = 0
    var xy: Float = 0
    var cos4: Float = 0
    var sin4: Float = 0
    var tiles = 0
    var angle = 0.0
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
  }

  /// Turns labelled tiles into rectangles.
  private func describe(_ grid: LevelGrid, _ labels: Components, kind: Candidate.Kind) -> [Candidate] {
    guard labels.count > 0 else { return [] }
    var clusters = [Cluster](repeating: Cluster(), count: labels.count)
    forEachTile(grid, labels) { label, i, _, _ in
      clusters[label].xx += sums.xx[i]
      clusters[label].yy += sums.yy[i]
      clusters[label].xy += sums.xy[i]
      let w = tiles.coherence[i] * tiles.energy[i]
      // The direction of edges modulo a right angle: the double angle, squared.
      let d = sums.xx[i] - sums.yy[i]
      let o = 2 * sums.xy[i]
      let n = d * d + o * o
      if n > 0 {
        clusters[label].cos4 += w * (d * d - o * o) / n
        clusters[label].sin4 += w * 2 * d * o / n
      }
      clusters[label].tiles += 1
    }
    for l in clusters.indices {
      let c = clusters[l]
      let (_, axis) = TileMap.axis(c.xx, c.yy, c.xy)
      let turned = BarcodeMath.atan2(Double(c.sin4), Double(c.cos4)) / 4
      clusters[l].angle = kind == .bars ? Double(axis) : turned
    }
    let size = Double(TileMap.size)
    var directions = clusters.map { (BarcodeMath.cos($0.angle), BarcodeMath.sin($0.angle)) }
    if directions.isEmpty { directions = [(1, 0)] }
    forEachTile(grid, labels) { label, i, x, y in
      if kind == .bars,
        Locator.angleDistance(tiles.angle[i], Float(clusters[label].angle)) > 1.5 * Locator.neighbourAngle
      {
        return
      }
      let (c, s) = directions[label]
      let px = (Double(x) + 0.5) * size
      let py = (Double(y) + 0.5) * size
      let u = px * c + py * s
      let v = py * c - px * s
      clusters[label].low = Point(min(clusters[label].low.x, u), min(clusters[label].low.y, v))
      clusters[label].high = Point(max(clusters[label].high.x, u), max(clusters[label].high.y, v))
    }
    return clusters.indices.compactMap { candidate(clusters[$0], directions[$0], kind) }
  }

  private func candidate(_ cluster: Cluster, _ direction: (Double, Double), _ kind: Candidate.Kind) -> Candidate? {
    guard cluster.tiles > 0, cluster.low.x <= cluster.high.x else { return nil }
    let margin = Double(TileMap.size) / 2
    let (c, s) = direction
    let low = cluster.low - Point(margin, margin)
    let high = cluster.high + Point(margin, margin)
    let length = high.x - low.x
    let height = high.y - low.y
    switch kind {
    case .bars:
      guard length >= Locator.leastBarLength else { return nil }
    case .matrix:
      guard min(length, height) >= Locator.leastMatrixSide else { return nil }
      let (coherence, _) = TileMap.axis(cluster.xx, cluster.yy, cluster.xy)
      guard coherence < Locator.matrixCoherence else { return nil }
    }
    func point(_ u: Double, _ v: Double) -> Point { Point(u * c - v * s, u * s + v * c) }
    return Candidate(
      kind: kind,
      quad: Quad(point(low.x, low.y), point(high.x, low.y), point(high.x, high.y), point(low.x, high.y)),
      angle: cluster.angle, pitch: 0,
      energy: Double(cluster.xx + cluster.yy))
  }

  /// Edges of a whole matrix symbol lie in two directions; seen at 60 degrees of tilt one has half of the other's.
  private static let matrixCoherence: Float = 0.85

  private func forEachTile(_ grid: LevelGrid, _ labels: Components, _ body: (Int, Int, Int, Int) -> Void) {
    for y in 0..<tiles.rows {
      let coarseRow = (y >> grid.level) * grid.columns
      for x in 0..<tiles.columns {
        let i = y * tiles.columns + x
        guard tiles.energy[i] > 0 else { continue }
        let label = labels.label[coarseRow + (x >> grid.level)]
        if label >= 0 { body(Int(label), i, x, y) }
      }
    }
  }
}

extension Quad {
  /// The upright rectangle around the corners.
  package var bounds: (minX: Double, minY: Double, maxX: Double, maxY: Double) {
    (
      min(min(topLeft.x, topRight.x), min(bottomRight.x, bottomLeft.x)),
      min(min(topLeft.y, topRight.y), min(bottomRight.y, bottomLeft.y)),
      max(max(topLeft.x, topRight.x), max(bottomRight.x, bottomLeft.x)),
      max(max(topLeft.y, topRight.y), max(bottomRight.y, bottomLeft.y))
    )
  }
}
