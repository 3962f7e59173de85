import BarcodeCore

/// What reads the symbologies that are on, made once for all frames of a reader.
final class LinearKit: Sendable {
  let retail: RetailMatcher?
  let matchers: [any LineMatcher]
  let plan: SymbolPlan
  /// Grammars that are compared with blurred profiles.
  let profiled: [LinearGrammar]
  /// Less quiet zone is asked for than usual.
  let isLenient: Bool
  /// A line with fewer edges holds none of the symbols that are looked for.
  let fewestEdges: Int
  /// Bars of a grating are all alike; of the shortest symbols at least these differ clearly from their neighbours.
  let fewestDifferences: Int

  init(_ options: ReaderOptions) {
    let matcher = RetailMatcher(options: options)
    retail = matcher.layouts.isEmpty ? nil : matcher
    matchers = LinearCatalogue.matchers(options)
    plan = SymbolPlan(matchers.map(\.frame))
    profiled = options.effort < .balanced ? [] : LinearCatalogue.profiled(options.symbologies)
    isLenient = !options.linear.quietZones.isEmpty
    let acceptsRegular = options.symbologies.contains(.pharmacode) && options.linear.pharmacode.acceptsRegular
    fewestDifferences = acceptsRegular ? 0 : options.symbologies.contains(.pharmacode) ? 1 : 5
    fewestEdges = LinearCatalogue.fewestEdges(options.symbologies)
  }
}
