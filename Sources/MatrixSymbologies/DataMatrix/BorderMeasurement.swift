import BarcodeCore

/// Places in the picture where the borders of a symbol were measured, and the grids that follow from them.
package struct BorderMeasurement {
  /// A point of a border.
  package struct Mark {
    /// Place along the border, in modules from the left or from the top.
    package var at: Double
    package var point: Point
    package var weight: Double
  }

  package let size: DataMatrixSize
  /// Module edges of the upper timing pattern, on the middle of the modules.
  package private(set) var top: [Mark] = []
  /// Outer edges of the dark modules of the upper timing pattern.
  package private(set) var topEdge: [Mark] = []
  /// Module edges of the right timing pattern, on the middle of the modules.
  package private(set) var right: [Mark] = []
  /// Outer edges of the dark modules of the right timing pattern.
  package private(set) var rightEdge: [Mark] = []
  /// Outer edges of the legs.
  package private(set) var left: [Mark] = []
  package private(set) var bottom: [Mark] = []

  /// Edges fainter than this share of the finder's contrast say nothing.
  private static let leastRise: Float = 0.12
  /// Edges farther than this, in modules, are others.
  private static let reach = 0.55

  /// What the legs and the timing sides tell before any grid is known. Places along the legs are not known yet; they
  /// are estimated from their distance to the ends.
  package init(
    _ size: DataMatrixSize, left leftLeg: LegMeasurement, bottom bottomLeg: LegMeasurement, top topSide: TimingSide,
    right rightSide: TimingSide
  ) {
    self.size = size
    for p in leftLeg.edge { left.append(Mark(at: 0, point: p, weight: 1)) }
    for p in bottomLeg.edge { bottom.append(Mark(at: 0, point: p, weight: 1)) }
    for (index, p) in topSide.points.enumerated() where index < size.columns - 1 {
      top.append(Mark(at: Double(index + 1), point: p, weight: 1))
    }
    for (index, p) in rightSide.points.enumerated() where index < size.rows - 1 {
      right.append(Mark(at: Double(size.rows - 1 - index), point: p, weight: 1))
    }
  }

  /// Measures the borders on grey values where a grid has them.
  package init(_ grid: DataMatrixGrid, field: InkField, contrast: Float) {
    size = grid.size
    let (columns, rows) = (Double(size.columns), Double(size.rows))
    func measure(_ u: Double, _ v: Double, _ du: Double, _ dv: Double, at: Double) -> Mark? {
      let direction = (grid.place(u + du / 2, v + dv / 2) - grid.place(u - du / 2, v - dv / 2))
      let middle = grid.place(u, v)
      guard let edge = field.rise(at: middle, along: direction, reach: Self.reach),
        edge.rise > Self.leastRise * contrast
      else { return nil }
      let weight = Double(min(edge.rise / max(contrast, 1), 1))
      return Mark(at: at, point: middle + direction * edge.offset, weight: weight)
    }
    for k in 1..<size.columns {
      let d: Double = k % 2 == 1 ? -1 : 1
      if let e = measure(Double(k), 0.5, d, 0, at: Double(k)) { top.append(e) }
    }
    for k in 1..<size.rows {
      // Rows are even and the lowest is dark: above an odd border lies a light module.
      let d: Double = k % 2 == 1 ? 1 : -1
      if let e = measure(columns - 0.5, Double(k), 0, d, at: Double(k)) { right.append(e) }
    }
    for k in stride(from: 0, to: size.columns, by: 2) {
      if let e = measure(Double(k) + 0.5, 0, 0, 1, at: Double(k) + 0.5) { topEdge.append(e) }
    }
    for k in stride(from: 1, to: size.rows, by: 2) {
      if let e = measure(columns, Double(k) + 0.5, -1, 0, at: Double(k) + 0.5) { rightEdge.append(e) }
    }
    for k in 0..<size.rows {
      if let e = measure(0, Double(k) + 0.5, 1, 0, at: Double(k) + 0.5) { left.append(e) }
    }
    for k in 0..<size.columns {
      if let e = measure(Double(k) + 0.5, rows, 0, -1, at: Double(k) + 0.5) { bottom.append(e) }
    }
  }

  /// Whether a timing side has far fewer marks than the size has modules.
  package var isShort: Bool { top.count < size.columns - 3 || right.count < size.rows - 3 }

  /// The flat grid that meets the marks best.
  package func flatGrid() -> DataMatrixGrid? {
    let (columns, rows) = (Double(size.columns), Double(size.rows))
    guard let first = top.first ?? left.first else { return nil }
    var (low, high) = (first.point, first.point)
    for mark in top + right + left + bottom {
      low = Point(min(low.x, mark.point.x), min(low.y, mark.point.y))
      high = Point(max(high.x, mark.point.x), max(high.y, mark.point.y))
    }
    var fit = ModuleMapFit(center: (low + high) / 2, size: low.distance(to: high))
    for m in top {
      fit.add(m.point, u: m.at, weight: m.weight)
      fit.add(m.point, v: 0.5, weight: topEdge.isEmpty ? 0.3 : 0)
    }
    for m in right {
      fit.add(m.point, v: m.at, weight: m.weight)
      fit.add(m.point, u: columns - 0.5, weight: rightEdge.isEmpty ? 0.3 : 0)
    }
    for m in topEdge { fit.add(m.point, v: 0, weight: m.weight) }
    for m in rightEdge { fit.add(m.point, u: columns, weight: m.weight) }
    for m in left { fit.add(m.point, u: 0, weight: m.weight) }
    for m in bottom { fit.add(m.point, v: rows, weight: m.weight) }
    guard let map = fit.solve() else { return nil }
    let grid = DataMatrixGrid(size: size, map: map, bend: nil)
    return grid.isSane ? grid : nil
  }

  /// The flat grid, bent to meet the marks.
  ///
  /// - Parameter radius: Modules to each side over which the bend is smooth.
  package func bentGrid(radius: Double) -> DataMatrixGrid? {
    guard var grid = flatGrid(), let inverse = grid.map.inverse else { return nil }
    let (columns, rows) = (Double(size.columns), Double(size.rows))
    func along(_ marks: [Mark], _ offset: (Point, Mark) -> Double, _ place: (Point, Mark) -> Double) -> [Offset] {
      marks.map { m in
        let p = inverse(m.point)
        return Offset(at: place(p, m), offset: offset(p, m), weight: m.weight)
      }
    }
    let topAlong = along(top, { p, m in p.x - m.at }, { _, m in m.at })
    let rightAlong = along(right, { p, m in p.y - m.at }, { _, m in m.at })
    let topAcross =
      topEdge.isEmpty
      ? along(top, { p, _ in p.y - 0.5 }, { _, m in m.at }) : along(topEdge, { p, _ in p.y }, { _, m in m.at })
    let rightAcross =
      rightEdge.isEmpty
      ? along(right, { p, _ in p.x - columns + 0.5 }, { _, m in m.at })
      : along(rightEdge, { p, _ in p.x - columns }, { _, m in m.at })
    let leftAcross = along(left, { p, _ in p.x }, { p, _ in p.y })
    let bottomAcross = along(bottom, { p, _ in p.y - rows }, { p, _ in p.x })
    grid.bend = BorderBend(
      columns: size.columns, rows: size.rows,
      topAlong: Self.smooth(topAlong, size.columns, radius), topAcross: Self.smooth(topAcross, size.columns, radius),
      bottomAcross: Self.smooth(bottomAcross, size.columns, radius),
      rightAlong: Self.smooth(rightAlong, size.rows, radius),
      rightAcross: Self.smooth(rightAcross, size.rows, radius),
      leftAcross: Self.smooth(leftAcross, size.rows, radius))
    return grid.isSane ? grid : nil
  }

  private struct Offset {
    var at: Double
    var offset: Double
    var weight: Double
  }

  /// Modules by which an offset may differ from the line through those around it.
  private static let outlier = 0.3
  /// Modules between neighbours at the least, for their slope.
  private static let leastStep = 0.5

  /// Offsets, in order, without those that lie off the line through their neighbours: towards the ends of a cylinder
  /// they change by half a module from one to the next.
  private static func withoutOutliers(_ sorted: [Offset]) -> [Offset] {
    sorted.indices.filter { i in
      let around = sorted[max(0, i - 2)...min(sorted.count - 1, i + 2)]
      let slopes = zip(around.dropFirst(), around).map { later, earlier in
        (later.offset - earlier.offset) / max(later.at - earlier.at, leastStep)
      }.sorted()
      let slope = slopes[slopes.count / 2]
      let levels = around.map { $0.offset - slope * ($0.at - sorted[i].at) }.sorted()
      return abs(sorted[i].offset - levels[levels.count / 2]) < outlier
    }.map { sorted[$0] }
  }

  /// Marks that a line is fitted to at the least, and how much farther than the last of them it looks, so that it
  /// counts; no farther than so many radii.
  private static let fewestMarks = 5
  private static let farther = 1.1
  private static let mostReach = 4.0

  /// Values at whole modules from scattered, noisy ones: a line fitted locally around each place, robust against
  /// single outliers.
  private static func smooth(_ offsets: [Offset], _ count: Int, _ radius: Double) -> [Double] {
    var smoothed = [Double](repeating: 0, count: count + 1)
    guard offsets.count >= 4 else { return smoothed }
    let kept = withoutOutliers(offsets.sorted { $0.at < $1.at })
    for x in 0...count {
      // At the ends marks are on one side only, and few tell no slope.
      let distances = kept.map { abs($0.at - Double(x)) }.sorted()
      let needed = distances.count >= fewestMarks ? distances[fewestMarks - 1] * farther : 0
      let reach = min(max(2, needed / radius), mostReach) * radius
      // Towards zero where nothing was measured.
      var (s0, s1, s2, b0, b1) = (0.05, 0.0, 0.15 * radius, 0.0, 0.0)
      for e in kept {
        let d = e.at - Double(x)
        guard abs(d) <= reach else { continue }
        let near = 1 - d * d / (reach * reach)
        let w = near * near * e.weight
        s0 += w
        s1 += w * d
        s2 += w * d * d
        b0 += w * e.offset
        b1 += w * d * e.offset
      }
      let det = s0 * s2 - s1 * s1
      smoothed[x] = det > 1e-9 ? (b0 * s2 - b1 * s1) / det : 0
    }
    return smoothed
  }
}
