import BarcodeCore

/// The linear symbologies that are read, as data.
enum LinearCatalogue {
  private static let grammars: [LinearGrammar] = [Code128.grammar, Code93.grammar]
  private static let widthGrammars: [WidthGrammar] = [Code39.grammar]

  /// Everything that is read.
  static let symbologies: SymbologySet = {
    var set: SymbologySet = [.upcA, .upcE, .ean13, .ean8]
    for grammar in grammars { set.insert(grammar.symbology) }
    for grammar in widthGrammars { set.insert(grammar.symbology) }
    return set.union(DataBarMatcher.symbologies)
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
    if let grammar = grammars.first(where: { $0.symbology == hit.symbology }) {
      let content = grammar.interpret(hit.codes, options.linear)
      guard let content, let lengths = options.linear.lengths[hit.symbology] else { return content }
      return lengths.contains(content.bytes.count) ? content : nil
    }
    if let grammar = widthGrammars.first(where: { $0.symbology == hit.symbology }) {
      return grammar.interpret(hit.codes, options.linear)
    }
    switch hit.symbology {
    case .dataBarOmni, .dataBarStacked: return DataBarOmni.interpret(hit.symbology, hit.codes)
    case .dataBarLimited: return DataBarLimited.interpret(hit.codes)
    case .dataBarExpanded, .dataBarExpandedStacked: return DataBarExpanded.interpret(hit.symbology, hit.codes)
    default: break
    }
    return RetailContent.interpret(hit.symbology, hit.codes, options)
  }
}
