import BarcodeCore

/// Reads matrix symbols whose finder patterns are covered, damaged or seen at too flat an angle, by the four sides of
/// what stands alone on a plain ground.
package struct OutlinedReader: Sendable {
  package let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  /// Symbologies that are read here.
  package static let symbologies: SymbologySet = [
    .aztec, .dataMatrix, .maxiCode, .hanXin, .qr, .microQR, .rmqr,
  ]

  /// The symbol that fills a place.
  package func read(_ place: OutlinedPlace, sink: (any DebugSink)?) -> Barcode? {
    let on = options.symbologies
    if on.contains(.qr), let found = QRReader(options: options).read(place) { return found }
    if on.contains(.dataMatrix), let found = DataMatrixReader(options: options).read(place, sink: sink) { return found }
    if on.contains(.aztec), let found = AztecReader(options: options).read(place, sink: sink) { return found }
    if on.contains(.hanXin), let found = HanXinReader(options: options).read(place, sink: sink) { return found }
    if var search = SingleFinderSearch(luma: place.luma, options: options, sink: sink),
      let found = search.read(place)
    {
      return found
    }
    if on.contains(.maxiCode), let found = MaxiCodeReader(options: options).read(place, sink: sink) { return found }
    return nil
  }
}
