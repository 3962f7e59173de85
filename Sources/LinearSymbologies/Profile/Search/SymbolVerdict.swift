import BarcodeCore

/// What lines of one symbol say together.
struct SymbolVerdict {
  var codes: [UInt8]
  /// How much more the next best characters cost that would be valid, too, as a log likelihood.
  var gap: Float
  /// How much less the characters cost that are cheapest without regard to check characters.
  var excess: Float

  /// Noise that is assumed at the least, as a squared share of the contrast.
  private static let leastNoise = 0.0006
  /// What one line may say against a character at most, as a log likelihood: damage is local.
  private static let cap: Float = 12

  /// - Parameter all: Of one grammar, with the same parts.
  init?(_ all: [SymbolSearch.Sighting], _ options: ReaderOptions) {
    guard let lead = all.first else { return nil }
    let places = lead.costs.count
    var costs = lead.costs.map { $0.map { _ in Float(0) } }
    for one in all {
      let weight = Float(1 / (2 * Swift.max(one.fit.noise, Self.leastNoise)))
      for p in 0..<places {
        for c in costs[p].indices { costs[p][c] += Swift.min(Self.cap, one.costs[p][c] * weight) }
      }
    }
    let order = lead.grammar.isReversed ? Array((0..<places).reversed()) : Array(0..<places)
    let grammar = lead.grammar.grammar
    if grammar.symbology.info.family == .retail {
      let digits = order.filter { costs[$0].count > 1 }.flatMap { p in
        (0..<20).map { $0 < costs[p].count ? costs[p][$0] : .infinity }
      }
      guard let answer = DigitSolver.solve(grammar.symbology, digits) else { return nil }
      (codes, gap, excess) = (answer.codes, answer.gap, answer.excess)
      return
    }
    let rows = order.map { p -> ProfileSolver.Row in
      let patterns = grammar.parts[lead.patterns[p].part].patterns
      if costs[p].count == 1 { return [(patterns[lead.patterns[p].pattern].code, 0)] }
      return patterns.indices.map { (patterns[$0].code, costs[p][$0]) }
    }
    let symbology = grammar.symbology
    let isValid: ([UInt8]) -> Bool
    if let linear = LinearCatalogue.grammars.first(where: { $0.symbology == symbology }) {
      isValid = linear.verify
    } else if let width = LinearCatalogue.widthGrammars.first(where: { $0.symbology == symbology }) {
      isValid = { width.interpret($0, options.linear) != nil }
    } else {
      isValid = { Telepen.interpret($0, options.linear) != nil }
    }
    guard let answer = ProfileSolver.solve(rows, isValid: isValid) else { return nil }
    (codes, gap, excess) = (answer.codes, answer.gap, answer.excess)
  }
}
