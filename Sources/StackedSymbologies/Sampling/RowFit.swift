import BarcodeCore

/// The row number as a function of the position across the scan lines: linear, or projective where the symbol is
/// tilted.
struct RowFit {
  // Row = (a + b v) / (1 + c v), with v counted from `origin`.
  private var a = 0.0
  private var b = 0.0
  private var c = 0.0
  private var origin = 0.0
  /// Readings that lie near.
  private(set) var support = 0

  /// Readings may be one row off at borders of rows.
  private static let tolerance = 1.1
  /// Share of readings that a linear fit must explain to be enough.
  private static let enoughShare = 0.9
  /// The share below which readings are no rows, however they are bent.
  private static let leastShare = 0.35

  init?(_ anchors: [RowAnchor], rows: Int) {
    let known = anchors.filter { $0.row < rows }
    guard known.count >= 3 else { return nil }
    origin = known[known.count / 2].v
    let points = known.map { (x: $0.v - origin, y: Double($0.row) + 0.5) }
    let line = LinearFit(points, tolerance: RowFit.tolerance)
    a = line.offset
    b = line.slope
    support = line.support
    let share = Double(support) / Double(points.count)
    if share < RowFit.enoughShare, share > RowFit.leastShare { bend(points) }
    // A row is about a pixel high at least.
    guard support >= 3, abs(slope) < 1.1, abs(slope) > 1e-3, a.isFinite, b.isFinite, c.isFinite else { return nil }
  }

  /// Rows a pixel in the middle of the readings; negative when rows count against the scan lines' order.
  var slope: Double { b - c * a }

  /// Where a row begins (or, with halves, its middle lies).
  func v(ofRow row: Double) -> Double { origin + (row - a) / (b - c * row) }

  /// The row, counted from the top of the first one, at a position.
  func row(at v: Double) -> Double { (a + b * (v - origin)) / (1 + c * (v - origin)) }

  /// Whether a reading lies near.
  func explains(_ anchor: RowAnchor) -> Bool { isNear((anchor.v - origin, Double(anchor.row) + 0.5)) }

  /// Looks for the projective function through three of the points that most others support.
  private mutating func bend(_ points: [(x: Double, y: Double)]) {
    let stride = max(1, points.count / 14)
    let picked = Swift.stride(from: 0, to: points.count, by: stride).map { points[$0] }
    for i in picked.indices {
      for j in picked.indices where j > i {
        for k in picked.indices where k > j {
          guard let trial = RowFit(through: picked[i], picked[j], picked[k], origin: origin) else { continue }
          let count = points.count { trial.isNear($0) }
          // The additional freedom must pay.
          if count > support + 2 {
            self = trial
            support = count
          }
        }
      }
    }
    guard c != 0 else { return }
    refine(points)
  }

  private func isNear(_ p: (x: Double, y: Double)) -> Bool {
    let w = 1 + c * p.x
    return w > 0.2 && abs((a + b * p.x) / w - p.y) <= RowFit.tolerance
  }

  /// a + b x - c x y = y through three points.
  private init?(
    through p: (x: Double, y: Double), _ q: (x: Double, y: Double), _ r: (x: Double, y: Double), origin: Double
  ) {
    self.origin = origin
    var sums = Sums()
    sums.add(p)
    sums.add(q)
    sums.add(r)
    guard let s = sums.solution else { return nil }
    (a, b, c) = (s.0, s.1, s.2)
  }

  /// Least squares over the points that lie near.
  private mutating func refine(_ points: [(x: Double, y: Double)]) {
    for _ in 0..<2 {
      let near = points.filter { isNear($0) }
      var sums = Sums()
      for p in near { sums.add(p) }
      guard near.count >= 4, let s = sums.solution else { return }
      var better = self
      (better.a, better.b, better.c) = (s.0, s.1, s.2)
      let count = points.count { better.isNear($0) }
      guard count >= near.count else { return }
      better.support = count
      self = better
    }
  }

  /// Sums of the equations `a + b x - c x y = y` for least squares; symmetric.
  private struct Sums {
    var xx = SIMD4<Double>.zero
    var yy = SIMD4<Double>.zero
    var zz = SIMD4<Double>.zero

    mutating func add(_ p: (x: Double, y: Double)) {
      let row = SIMD4(1, p.x, -p.x * p.y, p.y)
      xx += row
      yy += row * row.y
      zz += row * row.z
    }

    /// The unknowns, by Cramer's rule.
    var solution: (Double, Double, Double)? {
      func determinant(_ p: Int, _ q: Int, _ r: Int) -> Double {
        xx[p] * (yy[q] * zz[r] - yy[r] * zz[q]) - xx[q] * (yy[p] * zz[r] - yy[r] * zz[p])
          + xx[r] * (yy[p] * zz[q] - yy[q] * zz[p])
      }
      let whole = determinant(0, 1, 2)
      guard abs(whole) > 1e-9 else { return nil }
      return (determinant(3, 1, 2) / whole, determinant(0, 3, 2) / whole, determinant(0, 1, 3) / whole)
    }
  }
}
