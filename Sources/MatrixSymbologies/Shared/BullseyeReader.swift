import BarcodeCore

/// Reads the symbologies with a bullseye in their middle, Aztec Code and MaxiCode: both look for it in one scan.
package struct BullseyeReader: Sendable {
  package let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  /// Symbologies that are read here.
  package static let symbologies: SymbologySet = [.aztec, .maxiCode]

  /// Places that are looked at, by effort.
  private static let mostHits = (balanced: 48, thorough: 192)
  /// Places in a row that are no symbols after which the search ends; the rings of symbols are the most equal ones.
  private static let mostVain = (balanced: 16, thorough: 192)
  /// From the middle to the third ring, in widths of the rings.
  private static let rings = 3.5
  /// Borders of a bullseye whose middle faded: the fewest of all.
  private static let fewestBorders = 3
  /// Width of the middle, in widths of the rings, as MaxiCode is drawn and as a blurred Aztec Code looks.
  private static let widestCenter = 3

  /// Sum of how unequal the rings of a bullseye are along rows, columns and a diagonal, at the most: from 2.5 on
  /// downwards symbols are lost.
  private static let mostSpread = 3.0

  /// See `mostVain`.
  static func mostVain(_ options: ReaderOptions) -> Int {
    options.effort <= .balanced ? mostVain.balanced : mostVain.thorough
  }

  /// Pixels of a picture, at the most, that is searched again larger: symbols with modules of one pixel fill it.
  private static let smallPicture = 96 * 96

  /// All symbols of the frame.
  ///
  /// - Parameter unread: Gets the bullseyes around which nothing was read.
  package func read(_ frame: Frame, unread: UnreadPlaces? = nil, sink: (any DebugSink)?) -> [Barcode] {
    let found = search(frame, unread, sink: sink)
    guard found.isEmpty, frame.luma.width * frame.luma.height <= Self.smallPicture else { return found }
    let large = EnlargedFrame(frame)
    return withExtendedLifetime(large) {
      search(Frame(luma: large.luma, plane: MadePlane(large.plane), candidates: [], tiles: large.tiles), nil, sink: nil)
        .map { $0.scaled(by: 1 / Double(EnlargedFrame.factor)) }
    }
  }

  private func search(_ frame: Frame, _ unread: UnreadPlaces?, sink: (any DebugSink)?) -> [Barcode] {
    let scanner = BullseyeScanner(
      plane: frame.plane,
      maximumCount: options.effort <= .balanced ? Self.mostHits.balanced : Self.mostHits.thorough,
      widestCenter: Self.widestCenter, leastModule: frame.leastModule)
    let places = scanner.scan(spans: frame.tiles.spans, tileSize: TileMap.size).filter {
      $0.spread <= Self.mostSpread
        && frame.tiles.hasCrossingEdges(around: $0.center, within: max($0.across, $0.down) * Self.rings)
    }.map { RingSurvey(frame.luma, $0) }.filter { $0.mayBeRings(borders: Self.fewestBorders) }
    var found: [Barcode] = []
    if options.symbologies.contains(.aztec) {
      found += AztecReader(options: options).read(frame, places: places, unread: unread, sink: sink)
    }
    guard options.symbologies.contains(.maxiCode), found.count < options.maximumCount else { return found }
    let left = places.filter { place in !found.contains { $0.corners.contains(place.hit.center) } }
    return found + MaxiCodeReader(options: options).read(frame, places: left, unread: unread, sink: sink)
  }
}
