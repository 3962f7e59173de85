import BarcodeCore

/// Where the bars of a row stand: for each its position along the row and the row's middle line there.
struct TrainGeometry {
  /// A point of the row and the directions along it and along its bars (unit vectors, downwards seen along the row).
  let origin: Point
  let along: Point
  let across: Point
  /// Numbers of the first and the last bar, and the middle between them.
  let first: Int
  let last: Int
  let middle: Double
  /// Width of the bars, about, in pixels.
  let width: Double
  /// Mean distance of bars, in pixels.
  let pitch: Double
  /// Position along the row and offset of the middle line of each bar.
  private var positions: [Double] = []
  private var offsets: [Double] = []
  /// The same on a straight line, where that is another one.
  private var straightOffsets: [Double]?
  /// How far bars lean along the row, as a tangent: at the middle of the row, and what it gains from bar to bar.
  private var lean = 0.0
  private var leanSlope = 0.0
  /// How far from the middle line bars may reach, in pitches.
  private(set) var reach = TrainGeometry.leastReach

  var count: Int { last - first + 1 }

  /// Bars to either side that a position and the middle line are averaged over. Bars rise and fall by their state, so
  /// the line needs many; a curved row still bends within as many.
  private static let positionReach = 4
  private static let lineReach = 15

  init?(_ walk: BarWalk, _ view: InkView) {
    guard let firstBar = walk.bars.first, let lastBar = walk.bars.last, walk.bars.count >= 12 else { return nil }
    origin = walk.origin
    along = walk.along
    across = walk.across
    width = walk.width
    first = firstBar.number
    last = lastBar.number
    middle = Double(first + last) / 2
    pitch = (lastBar.x - firstBar.x) / Double(max(1, walk.bars.count - 1))
    guard pitch.isFinite, pitch > 1.2, pitch < 80 else { return nil }
    for index in walk.bars.indices {
      positions.append(
        TrainGeometry.smooth(walk.bars, index, TrainGeometry.positionReach, { $0.isSeen }, { $0.x }))
    }
    guard TrainGeometry.hasAllBars(walk.bars), TrainGeometry.isEven(walk.bars, positions, pitch) else { return nil }
    guard let line = TrainGeometry.middleLine(walk.bars, pitch) else { return nil }
    offsets = line.bent
    if zip(line.bent, line.straight).contains(where: { abs($0 - $1) > TrainGeometry.mostBend * pitch }) {
      straightOffsets = line.straight
    }
    guard hasLines(walk.bars) else { return nil }
    measureReach(walk)
    measureLean(view)
  }

  /// Bars of which the ends are looked at together: in perspective, lines run together slowly.
  private static let endsWindow = 22
  /// Share of such groups, above and below, whose ends must lie at lines, and changes between two lines a bar: half of
  /// the bars of symbols differ from the one before, but for what fills them up.
  private static let leastTight = 0.6
  private static let leastChanges = 0.15
  private static let farthestEnd = 40

  /// The bars' ends lie at lines, and are not all alike.
  private func hasLines(_ bars: [BarWalk.Bar]) -> Bool {
    var groups = 0
    var tight = 0
    var changes = 0
    var measured = 0
    let unit = pitch / Double(EndLines.steps)
    for start in stride(from: 0, to: bars.count, by: TrainGeometry.endsWindow) {
      let range = start..<min(bars.count, start + TrainGeometry.endsWindow)
      let known = range.filter { bars[$0].length > 0 }
      guard known.count >= TrainGeometry.endsWindow / 3 else { continue }
      let sides = [-1.0, 1.0].map { side in
        EndLines(
          known.map { index in
            let end = side * (bars[index].y - offsets[index]) + bars[index].length / 2
            return Int(max(0, min(Double(TrainGeometry.farthestEnd), (end / unit).rounded())))
          }, most: TrainGeometry.farthestEnd)
      }
      groups += sides.count
      tight += sides.filter(\.isTight).count
      changes += sides.map(\.changes).max() ?? 0
      measured += known.count
    }
    return Double(tight) >= TrainGeometry.leastTight * Double(groups)
      && Double(changes) >= TrainGeometry.leastChanges * Double(measured)
  }

  /// Distance of the middle line from a straight one, in pitches, with which it is worth trying both: a straight row of
  /// which a part was measured wrong, by glare or print that touches it, seems to bend.
  private static let mostBend = 0.3

  /// The row with its middle line straight, where it seems to bend.
  var straightened: TrainGeometry? {
    guard let straightOffsets else { return nil }
    var geometry = self
    geometry.offsets = straightOffsets
    geometry.straightOffsets = nil
    return geometry
  }

  /// Ascender and tracker of the usual symbols, the row being found a bit too high or low; the tallest symbols; and
  /// what is looked at beyond the bars.
  private static let leastReach = 4.2
  private static let mostReach = 8.0
  private static let beyond = 1.4

  private mutating func measureReach(_ walk: BarWalk) {
    var ends: [Double] = []
    for (bar, offset) in zip(walk.bars, offsets) where bar.length > 0 {
      ends.append(abs(bar.y - offset) + bar.length / 2)
    }
    ends.sort()
    guard !ends.isEmpty else { return }
    // Of a symbol, two bars of five are tall at the least; a few may have run into print above or below.
    let end = ends[ends.count * 7 / 10] / pitch + TrainGeometry.beyond
    reach = max(TrainGeometry.leastReach, min(TrainGeometry.mostReach, end))
  }

  /// Leans that are tried, as tangents, beyond which a bar would be taken for its neighbour; bars of each half of the row that are looked at; and the places along them, in
  /// pitches: outside of the part that all bars share.
  private static let leanStep = 0.04
  private static let leanSteps = 7
  private static let leanBars = 16
  private static let leanPlaces = [-1.7, -1.0, 1.0, 1.7]
  /// What a lean must gain a step, as a share, so that it changes: more than noise.
  private static let leanInertia = 0.01

  /// The lean at which the bars of either half of the row stand out the most.
  private mutating func measureLean(_ view: InkView) {
    let half = count / 2
    let left = bestLean(view, from: first, to: first + half)
    let right = bestLean(view, from: last - half, to: last)
    lean = (left + right) / 2
    leanSlope = (right - left) / Double(max(1, last - half - first))
  }

  private func bestLean(_ view: InkView, from low: Int, to high: Int) -> Double {
    let step = max(1, (high - low) / TrainGeometry.leanBars)
    var best = (score: -Double.infinity, lean: 0.0)
    for index in -TrainGeometry.leanSteps...TrainGeometry.leanSteps {
      let tried = Double(index) * TrainGeometry.leanStep
      var sum: Float = 0
      for number in stride(from: low, through: high, by: step) {
        let x = interpolated(positions, Double(number))
        let y = interpolated(offsets, Double(number))
        for place in TrainGeometry.leanPlaces {
          let t = place * pitch
          let p = origin + along * (x + tried * t) + across * (y + t)
          let gaps = view.grey(p - along * (pitch / 2)) + view.grey(p + along * (pitch / 2))
          sum += gaps / 2 - view.grey(p)
        }
      }
      let score = Double(sum) * (1 - TrainGeometry.leanInertia * Double(abs(index)))
      if score > best.score { best = (score, tried) }
    }
    return best.lean
  }

  /// Shares of bars that must have been seen, and whose ends must have been found.
  private static let leastSeen = 0.65
  private static let leastMeasured = 0.4
  /// Mean distance of bars from where they should be, as a share of the pitch; letters stand less evenly.
  private static let mostResidual = 0.13

  /// Steps from bar to bar, compared with the usual one around, with which a bar was left out: two bars are measured wrong
  /// by less.
  private static let mostStep = 1.7
  private static let stepReach = 4

  private static func hasAllBars(_ bars: [BarWalk.Bar]) -> Bool {
    let steps = zip(bars, bars.dropFirst()).map { $1.x - $0.x }
    return steps.indices.allSatisfy { index in
      guard bars[index].isSeen, bars[index + 1].isSeen else { return true }
      let near = steps[max(0, index - stepReach)...min(steps.count - 1, index + stepReach)].sorted()
      return steps[index] < mostStep * near[near.count / 2]
    }
  }

  private static func isEven(_ bars: [BarWalk.Bar], _ positions: [Double], _ pitch: Double) -> Bool {
    var seen = 0.0
    var measured = 0.0
    var residual = 0.0
    for (bar, position) in zip(bars, positions) {
      if bar.length > 0 { measured += 1 }
      guard bar.isSeen else { continue }
      seen += 1
      residual += abs(bar.x - position)
    }
    let count = Double(bars.count)
    return seen >= leastSeen * count && measured >= leastMeasured * count && residual <= mostResidual * pitch * seen
  }

  /// The band that bars share: from the lowest of their upper ends to the highest of their lower ends, but for a few
  /// that were measured wrong, along a direction.
  private struct Band {
    var center: Double
    var height: Double

    init?(_ bars: ArraySlice<BarWalk.Bar>, at number: Int, slope: Double) {
      var tops: [Double] = []
      var bottoms: [Double] = []
      for bar in bars where bar.length > 0 {
        let y = bar.y - slope * Double(bar.number - number)
        tops.append(y - bar.length / 2)
        bottoms.append(y + bar.length / 2)
      }
      guard tops.count >= 6 else { return nil }
      tops.sort()
      bottoms.sort()
      let top = tops[tops.count * 85 / 100]
      let bottom = bottoms[bottoms.count * 15 / 100]
      center = (top + bottom) / 2
      height = bottom - top
    }

    /// The band of the direction, among some around one, in which it is the highest; another direction than that one
    /// has to gain more than errors of measurement.
    static func best(
      _ bars: ArraySlice<BarWalk.Bar>, at number: Int, around slope: Double, step: Double, steps: Int, inertia: Double
    ) -> (band: Band, slope: Double)? {
      var best: (band: Band, slope: Double, value: Double)?
      for index in -steps...steps {
        let tried = slope + Double(index) * step
        guard let band = Band(bars, at: number, slope: tried) else { return nil }
        let value = band.height - inertia * Double(abs(index))
        if value > best?.value ?? -.infinity { best = (band, tried, value) }
      }
      return best.map { ($0.band, $0.slope) }
    }
  }

  /// Bars from one place where the middle line is measured to the next.
  private static let lineStep = 4

  /// The middle line at each bar, as it bends, and straight.
  private static func middleLine(_ bars: [BarWalk.Bar], _ pitch: Double) -> (bent: [Double], straight: [Double])? {
    let middle = bars[bars.count / 2].number
    // The direction of the whole row first, roughly and then finely; then what bends locally.
    var regression = (n: 0.0, k: 0.0, y: 0.0, kk: 0.0, ky: 0.0)
    for bar in bars where bar.length > 0 {
      let k = Double(bar.number - middle)
      regression.n += 1
      regression.k += k
      regression.y += bar.y
      regression.kk += k * k
      regression.ky += k * bar.y
    }
    let det = regression.n * regression.kk - regression.k * regression.k
    guard det > 0 else { return nil }
    let start = (regression.n * regression.ky - regression.k * regression.y) / det
    let whole = bars[...]
    guard
      let rough = Band.best(
        whole, at: middle, around: start, step: 0.006 * pitch, steps: 6, inertia: 0.01 * pitch),
      let fine = Band.best(
        whole, at: middle, around: rough.slope, step: 0.002 * pitch, steps: 2, inertia: 0.005 * pitch)
    else { return nil }
    var knots: [(index: Int, value: Double)] = []
    for index in stride(from: 0, to: bars.count + lineStep - 1, by: lineStep) {
      let at = min(index, bars.count - 1)
      let window = bars[max(0, at - lineReach)...min(bars.count - 1, at + lineReach)]
      let number = bars[at].number
      let local = Band.best(
        window, at: number, around: fine.slope, step: 0.012 * pitch, steps: 3, inertia: 0.04 * pitch)
      knots.append((at, local?.band.center ?? fine.band.center + fine.slope * Double(number - middle)))
    }
    straighten(&knots, pitch)
    var line: [Double] = []
    var knot = 0
    for index in bars.indices {
      while knot + 2 < knots.count, index > knots[knot + 1].index { knot += 1 }
      let (a, b) = (knots[knot], knots[min(knot + 1, knots.count - 1)])
      let part = b.index > a.index ? Double(index - a.index) / Double(b.index - a.index) : 0
      line.append(a.value + (b.value - a.value) * part)
    }
    let straight = bars.map { fine.band.center + fine.slope * Double($0.number - middle) }
    return (LineFit(pitch: pitch).refined(line, bars), straight)
  }

  /// Distance of a knot from the curve of all, in pitches, beyond which bars there were measured wrong: by glare, or by
  /// print that touches them.
  private static let mostStray = 0.3

  /// Puts knots that stray from a parabola through all on it.
  private static func straighten(_ knots: inout [(index: Int, value: Double)], _ pitch: Double) {
    var isStray = [Bool](repeating: false, count: knots.count)
    func fitted(_ place: Int) -> Double? {
      var curve = BarCurve()
      for (knot, stray) in zip(knots, isStray) where !stray {
        curve.add(Double(knot.index - knots[place].index), knot.value)
      }
      return curve.atPlace?.value
    }
    for _ in 0..<(knots.count / 3) {
      var worst = (distance: mostStray * pitch, place: -1)
      for place in knots.indices where !isStray[place] {
        guard let value = fitted(place) else { return }
        let distance = abs(value - knots[place].value)
        if distance > worst.distance { worst = (distance, place) }
      }
      if worst.place < 0 { break }
      isStray[worst.place] = true
    }
    for place in knots.indices where isStray[place] {
      if let value = fitted(place) { knots[place].value = value }
    }
  }

  /// The value of a straight line through the neighbours of a bar, near ones weighing more.
  private static func smooth(
    _ bars: [BarWalk.Bar], _ index: Int, _ reach: Int, _ counts: (BarWalk.Bar) -> Bool,
    _ value: (BarWalk.Bar) -> Double
  ) -> Double {
    var (n, k, v, kk, kv) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for other in max(0, index - reach)...min(bars.count - 1, index + reach) where counts(bars[other]) {
      let d = Double(other - index)
      let weight = 1 - abs(d) / Double(reach + 1)
      n += weight
      k += weight * d
      v += weight * value(bars[other])
      kk += weight * d * d
      kv += weight * d * value(bars[other])
    }
    let det = n * kk - k * k
    guard n > 1, det > 1e-9 else { return value(bars[index]) }
    return (kk * v - k * kv) / det
  }

  /// A value between those of bars, and beyond them on a straight line.
  private func interpolated(_ values: [Double], _ number: Double) -> Double {
    let place = number - Double(first)
    let low = max(0, min(values.count - 2, Int(max(0, place))))
    if place < 0 || place > Double(values.count - 1) {
      // Beyond the ends, the slope of several bars leads on.
      let span = min(6, values.count - 1)
      let end = place < 0 ? 0 : values.count - 1
      let inner = place < 0 ? span : values.count - 1 - span
      return values[end] + (values[end] - values[inner]) / Double(end - inner) * (place - Double(end))
    }
    return values[low] + (values[low + 1] - values[low]) * (place - Double(low))
  }

  /// A point of the bar of a number (whole or between bars), `t` pixels below the middle line.
  func point(_ number: Double, _ t: Double) -> Point {
    let foot = origin + along * interpolated(positions, number) + across * interpolated(offsets, number)
    return foot + barDirection(number) * t
  }

  /// What a pixel across the row moves along a bar.
  func barDirection(_ number: Double) -> Point { across + along * (lean + leanSlope * (number - middle)) }
}
