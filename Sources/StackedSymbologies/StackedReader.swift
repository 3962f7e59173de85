import BarcodeCore

/// Reads PDF417 and MicroPDF417.
package struct StackedReader: Sendable {
  /// What this reader reads.
  package static let symbologies: SymbologySet = [.pdf417, .microPDF417]

  let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  /// All symbols of a frame.
  package func read(_ frame: Frame, sink: (any DebugSink)?) -> [Barcode] {
    guard !options.symbologies.isDisjoint(with: StackedReader.symbologies) else { return [] }
    var search = StackedSearch(frame: frame, options: options, sink: sink)
    search.run()
    return search.found
  }
}
