import BarcodeCore

/// Reads all linear symbologies of a frame.
package struct LinearReader: Sendable {
  /// The symbologies that this reader knows.
  package static let symbologies = LinearCatalogue.symbologies

  package let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  /// Reads candidates of kind `bars` first, then, where nothing was read, sparse lines over the whole frame.
  ///
  /// - Parameter isSomethingRead: The picture gave a result already, so that costly looks are less likely to pay.
  package func read(_ frame: Frame, isSomethingRead: Bool, sink: (any DebugSink)?) -> [Barcode] {
    guard frame.luma.width >= 8, frame.luma.height >= 1 else { return [] }
    let twoTrack =
      options.symbologies.contains(.pharmacodeTwoTrack) ? TwoTrackReader(frame: frame, options: options).read() : []
    let session = LinearSession(frame: frame, options: options, sink: sink)
    guard !session.isIdle else { return twoTrack }
    session.readCandidates(closeLooks: isSomethingRead ? session.fewCloseLooks : session.closeLooks)
    session.readStackedPlaces()
    session.scanSparsely()
    return twoTrack + session.found.flatMap { $0.barcodes(options) }
  }
}
