import BarcodeCore

/// Improves the map of a square grid of modules by the edges between unlike neighbours, in a window that grows from
/// the known middle outwards, so that a small error at the core does not become a large one at the border.
struct GridGrowth {
  let luma: LumaView
  /// Grey levels of dark and light modules.
  let dark: Float
  let light: Float

  /// Neighbours must differ by this share of the contrast for their edge to count.
  static let edgeShare: Float = 0.35
  /// The window grows by this factor: an error of 0.1 modules stays below half a module.
  static let growth = 1.3
  /// Deviations above this (modules) are damped as outliers.
  private static let outlier = 0.22
  /// Least number of edges that determine a projective map well.
  private static let leastEdges = 24

  /// The map from modules (the middle of the symbol's middle module at the origin) to pixels, improved up to
  /// `radius` modules from the middle, starting from `start`.
  func grow(_ map: Homography, from start: Double, to radius: Double) -> Homography {
    var map = map
    var reach = min(start, radius)
    while true {
      for _ in 0..<2 {
        guard let better = improved(map, reach: reach) else { break }
        map = better
      }
      if reach >= radius { return map }
      reach = min(radius, max(reach + 1, (reach * Self.growth).rounded()))
    }
  }

  /// The same for a symbol whose known part lies at one end: the window starts as `columns` and `rows` and grows at
  /// their upper ends, up to the last column and row given.
  func grow(
    _ map: Homography, columns: ClosedRange<Int>, rows: ClosedRange<Int>, toColumn lastColumn: Int, row lastRow: Int
  ) -> Homography {
    var map = map
    var right = min(columns.upperBound, lastColumn)
    var bottom = min(rows.upperBound, lastRow)
    while true {
      let window = (columns: columns.lowerBound...right, rows: rows.lowerBound...bottom)
      for _ in 0..<2 {
        guard let better = improved(map, columns: window.columns, rows: window.rows) else { break }
        map = better
      }
      if right >= lastColumn, bottom >= lastRow { return map }
      right = min(lastColumn, columns.lowerBound + Self.next(right - columns.lowerBound))
      bottom = min(lastRow, rows.lowerBound + Self.next(bottom - rows.lowerBound))
    }
  }

  private static func next(_ span: Int) -> Int { max(span + 1, Int((Double(span) * growth).rounded())) }

  private func improved(_ map: Homography, reach: Double) -> Homography? {
    let n = Int(reach)
    return improved(map, columns: -n...n, rows: -n...n)
  }

  private func improved(_ map: Homography, columns: ClosedRange<Int>, rows: ClosedRange<Int>) -> Homography? {
    guard let grey = GreyReader(luma) else { return nil }
    let width = columns.count
    let center = Point(
      Double(columns.lowerBound + columns.upperBound) / 2, Double(rows.lowerBound + rows.upperBound) / 2)
    let reach = max(1, Double(max(width, rows.count) - 1) / 2)
    let scale = 1 / reach
    var points = [Point](repeating: Point(0, 0), count: width * rows.count)
    var values = [Float](repeating: -1, count: points.count)
    for y in rows {
      for x in columns {
        let p = map(Point(Double(x), Double(y)))
        let i = (y - rows.lowerBound) * width + x - columns.lowerBound
        points[i] = p
        if luma.contains(p) { values[i] = grey(p) }
      }
    }
    let least = (light - dark) * Self.edgeShare
    var system = EightUnknowns()
    for y in rows {
      for x in columns {
        let i = (y - rows.lowerBound) * width + x - columns.lowerBound
        let a = values[i]
        guard a >= 0 else { continue }
        let u = (Double(x) - center.x) * scale
        let v = (Double(y) - center.y) * scale
        let half = 0.5 * scale
        if x < columns.upperBound, values[i + 1] >= 0, abs(values[i + 1] - a) > least,
          let e = crossing(points[i], points[i + 1], a, values[i + 1])
        {
          // The edge lies `e` beyond where it should; the correction takes it back.
          let s = u + half
          system.add(SIMD8(1, s, v, 0, 0, 0, -s * s, -s * v), equals: -e * scale, weight: Self.weight(e))
        }
        if y < rows.upperBound, values[i + width] >= 0, abs(values[i + width] - a) > least,
          let e = crossing(points[i], points[i + width], a, values[i + width])
        {
          let t = v + half
          system.add(SIMD8(0, 0, 0, 1, u, t, -u * t, -t * t), equals: -e * scale, weight: Self.weight(e))
        }
      }
    }
    return Self.corrected(map, by: system, reach: reach, about: center)
  }

  /// The map with a correction of its plane, whose equations are in units of `reach` from `center`.
  static func corrected(
    _ map: Homography, by system: EightUnknowns, reach: Double, about center: Point = Point(0, 0)
  ) -> Homography? {
    guard system.count >= leastEdges, let c = system.solve(damping: 1e-6) else { return nil }
    let scale = 1 / reach
    let correction = Homography(1 + c[1], c[2], c[0], c[4], 1 + c[5], c[3], c[6], c[7], 1)
    let shrink = Homography(scale, 0, -center.x * scale, 0, scale, -center.y * scale, 0, 0, 1)
    let widen = Homography(reach, 0, center.x, 0, reach, center.y, 0, 0, 1)
    guard let inverse = correction.inverse else { return nil }
    return map.after(widen).after(inverse).after(shrink)
  }

  /// How much a deviation in modules counts.
  static func weight(_ e: Double) -> Double {
    let size = abs(e)
    return size < outlier ? 1 : outlier / size * (outlier / size)
  }

  /// Where between two module centres the grey value passes half way, from the middle, in modules (-0.5 to 0.5).
  func crossing(_ p: Point, _ q: Point, _ a: Float, _ b: Float) -> Double? {
    let middle = (a + b) / 2
    var previous = a
    for k in 1...4 {
      let t = Double(k) / 4
      let value = k == 4 ? b : luma.sample(p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t)
      if (previous <= middle) != (value <= middle) {
        let part = Double((middle - previous) / (value - previous))
        return t - 0.25 + part * 0.25 - 0.5
      }
      previous = value
    }
    return nil
  }
}
