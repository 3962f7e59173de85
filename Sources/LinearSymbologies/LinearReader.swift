import BarcodeCore

/// Reads all linear symbologies of a frame.
package struct LinearReader: Sendable {
  /// The symbologies that this reader knows.
  package static let symbologies = LinearCatalogue.symbologies

  package let options: ReaderOptions

  let kit: LinearKit

  /// Pixels of a module below which what is read is not trusted: on halves of a picture narrow spaces fade, what is left
  /// may look like a symbol of fewer bars, and the scale before shows them at twice the size.
  package var leastModule = 0.0

  package init(options: ReaderOptions) {
    self.options = options
    kit = LinearKit(options)
  }

  /// Reads candidates of kind `bars` first, then, where nothing was read, sparse lines over the whole frame.
  ///
  /// - Parameters:
  ///   - glance: What was seen of the frame at first, if anything.
  ///   - isSomethingRead: The picture gave a result already, so that costly looks are less likely to pay.
  package func read(
    _ frame: Frame, after glance: LinearGlance? = nil, isSomethingRead: Bool, sink: (any DebugSink)?
  ) -> [Barcode] {
    guard frame.luma.width >= 8, frame.luma.height >= 1 else { return [] }
    let twoTrack =
      options.symbologies.contains(.pharmacodeTwoTrack)
      ? TwoTrackReader(frame: frame, options: options, leastModule: leastModule).read() : []
    let session = LinearSession(frame: frame, options: options, kit: kit, leastModule: leastModule, sink: sink)
    guard !session.isIdle else { return twoTrack }
    session.readCandidates(after: glance, closeLooks: isSomethingRead ? session.fewCloseLooks : session.closeLooks)
    session.readStackedPlaces()
    // The costliest look of all seldom pays where something was read.
    if options.effort > .balanced || !isSomethingRead && session.found.isEmpty { session.searchDataBar() }
    session.scanSparsely(hasSymbols: isSomethingRead || !session.found.isEmpty)
    session.findAddOns()
    return twoTrack + session.found.flatMap { $0.barcodes(options) }
  }
}
