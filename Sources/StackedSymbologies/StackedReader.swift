import BarcodeCore

/// Reads PDF417, MicroPDF417 and the 2D components of GS1 Composite symbols.
package struct StackedReader: Sendable {
  /// What this reader reads.
  package static let symbologies: SymbologySet = [.pdf417, .microPDF417, .composite]

  let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  /// All symbols of a frame.
  package func read(_ frame: Frame, sink: (any DebugSink)?) -> [Barcode] {
    guard !options.symbologies.isDisjoint(with: StackedReader.symbologies) else { return [] }
    var search = StackedSearch(frame: frame, options: options, sink: sink)
    search.run()
    return search.found
  }

  /// What is read by its four sides, too.
  package static let outlined: SymbologySet = [.microPDF417, .composite]

  /// The symbol that fills a place with four sides.
  package func read(_ place: OutlinedPlace) -> Barcode? {
    guard !options.symbologies.isDisjoint(with: StackedReader.outlined) else { return nil }
    return MicroPDF417Reader(luma: place.luma, scan: ScanLine(), options: options, note: { _ in }).read(place)
  }

  /// The 2D component of a GS1 Composite symbol above its linear part.
  ///
  /// - Parameters:
  ///   - linear: Corners of the linear part.
  ///   - module: Width of its modules, in pixels.
  package func component(above linear: Quad, module: Double, _ frame: Frame, sink: (any DebugSink)?) -> Barcode? {
    var options = options
    options.symbologies = [.composite]
    var search = StackedSearch(frame: frame, options: options, sink: sink)
    search.run(above: linear, module: module)
    return search.found.first
  }
}
