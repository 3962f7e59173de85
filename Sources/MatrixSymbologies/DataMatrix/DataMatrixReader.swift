import BarcodeCore

/// Reads Data Matrix symbols of a frame.
package struct DataMatrixReader: Sendable {
  package let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  /// Pairs of legs that are looked at in one frame, the longest first; most of texture die at the first test.
  private static let mostLegs = 600

  package func read(_ frame: Frame, sink: (any DebugSink)?) -> [Barcode] {
    guard frame.luma.width >= 8, frame.luma.height >= 8 else { return [] }
    var search = FinderLegsSearch(readsInverted: options.readsInverted)
    let tracer = OutlineTracer(plane: frame.plane, tiles: frame.tiles)
    tracer.forEachOutline { segments, isClosed in search.search(segments, isClosed: isClosed) }
    let legs = search.found.sorted { $0.leastLength > $1.leastLength }.prefix(Self.mostLegs)
    var solver = DataMatrixSolver(luma: frame.luma, options: options, sink: sink)
    for pair in legs {
      if solver.found.count >= options.maximumCount { break }
      solver.solve(pair)
    }
    return solver.found
  }
}
