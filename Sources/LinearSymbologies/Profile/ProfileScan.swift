import BarcodeCore

extension LinearSession {
  /// Lines through a place that are compared.
  private static let profileFractions = [0.0, -0.2, 0.2, -0.35, 0.35]
  /// Quiet zones around a label's own are tried, too, on each line at the most so many.
  private static let mostFrames = 8
  /// What one line may say against a character at most, as a log likelihood: damage is local.
  private static let profileCap: Float = 8

  /// What a line says, and where.
  private struct Seen {
    var line: ScanLine
    var result: ProfileFit.Result
    var answer: ProfileSolver.Answer
    var first: Float
    var last: Float
    var isReversed: Bool
  }

  /// Compares lines through a place with blurred characters.
  func compareProfiles(_ place: BarPlace) {
    for grammar in kit.profiled {
      let fit = ProfileFit(grammar)
      var seen: [Seen] = []
      for fraction in Self.profileFractions {
        guard let line = place.line(fraction, in: frame.luma) else { continue }
        if let one = see(line, fit) {
          seen.append(one)
        } else if seen.isEmpty, fraction < 0 {
          break  // Neither of the first two lines fits at all.
        }
      }
      if accept(seen, grammar, at: place) { return }
    }
  }

  private func see(_ line: ScanLine, _ fit: ProfileFit) -> Seen? {
    take(line)
    guard let edges = edges(on: line, EdgeAttempt.cheap[1], fewest: 2) else { return nil }
    let n = line.count
    let end = Float(n - 1)
    var best: Seen?
    var tried = 0
    var ranges: [(Float, Float, ClosedRange<Int>)] = []
    LineFraming.forEachRange(edges, quiet: LineFraming.leanQuiet) { range in
      guard edges.isDark(range.lowerBound) else { return false }
      ranges.append(
        (edges.positions[range.lowerBound], edges.positions[range.upperBound], fit.counts(elements: range.count - 1)))
      tried += 1
      return tried >= Self.mostFrames
    }
    for isReversed in [false, true] where !ranges.isEmpty {
      for k in 0..<n { scratch.filtered[k] = scratch.grey[isReversed ? n - 1 - k : k] }
      for (a, b, counts) in ranges {
        guard
          let result = fit.fit(
            scratch.filtered, count: n, from: isReversed ? end - b : a, to: isReversed ? end - a : b, counts),
          result.residual < best?.result.residual ?? .infinity,
          let answer = ProfileSolver.solve(
            fit.grammar, start: result.start, costs: result.costs, lanes: result.lanes, count: result.count)
        else { continue }
        best = Seen(line: line, result: result, answer: answer, first: a, last: b, isReversed: isReversed)
      }
    }
    return best
  }

  /// Adds up what lines of the same length, start and direction say.
  private func accept(_ all: [Seen], _ grammar: LinearGrammar, at place: BarPlace) -> Bool {
    guard let lead = all.min(by: { $0.result.residual < $1.result.residual }) else { return false }
    let group = all.filter {
      $0.result.count == lead.result.count && $0.isReversed == lead.isReversed && $0.result.start == lead.result.start
    }
    var costs = [Float](repeating: 0, count: lead.result.costs.count)
    for s in group {
      for k in costs.indices { costs[k] += Swift.min(Self.profileCap, s.result.costs[k]) }
    }
    guard
      let answer = ProfileSolver.solve(
        grammar, start: lead.result.start, costs: costs, lanes: lead.result.lanes, count: lead.result.count)
    else { return false }
    let agreeing = group.filter { $0.answer.codes == answer.codes }
    let residuals = group.map(\.result.residual).sorted()
    var evidence = LinearEvidence.judge(
      answer, agree: agreeing.count, lines: group.count, residual: residuals[residuals.count / 2],
      sigma: lead.result.sigma)
    if place.isReceding { evidence.logOdds += LinearEvidence.receding }
    guard let best = (agreeing.isEmpty ? group : agreeing).min(by: { $0.result.residual < $1.result.residual }) else {
      return false
    }
    let hit = LineHit(
      symbology: grammar.symbology, codes: answer.codes, first: best.first, last: best.last,
      isReversed: best.isReversed, isInverted: false, modules: best.result.modules, cost: best.result.residual,
      quietBefore: .infinity, quietAfter: .infinity)
    guard !agreeing.isEmpty, evidence.logOdds < LinearEvidence.limit(grammar.symbology) else {
      if let content = LinearCatalogue.interpret(hit, options) {
        refuse(hit.symbology, content, evidence, at: place.quad)
      }
      return false
    }
    return add(hit, on: best.line, evidence, lines: agreeing.count)
  }
}
