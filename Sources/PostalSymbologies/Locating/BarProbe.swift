import BarcodeCore

/// Measures bars of a row by grey values, in coordinates along the row and along its bars.
struct BarProbe {
  let view: InkView
  let origin: Point
  /// Unit vectors along the row and along its bars.
  let along: Point
  let across: Point
  /// Grey values of paper and ink.
  var paper: Float = 255
  var ink: Float = 0

  /// Ink of a bar, and by how much it exceeds that of the gaps beside it.
  static let leastInk = 0.38
  private static let leastRise = 0.07
  /// Samples a pitch.
  private static let resolution = 8

  func grey(_ x: Double, _ y: Double) -> Float { view.grey(origin + along * x + across * y) }

  /// 0 for paper, 1 for ink.
  @inline(__always)
  func ink(_ x: Double, _ y: Double) -> Double { Double((paper - grey(x, y)) / (paper - ink)) }

  /// Looks for a bar around a place.
  func measure(_ number: Int, _ x: Double, _ y: Double, _ step: Double) -> BarWalk.Bar {
    let unit = step / Double(BarProbe.resolution)
    var profile = SIMD16<Double>(repeating: .infinity)
    for index in 0..<15 {
      let at = x + Double(index - 7) * unit
      profile[index] = (ink(at, y - 0.28 * step) + ink(at, y) + ink(at, y + 0.28 * step)) / 3
    }
    var best = 7
    for index in 4...10
    where profile[index - 1] + 2 * profile[index] + profile[index + 1]
      > profile[best - 1] + 2 * profile[best] + profile[best + 1] + 1e-9
    { best = index }
    var left = profile[best - 1]
    var right = profile[best + 1]
    for index in 2...4 {
      left = min(left, profile[max(0, best - index)])
      right = min(right, profile[min(14, best + index)])
    }
    let rise = profile[best] - (left + right) / 2
    guard profile[best] > BarProbe.leastInk, rise > BarProbe.leastRise, profile[best] > max(left, right) + 0.02 else {
      let isWhite = (4...10).allSatisfy { profile[$0] < BarProbe.leastInk }
      return BarWalk.Bar(number: number, x: x, y: y, length: isWhite ? -1 : 0, isSeen: false)
    }
    // Sub-sample by a parabola; doubtful places move the row less.
    let curve = profile[best - 1] - 2 * profile[best] + profile[best + 1]
    let part = curve < -1e-6 ? 0.5 * (profile[best - 1] - profile[best + 1]) / curve : 0
    let shift = (Double(best - 7) + max(-0.5, min(0.5, part))) * unit
    let found = x + max(-0.3 * step, min(0.3 * step, shift)) * (rise > 0.25 ? 1 : 0.5)
    let level = 0.5 * min(1, profile[best])
    guard let top = reach(found, y, -unit, level), let bottom = reach(found, y, unit, level) else {
      return BarWalk.Bar(number: number, x: found, y: y, length: 0, isSeen: true)
    }
    return BarWalk.Bar(number: number, x: found, y: y + (bottom - top) / 2, length: bottom + top, isSeen: true)
  }

  /// How far bars reach from the middle line at the most, in pitches.
  private static let mostReach = 6.0

  /// How far ink reaches from the middle line; nil when it runs into something else.
  private func reach(_ x: Double, _ y: Double, _ unit: Double, _ level: Double) -> Double? {
    let size = abs(unit)
    let most = Int(BarProbe.mostReach * Double(BarProbe.resolution))
    var inside = 0
    for index in 1...most {
      if ink(x, y + Double(index) * unit) >= level {
        inside = index
      } else if index - inside > 3 {
        return (Double(inside) + 0.5) * size
      }
    }
    return nil
  }
}
