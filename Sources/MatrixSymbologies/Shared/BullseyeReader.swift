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

  /// See `RingSurvey.asymmetry`. Of 450 symbols, half of them tilted and blurred, nine in ten are below the first and
  /// none is above 2.0; one in four pictures without has a place below the first.
  private static let mostAsymmetry = (plain: 0.8, any: 2.2)

  /// Places where bullseyes may be: those that are plain, then all others, the best of each first.
  package struct Places {
    fileprivate var plain: [RingSurvey] = []
    fileprivate var others: [RingSurvey] = []
  }

  /// The places of a frame.
  package func places(in frame: Frame) -> Places {
    let scanner = BullseyeScanner(
      plane: frame.plane,
      maximumCount: options.effort <= .balanced ? Self.mostHits.balanced : Self.mostHits.thorough,
      widestCenter: Self.widestCenter, leastModule: frame.leastModule)
    var places = Places()
    let seen = scanner.scan(spans: frame.tiles.spans, tileSize: TileMap.size).lazy
      .filter { $0.spread <= Self.mostSpread && Self.hasCrossingEdges($0, in: frame) }
      .map { RingSurvey(frame.luma, $0) }
      .filter { $0.mayBeRings(borders: Self.fewestBorders) && $0.asymmetry <= Self.mostAsymmetry.any }
    for place in seen.sorted(by: { $0.asymmetry < $1.asymmetry }) {
      if place.asymmetry <= Self.mostAsymmetry.plain { places.plain.append(place) } else { places.others.append(place) }
    }
    return places
  }

  private static func hasCrossingEdges(_ hit: BullseyeHit, in frame: Frame) -> Bool {
    frame.tiles.hasCrossingEdges(around: hit.center, within: max(hit.across, hit.down) * rings)
  }

  /// The symbols at the plain places of a frame.
  ///
  /// - Parameter unread: Gets the bullseyes around which nothing was read.
  package func readPlain(
    _ places: Places, of frame: Frame, unread: UnreadPlaces? = nil, sink: (any DebugSink)?
  ) -> [Barcode] {
    read(frame, at: places.plain, unread, sink)
  }

  /// The symbols at the other places of a frame, where edges are left. A small picture is searched again larger.
  ///
  /// - Parameter unread: Gets the bullseyes around which nothing was read.
  package func readOthers(
    _ places: Places, of frame: Frame, unread: UnreadPlaces? = nil, sink: (any DebugSink)?
  ) -> [Barcode] {
    let found = read(frame, at: places.others.filter { Self.hasCrossingEdges($0.hit, in: frame) }, unread, sink)
    guard found.isEmpty, frame.luma.width * frame.luma.height <= Self.smallPicture else { return found }
    let enlarged = EnlargedFrame(frame)
    return withExtendedLifetime(enlarged) {
      let large = Frame(
        luma: enlarged.luma, plane: MadePlane(enlarged.plane), bars: MadeCandidates([]),
        matrices: MadeCandidates([]), tiles: enlarged.tiles)
      let places = self.places(in: large)
      return read(large, at: places.plain + places.others, nil, nil)
        .map { $0.scaled(by: 1 / Double(EnlargedFrame.factor)) }
    }
  }

  private func read(
    _ frame: Frame, at places: [RingSurvey], _ unread: UnreadPlaces?, _ sink: (any DebugSink)?
  ) -> [Barcode] {
    var found: [Barcode] = []
    if options.symbologies.contains(.aztec) {
      found += AztecReader(options: options).read(frame, places: places, unread: unread, sink: sink)
    }
    guard options.symbologies.contains(.maxiCode), found.count < options.maximumCount else { return found }
    let left = places.filter { place in !found.contains { $0.corners.contains(place.hit.center) } }
    return found + MaxiCodeReader(options: options).read(frame, places: left, unread: unread, sink: sink)
  }
}
