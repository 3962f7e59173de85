import BarcodeCore

/// What three cheap lines through each of the best located bars show.
package struct LinearGlance {
  /// The symbols that are easy to read.
  package private(set) var barcodes: [Barcode] = []
  /// Energy of the strongest of these bars where something was read; 0 where not.
  fileprivate(set) var energy = 0.0
  /// Places where nothing was read, and whether they look like blurred symbols.
  fileprivate(set) var places: [(place: BarPlace, isFramed: Bool)] = []

  fileprivate init() {}

  fileprivate mutating func take(_ session: LinearSession) {
    barcodes = session.found.flatMap { $0.barcodes(session.options) }
  }
}

extension LinearReader {
  /// Reads what three cheap lines through each of the best located bars show. Symbols that are easy to read are found
  /// at once, and no other reader has to look at their bars.
  package func glance(_ frame: Frame, sink: (any DebugSink)?) -> LinearGlance {
    var glance = LinearGlance()
    guard !frame.bars.isEmpty else { return glance }
    let session = LinearSession(frame: frame, options: options, kit: kit, leastModule: leastModule, sink: sink)
    guard !session.isIdle else { return glance }
    session.glance(&glance)
    session.findAddOns()
    glance.take(session)
    return glance
  }
}

extension LinearSession {
  /// Located bars to glance at: those of one or two symbols at several reaches of the locator.
  private static let mostGlances = 6

  fileprivate func glance(_ glance: inout LinearGlance) {
    var tried: [BarPlace] = []
    for candidate in frame.bars where tried.count < Self.mostGlances && !isFull {
      guard let place = BarPlace(candidate), !tried.contains(where: { $0.resembles(place) }) else { continue }
      tried.append(place)
      guard isBarlike(place) else { continue }
      let before = found.count
      let isFramed = scanCheaply(place, untilRead: true)
      if found.count == before { glance.places.append((place, isFramed)) }
    }
    glance.energy = found.isEmpty ? 0 : frame.bars.first?.energy ?? 0
  }
}
