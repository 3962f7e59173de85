import BarcodeCore

/// Where the bars of a place begin and end along their height. Those of a symbol do so on three lines: its top, its
/// middle, and its bottom; what is left of a grating does so anywhere.
struct TwoTrackEnds {
  private let luma: LumaView
  private let place: BarPlace
  private let bars: TwoTrackBars
  /// Distance from the middle of the lines that show the bars, in pixels.
  private let seen: Double
  private let isInverted: Bool
  /// Unit vectors along the symbol and along its bars.
  private let axis: Point
  private let down: Point
  /// By how much bars move along the axis from pixel to pixel of their height.
  private let lean: Double

  /// Ends differ from a line through them by less than this share of the height, and pixels: what blur and noise move.
  private static let tolerance = 0.05
  private static let leastTolerance = 1.5
  /// How far from the middle of the height halves may end, as a share of it: prints overlap or leave a gap.
  private static let offMiddle = 0.1
  /// How far from the middle ends are looked for, in heights of the place.
  private static let reach = 1.0
  /// Share of the contrast below which a bar has ended, pixels along it that are averaged, and places across it, in
  /// widths from its middle.
  private static let half: Float = 0.5
  private static let averaged = 3
  private static let across = [-0.2, 0, 0.2]

  /// - Parameter fraction: Distance from the middle of the lines that show the bars, as a fraction of the height.
  init(_ bars: TwoTrackBars, _ place: BarPlace, _ fraction: Double, inverted: Bool, in luma: LumaView) {
    self.luma = luma
    self.place = place
    self.bars = bars
    isInverted = inverted
    seen = place.down.length * fraction
    axis = (place.right - place.left).normalized
    down = place.down.normalized
    let leans = bars.bars.compactMap { bar in
      bar.upper.flatMap { upper in bar.lower.map { $0.middle - upper.middle } }
    }
    lean = leans.isEmpty ? 0 : leans.reduce(0, +) / Double(leans.count) / (2 * seen)
  }

  /// An end: along the axis, and along the bars from the middle of the place on, in pixels.
  private typealias End = SIMD2<Double>

  var areOnThreeLines: Bool {
    var (tops, middles, bottoms): ([End], [End], [End]) = ([], [], [])
    for bar in bars.bars {
      if let upper = bar.upper {
        guard let top = end(of: upper, from: -seen, -1) else { return false }
        tops.append(top)
        if bar.lower == nil {
          guard let middle = end(of: upper, from: -seen, 1) else { return false }
          middles.append(middle)
        }
      }
      if let lower = bar.lower {
        guard let bottom = end(of: lower, from: seen, 1) else { return false }
        bottoms.append(bottom)
        if bar.upper == nil {
          guard let middle = end(of: lower, from: seen, -1) else { return false }
          middles.append(middle)
        }
      }
    }
    let (top, middle, bottom) = (Self.mean(tops), Self.mean(middles), Self.mean(bottoms))
    let height = bottom - top
    let tolerance = Swift.max(Self.leastTolerance, Self.tolerance * height)
    return [tops, middles, bottoms].allSatisfy { Self.deviation($0) <= tolerance }
      && abs(middle - (top + bottom) / 2) <= Swift.max(Self.leastTolerance, Self.offMiddle * height)
  }

  private static func mean(_ ends: [End]) -> Double { ends.map(\.y).reduce(0, +) / Double(Swift.max(1, ends.count)) }

  /// The largest distance of ends from the straight line through them.
  private static func deviation(_ ends: [End]) -> Double {
    let mean = ends.reduce(End.zero, +) / Double(Swift.max(1, ends.count))
    let (xx, xy) = ends.reduce((0.0, 0.0)) {
      let d = $1 - mean
      return ($0.0 + d.x * d.x, $0.1 + d.x * d.y)
    }
    let slope = xx > 0 ? xy / xx : 0
    return ends.map { abs($0.y - mean.y - slope * ($0.x - mean.x)) }.max() ?? 0
  }

  /// Where a bar ends from a line that shows it; nil where it does not within reach.
  private func end(of stretch: TwoTrackBars.Stretch, from start: Double, _ direction: Double) -> End? {
    let usual = contrast(stretch.middle, start)
    guard usual > 0 else { return nil }
    var last: [Float] = []
    var o = start
    while abs(o) <= Self.reach * place.down.length {
      o += direction
      let at = stretch.middle + lean * (o - start)
      guard luma.contains(point(at, o)) else { return End(at, o) }
      last.append(contrast(at, o))
      if last.count > Self.averaged { last.removeFirst() }
      if last.count == Self.averaged, last.reduce(0, +) < Self.half * usual * Float(Self.averaged) {
        // More than half of what is averaged lies behind it.
        return End(at, o - direction * Double(Self.averaged) / 2)
      }
    }
    return nil
  }

  private func point(_ along: Double, _ o: Double) -> Point { place.left + axis * along + down * o }

  /// By how much a place is darker than the middles between bars on both sides of it, or lighter.
  private func contrast(_ along: Double, _ o: Double) -> Float {
    func value(_ along: Double) -> Float {
      let p = point(along, o)
      return luma.sample(p.x, p.y)
    }
    let bar = Self.across.reduce(Float(0)) { $0 + value(along + $1 * bars.width) } / Float(Self.across.count)
    let beside = (value(along - bars.pitch / 2) + value(along + bars.pitch / 2)) / 2
    return isInverted ? bar - beside : beside - bar
  }
}
