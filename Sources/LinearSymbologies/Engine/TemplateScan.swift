import BarcodeCore

extension LinearSession {
  /// Compares lines through a place with blurred digits.
  func compare(_ place: BarPlace, _ templates: TemplateReader) {
    var seen: [(sighting: TemplateReader.Sighting, line: ScanLine)] = []
    for fraction in TemplateReader.fractions {
      guard let line = place.line(fraction, in: frame.luma) else { continue }
      take(line)
      let edges = EdgeFinder().find(.slope, in: scratch.grey, count: line.count, scratch: scratch)
      let sighting = templates.sight(
        scratch.grey, count: line.count, edges: edges, inverted: options.readsInverted && options.effort >= .thorough)
      if let sighting {
        seen.append((sighting, line))
      } else if seen.isEmpty, fraction < 0 {
        return  // Neither of the first two lines fits at all.
      }
    }
    guard let verdict = TemplateReader.fuse(seen.map(\.sighting)),
      verdict.agree >= LinearEvidence.fewestLines(verdict.symbology)
    else { return }
    var evidence = LinearEvidence.judge(verdict)
    if place.isReceding { evidence.logOdds += LinearEvidence.receding }
    let agreeing = seen.filter { $0.sighting.answer.codes == verdict.codes }
    guard evidence.logOdds < LinearEvidence.limit(verdict.symbology),
      let (sighting, line) = agreeing.min(by: { $0.sighting.result.residual < $1.sighting.result.residual })
    else { return }
    accept(verdict, evidence, sighting, line)
  }

  private func accept(
    _ verdict: TemplateReader.Verdict, _ evidence: Evidence, _ s: TemplateReader.Sighting, _ line: ScanLine
  ) {
    let hit = LineHit(
      symbology: verdict.symbology, codes: verdict.codes, first: s.first, last: s.last, isReversed: s.isReversed,
      isInverted: s.isInverted, modules: s.modules, cost: s.result.residual, quietBefore: 0, quietAfter: 0)
    guard options.retail.addOns != .require else { return }
    add(hit, on: line, evidence, lines: verdict.agree)
  }

  /// Takes a symbol that lines together have read. Returns whether it is a new one.
  @discardableResult
  func add(_ hit: LineHit, on line: ScanLine, _ evidence: Evidence, lines: Int) -> Bool {
    guard let content = LinearCatalogue.interpret(hit, options) else { return false }
    let a = line.point(at: hit.first)
    let b = line.point(at: hit.last)
    let middle = (a + b) / 2
    if found.contains(where: { $0.covers(middle) }) { return false }
    let module = a.distance(to: b) / Double(hit.modules)
    let track = BarTracker(left: a, right: b, module: module).track(frame.luma, other)
    found.append(
      LinearReading(
        hit: hit, content: content, corners: corners(track, reversed: hit.isReversed), evidence: evidence, lines: lines,
        module: module))
    return true
  }
}
