import BarcodeCore

/// Reads the postal symbologies of a frame: rows of bars of two or four heights.
package struct PostalReader: Sendable {
  /// The symbologies that this reader knows. UPU S18 and Canada Post are not among them: their rules of correction are
  /// not public, and a reading that cannot be checked would be a guess.
  package static let symbologies: SymbologySet = [
    .postnet, .planet, .imb, .rm4scc, .mailmark, .kix, .ausPost, .japanPost, .daft,
  ]

  package let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  package func read(_ frame: Frame, sink: (any DebugSink)?) -> [Barcode] {
    guard frame.luma.width >= 16, frame.luma.height >= 8 else { return [] }
    let enabled = options.symbologies.intersection(PostalReader.symbologies)
    guard !enabled.isEmpty else { return [] }
    var finder = BarBlobs(frame)
    let blobs = finder.find()
    guard blobs.count >= 12 else { return [] }
    var chains = BarChains(blobs, width: frame.luma.width, height: frame.luma.height)
    var found: [Barcode] = []
    for chain in chains.find() {
      guard found.count < options.maximumCount else { break }
      if let barcode = read(chain, frame, enabled, sink), !found.contains(where: { isSame($0, barcode) }) {
        found.append(barcode)
      }
    }
    return found
  }

  private func isSame(_ a: Barcode, _ b: Barcode) -> Bool {
    a.symbology == b.symbology && a.text == b.text && a.corners.contains(b.corners.center)
  }

  private func read(
    _ chain: BarChain, _ frame: Frame, _ enabled: SymbologySet, _ sink: (any DebugSink)?
  ) -> Barcode? {
    guard let geometry = TrainGeometry(chain), let profiles = BarProfiles(frame.luma, geometry),
      let heights = BarHeights(profiles)
    else { return nil }
    let decoder = PostalDecoder(options: options, enabled: enabled)
    let isUpright = geometry.along.x > 0 || (geometry.along.x == 0 && geometry.along.y < 0)
    let reading = decoder.decode(heights, isUpright: isUpright)
    if let sink {
      let states = heights.states
      let letters = String((0..<states.count).map { states.state($0).letter })
      sink.note(
        "postal", at: heights.corners(0..<states.count),
        "\(states.count) bars \(letters): " + (reading.map { "\($0.message.symbology.rawValue)" } ?? "no message"))
    }
    guard let reading else { return nil }
    var corners = heights.corners(reading.bars)
    if reading.isTurned {
      corners = Quad(corners.bottomRight, corners.bottomLeft, corners.topLeft, corners.topRight)
    }
    let message = reading.message
    return Barcode(
      symbology: message.symbology, symbologyIdentifier: message.symbology.info.identifier(modifier: "0"),
      text: message.text, bytes: Array(message.text.utf8), corners: corners, evidence: reading.evidence,
      correctedErrors: message.corrected, unusedCorrection: message.unusedCorrection, moduleSize: heights.barPitch / 2,
      details: message.details)
  }
}
