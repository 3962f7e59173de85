import BarcodeCore

/// Reads Data Matrix symbols of a frame.
package struct DataMatrixReader: Sendable {
  package let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  /// Pairs of legs that are looked at in one frame, the longest first; most of texture die at the first test.
  private static let mostLegs = 600
  /// Larger frames are searched for symbols of dots on their halves alone: dots are several pixels large there, too.
  private static let mostPixelsForDots = 400_000
  private static let mostPixelsForDotsThorough = 2_000_000

  package func read(_ frame: Frame, sink: (any DebugSink)?) -> [Barcode] {
    guard frame.luma.width >= 8, frame.luma.height >= 8 else { return [] }
    var solver = DataMatrixSolver(options: options, sink: sink)
    solve(frame.plane, frame.luma, frame.tiles, polarities: options.readsInverted ? [false, true] : [false], &solver)
    let mostPixels = options.effort > .balanced ? Self.mostPixelsForDotsThorough : Self.mostPixelsForDots
    if options.effort >= .balanced, frame.luma.width * frame.luma.height <= mostPixels {
      for isInverted in options.readsInverted ? [false, true] : [false] {
        let joined = JoinedPlane(frame.plane, luma: frame.luma, joinsLight: isInverted)
        withExtendedLifetime(joined) {
          solve(joined.plane, joined.luma, frame.tiles, polarities: [isInverted], &solver)
        }
      }
    }
    if solver.found.isEmpty, min(frame.luma.width, frame.luma.height) <= Self.smallSide {
      let large = EnlargedFrame(frame)
      withExtendedLifetime(large) {
        solver.scale = Double(EnlargedFrame.factor)
        solve(
          large.plane, large.luma, large.tiles, polarities: options.readsInverted ? [false, true] : [false], &solver)
      }
    }
    return solver.found
  }

  /// Pixels of the shorter side of a frame that is enlarged when nothing was read: modules may be single pixels.
  private static let smallSide = 64

  private func solve(
    _ plane: BinaryPlane, _ luma: LumaView, _ tiles: TileMap, polarities: [Bool], _ solver: inout DataMatrixSolver
  ) {
    guard solver.found.count < options.maximumCount else { return }
    var search = FinderLegsSearch(polarities: polarities)
    let tracer = OutlineTracer(plane: plane, tiles: tiles)
    tracer.forEachOutline { segments, isClosed in search.search(segments, isClosed: isClosed) }
    guard !search.found.isEmpty else { return }
    let bars = BarField(tiles)
    for pair in search.found.sorted(by: { $0.leastLength > $1.leastLength }).prefix(Self.mostLegs) {
      if solver.found.count >= options.maximumCount { break }
      if bars.holds(pair) { continue }
      solver.solve(pair, luma, plane)
    }
  }
}
