import BarcodeCore

/// A pair of points that a fitted map should take to one another.
@frozen
@usableFromInline
package struct PointPair: Sendable {
  @usableFromInline package var from: Point
  @usableFromInline package var to: Point
  /// How much the pair counts; 1 for an ordinary one.
  @usableFromInline package var weight: Double

  @inlinable
  package init(_ from: Point, _ to: Point, weight: Double = 1) {
    self.from = from
    self.to = to
    self.weight = weight
  }
}

extension Homography {
  /// The projective map that fits the pairs best by least squares; nil for fewer than four or degenerate ones.
  package init?(fitting pairs: [PointPair]) {
    guard pairs.count >= 4, let source = Normalisation(pairs.map(\.from)), let target = Normalisation(pairs.map(\.to))
    else { return nil }
    var system = NormalEquations(unknowns: 8)
    for pair in pairs {
      let p = source.apply(pair.from)
      let q = target.apply(pair.to)
      system.add([p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y], equals: q.x, weight: pair.weight)
      system.add([0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y], equals: q.y, weight: pair.weight)
    }
    guard let h = system.solve() else { return nil }
    let map = Homography(h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1)
    guard let back = target.matrix.inverse else { return nil }
    self = back.after(map).after(source.matrix)
  }
}

/// Shift and scale that bring points around the origin, which keeps the equations well conditioned.
private struct Normalisation {
  let mean: Point
  let scale: Double

  init?(_ points: [Point]) {
    var sum = Point(0, 0)
    for p in points { sum = sum + p }
    mean = sum / Double(points.count)
    var spread = 0.0
    for p in points { spread += p.distance(to: mean) }
    spread /= Double(points.count)
    guard spread.isFinite, spread > 1e-9 else { return nil }
    scale = 1 / spread
  }

  func apply(_ p: Point) -> Point { (p - mean) * scale }
  var matrix: Homography { Homography(scale, 0, -mean.x * scale, 0, scale, -mean.y * scale, 0, 0, 1) }
}

/// A linear least-squares problem, collected equation by equation.
package struct NormalEquations {
  package let unknowns: Int
  private var matrix: [Double]
  private var right: [Double]

  package init(unknowns: Int) {
    self.unknowns = unknowns
    matrix = [Double](repeating: 0, count: unknowns * unknowns)
    right = [Double](repeating: 0, count: unknowns)
  }

  package mutating func add(_ row: [Double], equals value: Double, weight: Double = 1) {
    for i in 0..<unknowns {
      let scaled = row[i] * weight
      if scaled == 0 { continue }
      for j in i..<unknowns { matrix[i * unknowns + j] += scaled * row[j] }
      right[i] += scaled * value
    }
  }

  /// Adds an equation in which only a few unknowns take part; `indices` must ascend.
  package mutating func add(_ indices: [Int], _ values: [Double], equals value: Double, weight: Double) {
    for a in indices.indices {
      let i = indices[a]
      let scaled = values[a] * weight
      for b in a..<indices.count { matrix[i * unknowns + indices[b]] += scaled * values[b] }
      right[i] += scaled * value
    }
  }

  /// Pulls an unknown towards a value, which keeps badly determined ones in bounds.
  package mutating func pull(_ unknown: Int, to value: Double, weight: Double) {
    matrix[unknown * unknowns + unknown] += weight
    right[unknown] += weight * value
  }

  /// The solution by Cholesky's method, or nil when the equations do not determine it.
  package func solve() -> [Double]? {
    let n = unknowns
    var l = [Double](repeating: 0, count: n * n)
    for j in 0..<n {
      var diagonal = matrix[j * n + j]
      for k in 0..<j { diagonal -= l[j * n + k] * l[j * n + k] }
      guard diagonal.isFinite, diagonal > 1e-12 * max(matrix[j * n + j], 1e-300) else { return nil }
      let root = diagonal.squareRoot()
      l[j * n + j] = root
      for i in j + 1..<max(j + 1, n) {
        var sum = matrix[j * n + i]
        for k in 0..<j { sum -= l[i * n + k] * l[j * n + k] }
        l[i * n + j] = sum / root
      }
    }
    var x = right
    for i in 0..<n {
      for k in 0..<i { x[i] -= l[i * n + k] * x[k] }
      x[i] /= l[i * n + i]
    }
    for i in stride(from: n - 1, through: 0, by: -1) {
      for k in i + 1..<max(i + 1, n) { x[i] -= l[k * n + i] * x[k] }
      x[i] /= l[i * n + i]
    }
    return x.allSatisfy(\.isFinite) ? x : nil
  }
}
