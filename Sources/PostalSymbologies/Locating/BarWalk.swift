import BarcodeCore

/// Follows a row of bars from a part of it to both ends by grey values, through bars that touch, are torn or missing.
struct BarWalk {
  struct Bar {
    var number: Int
    /// Distance along the row and offset across it from the origin, in pixels.
    var x: Double
    var y: Double
    /// From the upper to the lower end; 0 where it was not measured.
    var length: Double
    /// The bar was seen at `x`.
    var isSeen: Bool
  }

  let origin: Point
  /// Unit vectors along the row and along its bars (downwards seen along the row).
  let along: Point
  let across: Point
  /// Width of the bars, about, in pixels.
  let width: Double
  /// All bars from the first to the last.
  private(set) var bars: [Bar] = []

  private var probe: BarProbe
  private var pitch: Double
  private let longest: Double

  /// Steps from bar to bar differ from the pitch by at most this share on average; letters stand less evenly.
  private static let mostUnevenness = 0.17
  /// Difference of paper and ink that is worth a look, in grey levels.
  private static let leastContrast: Float = 10
  /// Bars of the longest row that is followed.
  private static let mostBars = 150
  /// Places without a bar after which a row ends: without any ink, and where ink runs together.
  private static let mostWhite = 9
  private static let mostUnseen = 10
  /// White places after which bars are a part of the row only when of so many of them most have ends.
  private static let mostSure = 1
  private static let beyondBars = 6
  private static let beyondMeasured = 5

  /// Bars that were looked for beyond the chain, and whether the row is even and has ends.
  private(set) var steps = 0
  private(set) var isRow = false

  init(_ chain: BarChain, _ view: InkView) {
    pitch = chain.pitch
    along = chain.direction
    across = BarWalk.barDirection(chain)
    origin = chain.members.first?.blob.center ?? Point(0, 0)
    let widths = chain.members.map(\.blob.width).sorted()
    width = widths.isEmpty ? 0 : widths[widths.count / 2]
    longest = chain.members.reduce(0) { max($0, $1.blob.length) }
    probe = BarProbe(view: view, origin: origin, along: along, across: across)
    let turn = along.cross(across)
    // Bars lean by less than 45 degrees.
    guard BarWalk.pitches.contains(pitch), turn > 0.7, place(chain, turn), measureContrast(), dropSpecks() else {
      return
    }
    refinePitch()
    measureSeeds()
    // What is learnt on one side may lead on at the other.
    for direction in [1, -1, 1, -1] where isEven { extend(direction) }
    isRow = isEven
    if isRow { trimGround() }
  }

  /// Distances of bars, in pixels, that can be followed.
  private static let pitches = 1.5...80.0

  /// Bars that are not seen one after the other, with which a row may end.
  private static let leastGap = 2

  /// The longest part of the row without such a gap; nil when there is none.
  var longestPart: BarWalk? {
    var best = 0..<0
    var start = 0
    var unseen = 0
    for (index, bar) in bars.enumerated() {
      unseen = bar.isSeen ? 0 : unseen + 1
      if unseen == 0 {
        if index + 1 - start > best.count { best = start..<(index + 1) }
      } else if unseen >= BarWalk.leastGap {
        start = index + 1
      }
    }
    guard best.count < bars.count else { return nil }
    var part = self
    part.bars = Array(bars[best])
    return part
  }

  /// Bars beyond a gap that are more than specks beside a symbol.
  private static let leastRest = 3
  /// Such bars were seen beyond one end, but too few for a part of the row.
  private(set) var goesOn = false

  /// Whether the row has further bars outside of a part: what lies between them may be damage.
  func goesOn(beyond part: BarWalk) -> Bool {
    guard !goesOn, let first = part.bars.first?.number, let last = part.bars.last?.number else { return goesOn }
    return bars.count { $0.length > 0 && !(first...last).contains($0.number) } >= BarWalk.leastRest
  }

  /// Half of the height of most bars, in pitches.
  private static let halfHeight = 1.5

  /// About where the bars are, in the picture.
  var place: Quad {
    func at(_ bar: Bar?, _ side: Double) -> Point {
      let (x, y) = (bar?.x ?? 0, bar?.y ?? 0)
      return origin + along * x + across * (y + side * BarWalk.halfHeight * pitch)
    }
    return Quad(at(bars.first, -1), at(bars.last, -1), at(bars.last, 1), at(bars.first, 1))
  }

  /// Bars at an end that may be no bars but the edge of the ground beside a narrow quiet zone.
  private static let mostGround = 2

  /// Removes what has no ends at the ends of the row.
  private mutating func trimGround() {
    for _ in 0..<BarWalk.mostGround where bars.last?.length == 0 { bars.removeLast() }
    for _ in 0..<BarWalk.mostGround where bars.first?.length == 0 { bars.removeFirst() }
  }

  /// Bars that were followed, how many of them have ends, and how far they are from where they were expected, in steps.
  private var followed = (bars: 0, measured: 0, deviation: 0.0)
  /// Bars after which a row that is none is given up, and what it must show by then; texture wanders and has no ends.
  private static let probation = 14
  private static let leastMeasured = 0.3
  private static let mostDeviation = 0.17

  /// The row is even and has ends as far as it was followed.
  private var isEven: Bool {
    followed.bars < BarWalk.probation
      || followed.deviation < BarWalk.mostDeviation * Double(followed.bars)
        && Double(followed.measured) > BarWalk.leastMeasured * Double(followed.bars)
  }

  /// Measures bars of which only the place is known.
  private mutating func measureSeeds() {
    for index in bars.indices where bars[index].isSeen && bars[index].length == 0 {
      let bar = probe.measure(bars[index].number, bars[index].x, bars[index].y, pitch)
      if bar.isSeen { bars[index] = bar }
    }
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
    let fallback = chain.across ?? chain.direction.perpendicular
    guard c * c + s * s > 0 else { return fallback }
    let angle = BarcodeMath.atan2(s, c) / 2
    let axis = Point(BarcodeMath.cos(angle), BarcodeMath.sin(angle))
    return axis.dot(fallback) < 0 ? -axis : axis
  }

  /// Takes over the bars found and fills the gaps between them; false when they stand unevenly.
  private mutating func place(_ chain: BarChain, _ turn: Double) -> Bool {
    // In perspective, steps grow or shrink along the row.
    var steps = BarLine()
    for member in chain.members {
      let p = member.blob.center - origin
      let x = p.cross(across) / turn
      let y = along.cross(p) / turn
      if let last = bars.last {
        let count = member.number - last.number
        guard count > 0 else { return false }
        steps.add(Double(member.number + last.number) / 2, (x - last.x) / Double(count))
        for missing in 1..<max(count, 1) {
          let part = Double(missing) / Double(count)
          bars.append(
            Bar(
              number: last.number + missing, x: last.x + (x - last.x) * part, y: last.y + (y - last.y) * part,
              length: 0, isSeen: false))
        }
      }
      bars.append(Bar(number: member.number, x: x, y: y, length: member.blob.length, isSeen: true))
    }
    let slope = steps.n >= BarWalk.leastForTrend ? steps.slope : 0
    var unevenness = 0.0
    for (last, member) in zip(chain.members, chain.members.dropFirst()) {
      let x = (member.blob.center - last.blob.center).cross(across) / turn / Double(member.number - last.number)
      unevenness += abs(x - steps.value(Double(member.number + last.number) / 2, slope: slope))
    }
    return unevenness < BarWalk.mostUnevenness * pitch * Double(chain.members.count)
  }

  /// Steps that tell how the pitch changes along the row.
  private static let leastForTrend = 8.0

  /// Half of the height of the tallest symbols and a bit more, in pitches.
  private static let beyond = 3.1

  private mutating func measureContrast() -> Bool {
    var papers: [Float] = []
    var inks: [Float] = []
    for bar in bars where bar.isSeen {
      inks.append(probe.grey(bar.x, bar.y))
      // Gaps may be filled with ink; the paper lies above and below, unless something is printed there.
      let beyond = longest > 0 ? longest / 2 + pitch / 2 : BarWalk.beyond * pitch
      papers.append(probe.grey(bar.x, bar.y - beyond))
      papers.append(probe.grey(bar.x, bar.y + beyond))
    }
    papers.sort()
    inks.sort()
    guard !papers.isEmpty, !inks.isEmpty else { return false }
    probe.paper = papers[papers.count * 6 / 10]
    probe.ink = inks[inks.count / 2]
    return probe.paper - probe.ink > BarWalk.leastContrast
  }

  /// Bars that must be left to go on.
  private static let leastBars = 5

  /// Forgets bars that are no darker than paper: noise beside the row; false when too few are left.
  private mutating func dropSpecks() -> Bool {
    for index in bars.indices where bars[index].isSeen && probe.ink(bars[index].x, bars[index].y) < BarProbe.leastInk {
      bars[index].isSeen = false
      bars[index].length = 0
    }
    trim()
    return bars.filter(\.isSeen).count >= BarWalk.leastBars
  }

  /// Removes what is not seen at the ends.
  private mutating func trim() {
    while let end = bars.last, !end.isSeen { bars.removeLast() }
    while let end = bars.first, !end.isSeen { bars.removeFirst() }
  }

  /// Where only every second or third bar was found, puts in the others.
  private mutating func refinePitch() {
    guard let skipped = SkippedBars(bars, probe) else { return }
    bars = skipped.filled
    pitch /= Double(skipped.factor)
  }

  /// Follows the row to its end in one direction.
  private mutating func extend(_ direction: Int) {
    var white = 0
    var unseen = 0
    // Bars beyond a white gap, of which most must have ends: otherwise the row was over before it.
    var beyond: (bars: Int, measured: Int)?
    var counted = bars.count
    line = nil
    while bars.count < BarWalk.mostBars, isEven {
      guard let bar = next(direction) else { break }
      if bar.isSeen {
        if white > BarWalk.mostSure, beyond == nil { beyond = (0, 0) }
        beyond?.bars += 1
        if bar.length > 0 { beyond?.measured += 1 }
        if let past = beyond, past.bars >= BarWalk.beyondBars {
          if past.measured < BarWalk.beyondMeasured { break }
          beyond = nil
        }
        white = 0
        unseen = 0
        if beyond == nil { counted = bars.count + 1 }
      } else {
        unseen += 1
        white = bar.length < 0 ? white + 1 : 0
      }
      var kept = bar
      kept.length = max(0, bar.length)
      if direction > 0 { bars.append(kept) } else { bars.insert(kept, at: 0) }
      if white >= BarWalk.mostWhite || unseen >= BarWalk.mostUnseen { break }
    }
    let surplus = max(0, bars.count - counted)
    let left = direction > 0 ? bars.suffix(surplus) : bars.prefix(surplus)
    if left.count(where: { $0.length > 0 }) >= BarWalk.leastRest { goesOn = true }
    if direction > 0 { bars.removeLast(surplus) } else { bars.removeFirst(surplus) }
    trim()
  }

  /// Bars near the end that tell the local pitch, and the local middle line.
  private static let pitchWindow = 16
  private static let lineWindow = 24
  /// With fewer bars the line's direction is that of the chain.
  private static let leastForSlope = 6
  /// Directions of the middle line that are tried: steps to either side, in pitches a bar.
  private static let slopeSteps = 4
  private static let slopeStep = 0.03
  /// What the common band must gain, in pitches a step, so that the direction changes: more than errors of measurement.
  private static let inertia = 0.05

  /// The bar after the last or before the first; its length is negative where there is only paper.
  private mutating func next(_ direction: Int) -> Bar? {
    guard let end = direction > 0 ? bars.last : bars.first else { return nil }
    let number = end.number + direction
    var positions = BarCurve()
    for bar in direction > 0 ? bars.suffix(BarWalk.pitchWindow) : bars.prefix(BarWalk.pitchWindow) where bar.isSeen {
      positions.add(Double(bar.number - number), bar.x)
    }
    guard positions.n >= 3, let (expected, step) = positions.atPlace, step > 0.5 * pitch, step < 2 * pitch else {
      return nil
    }
    let window = direction > 0 ? bars.suffix(BarWalk.lineWindow) : bars.prefix(BarWalk.lineWindow)
    let offset = middleLine(window, at: number)
    var bar = probe.measure(number, expected, offset, step)
    if !bar.isSeen, let other = TallLine(bars)?.offset(number), abs(other - offset) > BarWalk.otherLine * step {
      let again = probe.measure(number, expected, other, step)
      if again.isSeen {
        bar = again
        line = nil
      }
    }
    steps += 1
    if bar.isSeen {
      followed.bars += 1
      followed.measured += bar.length > 0 ? 1 : 0
      followed.deviation += abs(bar.x - expected) / step
    }
    return bar
  }

  /// Distance of lines that do not meet the same bars, in pitches: half of the height of the band that bars share.
  private static let otherLine = 0.4
  /// What the middle line gains a bar, as found last, and where it was then.
  private var lineSlope = 0.0
  private var line: (number: Int, offset: Double)?
  /// Bars for which a middle line is good.
  private static let lineSteps = 4

  /// The offset of the middle line at a bar: of the direction in which the band that the bars share is the widest.
  private mutating func middleLine(_ window: ArraySlice<Bar>, at number: Int) -> Double {
    if let line, abs(number - line.number) < BarWalk.lineSteps {
      return line.offset + lineSlope * Double(number - line.number)
    }
    var bars = BandBars()
    for bar in window where bar.length > 0 { bars.append(bar.y, bar.length / 2, step: bar.number - number) }
    guard bars.count >= BarWalk.leastForSlope else { return bars.mean }
    var best = (height: -Double.infinity, offset: 0.0, slope: lineSlope)
    let steps = bars.count < 2 * BarWalk.leastForSlope ? 2 : BarWalk.slopeSteps
    for index in -steps...steps {
      let slope = lineSlope + Double(index) * BarWalk.slopeStep * pitch * (steps == 2 ? 2 : 0.5)
      let band = bars.band(slope: slope, outliers: bars.count * 15 / 100)
      // Without a gain the direction stays as it was.
      let height = band.bottom - band.top - BarWalk.inertia * pitch * Double(abs(index))
      if height > best.height { best = (height, (band.top + band.bottom) / 2, slope) }
    }
    lineSlope = best.slope
    line = (number, best.offset)
    return best.offset
  }
}
