import BarcodeCore

/// Where the bars of a row stand: a curve through their middles, numbered positions on it, and their direction.
struct TrainGeometry {
  /// A point of the row and the directions along it and along its bars (unit vectors, downwards seen along the row).
  var origin: Point
  var along: Point
  var across: Point
  /// Polynomials of the bar's number less `middle`: distance along the row and offset across it.
  var position: Polynomial
  var offset: Polynomial
  var middle: Double
  /// Numbers of the first and the last bar.
  var first: Int
  var last: Int
  /// Widths of the bars, about, in pixels.
  var width: Double

  var count: Int { last - first + 1 }

  /// Distance of bars at a number, in pixels.
  func pitch(at number: Double) -> Double { abs(position.slope(number - middle)) }

  /// A point of the bar of a number (whole or between bars), `t` pixels below the middle line.
  func point(_ number: Double, _ t: Double) -> Point {
    let k = number - middle
    return origin + along * position(k) + across * (offset(k) + t)
  }

  /// A polynomial of degree 2.
  struct Polynomial {
    var a = 0.0
    var b = 0.0
    var c = 0.0

    func callAsFunction(_ x: Double) -> Double { a + x * (b + x * c) }
    func slope(_ x: Double) -> Double { b + 2 * c * x }

    /// The best through points with weights; a straight line when there is no curvature to be had.
    static func fit(_ points: [(x: Double, y: Double, weight: Double)], isCurved: Bool) -> Polynomial? {
      var s = [Double](repeating: 0, count: 5)
      var t = [Double](repeating: 0, count: 3)
      for point in points {
        var power = point.weight
        for degree in 0..<5 {
          s[degree] += power
          if degree < 3 { t[degree] += power * point.y }
          power *= point.x
        }
      }
      if isCurved {
        let det =
          s[0] * (s[2] * s[4] - s[3] * s[3]) - s[1] * (s[1] * s[4] - s[3] * s[2]) + s[2] * (s[1] * s[3] - s[2] * s[2])
        if abs(det) > 1e-9 {
          let a =
            t[0] * (s[2] * s[4] - s[3] * s[3]) - s[1] * (t[1] * s[4] - s[3] * t[2])
            + s[2] * (t[1] * s[3] - s[2] * t[2])
          let b =
            s[0] * (t[1] * s[4] - t[2] * s[3]) - t[0] * (s[1] * s[4] - s[3] * s[2])
            + s[2] * (s[1] * t[2] - t[1] * s[2])
          let c =
            s[0] * (s[2] * t[2] - s[3] * t[1]) - s[1] * (s[1] * t[2] - t[1] * s[2])
            + t[0] * (s[1] * s[3] - s[2] * s[2])
          return Polynomial(a: a / det, b: b / det, c: c / det)
        }
      }
      let det = s[0] * s[2] - s[1] * s[1]
      guard abs(det) > 1e-9 else { return nil }
      return Polynomial(a: (t[0] * s[2] - t[1] * s[1]) / det, b: (s[0] * t[1] - s[1] * t[0]) / det, c: 0)
    }
  }

  /// Fits a row; nil when its bars do not keep to one pitch and one line.
  init?(_ chain: BarChain) {
    guard let firstMember = chain.members.first, let lastMember = chain.members.last else { return nil }
    let widths = chain.members.map(\.blob.width).sorted()
    width = widths[widths.count / 2]
    first = firstMember.number
    last = lastMember.number
    middle = Double(first + last) / 2
    along = chain.direction
    origin = firstMember.blob.center
    across = TrainGeometry.barDirection(chain)
    let turn = along.cross(across)
    // Bars lean by less than 45 degrees.
    guard turn > 0.7 else { return nil }
    position = Polynomial()
    offset = Polynomial()
    // Skewed coordinates: along the row and along the bars.
    var points: [(number: Double, x: Double, y: Double, length: Double)] = []
    for member in chain.members {
      let p = member.blob.center - origin
      points.append(
        (Double(member.number) - middle, p.cross(across) / turn, along.cross(p) / turn, member.blob.length))
    }
    guard fit(points, pitch: chain.pitch) else { return nil }
  }

  /// The mean direction of the bars; long ones count more.
  private static func barDirection(_ chain: BarChain) -> Point {
    var c = 0.0
    var s = 0.0
    for member in chain.members where member.blob.length > 2 * member.blob.width {
      let axis = member.blob.axis
      let weight = member.blob.length * member.blob.length
      c += weight * (axis.x * axis.x - axis.y * axis.y)
      s += weight * 2 * axis.x * axis.y
    }
    let fallback = chain.direction.perpendicular
    guard c * c + s * s > 0 else { return fallback }
    let angle = BarcodeMath.atan2(s, c) / 2
    let axis = Point(BarcodeMath.cos(angle), BarcodeMath.sin(angle))
    return axis.dot(fallback) < 0 ? -axis : axis
  }

  private mutating func fit(
    _ points: [(number: Double, x: Double, y: Double, length: Double)], pitch: Double
  ) -> Bool {
    var weights = [Double](repeating: 1, count: points.count)
    var residual = 0.0
    for round in 0..<3 {
      guard
        let x = Polynomial.fit(zip(points, weights).map { ($0.number, $0.x, $1) }, isCurved: true)
      else { return false }
      position = x
      var kept = 0.0
      residual = 0
      for index in points.indices {
        let r = abs(x(points[index].number) - points[index].x)
        weights[index] = r < (round == 0 ? 0.5 : 0.3) * pitch ? 1 : 0
        if weights[index] > 0 {
          kept += 1
          residual += r
        }
      }
      guard kept >= 0.7 * Double(points.count) else { return false }
      residual /= kept
    }
    guard residual < TrainGeometry.mostResidual * pitch else { return false }
    // The middle band is what all bars share: between the lowest of the upper ends and the highest of the lower ones.
    guard let line = Polynomial.fit(points.map { ($0.number, $0.y, 1) }, isCurved: false) else { return false }
    let tops = points.map { $0.y - line($0.number) - $0.length / 2 }.sorted()
    let bottoms = points.map { $0.y - line($0.number) + $0.length / 2 }.sorted()
    let shift = (tops[tops.count * 85 / 100] + bottoms[bottoms.count * 15 / 100]) / 2
    offset = Polynomial(a: line.a + shift, b: line.b, c: 0)
    return true
  }

  /// Mean distance of the bars from their places, as a share of the pitch; letters stand less evenly.
  private static let mostResidual = 0.14
}
