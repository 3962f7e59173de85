import BarcodeCore

/// One frame being read: what all stages share.
final class LinearSession {
  let frame: Frame
  let options: ReaderOptions
  let scratch = LinearScratch(capacity: 4096)
  /// A second memory, for lines that are compared with the one at hand.
  let other = LinearScratch(capacity: 1024)
  /// Comparisons of the elements of the line at hand.
  private let signs = EdgeSigns()
  let kit: LinearKit
  var retail: RetailMatcher? { kit.retail }
  let dataBar: DataBarMatcher?
  /// Made when the first place is compared: most frames need none.
  private(set) lazy var templates: TemplateReader? = retail.flatMap {
    options.effort < .balanced ? nil : TemplateReader(layouts: $0.layouts)
  }
  let sink: (any DebugSink)?
  /// See `LinearReader.leastModule`.
  let leastModule: Double
  /// Of the line that was taken last.
  private var prepared: Prepared?
  /// Symbols that were confirmed.
  var found: [LinearReading] = []
  /// Places that were searched for profiles.
  var searched: [BarPlace] = []
  /// Searches grey values for rows of GS1 DataBar.
  private(set) lazy var rowSearch = DataBarRowSearch()
  /// A text that was refused so often at one place is not considered again; once is too few, since the line may have
  /// been at the border of the symbol.
  private static let mostRefusals = 3
  /// Places that gave a hit which did not stand: a phantom is not looked into again and again, but what noise refused
  /// may stand once it is averaged.
  private var refused: [(text: [UInt8], at: Point, isAveraged: Bool)] = []

  init(frame: Frame, options: ReaderOptions, kit: LinearKit, leastModule: Double, sink: (any DebugSink)?) {
    self.leastModule = leastModule
    self.frame = frame
    self.options = options
    self.kit = kit
    self.sink = sink
    dataBar = DataBarMatcher(options)
  }

  var isFull: Bool { found.count >= options.maximumCount }
  var isIdle: Bool { kit.retail == nil && kit.matchers.isEmpty && dataBar == nil }

  /// Samples a line into the scratch.
  func take(_ line: ScanLine) {
    scratch.reserve(line.count * ProfileRefiner.factor)
    line.sample(frame.luma, into: scratch)
    prepared = nil
  }

  /// The edges of the line that was taken last, by one way of finding them; nil when they are too few.
  func edges(on line: ScanLine, _ attempt: EdgeAttempt, fewest: Int) -> EdgeSequence? {
    let way = prepare(line, attempt)
    guard way.turns.edges + Self.closingEdges >= fewest else { return nil }
    let values = UnsafePointer(attempt.isInterpolated ? scratch.filtered : scratch.grey)
    let edges = way.finder.edges(attempt.method, way.turns, in: values, count: way.count, scratch: scratch)
    return edges.count >= fewest ? edges : nil
  }

  /// Reads whatever the line that was taken last shows by one way of finding edges.
  ///
  /// - Parameter known: What is expected; where the line shows it, nothing else is looked for.
  func hits(on line: ScanLine, _ attempt: EdgeAttempt, expecting known: ExpectedHit? = nil) -> [LineHit] {
    guard let edges = edges(on: line, attempt, fewest: kit.fewestEdges) else { return [] }
    signs.load(edges, isLenient: kit.isLenient)
    guard signs.differing >= kit.fewestDifferences else { return [] }
    let seen = signs.survey(kit.plan)
    let scale = attempt.isInterpolated ? 1 / Float(ProfileRefiner.factor) : 1
    var out: [LineHit] = []
    let isSharp = attempt.isStrong
    // What is weak may be two symbologies alike: then both are looked for.
    if let known, known.hit.structure == nil {
      match(edges, seen, backwards: known.hit.isReversed, isSharp: isSharp, only: known.hit.symbology) {
        let hit = $0.scaled(by: scale)
        if known.isMet(by: hit, on: line) { out.append(hit) }
      }
      if !out.isEmpty { return out }
    }
    match(edges, seen, backwards: false, isSharp: isSharp) { out.append($0) }
    dataBar?.match(edges) { out.append($0) }
    match(edges, seen, backwards: true, isSharp: isSharp) { out.append($0) }
    return attempt.isInterpolated ? out.map { $0.scaled(by: scale) } : out
  }

  /// Edges of the line that was taken last.
  func edgeCount(_ line: ScanLine) -> Int { prepare(line, EdgeAttempt.cheap[0]).turns.edges }

  /// Edges that a line gets where it ends within a bar.
  private static let closingEdges = 2

  /// Filters the line and finds its turning points, unless the attempt before had the same.
  private func prepare(_ line: ScanLine, _ attempt: EdgeAttempt) -> Prepared {
    if let prepared, prepared.attempt.isPrepared(by: attempt) { return prepared }
    var finder = attempt.isSensitive ? EdgeFinder.sensitive : attempt.isCoarse ? .coarse : EdgeFinder()
    (finder.closesStart, finder.closesEnd) = line.touchesBorder(frame.luma)
    var count = line.count
    if let amount = attempt.amount {
      count = ProfileRefiner.refine(scratch, count: line.count, amount: amount, reach: attempt.reach)
    } else if let kernel = attempt.kernel {
      count = ProfileRefiner.refine(scratch, count: line.count, DeblurringKernel.bank[kernel])
    }
    let values = UnsafePointer(attempt.isInterpolated ? scratch.filtered : scratch.grey)
    let turns = finder.turns(of: values, count: count, scratch: scratch)
    let made = Prepared(attempt: attempt, finder: finder, turns: turns, count: count)
    prepared = made
    return made
  }

  /// What attempts share that differ only in where they place the edges.
  private struct Prepared {
    var attempt: EdgeAttempt
    var finder: EdgeFinder
    var turns: EdgeFinder.Turns
    var count: Int
  }

  /// - Parameters:
  ///   - edges: Those of the line, which signs were made of.
  ///   - seen: Targets of the plan that the line may show.
  ///   - backwards: The line is read from its end.
  ///   - symbology: One of those that are not GS1 DataBar, alone; nil for all.
  private func match(
    _ edges: EdgeSequence, _ seen: UInt32, backwards: Bool, isSharp: Bool, only symbology: Symbology? = nil,
    _ emit: (LineHit) -> Void
  ) {
    let inverted = options.readsInverted
    let edges = backwards ? edges.reversed(into: scratch) : edges
    let emit = { (hit: LineHit) in emit(backwards ? hit.turned : hit) }
    if let retail = kit.retail, symbology.map({ $0.info.family == .retail }) ?? true {
      retail.match(edges, signs, backwards: backwards, inverted: inverted, emit: emit)
    }
    guard seen != 0 else { return }
    for (k, m) in kit.matchers.enumerated() where m.trustsSharpening || !isSharp {
      let target = SymbolPlan.target(k, backwards: backwards)
      guard seen & target != 0, symbology.map({ m.symbologies.contains($0) }) ?? true else { continue }
      let places = signs.starts(kit.plan.spans[k], target: target, backwards: backwards)
      if !places.isEmpty { m.match(edges, at: places, inverted: inverted, emit: emit) }
    }
  }

  /// Samples a line, reads it in several ways until one gives something, and confirms what it gives.
  /// Returns whether something new was found.
  @discardableResult
  func scan(_ line: ScanLine, _ attempts: [EdgeAttempt]) -> Bool {
    take(line)
    var isNew = false
    var parts: [DataBarFragment] = []
    var unusual: EdgeAttempt?
    for (k, attempt) in attempts.enumerated() {
      let hits = hits(on: line, attempt)
      let hadParts = !parts.isEmpty
      dataBar?.takeParts(of: attempt, into: &parts)
      if !hadParts, !parts.isEmpty, attempt.isCoarse || attempt.kernel != nil { unusual = attempt }
      guard !hits.isEmpty else { continue }
      for hit in hits where consider(hit, on: line, attempt) { isNew = true }
      if isNew || isFull || k + 1 == attempts.count { break }
      // Confirmation has used the scratch.
      take(line)
    }
    if !isNew, !parts.isEmpty { isNew = lookAround(parts, on: line, by: unusual) }
    return isNew
  }

  /// Confirms a hit unless its place was settled before. Returns whether a new symbol was found.
  func consider(_ hit: LineHit, on line: ScanLine, _ attempt: EdgeAttempt) -> Bool {
    let a = line.point(at: hit.first)
    let b = line.point(at: hit.last)
    if hit.symbology == .pharmacode, !PharmacodeMatcher.isUpright(hit.isReversed ? a - b : b - a) { return false }
    guard a.distance(to: b) >= leastModule * Double(hit.modules) else { return false }
    let middle = (a + b) / 2
    if found.contains(where: { $0.covers(middle) }) { return false }
    let reach = a.distance(to: b) * 0.1
    let isAveraged = line.rows > BarPlace.mostRows
    let before = refused.filter {
      $0.text == hit.codes && $0.isAveraged == isAveraged && $0.at.distance(to: middle) < reach
    }
    if before.count >= Self.mostRefusals || before.contains(where: { $0.at.distance(to: middle) < 2 }) { return false }
    if var reading = confirm(hit, on: line, attempt), !isGrating(hit, on: line, attempt),
      !isSpoiltByHighlight(hit, on: line), !isBesideMain(reading),
      hit.symbology != .pharmacode || !hidesBar(hit, on: line) && explain(&reading)
    {
      found.append(reading)
      return true
    }
    refused.append((hit.codes, middle, isAveraged))
    return false
  }

  /// Whether a symbol that was confirmed is one of marks at equal distances. Pharmacode may have bars that are all alike.
  ///
  /// The edges that read it tell as well as those of the plain line: sharpening makes widths differ, but brings back
  /// marks that are fainter than others.
  private func isGrating(_ hit: LineHit, on line: ScanLine, _ attempt: EdgeAttempt) -> Bool {
    // Confirmation has used the scratch.
    take(line)
    return [EdgeAttempt.cheap[0], attempt].contains { way in
      let scale = way.isInterpolated ? 1 / Float(ProfileRefiner.factor) : 1
      let grating = LineGrating(edges(on: line, way, fewest: 2), scale: scale)
      return grating.holds(from: hit.first, to: hit.last, mayBeRegular: hit.symbology == .pharmacode)
    }
  }
}

/// What a line is expected to show, and where.
struct ExpectedHit {
  let hit: LineHit
  let middle: Point
  /// Distance of the middles, in pixels, below which both are the same.
  let reach: Double

  func isNear(_ other: LineHit, on line: ScanLine) -> Bool {
    ((line.point(at: other.first) + line.point(at: other.last)) / 2).distance(to: middle) < reach
  }

  func isMet(by other: LineHit, on line: ScanLine) -> Bool { other.codes == hit.codes && isNear(other, on: line) }
}

extension LineHit {
  /// The hit with its positions multiplied.
  func scaled(by f: Float) -> LineHit {
    var h = self
    (h.first, h.last) = (first * f, last * f)
    h.addOn = addOn?.scaled(by: f)
    return h
  }

  /// A hit on the reversed line in the positions of the line itself.
  var turned: LineHit {
    var h = self
    h.isReversed = true
    (h.first, h.last) = (-last, -first)
    if let a = addOn { h.addOn = AddOnHit(digits: a.digits, first: -a.last, last: -a.first, cost: a.cost) }
    return h
  }
}
