import BarcodeCore

/// The linear symbologies that are read, as data.
enum LinearCatalogue {
  static let grammars: [LinearGrammar] = [Code128.grammar, Code93.grammar]
  static let widthGrammars: [WidthGrammar] =
    [Code39.grammar, Codabar.grammar, InterleavedTwoOfFive.grammar, MSI.grammar, Code11.grammar]
    .map(\.completed) + Code25.grammars.map(\.completed)

  /// Everything that is read.
  static let symbologies: SymbologySet = {
    var set: SymbologySet = [.upcA, .upcE, .ean13, .ean8, .ean2, .ean5, .telepen, .pharmacode, .pharmacodeTwoTrack]
    for grammar in grammars { set.insert(grammar.symbology) }
    for grammar in widthGrammars { set.insert(grammar.symbology) }
    return set.union(DataBarMatcher.symbologies)
  }()

  /// A line with fewer edges holds no symbol of these.
  static func fewestEdges(_ symbologies: SymbologySet) -> Int {
    symbologies.contains(.pharmacode) ? 2 * Pharmacode.bars.lowerBound : symbologies.contains(.ean2) ? 14 : 20
  }

  /// The matchers of the symbologies that are on, those with the strongest structure first.
  static func matchers(_ options: ReaderOptions) -> [any LineMatcher] {
    let on = options.symbologies
    var matchers: [any LineMatcher] = []
    for grammar in grammars where on.contains(grammar.symbology) {
      matchers.append(GrammarMatcher(grammar: grammar, options: options.linear))
    }
    for grammar in widthGrammars where on.contains(grammar.symbology) {
      matchers.append(WidthMatcher(grammar: grammar, options: options.linear))
    }
    if on.contains(.telepen) { matchers.append(TelepenMatcher(options: options.linear)) }
    if let addOns = AddOnMatcher(options: options) { matchers.append(addOns) }
    if on.contains(.pharmacode) { matchers.append(PharmacodeMatcher(options: options.linear)) }
    return matchers
  }

  /// The grammars of these symbologies whose blurred characters are known.
  static func profiled(_ on: SymbologySet) -> [LinearGrammar] { grammars.filter { on.contains($0.symbology) } }

  /// The blurred characters of a symbology.
  static func profiles(_ symbology: Symbology) -> [ProfileTemplates] {
    symbology == .code93 ? code93Profiles : code128Profiles
  }
  private static let code128Profiles = ProfileTemplates.bank(Code128.grammar)
  private static let code93Profiles = ProfileTemplates.bank(Code93.grammar)

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
    case .telepen: return Telepen.interpret(hit.codes, options.linear)
    case .pharmacode: return Pharmacode.interpret(hit.codes, options.linear)
    case .dataBarOmni, .dataBarStacked: return DataBarOmni.interpret(hit.symbology, hit.codes)
    case .dataBarLimited: return DataBarLimited.interpret(hit.codes)
    case .dataBarExpanded, .dataBarExpandedStacked: return DataBarExpanded.interpret(hit.symbology, hit.codes)
    default: break
    }
    return RetailContent.interpret(hit.symbology, hit.codes, options)
  }
}
