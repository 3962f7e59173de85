import BarcodeCore

/// The bars of a row of which only every second or third one was found, with those between.
struct SkippedBars {
  private(set) var filled: [BarWalk.Bar] = []
  /// Bars to one that was found.
  let factor: Int

  /// Ink between bars that shows that bars were skipped, and by how much it exceeds that of the gaps.
  private static let skippedInk = 0.55
  private static let skippedRise = 0.12

  /// Nil where no bars were skipped.
  init?(_ bars: [BarWalk.Bar], _ probe: BarProbe) {
    var line = BarLine()
    for bar in bars where bar.length > 0 { line.add(bar.x, bar.y) }
    let slope = line.n >= 6 ? line.slope : 0
    func ink(_ x: Double) -> Double { probe.ink(x, line.value(x, slope: slope)) }
    guard let factor = [2, 3].first(where: { SkippedBars.areSkipped(bars, factor: $0, ink) }) else { return nil }
    self.factor = factor
    let steps = zip(bars, bars.dropFirst()).map { $1.x - $0.x }
    // What the last step was more or less than whole: of two bars joined by a scratch one is found, between them.
    var rest = 0.0
    for index in bars.indices {
      var bar = bars[index]
      bar.number = (filled.last?.number ?? -1) + 1
      filled.append(bar)
      guard index < steps.count else { return }
      let exact = Double(factor) * steps[index] / SkippedBars.usual(steps, around: index)
      let count = max(1, Int((exact + rest).rounded()))
      rest = SkippedBars.carried * (exact + rest - Double(count))
      for step in 1..<count {
        let x = bars[index].x + steps[index] * Double(step) / Double(count)
        filled.append(
          BarWalk.Bar(
            number: bar.number + step, x: x, y: line.value(x, slope: slope), length: 0, isSeen: bar.isSeen))
      }
    }
  }

  private static func areSkipped(_ bars: [BarWalk.Bar], factor: Int, _ ink: (Double) -> Double) -> Bool {
    var inks: [Double] = []
    var rises: [Double] = []
    for (a, b) in zip(bars, bars.dropFirst()) {
      func between(_ part: Double) -> Double { ink(a.x + (b.x - a.x) * part) }
      for step in 1..<factor {
        let part = Double(step) / Double(factor)
        let side = 0.5 / Double(factor)
        inks.append(between(part))
        rises.append(between(part) - (between(part - side) + between(part + side)) / 2)
      }
    }
    inks.sort()
    rises.sort()
    return !inks.isEmpty && inks[inks.count / 3] > skippedInk && rises[rises.count / 3] > skippedRise
  }

  /// Part of what a step was more or less than whole that is carried over: places are not exact, either.
  private static let carried = 0.5
  /// Steps to either side that tell the usual one: where every second bar was found, some steps are of three.
  private static let neighbours = 4

  /// The median of the steps around one.
  private static func usual(_ steps: [Double], around index: Int) -> Double {
    let near = steps[max(0, index - neighbours)...min(steps.count - 1, index + neighbours)].sorted()
    return near[near.count / 2]
  }
}
