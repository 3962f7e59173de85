/// What narrow and wide elements measure at a place of a line, in samples.
///
/// Bars and spaces have widths of their own, since print growth and blur widen one at the cost of the other; by how much
/// wide elements are wider does not depend on that.
struct WidthModel {
  /// Width of a narrow bar and of a narrow space.
  var bar: Float
  var space: Float
  /// By how much wide elements are wider than narrow ones.
  var step: Float

  var narrow: Float { (bar + space) * 0.5 }
  /// Wide to narrow.
  var ratio: Float { 1 + step / narrow }

  /// Ratios that print and blur leave of the 2 to 3 of the standards.
  private static let ratios: ClosedRange<Float> = 1.55...4
  /// The same symbol's bars may be wider than its spaces by this factor, or narrower.
  private static let mostGrowth: Float = 4

  var isPlausible: Bool {
    bar > 0 && space > 0 && Self.ratios.contains(ratio) && bar < Self.mostGrowth * space
      && space < Self.mostGrowth * bar
  }

  /// How wide a pattern should be.
  @inline(__always)
  func width(of p: WidthPattern) -> Float {
    Float((p.elements + 1) / 2) * bar + Float(p.elements / 2) * space + Float(p.wideCount) * step
  }

  /// Mean widths of a pattern's elements at `x`, of each kind that it has.
  private struct Means {
    var narrowBar: Float?
    var narrowSpace: Float?
    var wideBar: Float?
    var wideSpace: Float?

    init(_ x: UnsafePointer<Float>, _ p: WidthPattern) {
      var sums: (Float, Float, Float, Float) = (0, 0, 0, 0)
      var counts: (Float, Float, Float, Float) = (0, 0, 0, 0)
      for k in 0..<p.elements {
        let w = x[k &+ 1] - x[k]
        switch (k & 1 == 0, p.isWide(k)) {
        case (true, false):
          sums.0 += w
          counts.0 += 1
        case (false, false):
          sums.1 += w
          counts.1 += 1
        case (true, true):
          sums.2 += w
          counts.2 += 1
        case (false, true):
          sums.3 += w
          counts.3 += 1
        }
      }
      if counts.0 > 0 { narrowBar = sums.0 / counts.0 }
      if counts.1 > 0 { narrowSpace = sums.1 / counts.1 }
      if counts.2 > 0 { wideBar = sums.2 / counts.2 }
      if counts.3 > 0 { wideSpace = sums.3 / counts.3 }
    }
  }

  /// Measures the elements of a start pattern at `x`; `ratio` is assumed where it has no wide elements, or none to
  /// rely on.
  init?(_ x: UnsafePointer<Float>, start p: WidthPattern, ratio: Float?) {
    let m = Means(x, p)
    guard let bar = m.narrowBar ?? m.narrowSpace, let space = m.narrowSpace ?? m.narrowBar else { return nil }
    self.bar = bar
    self.space = space
    if let ratio {
      step = (ratio - 1) * (bar + space) * 0.5
    } else if let wideBar = m.wideBar, let wideSpace = m.wideSpace {
      step = (wideBar - bar + wideSpace - space) * 0.5
    } else {
      step = Swift.max((m.wideBar ?? bar) - bar, (m.wideSpace ?? space) - space)
    }
    guard isPlausible else { return nil }
  }

  /// Mean squared deviation of a pattern's edges at `x` from where they should be, in squares of `step`.
  ///
  /// - Parameter scale: What widths are multiplied by before they are compared.
  @inline(__always)
  func deviation(_ x: UnsafePointer<Float>, _ p: WidthPattern, scale: Float = 1) -> Float {
    let first = x[0]
    var expected: Float = 0
    var sum: Float = 0
    var squares: Float = 0
    var bits = p.wide
    var k = 0
    while k < p.elements {
      expected += (k & 1 == 0 ? bar : space) + (bits & 1 == 1 ? step : 0)
      bits &>>= 1
      k &+= 1
      let r = (x[k] - first) * scale - expected
      sum += r
      squares += r * r
    }
    let n = Float(p.elements + 1)
    return (squares - sum * sum / n) / (n * step * step)
  }

  /// Which of the elements at `x` are nearer to wide than to narrow; bit 0 is the first.
  @inline(__always)
  func wideElements(_ x: UnsafePointer<Float>, count: Int, scale: Float) -> UInt32 {
    let bars = bar + step * 0.5
    let spaces = space + step * 0.5
    var out: UInt32 = 0
    for k in 0..<count where (x[k &+ 1] - x[k]) * scale > (k & 1 == 0 ? bars : spaces) {
      out |= 1 &<< UInt32(truncatingIfNeeded: k)
    }
    return out
  }

  /// Makes all widths larger by a factor.
  mutating func rescale(by factor: Float) {
    bar *= factor
    space *= factor
    step *= factor
  }

  /// How much of what a character shows is taken over: widths change along a tilted or curved symbol.
  static let usualGain: Float = 0.45

  /// Follows the widths of a pattern that was recognised at `x`.
  mutating func adapt(_ x: UnsafePointer<Float>, _ p: WidthPattern, gain: Float = usualGain) {
    let m = Means(x, p)
    if let w = m.narrowBar { bar += (w - bar) * gain }
    if let w = m.narrowSpace { space += (w - space) * gain }
    var steps: Float = 0
    var count: Float = 0
    if let w = m.wideBar {
      steps += w - bar
      count += 1
    }
    if let w = m.wideSpace {
      steps += w - space
      count += 1
    }
    if count > 0 { step += (steps / count - step) * gain }
  }
}
