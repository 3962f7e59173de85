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

  private let view: InkView
  private var pitch: Double
  private let longest: Double
  private var paper: Float = 255
  private var ink: Float = 0

  /// Steps from bar to bar differ from the pitch by at most this share on average; letters stand less evenly.
  private static let mostUnevenness = 0.17
  /// Difference of paper and ink that is worth a look, in grey levels.
  private static let leastContrast: Float = 10
  /// Bars of the longest row that is followed.
  private static let mostBars = 150
  /// Places without a bar after which a row ends: without any ink, and where ink runs together.
  private static let mostWhite = 2
  private static let mostUnseen = 5
  /// Ink of a bar, and by how much it exceeds that of the gaps beside it.
  private static let leastInk = 0.38
  private static let leastRise = 0.07
  /// Samples a pitch.
  private static let resolution = 8

  init?(_ chain: BarChain, _ view: InkView) {
    guard let first = chain.members.first, chain.pitch > 1.5, chain.pitch < 80 else { return nil }
    self.view = view
    pitch = chain.pitch
    along = chain.direction
    across = BarWalk.barDirection(chain)
    origin = first.blob.center
    let widths = chain.members.map(\.blob.width).sorted()
    width = widths[widths.count / 2]
    longest = chain.members.reduce(0) { max($0, $1.blob.length) }
    let turn = along.cross(across)
    // Bars lean by less than 45 degrees.
    guard turn > 0.7, place(chain, turn), measureContrast(), dropSpecks() else { return nil }
    refinePitch()
    measureSeeds()
    // What is learnt on one side may lead on at the other.
    for direction in [1, -1, 1, -1] { extend(direction) }
  }

  /// Measures bars of which only the place is known.
  private mutating func measureSeeds() {
    for index in bars.indices where bars[index].isSeen && bars[index].length == 0 {
      let bar = measure(bars[index].number, bars[index].x, bars[index].y, pitch)
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
    let fallback = chain.direction.perpendicular
    guard c * c + s * s > 0 else { return fallback }
    let angle = BarcodeMath.atan2(s, c) / 2
    let axis = Point(BarcodeMath.cos(angle), BarcodeMath.sin(angle))
    return axis.dot(fallback) < 0 ? -axis : axis
  }

  /// Takes over the bars found and fills the gaps between them; false when they stand unevenly.
  private mutating func place(_ chain: BarChain, _ turn: Double) -> Bool {
    var unevenness = 0.0
    for member in chain.members {
      let p = member.blob.center - origin
      let x = p.cross(across) / turn
      let y = along.cross(p) / turn
      if let last = bars.last {
        let steps = member.number - last.number
        guard steps > 0 else { return false }
        unevenness += abs((x - last.x) / Double(steps) - pitch)
        for missing in 1..<max(steps, 1) {
          let part = Double(missing) / Double(steps)
          bars.append(
            Bar(
              number: last.number + missing, x: last.x + (x - last.x) * part, y: last.y + (y - last.y) * part,
              length: 0, isSeen: false))
        }
      }
      bars.append(Bar(number: member.number, x: x, y: y, length: member.blob.length, isSeen: true))
    }
    return unevenness < BarWalk.mostUnevenness * pitch * Double(chain.members.count)
  }

  private func point(_ x: Double, _ y: Double) -> Point { origin + along * x + across * y }

  /// Half of the height of the tallest symbols and a bit more, in pitches.
  private static let beyond = 3.1

  private mutating func measureContrast() -> Bool {
    var papers: [Float] = []
    var inks: [Float] = []
    for bar in bars where bar.isSeen {
      inks.append(view.grey(point(bar.x, bar.y)))
      // Gaps may be filled with ink; the paper lies above and below, unless something is printed there.
      let beyond = longest > 0 ? longest / 2 + pitch / 2 : BarWalk.beyond * pitch
      papers.append(view.grey(point(bar.x, bar.y - beyond)))
      papers.append(view.grey(point(bar.x, bar.y + beyond)))
    }
    papers.sort()
    inks.sort()
    guard !papers.isEmpty, !inks.isEmpty else { return false }
    paper = papers[papers.count * 6 / 10]
    ink = inks[inks.count / 2]
    return paper - ink > BarWalk.leastContrast
  }

  /// Bars that must be left to go on.
  private static let leastBars = 5

  /// Forgets bars that are no darker than paper: noise beside the row; false when too few are left.
  private mutating func dropSpecks() -> Bool {
    for index in bars.indices where bars[index].isSeen && inkAt(bars[index].x, bars[index].y) < BarWalk.leastInk {
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

  /// Ink between bars that shows that bars were skipped, and by how much it exceeds that of the gaps.
  private static let skippedInk = 0.55
  private static let skippedRise = 0.12

  /// Where only every second or third bar was found, puts in the others.
  private mutating func refinePitch() {
    var line = Line()
    for bar in bars where bar.length > 0 { line.add(bar.x, bar.y) }
    let slope = line.n >= 6 ? line.slope : 0
    for factor in [2, 3] {
      var inks: [Double] = []
      var rises: [Double] = []
      for (a, b) in zip(bars, bars.dropFirst()) {
        func ink(_ part: Double) -> Double {
          let x = a.x + (b.x - a.x) * part
          return inkAt(x, line.value(x, slope: slope))
        }
        for step in 1..<factor {
          let part = Double(step) / Double(factor)
          let side = 0.5 / Double(factor)
          inks.append(ink(part))
          rises.append(ink(part) - (ink(part - side) + ink(part + side)) / 2)
        }
      }
      inks.sort()
      rises.sort()
      guard !inks.isEmpty, inks[inks.count / 3] > BarWalk.skippedInk, rises[rises.count / 3] > BarWalk.skippedRise
      else { continue }
      var filled: [Bar] = []
      for (a, b) in zip(bars, bars.dropFirst()) {
        for step in 0..<factor {
          let part = Double(step) / Double(factor)
          var bar = a
          bar.number = a.number * factor + step
          bar.x = a.x + (b.x - a.x) * part
          if step > 0 {
            bar.y = line.value(bar.x, slope: slope)
            bar.length = 0
          }
          filled.append(bar)
        }
      }
      if var end = bars.last {
        end.number *= factor
        filled.append(end)
      }
      bars = filled
      pitch /= Double(factor)
      return
    }
  }

  @inline(__always)
  private func inkAt(_ x: Double, _ y: Double) -> Double {
    Double((paper - view.grey(point(x, y))) / (paper - ink))
  }

  /// Follows the row to its end in one direction.
  private mutating func extend(_ direction: Int) {
    var white = 0
    var unseen = 0
    line = nil
    while bars.count < BarWalk.mostBars {
      guard let bar = next(direction) else { break }
      if bar.isSeen {
        white = 0
        unseen = 0
      } else {
        unseen += 1
        white = bar.length < 0 ? white + 1 : 0
      }
      var kept = bar
      kept.length = max(0, bar.length)
      if direction > 0 { bars.append(kept) } else { bars.insert(kept, at: 0) }
      if white >= BarWalk.mostWhite || unseen >= BarWalk.mostUnseen { break }
    }
    trim()
  }

  /// A straight line through values of bars.
  private struct Line {
    var n = 0.0
    var k = 0.0
    var v = 0.0
    var kk = 0.0
    var kv = 0.0

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
    var positions = Line()
    for bar in direction > 0 ? bars.suffix(BarWalk.pitchWindow) : bars.prefix(BarWalk.pitchWindow) where bar.isSeen {
      positions.add(Double(bar.number), bar.x)
    }
    let step = positions.slope
    guard positions.n >= 3, step > 0.6 * pitch, step < 1.6 * pitch else { return nil }
    let window = direction > 0 ? bars.suffix(BarWalk.lineWindow) : bars.prefix(BarWalk.lineWindow)
    return measure(number, positions.value(Double(number), slope: step), middleLine(window, at: number), step)
  }

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
    let measured = window.filter { $0.length > 0 }
    guard measured.count >= BarWalk.leastForSlope else {
      guard !measured.isEmpty else { return 0 }
      return measured.reduce(0) { $0 + $1.y } / Double(measured.count)
    }
    var best = (height: -Double.infinity, offset: 0.0, slope: lineSlope)
    let steps = measured.count < 2 * BarWalk.leastForSlope ? 2 : BarWalk.slopeSteps
    for index in -steps...steps {
      let slope = lineSlope + Double(index) * BarWalk.slopeStep * pitch * (steps == 2 ? 2 : 0.5)
      var tops: [Double] = []
      var bottoms: [Double] = []
      for bar in measured {
        let y = bar.y - slope * Double(bar.number - number)
        tops.append(y - bar.length / 2)
        bottoms.append(y + bar.length / 2)
      }
      tops.sort()
      bottoms.sort()
      let top = tops[tops.count * 85 / 100]
      let bottom = bottoms[bottoms.count * 15 / 100]
      // Without a gain the direction stays as it was.
      let height = bottom - top - BarWalk.inertia * pitch * Double(abs(index))
      if height > best.height { best = (height, (top + bottom) / 2, slope) }
    }
    lineSlope = best.slope
    line = (number, best.offset)
    return best.offset
  }

  /// Looks for a bar around a place.
  private func measure(_ number: Int, _ x: Double, _ y: Double, _ step: Double) -> Bar {
    let unit = step / Double(BarWalk.resolution)
    var profile = [Double](repeating: 0, count: 15)
    for index in 0..<15 {
      let at = x + Double(index - 7) * unit
      profile[index] = (inkAt(at, y - 0.28 * step) + inkAt(at, y) + inkAt(at, y + 0.28 * step)) / 3
    }
    var best = 7
    for index in 4...10
    where profile[index - 1] + 2 * profile[index] + profile[index + 1]
      > profile[best - 1] + 2 * profile[best] + profile[best + 1] + 1e-9
    { best = index }
    let left = profile[max(0, best - 4)..<best].min() ?? 0
    let right = profile[(best + 1)...min(14, best + 4)].min() ?? 0
    let rise = profile[best] - (left + right) / 2
    guard profile[best] > BarWalk.leastInk, rise > BarWalk.leastRise, profile[best] > max(left, right) + 0.02 else {
      let isWhite = profile[4...10].reduce(0, max) < BarWalk.leastInk
      return Bar(number: number, x: x, y: y, length: isWhite ? -1 : 0, isSeen: false)
    }
    // Sub-sample by a parabola; doubtful places move the row less.
    let curve = profile[best - 1] - 2 * profile[best] + profile[best + 1]
    let part = curve < -1e-6 ? 0.5 * (profile[best - 1] - profile[best + 1]) / curve : 0
    let shift = (Double(best - 7) + max(-0.5, min(0.5, part))) * unit
    let found = x + max(-0.3 * step, min(0.3 * step, shift)) * (rise > 0.25 ? 1 : 0.5)
    let level = 0.5 * min(1, profile[best])
    guard let top = reach(found, y, -unit, level), let bottom = reach(found, y, unit, level) else {
      return Bar(number: number, x: found, y: y, length: 0, isSeen: true)
    }
    return Bar(number: number, x: found, y: y + (bottom - top) / 2, length: bottom + top, isSeen: true)
  }

  /// How far ink reaches from the middle line; nil when it runs into something else.
  private func reach(_ x: Double, _ y: Double, _ unit: Double, _ level: Double) -> Double? {
    let size = abs(unit)
    let most = Int(2.9 * Double(BarWalk.resolution))
    var inside = 0
    for index in 1...most {
      if inkAt(x, y + Double(index) * unit) >= level {
        inside = index
      } else if index - inside > 3 {
        return (Double(inside) + 0.5) * size
      }
    }
    return nil
  }
}
