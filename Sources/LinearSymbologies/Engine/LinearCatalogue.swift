import BarcodeCore

/// The linear symbologies that are read, as data.
enum LinearCatalogue {
  /// A line with fewer edges holds no symbol.
  static let fewestEdges = 20

  private static let all: [LinearGrammar] = [Code128.grammar]

  /// The grammars of the symbologies that are on.
  static func grammars(_ symbologies: SymbologySet) -> [LinearGrammar] {
    all.filter { symbologies.contains($0.symbology) }
  }

  /// What the characters of a hit say.
  static func interpret(_ hit: LineHit, _ options: ReaderOptions) -> LinearContent? {
    if let grammar = all.first(where: { $0.symbology == hit.symbology }) { return grammar.interpret(hit.codes) }
    return RetailContent.interpret(hit.symbology, hit.codes, options)
  }
}
