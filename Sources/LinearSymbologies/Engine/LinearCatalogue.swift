import BarcodeCore

/// The linear symbologies that are read, as data.
enum LinearCatalogue {
  private static let grammars: [LinearGrammar] = [Code128.grammar]
  private static let widthGrammars: [WidthGrammar] = [Code39.grammar]

  /// Everything that is read.
  static let symbologies: SymbologySet = {
    var set: SymbologySet = [.upcA, .upcE, .ean13, .ean8]
    for grammar in grammars { set.insert(grammar.symbology) }
    for grammar in widthGrammars { set.insert(grammar.symbology) }
    return set
  }()

  /// A line with fewer edges holds no symbol of these.
  static func fewestEdges(_ symbologies: SymbologySet) -> Int { 20 }

  /// The matchers of the symbologies that are on, those with the strongest structure first.
  static func matchers(_ options: ReaderOptions) -> [any LineMatcher] {
    let on = options.symbologies
    return grammars.filter { on.contains($0.symbology) }.map { GrammarMatcher(grammar: $0) }
      + widthGrammars.filter { on.contains($0.symbology) }.map { WidthMatcher(grammar: $0, options: options.linear) }
  }

  /// What the characters of a hit say.
  static func interpret(_ hit: LineHit, _ options: ReaderOptions) -> LinearContent? {
    if let grammar = grammars.first(where: { $0.symbology == hit.symbology }) { return grammar.interpret(hit.codes) }
    if let grammar = widthGrammars.first(where: { $0.symbology == hit.symbology }) {
      return grammar.interpret(hit.codes, options.linear)
    }
    return RetailContent.interpret(hit.symbology, hit.codes, options)
  }
}
