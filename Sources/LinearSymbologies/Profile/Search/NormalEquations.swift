/// Linear least squares of a few parameters.
struct NormalEquations {
  private let count: Int
  private var matrix: [Double]
  private var right: [Double]

  init(_ count: Int) {
    self.count = count
    matrix = [Double](repeating: 0, count: count * count)
    right = [Double](repeating: 0, count: count)
  }

  /// Takes an equation: what a measurement changes by with each parameter, and what it is off by.
  mutating func add(_ row: [Double], _ rest: Double) {
    for a in 0..<count {
      right[a] += row[a] * rest
      for b in 0...a { matrix[a * count + b] += row[a] * row[b] }
    }
  }

  /// The parameters; nil where the equations do not tell them.
  ///
  /// - Parameter damping: Share of the diagonal that is added to it.
  func solved(damping: Double) -> [Double]? {
    var l = matrix
    for a in 0..<count {
      l[a * count + a] *= 1 + damping
      for b in 0...a {
        var sum = l[a * count + b]
        for k in 0..<b { sum -= l[a * count + k] * l[b * count + k] }
        if a == b {
          guard sum > 1e-12 else { return nil }
          l[a * count + a] = sum.squareRoot()
        } else {
          l[a * count + b] = sum / l[b * count + b]
        }
      }
    }
    var x = right
    for a in 0..<count {
      for k in 0..<a { x[a] -= l[a * count + k] * x[k] }
      x[a] /= l[a * count + a]
    }
    for a in stride(from: count - 1, through: 0, by: -1) {
      for k in stride(from: a + 1, to: count, by: 1) { x[a] -= l[k * count + a] * x[k] }
      x[a] /= l[a * count + a]
    }
    return x
  }
}
