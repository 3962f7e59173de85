import BarcodeCore

/// Measures how far the bars of a row reach, fits the guide lines that they end at, and says how sure each bar's state
/// is.
struct BarHeights {
  /// Odds of the bars from the first to the last.
  private(set) var states: BarStates
  /// Numbers of first and last bar.
  private(set) var first: Int
  private(set) var last: Int
  /// The upper and lower outer guide lines: distance from the middle line by bar number.
  private(set) var upper: GuideLines
  private(set) var lower: GuideLines

  /// The two lines at which bars end on one side.
  struct GuideLines {
    /// Distance from the middle line, outwards, of short and of long bars, at the middle of the row.
    var short: Double
    var long: Double
    /// What they gain from bar to bar; in perspective not the same.
    var shortSlope: Double
    var longSlope: Double
    /// Whether there are two lines.
    var isSplit: Bool
    /// Mean distance of the bars' ends from their line.
    var spread: Double
  }

  private let profiles: BarProfiles
  private let pitch: Double
  private let middle: Double

  /// A bar has at least this ink, compared with its neighbours, in the middle band.
  private static let leastInk = 0.45
  /// A gap is lighter than the bars beside it by at least this.
  private static let leastContrast = 0.05
  /// Ends found are kept apart by at least this share of the pitch, or they are one line.
  private static let leastSplit = 0.36
  /// Ends lie this much closer to their line than the lines to each other, on average; evenly spread ends would reach 4.
  private static let leastClearness = 4.6
  /// White that a missing nozzle leaves in a bar, in pitches.
  private static let mostBreak = 0.34

  init?(_ profiles: BarProfiles) {
    self.profiles = profiles
    pitch = profiles.geometry.pitch
    middle = profiles.geometry.middle
    states = BarStates(up: [], down: [], hasAscenders: false, hasDescenders: false)
    first = 0
    last = 0
    upper = GuideLines(short: 0, long: 0, shortSlope: 0, longSlope: 0, isSplit: false, spread: 0)
    lower = upper
    guard let core = BarHeights.core(profiles, pitch) else { return nil }
    guard findEnds(core) else { return nil }
    findParts(core)
    let (tops, bottoms) = reach(core)
    guard let above = guides(tops), let below = guides(bottoms) else { return nil }
    upper = above
    lower = below
    weigh()
  }

  /// The middle of the band that all bars fill, as a distance from the middle line.
  private static func core(_ profiles: BarProfiles, _ pitch: Double) -> Double? {
    let margin = BarProfiles.margin
    var mean = [Double](repeating: 0, count: profiles.size)
    let bars = margin..<(profiles.count - margin)
    guard bars.count >= 8 else { return nil }
    for index in 0..<profiles.size {
      var sum = 0.0
      for bar in bars { sum += Double(min(1, max(0, profiles.bars[bar * profiles.size + index]))) }
      mean[index] = sum / Double(bars.count)
    }
    let window = max(1, Int(0.3 * pitch / profiles.step))
    let reach = Int(1.2 * pitch / profiles.step)
    let half = profiles.size / 2
    var best = (value: -1.0, index: half)
    var smooth = mean
    for index in (half - reach)...(half + reach) where index - window >= 0 && index + window < mean.count {
      smooth[index] = mean[(index - window)...(index + window)].reduce(0, +) / Double(2 * window + 1)
      if smooth[index] > best.value { best = (smooth[index], index) }
    }
    guard best.value > 0.5 else { return nil }
    var low = best.index
    var high = best.index
    while low > half - reach, smooth[low - 1] > 0.9 * best.value { low -= 1 }
    while high < half + reach, smooth[high + 1] > 0.9 * best.value { high += 1 }
    return profiles.distance((low + high) / 2)
  }

  /// Follows the row to its ends; false when it is none.
  private mutating func findEnds(_ core: Double) -> Bool {
    let margin = BarProfiles.margin
    let isBar = (0..<profiles.count).map { bar in
      let (low, high) = (core - 0.3 * pitch, core + 0.3 * pitch)
      let ink = profiles.ink(bar: bar, from: low, to: high)
      let gaps =
        (profiles.ink(gapBefore: bar, from: low, to: high) + profiles.ink(gapBefore: bar + 1, from: low, to: high)) / 2
      let lighter = min(
        profiles.ink(gapBefore: bar, from: low, to: high), profiles.ink(gapBefore: bar + 1, from: low, to: high))
      return ink > BarHeights.leastInk && ink - min(gaps, lighter + 0.2) > BarHeights.leastContrast
    }
    var low = margin
    var high = profiles.count - 1 - margin
    while low > 0, isBar[low - 1] { low -= 1 }
    while high < profiles.count - 1, isBar[high + 1] { high += 1 }
    while low < high, !isBar[low] { low += 1 }
    while high > low, !isBar[high] { high -= 1 }
    guard high - low >= 12 else { return false }
    let present = isBar[low...high].filter { $0 }.count
    guard Double(present) >= 0.6 * Double(high - low + 1) else { return false }
    // Bars at the ends that were followed but are hardly seen may be faint ones.
    let faintLow = (low - BarHeights.mostFaintEnds..<low).contains(margin) ? margin : low
    let end = profiles.count - 1 - margin
    let faintHigh = (high + 1...high + BarHeights.mostFaintEnds).contains(end) ? end : high
    first = profiles.first + faintLow
    last = profiles.first + faintHigh
    clear = (low - faintLow)..<(high + 1 - faintLow)
    return true
  }

  /// Bars at an end of the row, hardly seen, that may be a part of it.
  private static let mostFaintEnds = 1
  /// The bars between those.
  private var clear = 0..<0

  private var count: Int { last - first + 1 }

  /// How far each bar reaches above and below the middle line; nil where there is none.
  private func reach(_ core: Double) -> (tops: [Double?], bottoms: [Double?]) {
    var tops: [Double?] = []
    var bottoms: [Double?] = []
    let size = profiles.size
    let start = max(0, min(size - 1, Int((core / profiles.step).rounded()) + size / 2))
    let patience = max(1, Int(BarHeights.mostBreak * pitch / profiles.step))
    for number in first...last {
      let bar = number - profiles.first
      let level = profiles.ink(bar: bar, from: core - 0.3 * pitch, to: core + 0.3 * pitch)
      guard level > BarHeights.leastInk * 0.8 else {
        tops.append(nil)
        bottoms.append(nil)
        continue
      }
      let threshold = Float(0.5 * min(1, level))
      func edge(_ direction: Int) -> Double {
        var index = start
        var inside = start
        var white = 0
        while index >= 0, index < size, white <= patience {
          if profiles.bars[bar * size + index] >= threshold {
            inside = index
            white = 0
          } else {
            white += 1
          }
          index += direction
        }
        // Between the last sample inside and the next one, where the threshold is crossed.
        let next = inside + direction
        guard next >= 0, next < size else { return abs(profiles.distance(inside)) }
        let a = profiles.bars[bar * size + inside]
        let b = profiles.bars[bar * size + next]
        let part = a > b ? Double((a - threshold) / (a - b)) : 0.5
        return (profiles.distance(inside) + Double(direction) * part * profiles.step) * Double(direction)
      }
      tops.append(edge(-1))
      bottoms.append(edge(1))
    }
    return (tops, bottoms)
  }

  private struct LineSums {
    var n = 0.0
    var x = 0.0
    var y = 0.0
    var xx = 0.0
    var xy = 0.0

    /// Sums about the means.
    var moments: (xx: Double, xy: Double) { n > 0 ? (xx - x * x / n, xy - x * y / n) : (0, 0) }
  }

  /// Bars that a line needs to have a slope of its own.
  private static let leastForSlope = 8.0

  /// Fits one or two parallel lines to the ends of the bars.
  private func guides(_ ends: [Double?]) -> GuideLines? {
    let points = ends.enumerated().compactMap { index, end in
      end.map { (x: Double(first + index) - middle, y: $0) }
    }
    guard points.count >= 10 else { return nil }
    let sorted = points.map(\.y).sorted()
    var short = sorted[sorted.count * 15 / 100]
    var long = sorted[sorted.count * 85 / 100]
    var shortSlope = 0.0
    var longSlope = 0.0
    var spread = 0.0
    var longCount = 0
    for round in 0..<9 {
      // The common slope of both lines and each line's place; in the end each line's own slope.
      var sums = [LineSums](repeating: LineSums(), count: 2)
      for point in points {
        let toLong = abs(point.y - long - longSlope * point.x)
        let side = toLong < abs(point.y - short - shortSlope * point.x) ? 1 : 0
        sums[side].n += 1
        sums[side].x += point.x
        sums[side].y += point.y
        sums[side].xx += point.x * point.x
        sums[side].xy += point.x * point.y
      }
      if round < 6 || sums[0].n < BarHeights.leastForSlope || sums[1].n < BarHeights.leastForSlope {
        let (a, b) = (sums[0].moments, sums[1].moments)
        shortSlope = a.xx + b.xx > 0 ? (a.xy + b.xy) / (a.xx + b.xx) : 0
        longSlope = shortSlope
      } else {
        shortSlope = sums[0].moments.xy / max(1, sums[0].moments.xx)
        longSlope = sums[1].moments.xy / max(1, sums[1].moments.xx)
      }
      if sums[0].n > 0 { short = (sums[0].y - shortSlope * sums[0].x) / sums[0].n }
      if sums[1].n > 0 { long = (sums[1].y - longSlope * sums[1].x) / sums[1].n }
      longCount = Int(sums[1].n)
    }
    for point in points {
      spread += min(abs(point.y - long - longSlope * point.x), abs(point.y - short - shortSlope * point.x))
    }
    spread /= Double(points.count)
    let least = max(2, points.count / 14)
    let isSplit =
      long - short > BarHeights.leastSplit * pitch && long - short > BarHeights.leastClearness * spread
      && longCount >= least
      && points.count - longCount >= least
    return GuideLines(
      short: short, long: long, shortSlope: shortSlope, longSlope: longSlope, isSplit: isSplit, spread: spread)
  }

  /// The odds of all half bars. Damage is looked for where enough of them are clear.
  private mutating func weigh() {
    var above = HalfOdds(profiles, upper, isUpper: true, bars: first...last)
    var below = HalfOdds(profiles, lower, isUpper: false, bars: first...last)
    states = BarStates(
      up: above.values, down: below.values, hasAscenders: upper.isSplit, hasDescenders: lower.isSplit)
    guard states.isClear else { return }
    above.findDamage()
    below.findDamage()
    states.up = above.values
    states.down = below.values
    states.touches = zip(above.isTouched, below.isTouched).map { ($0 ? 1 : 0) + ($1 ? 1 : 0) }
  }

  /// Contrast of the outermost bar, compared with that of all, below which what lies beyond may be faded altogether:
  /// noise and print do not take away so much; and where all paper is saturated.
  private static let fadedContrast = 0.9
  private static let clearContrast = 0.75

  /// Whether glare may hide further bars beyond one end of a part: the paper there is saturated, elsewhere it is not, and
  /// the bar at the end is faded. Where all paper is saturated, more is asked.
  func isCutByGlare(_ part: Range<Int>) -> Bool {
    let limit = isBright(part) ? BarHeights.clearContrast : BarHeights.fadedContrast
    return saturatedEnds(part).contains { profiles.contrast(of: $0...$0) < limit }
  }

  private func isSaturated(_ gap: Int) -> Bool {
    profiles.saturation(gapBefore: gap, from: -upper.short, to: lower.short) > HalfOdds.leastSaturated
  }

  private func isBright(_ part: Range<Int>) -> Bool {
    let base = first - profiles.first
    let gaps = (base + part.lowerBound + 1)..<(base + part.upperBound)
    return 2 * gaps.count(where: isSaturated) >= gaps.count
  }

  /// Bars at the ends of a part beside which the paper is saturated.
  private func saturatedEnds(_ part: Range<Int>) -> [Int] {
    let base = first - profiles.first
    let (left, right) = (base + part.lowerBound, base + part.upperBound - 1)
    return (isSaturated(left) ? [left] : []) + (isSaturated(right + 1) ? [right] : [])
  }

  /// Beside a narrow quiet zone the ground may be darker than the paper, but has no bars that are darker than what
  /// lies to both sides of them.
  private static let mostGround = 0.6
  private static let mostRelief = 0.15

  /// Ink of what lies one to two pitches beside either end of a part: a symbol has a quiet zone.
  func inkBeside(_ part: Range<Int>) -> Double {
    max(inkBeside(part.lowerBound, -1), inkBeside(part.upperBound - 1, 1))
  }

  /// The same beside the bar at one end, in one direction.
  private func inkBeside(_ end: Int, _ direction: Int) -> Double {
    let base = first - profiles.first + end
    guard base + 2 * direction >= 0, base + 2 * direction + 1 < profiles.count else { return 0 }
    let (low, high) = (-upper.short, lower.short)
    func bar(_ step: Int) -> Double { profiles.ink(bar: base + step * direction, from: low, to: high) }
    func gap(_ step: Int) -> Double {
      profiles.ink(gapBefore: base + step * direction + (direction < 0 ? 1 : 0), from: low, to: high)
    }
    let mean = (bar(1) + bar(2) + gap(2)) / 3
    let hasBar = [1, 2].contains { bar($0) - max(gap($0), gap($0 + 1)) > BarHeights.mostRelief }
    return mean < BarHeights.mostGround && !hasBar ? 0 : mean
  }

  /// The corners of some bars, in the picture.
  func corners(_ range: Range<Int>) -> Quad {
    let geometry = profiles.geometry
    let left = first + range.lowerBound
    let right = first + range.upperBound - 1
    let side = 0.5 * geometry.width / pitch
    func at(_ number: Int, _ side: Double, isUpper: Bool) -> Point {
      let x = Double(number) - middle
      let lines = isUpper ? upper : lower
      let reach =
        lines.isSplit
        ? lines.long + lines.longSlope * x
        : (lines.long + lines.short) / 2 + (lines.longSlope + lines.shortSlope) / 2 * x
      return geometry.point(Double(number) + side, isUpper ? -reach : reach)
    }
    return Quad(
      at(left, -side, isUpper: true), at(right, side, isUpper: true), at(right, side, isUpper: false),
      at(left, -side, isUpper: false))
  }

  /// Parts of the row that may be the symbol: the row may lead on into dots or letters beyond a white place.
  private(set) var parts: [Range<Int>] = []

  /// Ink below which there is no bar, and how many white places are tried as ends.
  private static let whiteInk = 0.38
  private static let mostCuts = 2

  private mutating func findParts(_ core: Double) {
    let isWhite = (first...last).map { number in
      profiles.ink(bar: number - profiles.first, from: core - 0.3 * pitch, to: core + 0.3 * pitch) < BarHeights.whiteInk
    }
    // The ends of white places near the left end of the row, and the starts of those near the right one.
    let starts = isWhite.indices.filter { isWhite[$0] && $0 < count / 3 && !isWhite[$0 + 1] }.map { $0 + 1 }
    let ends = isWhite.indices.filter { isWhite[$0] && $0 > count * 2 / 3 && !isWhite[$0 - 1] }
    let firsts = [clear.lowerBound] + starts.filter { $0 > clear.lowerBound }.suffix(BarHeights.mostCuts)
    let lasts = [clear.upperBound] + ends.filter { $0 < clear.upperBound }.prefix(BarHeights.mostCuts)
    for start in firsts {
      for end in lasts where end - start >= 20 { parts.append(start..<end) }
    }
    if clear.count < count { parts.append(0..<count) }
  }

  /// Whether the row has bars of the symbol's heights outside of a part: what looks like that is no edge and no letter.
  func hasBars(outside part: Range<Int>) -> Bool {
    (0..<count).contains { bar in
      !part.contains(bar) && (states.touches.isEmpty || states.touches[bar] == 0)
        && abs(states.up[bar]) >= BarStates.doubt && abs(states.down[bar]) >= BarStates.doubt
    }
  }

  /// Distance of bars, in pixels.
  var barPitch: Double { pitch }
}
