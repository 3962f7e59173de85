import BarcodeCore

/// A grammar that lines of grey values are searched for, read from either side.
struct SearchedGrammar: Sendable {
  let grammar: ElementGrammar
  let automaton: ElementAutomaton
  /// Elements of all that may begin it, from its first edge inwards, and of all that may end it, from its last edge
  /// inwards.
  let starts: [[Int]]
  let stops: [[Int]]
  /// Tell what begins and ends grammars apart.
  private(set) var startNumber = 0
  private(set) var stopNumber = 0
  /// Units that whole symbols have, and elements to a unit.
  let lengths: [Int]
  let density: Float
  /// Tells grammars apart.
  let number: Int
  /// Whether it is the symbology from right to left.
  let isReversed: Bool

  init(_ grammar: ElementGrammar, isReversed: Bool, number: Int) {
    let grammar = isReversed ? grammar.reversed : grammar
    self.grammar = grammar
    self.isReversed = isReversed
    self.number = number
    lengths = grammar.lengths(in: 0...Self.longest)
    density = grammar.density
    automaton = ElementAutomaton(grammar)
    starts = grammar.parts[0].patterns.map(\.widths)
    stops = grammar.parts[grammar.parts.count - 1].patterns.map(\.reversed.widths)
  }

  /// Units of the longest symbols that are searched for.
  private static let longest = 1000

  /// Widths of wide elements that are tried, in units: twice, two and a half and three times the narrow ones.
  private static let wides = [4, 5, 6]

  /// All that are searched for.
  static let all: [SearchedGrammar] = {
    var grammars = LinearCatalogue.grammars.map { ElementGrammar($0) }
    for g in LinearCatalogue.widthGrammars { grammars += wides.map { ElementGrammar(g, wide: $0) } }
    grammars.append(.telepen)
    grammars += [RetailLayout.ean13, .ean8, .upcE].map { ElementGrammar($0) }
    var out: [SearchedGrammar] = []
    var known: [[[Int]]: Int] = [:]
    func number(_ ends: [[Int]]) -> Int {
      let number = known[ends] ?? known.count
      known[ends] = number
      return number
    }
    for (k, grammar) in grammars.enumerated() {
      for isReversed in [false, true] {
        var made = SearchedGrammar(grammar, isReversed: isReversed, number: 2 * k + (isReversed ? 1 : 0))
        made.startNumber = number(made.starts)
        made.stopNumber = number(made.stops)
        out.append(made)
      }
    }
    return out
  }()
}
