import BarcodeCore

extension LinearReader {
  /// Reads what three cheap lines through each of the best located bars show. Symbols that are easy to read are found
  /// at once, and no other reader has to look at their bars.
  package func glance(_ frame: Frame, sink: (any DebugSink)?) -> [Barcode] {
    guard frame.candidates.contains(where: { $0.kind == .bars }) else { return [] }
    let session = LinearSession(frame: frame, options: options, sink: sink)
    guard !session.isIdle else { return [] }
    session.glance()
    return session.found.flatMap { $0.barcodes(options) }
  }
}

extension LinearSession {
  /// Located bars to glance at: those of one or two symbols at several reaches of the locator.
  private static let mostGlances = 6

  func glance() {
    var tried: [BarPlace] = []
    for candidate in frame.candidates where candidate.kind == .bars && tried.count < Self.mostGlances && !isFull {
      guard let place = BarPlace(candidate), !tried.contains(where: { $0.resembles(place) }) else { continue }
      tried.append(place)
      guard frame.tiles.agreement(in: place.quad).share >= Self.leastAgreement else { continue }
      for fraction in [0.0, -0.25, 0.25] {
        if let line = place.line(fraction, in: frame.luma), scan(line, EdgeAttempt.cheap) { break }
      }
    }
  }
}
