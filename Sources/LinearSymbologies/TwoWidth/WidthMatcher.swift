import BarcodeCore

/// Matches a grammar of narrow and wide elements against the edges of a line.
final class WidthMatcher: LineMatcher {
  let grammar: WidthGrammar
  let options: LinearOptions
  private let quiet: QuietZone
  var symbologies: SymbologySet { [grammar.symbology] }
  var frame: SymbolFrame { grammar.frame }
  private let elements: Int
  /// All characters have the same number of wide elements.
  private let hasOneWidth: Bool

  /// Least distance of the next best character, in squares of the difference between wide and narrow.
  private static let leastGap: Float = 0.018
  /// Elements that may look narrow where they are wide, or the other way round: one of each, exchanged by blur.
  private static let mostDifferences = 2
  /// Ratios of wide to narrow that are tried where the start does not show it.
  private static let ratios: [Float] = [2, 2.5, 3]
  /// Quiet zones are never narrower than this, in narrow elements, however lenient the caller is.
  private static let leastQuiet: Float = 1.5
  private static let leastBordered: Float = 0.9
  /// Change of a character's width that perspective and curvature explain.
  private static let scales: ClosedRange<Float> = 0.75...1.33

  init(grammar: WidthGrammar, options: LinearOptions) {
    self.grammar = grammar
    self.options = options
    let share = options.quietShare(of: grammar.symbology)
    quiet = QuietZone(
      usual: Swift.max(Self.leastQuiet, grammar.quietZone * share),
      bordered: Swift.max(Self.leastBordered, grammar.borderedQuiet * share))
    elements = grammar.elements
    hasOneWidth = grammar.wideCount != nil
  }

  func match(
    _ s: EdgeSequence, at places: UnsafeBufferPointer<Int32>, inverted allowInverted: Bool, emit: (LineHit) -> Void
  ) {
    var next = 0
    for place in places where Int(place) >= next {
      let i = Int(place)
      guard allowInverted || s.isDark(i), let read = read(s, from: i) else { continue }
      var hit = read.hit
      hit.isInverted = !s.isDark(i)
      emit(hit)
      next = read.next
    }
  }

  private func read(_ s: EdgeSequence, from i: Int) -> (hit: LineHit, next: Int)? {
    let x = s.positions + i
    for start in grammar.starts {
      // Start patterns have 1.3 to 2.5 narrow elements to an element.
      guard quiet.isBefore(s, i, narrow: (x[start.elements] - x[0]) / (2.6 * Float(start.elements))) else { continue }
      if grammar.startShowsRatio {
        guard let model = WidthModel(x, start: start, ratio: nil), model.deviation(x, start) < grammar.endsLimit,
          quiet.isBefore(s, i, narrow: model.narrow)
        else { continue }
        if let read = follow(s, from: i, start, model) { return read }
      } else if let model = bestModel(s, i, start), let read = follow(s, from: i, start, model) {
        return read
      }
    }
    return nil
  }

  /// The ratio of wide to narrow with which the first character fits best.
  private func bestModel(_ s: EdgeSequence, _ i: Int, _ start: WidthPattern) -> WidthModel? {
    let x = s.positions + i
    var best: WidthModel?
    var least = grammar.characterLimit
    for ratio in Self.ratios {
      guard let model = WidthModel(x, start: start, ratio: ratio), model.deviation(x, start) < grammar.endsLimit,
        quiet.isBefore(s, i, narrow: model.narrow)
      else { continue }
      let at = start.elements + (grammar.isDiscrete ? 1 : 0)
      guard let first = bestCharacter(x + at, model), first.cost < least else { continue }
      least = first.cost
      best = model
      best?.adapt(x + at, first.pattern, gain: 1)
    }
    return best
  }

  private func follow(
    _ s: EdgeSequence, from i: Int, _ start: WidthPattern, _ first: WidthModel
  ) -> (hit: LineHit, next: Int)? {
    var model = first
    let x = s.positions
    var codes: [UInt8] = []
    var cost = model.deviation(x + i, start)
    var at = i + start.elements
    while true {
      if grammar.isDiscrete {
        guard at + 1 < s.count, grammar.gaps.contains((x[at + 1] - x[at]) / model.narrow) else { return nil }
        at += 1
      }
      if codes.count >= grammar.lengths.lowerBound {
        for stop in grammar.stops where at + stop.elements < s.count {
          let end = at + stop.elements
          guard quiet.isAfter(s, end, narrow: model.narrow) else { continue }
          guard let scale = scale(x + at, stop, model) else { continue }
          let deviation = model.deviation(x + at, stop, scale: scale)
          guard deviation < grammar.endsLimit else { continue }
          let all = [start.code] + codes + [stop.code]
          return finish(s, i, end, all, (cost + deviation) / Float(all.count), first, model)
        }
      }
      guard at + elements < s.count, codes.count < grammar.lengths.upperBound,
        let next = bestCharacter(x + at, model)
      else { return nil }
      cost += next.cost
      codes.append(next.pattern.code)
      model.rescale(by: 1 / next.scale)
      model.adapt(x + at, next.pattern)
      guard model.isPlausible else { return nil }
      at += elements
    }
  }

  /// What widths at `x` are to be multiplied by, so that a pattern is as wide as it should be; nil where perspective does
  /// not explain it.
  @inline(__always)
  private func scale(_ x: UnsafePointer<Float>, _ p: WidthPattern, _ model: WidthModel) -> Float? {
    let scale = model.width(of: p) / (x[p.elements] - x[0])
    return Self.scales.contains(scale) ? scale : nil
  }

  private func bestCharacter(
    _ x: UnsafePointer<Float>, _ model: WidthModel
  ) -> (pattern: WidthPattern, cost: Float, scale: Float)? {
    // Alphabets of one width have one scale; those of two are filtered by the elements that look wide.
    var common: Float = 1
    if hasOneWidth {
      guard let one = scale(x, grammar.characters[0], model) else { return nil }
      common = one
    }
    let seen = model.wideElements(x, count: elements, scale: common)
    var best = 0
    var least = Float.infinity
    var second = Float.infinity
    var bestScale = common
    grammar.characters.withUnsafeBufferPointer { characters in
      for c in 0..<characters.count {
        if (characters[c].wide ^ seen).nonzeroBitCount > Self.mostDifferences { continue }
        guard let scale = hasOneWidth ? common : scale(x, characters[c], model) else { continue }
        let cost = model.deviation(x, characters[c], scale: scale)
        if cost < least {
          second = least
          least = cost
          best = c
          bestScale = scale
        } else if cost < second {
          second = cost
        }
      }
    }
    guard least < grammar.characterLimit, second - least > Self.leastGap else { return nil }
    return (grammar.characters[best], least, bestScale)
  }

  private func finish(
    _ s: EdgeSequence, _ i: Int, _ end: Int, _ codes: [UInt8], _ cost: Float, _ first: WidthModel, _ last: WidthModel
  ) -> (hit: LineHit, next: Int)? {
    guard cost < grammar.costLimit, grammar.interpret(codes, options) != nil else { return nil }
    let x = s.positions
    let before = i > 0 ? (x[i] - x[i - 1]) / first.narrow : Float.infinity
    let after = end + 1 < s.count ? (x[end + 1] - x[end]) / last.narrow : Float.infinity
    var hit = LineHit(
      symbology: grammar.symbology, codes: codes, first: x[i], last: x[end], isReversed: false, isInverted: false,
      modules: (x[end] - x[i]) / ((first.narrow + last.narrow) * 0.5), cost: cost, quietBefore: before,
      quietAfter: after)
    hit.structure =
      grammar.endsChance + grammar.characterChance * Double(Swift.min(changes(codes), Self.mostCounted))
      + grammar.checkChance(codes, options) + (isPeriodic(codes) ? Self.periodic : 0)
    return (hit, end)
  }

  /// The first character and those that differ from the one before: those that do not may be a regular texture.
  private func changes(_ codes: [UInt8]) -> Int {
    let inner = codes.dropFirst().dropLast()
    return zip(inner, inner.dropFirst()).reduce(1) { $0 + ($1.0 == $1.1 ? 0 : 1) }
  }

  /// Whether the characters repeat several times over: marks at equal distances that beat against the pixels give such
  /// texts.
  private func isPeriodic(_ codes: [UInt8]) -> Bool {
    let n = codes.count - 2
    guard n >= Self.fewestPeriodic else { return false }
    return (2...(n / Self.fewestPeriods)).contains { lag in
      let differences = ((1 + lag)...n).reduce(0) { $0 + (codes[$1] == codes[$1 - lag] ? 0 : 1) }
      return differences * Self.mostUnlike <= n - lag
    }
  }

  /// Characters and periods from which on a text counts as periodic, and how many characters there are to one that
  /// differs from the one a period before.
  private static let fewestPeriodic = 8
  private static let fewestPeriods = 3
  private static let mostUnlike = 8
  /// What periodic texts cost, as log10 of odds: clear Interleaved 2 of 5 still passes.
  private static let periodic = 4.0

  /// Further characters than these say nothing more: what fits them may be made to fit all.
  private static let mostCounted = 8
}
