import BarcodeCore

/// Matches Telepen, whose characters have as many modules, but not as many elements.
final class TelepenMatcher: LineMatcher {
  let options: LinearOptions
  private let quiet: QuietZone

  /// Quiet zone that is asked for, in narrow elements, and where the border of a label follows.
  private static let quietZone: Float = 4.5
  private static let borderedQuiet: Float = 0.9
  /// Largest deviation of a character and of a symbol, in squares of the difference between wide and narrow.
  private static let characterLimit: Float = 0.07
  private static let costLimit: Float = 0.03
  /// Change of a character's width that perspective and curvature explain.
  private static let scales: ClosedRange<Float> = 0.75...1.33
  /// log10 of the odds that start and stop, one of the characters, and the check character fit by chance.
  private static let endsChance = -2.2
  private static let characterChance = -0.4
  private static let checkChance = -2.1
  private static let mostCounted = 6
  /// Characters that are read at the most, the check character included.
  private static let mostCharacters = 120

  init(options: LinearOptions) {
    self.options = options
    quiet = QuietZone(
      usual: Swift.max(1.5, Self.quietZone * options.quietShare(of: .telepen)), bordered: Self.borderedQuiet)
  }

  let symbologies: SymbologySet = [.telepen]
  // Characters have an even number of elements.
  let frame = SymbolFrame(
    starts: [Telepen.startPattern.typicalWidths], stops: [Telepen.stopPattern.typicalWidths], inner: 4, period: 2)

  func match(
    _ s: EdgeSequence, at places: UnsafeBufferPointer<Int32>, inverted allowInverted: Bool, emit: (LineHit) -> Void
  ) {
    let start = Telepen.startPattern
    var next = 0
    for place in places where Int(place) >= next {
      let i = Int(place)
      if s.isDark(i) || allowInverted, isStart(s, i),
        let model = WidthModel(s.positions + i, start: start, ratio: nil),
        model.deviation(s.positions + i, start) < Self.characterLimit,
        quiet.isBefore(s, i, narrow: model.narrow),
        let read = follow(s, from: i, model)
      {
        var hit = read.hit
        hit.isInverted = !s.isDark(i)
        emit(hit)
        next = read.next
      }
    }
  }

  /// Cheap test: ten narrow elements, then two wide ones and a quiet zone before.
  @inline(__always)
  private func isStart(_ s: EdgeSequence, _ i: Int) -> Bool {
    let x = s.positions + i
    let narrow = (x[10] - x[0]) * 0.1
    return quiet.isBefore(s, i, narrow: 0.8 * narrow) && x[12] - x[10] > 4 * narrow && x[4] - x[0] < 5.5 * narrow
      && x[4] - x[0] > 2.5 * narrow
  }

  private func follow(_ s: EdgeSequence, from i: Int, _ first: WidthModel) -> (hit: LineHit, next: Int)? {
    var model = first
    let x = s.positions
    let stop = Telepen.stopPattern
    var codes = [Telepen.start]
    var cost = model.deviation(x + i, Telepen.startPattern)
    var at = i + Telepen.startPattern.elements
    while codes.count < Self.mostCharacters {
      let end = at + stop.elements
      guard end < s.count else { return nil }
      if codes.count > 2, quiet.isAfter(s, end, narrow: model.narrow) {
        let scale = scale(x + at, stop, model)
        let deviation = model.deviation(x + at, stop, scale: scale)
        if deviation < Self.characterLimit {
          codes.append(Telepen.stop)
          return finish(s, i, end, codes, (cost + deviation) / Float(codes.count), first, model)
        }
      }
      guard let next = character(s, at, model) else { return nil }
      let scale = scale(x + at, next, model)
      let deviation = model.deviation(x + at, next, scale: scale)
      guard deviation < Self.characterLimit, Self.scales.contains(scale) else { return nil }
      model.rescale(by: 1 / scale)
      cost += deviation
      codes.append(next.code)
      model.adapt(x + at, next)
      guard model.isPlausible else { return nil }
      at += next.elements
    }
    return nil
  }

  /// What widths at `x` are to be multiplied by, so that a pattern is as wide as it should be.
  private func scale(_ x: UnsafePointer<Float>, _ p: WidthPattern, _ model: WidthModel) -> Float {
    model.width(of: p) / (x[p.elements] - x[0])
  }

  /// The character whose first edge is number `at`.
  private func character(_ s: EdgeSequence, _ at: Int, _ model: WidthModel) -> WidthPattern? {
    let x = s.positions
    let bar = model.bar + model.step * 0.5
    let space = model.space + model.step * 0.5
    var bits = TelepenBits()
    var wide: UInt32 = 0
    var elements = 0
    while !bits.isComplete {
      let k = at + elements
      guard k + 2 < s.count else { return nil }
      let wideBar = x[k + 1] - x[k] > bar
      let wideSpace = x[k + 2] - x[k + 1] > space
      guard bits.add(wideBar: wideBar, wideSpace: wideSpace) else { return nil }
      wide |= (wideBar ? 1 : 0) << UInt32(elements)
      wide |= (wideSpace ? 1 : 0) << UInt32(elements + 1)
      elements += 2
    }
    return bits.character.map { WidthPattern(elements: elements, wide: wide, code: $0) }
  }

  private func finish(
    _ s: EdgeSequence, _ i: Int, _ end: Int, _ codes: [UInt8], _ cost: Float, _ first: WidthModel, _ last: WidthModel
  ) -> (hit: LineHit, next: Int)? {
    guard cost < Self.costLimit, Telepen.interpret(codes, options) != nil else { return nil }
    let x = s.positions
    var hit = LineHit(
      symbology: .telepen, codes: codes, first: x[i], last: x[end], isReversed: false, isInverted: false,
      // 16 modules a character, but for the last space of the stop.
      modules: Float(16 * codes.count - 1), cost: cost,
      quietBefore: i > 0 ? (x[i] - x[i - 1]) / first.narrow : .infinity,
      quietAfter: end + 1 < s.count ? (x[end + 1] - x[end]) / last.narrow : .infinity)
    hit.structure =
      Self.endsChance + Self.checkChance + Self.characterChance * Double(Swift.min(codes.count - 2, Self.mostCounted))
    return (hit, end)
  }
}
