import BarcodeCore

/// Matches one-track Pharmacode. A symbol has neither start nor stop: all of its elements, from quiet zone to quiet zone,
/// have to be of three widths.
///
/// Bars are 1 or 3 modules wide, spaces 2. Print growth and blur change bars at the cost of spaces, so that a bar and the
/// space after it together (3 or 5 modules) are what is compared.
final class PharmacodeMatcher: LineMatcher {
  let options: LinearOptions
  let trustsSharpening = false
  /// Modules of quiet zone before and after a symbol.
  private let quiet: Float
  private let fewestBars: Int
  let symbologies: SymbologySet = [.pharmacode]
  let frame: SymbolFrame

  /// Quiet zone that is asked for, in modules: thrice a space, so that no space of the symbol is taken for it.
  private static let quietZone: Float = 6
  /// A space narrower than this, in modules, may be the widest of another symbology when bars follow upon it, of which
  /// elements are at most so wide.
  private static let widestSpace: Float = 11
  private static let widestElement: Float = 5
  /// Largest mean squared deviation of an edge, in square modules.
  private static let costLimit: Float = 0.06
  /// Elements of a symbol differ from their mean by less than this many modules.
  private static let mostDeviation: Float = 0.7
  /// By so many modules print growth and blur widen bars at the most, or narrow them.
  private static let mostGrowth: Float = 0.85
  /// log10 of the odds that some bars between quiet zones are none of a symbol: most bars in pictures are not.
  private static let anyBars = 1.3
  /// log10 of the odds that a bar fits by chance, and what one adds that is not as regularity would have it.
  private static let barChance = -0.15
  private static let irregularity = -0.35
  /// Elements at either end that are compared before anything is measured.
  private static let mostCompared = 7

  init(options: LinearOptions) {
    self.options = options
    quiet = Swift.max(3.5, Self.quietZone * options.quietShare(of: .pharmacode))
    // The smallest number of n bars is 2^n - 1.
    var bars = Pharmacode.bars.lowerBound
    let smallest = options.pharmacode.numbers.lowerBound
    while bars < Pharmacode.bars.upperBound, (1 << (bars + 1)) - 1 <= smallest { bars += 1 }
    fewestBars = bars
    // Neither start nor stop: any bars with spaces that are alike. Bars of one or three modules are not compared.
    let elements = 2 * bars - 1
    let some = (0..<min(elements, Self.mostCompared)).map { $0 & 1 == 1 ? 2 : 1 + $0 / 2 % 2 }
    frame = SymbolFrame(starts: [some], stops: [some], inner: elements - 2 * some.count, period: 2)
  }

  /// Symbols have no direction, and another number from the other side: those that read from left to right are upright,
  /// or downwards when they stand exactly on end.
  static func isUpright(_ direction: Point) -> Bool {
    abs(direction.x) > abs(direction.y) * 0.001 ? direction.x > 0 : direction.y > 0
  }

  func match(
    _ s: EdgeSequence, at places: UnsafeBufferPointer<Int32>, inverted allowInverted: Bool, emit: (LineHit) -> Void
  ) {
    let x = s.positions
    var next = 0
    for place in places where Int(place) >= next {
      let i = Int(place)
      guard s.isDark(i) || allowInverted, let bars = barsBetweenQuietZones(s, i),
        let (found, recession) = read(s, i, bars)
      else { continue }
      var hit = found
      hit.isInverted = !s.isDark(i)
      hit.quietBefore = i > 0 ? (x[i] - x[i - 1]) / (hit.module * recession) : .infinity
      let end = i + 2 * bars - 1
      hit.quietAfter = end + 1 < s.count ? (x[end + 1] - x[end]) / hit.module * recession : .infinity
      if hit.quietBefore >= quiet, hit.quietAfter >= quiet, isAlone(s, hit, from: i, to: end) { emit(hit) }
      next = end
    }
  }

  /// Whether no further bars of the same kind follow upon the quiet zones, as in other symbologies they do.
  private func isAlone(_ s: EdgeSequence, _ hit: LineHit, from i: Int, to end: Int) -> Bool {
    let x = s.positions
    let limit = Self.widestElement * hit.module
    let goesOnBefore = i >= 3 && x[i - 1] - x[i - 2] < limit && x[i - 2] - x[i - 3] < limit
    let goesOnAfter = end + 3 < s.count && x[end + 2] - x[end + 1] < limit && x[end + 3] - x[end + 2] < limit
    return !(goesOnBefore && hit.quietBefore < Self.widestSpace) && !(goesOnAfter && hit.quietAfter < Self.widestSpace)
  }

  /// Bars from edge `i` on until a space that is as wide as a quiet zone, when there is one before, too.
  private func barsBetweenQuietZones(_ s: EdgeSequence, _ i: Int) -> Int? {
    let x = s.positions
    var space = x[i + 2] - x[i + 1]
    guard i == 0 || x[i] - x[i - 1] > space * 2, i + 3 < s.count else { return nil }
    // Spaces are alike from one to the next; the quiet zone is several times as wide.
    var bars = 1
    var k = i + 1
    while k + 1 < s.count, bars <= Pharmacode.bars.upperBound {
      let next = x[k + 1] - x[k]
      if next > space * 2 { break }
      guard next > space * 0.5, k + 2 < s.count else { return nil }
      space = next
      bars += 1
      k += 2
    }
    return bars >= fewestBars && bars <= Pharmacode.bars.upperBound ? bars : nil
  }

  /// What bars say, and by what factor modules at the first one are wider than on average.
  private func read(_ s: EdgeSequence, _ i: Int, _ bars: Int) -> (hit: LineHit, recession: Float)? {
    let x = s.positions + i
    if let plain = read(x, bars) { return (plain, 1) }
    return bars >= Self.fewestReceding ? readReceding(x, bars) : nil
  }

  /// Bars from which on the spaces between them tell how a surface recedes.
  private static let fewestReceding = 5
  /// By what factor modules are wider at one end than at the other on surfaces that are tried.
  private static let stretches: [Float] = [1.3, 1.6, 2, 2.5].flatMap { [$0, 1 / $0] }
  /// Largest mean squared deviation of an edge there, in square modules, and how much larger it is for any other number.
  private static let recedingLimit: Float = 0.03
  private static let recedingMargin: Float = 3
  /// What choosing among surfaces is worth, as log10 of odds.
  private static let recedingPrice = 0.8

  /// Reads bars whose spaces become narrower along the line, as if seen from the front.
  private func readReceding(_ x: UnsafePointer<Float>, _ bars: Int) -> (hit: LineHit, recession: Float)? {
    let count = 2 * bars
    var best: (hit: LineHit, recession: Float)?
    var rival = Float.infinity
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { places in
      for stretch in Self.stretches {
        guard let flat = places.baseAddress, isEven(x, bars, stretch) else { continue }
        let c = stretch.squareRoot() - 1
        for k in 0..<count {
          let t = (x[k] - x[0]) / (x[count - 1] - x[0])
          flat[k] = t / (1 + c - c * t) * (x[count - 1] - x[0])
        }
        guard var hit = read(flat, bars) else { continue }
        (hit.first, hit.last) = (x[0], x[count - 1])
        guard let known = best?.hit else {
          best = (hit, c + 1)
          continue
        }
        if hit.codes != known.codes { rival = Swift.min(rival, Swift.max(hit.cost, known.cost)) }
        if hit.cost < known.cost { best = (hit, c + 1) }
      }
    }
    // Costs of hits are a quarter of the deviation.
    guard var best, best.hit.cost * 4 < Self.recedingLimit, rival > best.hit.cost * Self.recedingMargin else {
      return nil
    }
    best.hit.structure = best.hit.structure.map { $0 + Self.recedingPrice }
    return best
  }

  /// Whether spaces change along the line about as a surface of a stretch has them.
  private func isEven(_ x: UnsafePointer<Float>, _ bars: Int, _ stretch: Float) -> Bool {
    let first = x[2] - x[1]
    let last = x[2 * bars - 2] - x[2 * bars - 3]
    let ratio = first / last / stretch
    return ratio > 0.6 && ratio < 1.6
  }

  /// Reads bars of modules of one width.
  private func read(_ x: UnsafePointer<Float>, _ bars: Int) -> LineHit? {
    // Periods from the left edge of a bar to that of the next are 3 or 5 modules.
    var least = Float.infinity
    var most: Float = 0
    for k in 0..<(bars - 1) {
      let period = x[2 * k + 2] - x[2 * k]
      least = Swift.min(least, period)
      most = Swift.max(most, period)
    }
    // Of periods that are all alike the bars' own share tells.
    let isUniform = most < least * 1.25
    let share = (x[1] - x[0]) / (x[2] - x[0])
    let module = isUniform ? (most + least) / (share > 0.47 ? 10 : 6) : (most + least) / 8
    var codes: [UInt8] = []
    var spaces: Float = 0
    for k in 0..<(bars - 1) {
      codes.append(x[2 * k + 2] - x[2 * k] > 4 * module ? 1 : 0)
      spaces += x[2 * k + 2] - x[2 * k + 1]
    }
    let space = spaces / Float(bars - 1)
    let last = x[2 * bars - 1] - x[2 * bars - 2]
    codes.append(last + space > 4 * module ? 1 : 0)
    return check(x, codes, module: module, growth: 2 - space / module)
  }

  /// The hit when all elements are as wide as the codes say.
  private func check(_ x: UnsafePointer<Float>, _ codes: [UInt8], module: Float, growth: Float) -> LineHit? {
    guard abs(growth) < Self.mostGrowth, Pharmacode.interpret(codes, options) != nil else { return nil }
    var squares: Float = 0
    var modules: Float = 0
    for (k, code) in codes.enumerated() {
      let bar = (x[2 * k + 1] - x[2 * k]) / module - growth - (code == 1 ? 3 : 1)
      let space = k + 1 < codes.count ? (x[2 * k + 2] - x[2 * k + 1]) / module + growth - 2 : 0
      guard abs(bar) < Self.mostDeviation, abs(space) < Self.mostDeviation else { return nil }
      squares += bar * bar + space * space
      modules += (code == 1 ? 3 : 1) + 2
    }
    let cost = squares / Float(2 * codes.count - 1)
    guard cost < Self.costLimit, let structure = structure(codes) else { return nil }
    var hit = LineHit(
      symbology: .pharmacode, codes: codes, first: x[0], last: x[2 * codes.count - 1], isReversed: false,
      isInverted: false, modules: modules - 2, cost: cost * 0.25, quietBefore: 0, quietAfter: 0)
    hit.structure = structure
    return hit
  }

  private func structure(_ codes: [UInt8]) -> Double? {
    let bars = Self.barChance * Double(codes.count)
    if options.pharmacode.acceptsRegular { return bars }
    guard !Pharmacode.isRegular(codes) else { return nil }
    return Self.anyBars + bars + Self.irregularity * Double(Pharmacode.irregularities(codes))
  }
}
