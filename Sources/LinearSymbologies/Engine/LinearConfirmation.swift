import BarcodeCore

extension LinearSession {
  /// Most lines that are read to confirm a hit.
  private static let mostLines = 9
  /// Room beside the symbol that lines of confirmation take in, in modules: quiet zones.
  private static let margin = 12.0
  /// Room after a UPC/EAN symbol: gap and add-on.
  private static let addOnMargin = 78.0

  /// Lines that share the height of a symbol whose line was averaged over many rows.
  private static let fewestAveraged = 5

  /// Lines are read at least so far from the hit, in modules, even where the bars could not be followed.
  private static let leastReach = 5.0

  /// Lines without agreement after which a symbol of weak structure is given up: it needs more than two.
  private static let mostVainLines = 6

  /// A picture as low or narrow as this, in pixels, is a cut through bars, made by someone who saw them.
  private static let cutHeight = 8

  /// Follows the bars from the line of the hit, reads more lines and decides whether the hit stands.
  func confirm(_ hit: LineHit, on line: ScanLine, _ attempt: EdgeAttempt) -> LinearReading? {
    guard let content = LinearCatalogue.interpret(hit, options) else { return nil }
    let a = line.point(at: hit.first)
    let b = line.point(at: hit.last)
    let module = a.distance(to: b) / Double(hit.modules)
    guard module.isFinite, module > 0.3 else { return nil }
    let tracker = BarTracker(left: a, right: b, module: module)
    var track = tracker.track(frame.luma, other)
    var votes = LineVotes(hit: hit)
    // Bars under a reflection do not look alike from row to row, but may still be read there.
    let reach = module * Self.leastReach
    let followed = min(track.low, track.high)...track.high
    let top = Swift.min(track.low, -reach)
    let height = Swift.max(track.high, reach) - top
    // What needed more averaging than usual is averaged by others, too, as far as they have rows of their own.
    let rows =
      line.rows > BarPlace.mostRows
      ? Swift.max(3, Swift.min(line.rows, Int(height) / Self.fewestAveraged)) : height > 24 ? 3 : 1
    let most = line.rows > BarPlace.mostRows ? Int(height) / rows : Int(height)
    let count = Swift.max(2, Swift.min(Self.mostLines, most))
    let attempts =
      EdgeAttempt.cheap + (line.rows > BarPlace.mostRows ? EdgeAttempt.coarse : []) + EdgeAttempt.refinements
      + (attempt.kernel == nil ? [] : [attempt])
    var best = hit
    var addOns: [(hit: AddOnHit, left: Double, right: Double, offset: Double)] = []
    if let add = hit.addOn { addOns.append(place(add, on: line, along: track, offset: 0)) }
    var tried = 0
    for k in order(count) {
      let o = top + height * (Double(k) + 0.5) / Double(count)
      if abs(o) < 0.7 { continue }
      if hit.structure != nil, votes.agree == 0, tried >= Self.mostVainLines { break }
      tried += 1
      guard let plain = probe(track, at: o, module: module, hit: hit, rows: rows) else { continue }
      let probe = line.horizon.flatMap { plain.rectified($0) } ?? plain
      guard let seen = read(probe, at: track, o, attempts, like: hit) else {
        if followed.contains(o) { votes.vain += 1 }
        continue
      }
      if seen.codes == hit.codes, seen.symbology == hit.symbology {
        votes.agree += 1
        votes.reach = (Swift.min(votes.reach.low, o), Swift.max(votes.reach.high, o))
        track.low = Swift.min(track.low, o - 0.5)
        track.high = Swift.max(track.high, o + 0.5)
        if seen.cost < best.cost { best = seen }
        if let add = seen.addOn { addOns.append(place(add, on: probe, along: track, offset: o)) }
      } else {
        votes.against += 1
      }
      let needsAddOn = retail != nil && hit.takesAddOn(options.retail) && addOns.count < 3
      if votes.agree >= 5, !needsAddOn { break }
    }
    let lines = votes.agree + 1
    if votes.reach.high - votes.reach.low < LinearEvidence.leastHeight(hit.symbology) * module { return nil }
    var judged = best
    judged.quietBefore = Swift.min(hit.quietBefore, best.quietBefore)
    judged.quietAfter = Swift.min(hit.quietAfter, best.quietAfter)
    // The rows of a cut are all there is: they need not be many.
    let isCut = Swift.min(frame.luma.width, frame.luma.height) <= Self.cutHeight && votes.against == 0
    var evidence = LinearEvidence.judge(
      judged, lines: isCut ? max(lines, 3) : lines, against: votes.against, vain: votes.vain)
    if attempt.kernel != nil { evidence.logOdds += LinearEvidence.deblurred(judged) }
    let corners = corners(track, reversed: hit.isReversed)
    let more = hit.symbology == .pharmacode ? PharmacodeFit.worth(bars: hit.codes.count) : 0
    guard evidence.logOdds + more < LinearEvidence.limit(hit.symbology) else {
      refuse(hit.symbology, content, evidence, at: corners)
      return nil
    }
    var reading = LinearReading(
      hit: hit, content: content, corners: corners, evidence: evidence, lines: lines, module: module)
    reading.addOn = agreed(addOns, track, hit)
    if options.retail.addOns == .require, reading.addOn == nil, hit.takesAddOn(options.retail) {
      return nil
    }
    return reading
  }

  /// Tells whoever looks inside what was read, and that its odds of being wrong, in tenths of the exponent, are too high.
  func refuse(_ symbology: Symbology, _ content: LinearContent, _ evidence: Evidence, at place: Quad) {
    let exponent = (evidence.logOdds * 10).rounded() / 10
    sink?.note("linear", at: place, "\(symbology.rawValue) \(content.text): odds of 10^\(exponent) are too high")
  }

  /// Lines from the middle outwards would share damage; every second one first spreads them.
  private func order(_ n: Int) -> [Int] {
    Array(stride(from: n / 2, to: n, by: 2)) + Array(stride(from: n / 2 - 1, through: 0, by: -2))
      + (0..<n).filter { k in k >= n / 2 ? (k - n / 2) % 2 == 1 : (n / 2 - 1 - k) % 2 == 1 }
  }

  private func probe(_ t: BarTracker.Track, at o: Double, module: Double, hit: LineHit, rows: Int) -> ScanLine? {
    let l = t.leftPoint(o)
    let r = t.rightPoint(o)
    let along = (r - l).normalized
    let takesAddOn = retail != nil && hit.takesAddOn(options.retail)
    let after = (takesAddOn ? Self.addOnMargin : Self.margin) * module
    let before = Self.margin * module
    let from = l - along * (hit.isReversed ? after : before)
    let to = r + along * (hit.isReversed ? before : after)
    // The bars' own direction, so that averaging does not blur them.
    let across = (t.leftPoint(t.high) + t.rightPoint(t.high) - t.leftPoint(t.low) - t.rightPoint(t.low)).normalized
    return ScanLine(in: frame.luma, from: from, to: to, step: 1, rows: rows, across: across)
  }

  /// What a line reads at the place of the symbol.
  private func read(
    _ line: ScanLine, at t: BarTracker.Track, _ o: Double, _ attempts: [EdgeAttempt], like hit: LineHit
  ) -> LineHit? {
    let (left, right) = (t.leftPoint(o), t.rightPoint(o))
    let expected = ExpectedHit(hit: hit, middle: (left + right) / 2, reach: left.distance(to: right) * 0.15)
    var other: LineHit?
    take(line)
    for attempt in attempts {
      for seen in hits(on: line, attempt, expecting: expected) where expected.isNear(seen, on: line) {
        if seen.codes == hit.codes { return seen }
        other = seen
      }
    }
    return other
  }

  func corners(_ t: BarTracker.Track, reversed: Bool) -> Quad {
    if reversed {
      return Quad(t.rightPoint(t.high), t.leftPoint(t.high), t.leftPoint(t.low), t.rightPoint(t.low))
    }
    return Quad(t.leftPoint(t.low), t.rightPoint(t.low), t.rightPoint(t.high), t.leftPoint(t.high))
  }
}

/// Lines for and against a hit.
private struct LineVotes {
  let hit: LineHit
  var agree = 0
  var against = 0
  /// Lines that the bars were followed to, and that read nothing.
  var vain = 0
  /// The outermost of them, as offsets from the line of the hit.
  var reach = (low: 0.0, high: 0.0)
}

extension LinearSession {
  /// The ends of an add-on as distances along the track from its left end.
  private func place(
    _ add: AddOnHit, on line: ScanLine, along t: BarTracker.Track, offset o: Double
  ) -> (hit: AddOnHit, left: Double, right: Double, offset: Double) {
    let l = t.leftPoint(o)
    let u = (t.rightPoint(o) - l).normalized
    return (add, (line.point(at: add.first) - l).dot(u), (line.point(at: add.last) - l).dot(u), o)
  }

  /// The add-on that most lines agree on; two lines at least.
  private func agreed(
    _ seen: [(hit: AddOnHit, left: Double, right: Double, offset: Double)], _ t: BarTracker.Track, _ main: LineHit
  ) -> LinearReading.AddOnReading? {
    let best = AddOnHit.mostAlike(seen, \.hit)
    guard best.count >= 2, best.count * 3 > seen.count * 2, let first = best.first else { return nil }
    let low = best.map(\.offset).min() ?? 0
    let high = best.map(\.offset).max() ?? 0
    let left = best.map(\.left).reduce(0, +) / Double(best.count)
    let right = best.map(\.right).reduce(0, +) / Double(best.count)
    func at(_ d: Double, _ o: Double) -> Point {
      let l = t.leftPoint(o)
      return l + (t.rightPoint(o) - l).normalized * d
    }
    // Lines lie within the bars; half a distance between lines is added at either end.
    let grow = Swift.max(1, (t.high - t.low) / 18)
    let (a, b) = (Swift.max(t.low, low - grow), Swift.min(t.high + grow, high + grow))
    let quad =
      main.isReversed
      ? Quad(at(right, b), at(left, b), at(left, a), at(right, a))
      : Quad(at(left, a), at(right, a), at(right, b), at(left, b))
    return LinearReading.AddOnReading(
      digits: first.hit.digits, corners: quad,
      evidence: LinearEvidence.addOn(digits: first.hit.digits.count, lines: best.count), lines: best.count)
  }
}
