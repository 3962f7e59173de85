import BarcodeCore

/// How surely the bars of a row are long or short on one side of the middle line.
///
/// Ink between the line where short bars end and the line where long ones do tells it. What glare hides, and what blots,
/// scratches and missing ink have touched, is in doubt.
struct HalfOdds {
  /// Natural logarithms of the odds of being long, bar by bar.
  private(set) var values: [Double]
  /// Whether something other than bars has touched each half, whether or not that leaves doubt.
  private(set) var isTouched: [Bool]

  private let profiles: BarProfiles
  private let lines: BarHeights.GuideLines
  private let sign: Double
  private let bars: ClosedRange<Int>
  private let pitch: Double

  /// A bar has at least this ink, compared with its neighbours, in the middle band.
  private static let leastInk = 0.45
  /// Deviation of the ink of an outer half from none or full, at the least: print and sampling are never better.
  private static let leastDeviation = 0.11
  /// Odds are never better than this.
  private static let mostOdds = 10.0
  /// Blur rounds the ends, so the middle of the rise from the inner to the outer line tells most.
  private static let middlePart = 0.25...0.85

  init(_ profiles: BarProfiles, _ lines: BarHeights.GuideLines, isUpper: Bool, bars: ClosedRange<Int>) {
    self.profiles = profiles
    self.lines = lines
    self.bars = bars
    sign = isUpper ? -1 : 1
    pitch = profiles.geometry.pitch
    values = [Double](repeating: -HalfOdds.mostOdds, count: bars.count)
    isTouched = [Bool](repeating: false, count: bars.count)
    guard lines.isSplit else { return }
    values = odds()
  }

  /// What is looked at for damage, in parts of the rise.
  private static let surroundings = 0...1.6

  /// Takes halves for unsure that something other than bars has touched. Where the picture ends close to the bars, what
  /// it cuts off is no damage.
  mutating func findDamage() {
    guard lines.isSplit,
      [bars.lowerBound, bars.upperBound].allSatisfy({ number in
        let (low, high) = zone(number, HalfOdds.surroundings)
        return profiles.isInside(bar: number - profiles.first, from: low, to: high)
      })
    else { return }
    let damage = HalfDamage(profiles, values.map { $0 > 0 }, bars: bars) { zone($0, $1) }
    for index in values.indices { values[index] *= damage.soundness[index] }
    isTouched = damage.isTouched
  }

  /// Distances from the middle line, in pixels, of a part of the rise from the inner line (0) to the outer one (1).
  private func zone(_ number: Int, _ part: ClosedRange<Double>) -> (low: Double, high: Double) {
    let x = Double(number) - profiles.geometry.middle
    let inner = lines.short + lines.shortSlope * x
    let rise = max(0.2 * pitch, lines.long + lines.longSlope * x - inner)
    let (a, b) = (inner + part.lowerBound * rise, inner + part.upperBound * rise)
    return sign < 0 ? (-b, -a) : (a, b)
  }

  /// Ink of the middle band below which nothing is known of a bar that seems short: what has faded it may have hidden
  /// more.
  private static let faintInk = 0.25

  private func odds() -> [Double] {
    let levels = bars.map { abs(profiles.ink(bar: $0 - profiles.first, from: -0.3 * pitch, to: 0.3 * pitch)) }
    let inks = zip(bars, levels).map { number, level in
      let (low, high) = zone(number, HalfOdds.middlePart)
      let ink = profiles.ink(bar: number - profiles.first, from: low, to: high)
      return level < HalfOdds.leastInk ? ink : ink / max(0.6, min(1, level))
    }
    let known = zip(inks, levels).filter { $0.1 >= HalfOdds.leastInk }.map(\.0)
    let low = HalfOdds.moments(known.filter { $0 < 0.5 }, 0)
    let high = HalfOdds.moments(known.filter { $0 >= 0.5 }, 1)
    return inks.indices.map { index in
      let isFaint = levels[index] < HalfOdds.leastInk
      let seemsLong = inks[index] > HalfOdds.leastInk
      let number = bars.lowerBound + index
      // The half is as faint as the middle band, or glare hides that alone: it is brightest at one place.
      if isFaint, seemsLong ? saturation(number) <= HalfOdds.leastSaturated : levels[index] < HalfOdds.faintInk {
        return 0
      }
      let a = (inks[index] - low.mean) / low.deviation
      let b = (high.mean * (isFaint && !seemsLong ? levels[index] : 1) - inks[index]) / high.deviation
      // Beyond the means there is no doubt.
      let value = (max(0, a) * max(0, a) - max(0, b) * max(0, b)) / 2
      let odds = max(-HalfOdds.mostOdds, min(HalfOdds.mostOdds, value))
      if isFaint { return seemsLong ? max(0, odds) : min(0, odds) * visibility(number) }
      // Where glare hides ink, a bar without ink may be long.
      return odds < 0 ? odds * visibility(number) : odds
    }
  }

  /// One in so many values may come from damage; the spread of the others is that of print and picture. What leaving
  /// them out takes away from the spread of normal errors.
  private static let outlierShare = 8
  private static let outlierFactor = 1.27
  /// Values of which some can be told to be outliers.
  private static let leastForOutliers = 8

  /// Mean and deviation of the inks of short or of long halves.
  private static func moments(_ values: [Double], _ fallback: Double) -> (mean: Double, deviation: Double) {
    guard values.count >= 2 else { return (fallback, 0.25) }
    func plain(_ values: [Double]) -> (mean: Double, deviation: Double) {
      let mean = values.reduce(0, +) / Double(values.count)
      let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
      return (mean, square.squareRoot())
    }
    guard values.count >= leastForOutliers else {
      let (mean, deviation) = plain(values)
      return (mean, max(leastDeviation, deviation))
    }
    let median = values.sorted()[values.count / 2]
    let kept = values.sorted { abs($0 - median) < abs($1 - median) }.dropLast(values.count / outlierShare)
    let (mean, deviation) = plain(Array(kept))
    return (mean, max(leastDeviation, min(plain(values).deviation, deviation * outlierFactor)))
  }

  /// Share of saturated paper beside a half of a bar from which glare is looked for.
  static let leastSaturated = 0.3
  /// Contrast of bars near a half, compared with that of all, at which its ink would not be seen, and at which it would:
  /// glare may be stronger there than where it was measured.
  private static let blindContrast = 0.5
  private static let clearContrast = 0.75

  /// How surely ink would be seen in the outer half of a bar: 1 but where glare saturates the paper and lightens bars.
  private func visibility(_ number: Int) -> Double {
    guard saturation(number) > HalfOdds.leastSaturated else { return 1 }
    let contrast = profiles.contrast(around: number - profiles.first)
    let share = (contrast - HalfOdds.blindContrast) / (HalfOdds.clearContrast - HalfOdds.blindContrast)
    return max(0, min(1, share))
  }

  /// Share of saturated paper beside an outer half of a bar.
  private func saturation(_ number: Int) -> Double {
    let bar = number - profiles.first
    let (low, high) = zone(number, 0...1)
    return max(
      profiles.saturation(gapBefore: bar, from: low, to: high),
      profiles.saturation(gapBefore: bar + 1, from: low, to: high))
  }
}
