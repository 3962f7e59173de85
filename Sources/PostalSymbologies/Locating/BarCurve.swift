/// A straight line through values of bars, by least squares.
struct BarLine {
  private(set) var n = 0.0
  private var k = 0.0
  private var v = 0.0
  private var kk = 0.0
  private var kv = 0.0

  mutating func add(_ x: Double, _ y: Double) {
    n += 1
    k += x
    v += y
    kk += x * x
    kv += x * y
  }

  var slope: Double {
    let det = n * kk - k * k
    return det > 0 ? (n * kv - k * v) / det : 0
  }

  func value(_ x: Double, slope: Double) -> Double { n > 0 ? v / n + slope * (x - k / n) : 0 }
}

/// A straight line, or a parabola where there are enough values, through values near a place.
struct BarCurve {
  private(set) var n = 0.0
  private var k = (0.0, 0.0, 0.0, 0.0)
  private var v = (0.0, 0.0, 0.0)

  /// Values that make a parabola.
  private static let leastForParabola = 10.0

  /// - Parameter place: Relative to where the value is wanted.
  mutating func add(_ place: Double, _ value: Double) {
    n += 1
    let square = place * place
    k.0 += place
    k.1 += square
    k.2 += square * place
    k.3 += square * square
    v.0 += value
    v.1 += place * value
    v.2 += square * value
  }

  /// Value and slope at the place; nil when there are too few values.
  var atPlace: (value: Double, slope: Double)? {
    let linear = n * k.1 - k.0 * k.0
    guard n >= 2, linear > 1e-9 else { return nil }
    let a = k.1 * k.3 - k.2 * k.2
    let det = n * a - k.0 * (k.0 * k.3 - k.2 * k.1) + k.1 * (k.0 * k.2 - k.1 * k.1)
    guard n >= BarCurve.leastForParabola, abs(det) > 1e-9 else {
      return ((k.1 * v.0 - k.0 * v.1) / linear, (n * v.1 - k.0 * v.0) / linear)
    }
    let b = v.1 * k.3 - k.2 * v.2
    let value = v.0 * a - k.0 * b + k.1 * (v.1 * k.2 - k.1 * v.2)
    let slope = n * b - v.0 * (k.0 * k.3 - k.2 * k.1) + k.1 * (k.0 * v.2 - v.1 * k.1)
    return (value / det, slope / det)
  }
}
