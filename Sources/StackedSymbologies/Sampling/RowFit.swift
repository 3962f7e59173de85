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

  init?(_ anchors: [RowAnchor], rows: Int) {
    let known = anchors.filter { $0.row < rows }
    guard known.count >= 3 else { return nil }
    origin = known[known.count / 2].v
    let points = known.map { (x: $0.v - origin, y: Double($0.row) + 0.5) }
    let line = LinearFit(points, tolerance: RowFit.tolerance)
    a = line.offset
    b = line.slope
    support = line.support
    if Double(support) < RowFit.enoughShare * Double(points.count) { bend(points) }
    // A row is about a pixel high at least.
    guard support >= 3, abs(slope) < 1.1, abs(slope) > 1e-3, a.isFinite, b.isFinite, c.isFinite else { return nil }
  }

  /// Rows a pixel in the middle of the readings; negative when rows count against the scan lines' order.
  var slope: Double { b - c * a }

  /// Where a row begins (or, with halves, its middle lies).
  func v(ofRow row: Double) -> Double { origin + (row - a) / (b - c * row) }

  /// Looks for the projective function through three of the points that most others support.
  private mutating func bend(_ points: [(x: Double, y: Double)]) {
    let stride = max(1, points.count / 14)
    let picked = Swift.stride(from: 0, to: points.count, by: stride).map { points[$0] }
    for i in picked.indices {
      for j in picked.indices where j > i {
        for k in picked.indices where k > j {
          guard let trial = RowFit(through: [picked[i], picked[j], picked[k]], origin: origin) else { continue }
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
  private init?(through p: [(x: Double, y: Double)], origin: Double) {
    self.origin = origin
    guard let s = RowFit.solve(p.map { ([1, $0.x, -$0.x * $0.y], $0.y) }) else { return nil }
    (a, b, c) = (s.0, s.1, s.2)
  }

  /// Least squares over the points that lie near.
  private mutating func refine(_ points: [(x: Double, y: Double)]) {
    for _ in 0..<2 {
      let near = points.filter { isNear($0) }
      guard near.count >= 4, let s = RowFit.solve(near.map { ([1, $0.x, -$0.x * $0.y], $0.y) }) else { return }
      var better = self
      (better.a, better.b, better.c) = (s.0, s.1, s.2)
      let count = points.count { better.isNear($0) }
      guard count >= near.count else { return }
      better.support = count
      self = better
    }
  }

  /// Solves linear equations in three unknowns in the least squares sense, by Cramer's rule.
  private static func solve(_ equations: [([Double], Double)]) -> (Double, Double, Double)? {
    var m = [[Double]](repeating: [0, 0, 0, 0], count: 3)
    for (row, value) in equations {
      for i in 0..<3 {
        for j in 0..<3 { m[i][j] += row[i] * row[j] }
        m[i][3] += row[i] * value
      }
    }
    func determinant(_ columns: [Int]) -> Double {
      let (p, q, r) = (columns[0], columns[1], columns[2])
      return m[0][p] * (m[1][q] * m[2][r] - m[1][r] * m[2][q]) - m[0][q] * (m[1][p] * m[2][r] - m[1][r] * m[2][p])
        + m[0][r] * (m[1][p] * m[2][q] - m[1][q] * m[2][p])
    }
    let whole = determinant([0, 1, 2])
    guard abs(whole) > 1e-9 else { return nil }
    return (determinant([3, 1, 2]) / whole, determinant([0, 3, 2]) / whole, determinant([0, 1, 3]) / whole)
  }
}
