import BarcodeCore

/// Reads UPC/EAN symbols whose bars run into each other, by comparing several lines with blurred profiles of the
/// digits and adding up what they say about each digit.
final class TemplateReader {
  /// Lines that are compared.
  static let fractions = [0.0, -0.2, 0.2, -0.35, 0.35]
  /// Assumed ends that are tried on a line for a layout.
  private static let mostHypotheses = 2
  /// Fewest pixels a module.
  private static let leastModule: Float = 0.85
  /// Fewest modules of quiet zone.
  private static let quietZone: Float = 2.4
  /// Widest space in modules: four, but narrow bars that have run into each other look light beside wide ones.
  private static let widest: Float = 9
  /// Largest unexplained share of a line's variance.
  private static let residualLimit: Float = 0.3
  /// What one line may say against a digit at most, as a log likelihood: damage is local.
  private static let cap: Float = 8

  private let fits: [TemplateFit]

  init(layouts: [RetailLayout]) { fits = layouts.map { TemplateFit($0) } }

  /// What one line says.
  struct Sighting {
    var symbology: Symbology
    var isReversed: Bool
    var isInverted: Bool
    var result: TemplateFit.Result
    var answer: DigitSolver.Answer
    /// Ends on the line, in samples.
    var first: Float
    var last: Float
    var modules: Float
  }

  /// Assumed ends of a symbol.
  private struct Hypothesis {
    var fit: TemplateFit
    var first: Float
    var last: Float
    var isInverted: Bool
    var score: Float
  }

  /// The best explanation of a line whose edges are given, or nil.
  func sight(_ values: UnsafePointer<Float>, count: Int, edges: EdgeSequence, inverted: Bool) -> Sighting? {
    let hypotheses = hypotheses(edges, inverted: inverted)
    guard !hypotheses.isEmpty else { return nil }
    var best: Sighting?
    var bestMerit: Float = -.infinity
    for h in hypotheses {
      guard h.fit.load(values, count: count, from: h.first, to: h.last, inverted: h.isInverted) else { continue }
      for isReversed in [false, true] {
        let end = Float(count - 1)
        let a = isReversed ? end - h.last : h.first
        let b = isReversed ? end - h.first : h.last
        let module = (b - a) / h.fit.layout.modules
        if isReversed { h.fit.turn() }
        let result = h.fit.fit(pixelsPerModule: module)
        guard let result, result.residual < Self.residualLimit,
          let answer = DigitSolver.solve(h.fit.layout.symbology, result.costs)
        else { continue }
        let merit = Swift.min(answer.gap, 40) - 2 * answer.excess - 60 * result.residual
        guard merit > bestMerit else { continue }
        bestMerit = merit
        let first = a + result.startShift * module
        let last = b + result.endShift * module
        best = Sighting(
          symbology: h.fit.layout.symbology, isReversed: isReversed, isInverted: h.isInverted, result: result,
          answer: answer, first: isReversed ? end - last : first, last: isReversed ? end - first : last,
          modules: h.fit.layout.modules)
      }
    }
    return best
  }

  private func hypotheses(_ s: EdgeSequence, inverted: Bool) -> [Hypothesis] {
    var out: [Hypothesis] = []
    let x = s.positions
    guard s.count >= 12 else { return out }
    let span = Swift.max(1, x[s.count - 1] - x[0])
    for i in 0..<(s.count - 11) where s.isDark(i) || inverted {
      let before = i > 0 ? x[i] - x[i - 1] : Float.infinity
      var widest: Float = 0
      var j = i + 1
      while j < s.count {
        // Elements i to j - 1 are the symbol; it begins and ends with a bar.
        if (j - i) & 1 == 0 { widest = Swift.max(widest, x[j] - x[j - 1]) }
        let after = j + 1 < s.count ? x[j + 1] - x[j] : Float.infinity
        let quiet = Swift.min(before, after)
        // A symbol's quiet zones are not much narrower than its widest space.
        if (j - i) & 1 == 1, j - i >= 11, quiet > widest * 0.3 {
          for fit in fits {
            let l = fit.layout
            let module = (x[j] - x[i]) / l.modules
            guard module >= Self.leastModule, quiet >= (l.symbology == .ean13 ? 1 : 2) * Self.quietZone * module,
              widest <= Self.widest * module,
              j - i <= l.elements + 4, (j - i) * 10 >= l.elements * 3
            else { continue }
            out.append(
              Hypothesis(
                fit: fit, first: x[i], last: x[j], isInverted: !s.isDark(i),
                score: Swift.min(quiet / module, 4) + 3 * (x[j] - x[i]) / span))
          }
        }
        if widest > before * 3.3 { break }
        j += 1
      }
    }
    out.sort { $0.score > $1.score }
    return fits.flatMap { fit in out.filter { $0.fit === fit }.prefix(Self.mostHypotheses) }
  }

  /// What several lines say together.
  struct Verdict {
    var codes: [UInt8]
    var symbology: Symbology
    var gap: Float
    var excess: Float
    var residual: Float
    /// Lines that alone say the same.
    var agree: Int
    /// Lines of the same layout and direction.
    var lines: Int
    var sigma: Double
  }

  /// Adds up the costs of lines that agree on layout and direction.
  static func fuse(_ all: [Sighting]) -> Verdict? {
    guard let lead = all.min(by: { $0.result.residual < $1.result.residual }) else { return nil }
    let group = all.filter {
      $0.symbology == lead.symbology && $0.isReversed == lead.isReversed && $0.isInverted == lead.isInverted
    }
    var costs = [Float](repeating: 0, count: lead.result.costs.count)
    for s in group {
      for k in costs.indices { costs[k] += Swift.min(cap, s.result.costs[k]) }
    }
    guard let answer = DigitSolver.solve(lead.symbology, costs) else { return nil }
    let residuals = group.map(\.result.residual).sorted()
    return Verdict(
      codes: answer.codes, symbology: lead.symbology, gap: answer.gap, excess: answer.excess,
      residual: residuals[residuals.count / 2], agree: group.filter { $0.answer.codes == answer.codes }.count,
      lines: group.count, sigma: lead.result.sigma)
  }
}
