import BarcodeCore

/// Reads the postal symbologies of a frame: rows of bars of two or four heights.
package struct PostalReader: Sendable {
  /// The symbologies that this reader knows.
  package static let symbologies: SymbologySet = [
    .postnet, .planet, .imb, .rm4scc, .mailmark, .kix, .ausPost, .japanPost, .upu, .canadaPost, .daft,
  ]

  package let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  package func read(_ frame: Frame, sink: (any DebugSink)?) -> [Barcode] {
    guard frame.luma.width >= 16, frame.luma.height >= 8 else { return [] }
    let enabled = options.symbologies.intersection(PostalReader.symbologies)
    guard !enabled.isEmpty else { return [] }
    let combs = Combs(frame, effort: options.effort)
    guard !combs.found.isEmpty else { return [] }
    var search = RowSearch(frame, combs, isInverted: false, options, enabled, sink)
    if combs.found.contains(where: \.isDark) { search.run() }
    if options.readsInverted, search.found.isEmpty, combs.found.contains(where: \.isLight), options.effort > .quick {
      search = RowSearch(frame, combs, isInverted: true, options, enabled, sink)
      search.run()
    }
    return search.found
  }
}
