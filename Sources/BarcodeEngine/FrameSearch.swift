import BarcodeCore
import LinearSymbologies
import MatrixSymbologies
import PostalSymbologies
import StackedSymbologies

/// Runs the readers of the enabled symbologies over one frame; what one has read, the next does not look at again.
struct FrameSearch {
  private var frame: Frame
  private let options: ReaderOptions
  private let sink: (any DebugSink)?
  /// Nil where no linear symbology is looked for.
  private let linear: LinearReader?
  /// Where symbols were seen that were not read; nil when nobody wants to know.
  private let unread: UnreadPlaces?
  private(set) var found: [Barcode] = []

  init(
    frame: Frame, options: ReaderOptions, linear: LinearReader?, unread: UnreadPlaces? = nil, sink: (any DebugSink)?
  ) {
    self.frame = frame
    self.options = options
    self.sink = sink
    self.linear = linear
    self.unread = unread
    hasPlaces = Self.hasPlaces(frame)
    if let sink {
      sink.plane(frame.plane)
      for candidate in frame.bars + frame.matrices { sink.candidate(candidate) }
    }
  }

  /// Fewer energetic tiles than this hold no symbol: bars are at least 24 pixels long, matrices 12 pixels a side.
  private static let leastTiles = 3

  /// Whether there is anything left to look at.
  private(set) var hasPlaces: Bool

  private static func hasPlaces(_ frame: Frame) -> Bool {
    frame.tiles.energy.lazy.filter { $0 > 0 }.prefix(leastTiles).count >= leastTiles
  }

  /// Whether the picture gave a result already, at this or another scale.
  private var isSomethingRead = false

  /// Leaves these areas out from now on: something was read there.
  mutating func leaveOut(_ areas: [Quad]) {
    guard !areas.isEmpty else { return }
    frame = frame.without(areas)
    hasPlaces = Self.hasPlaces(frame)
    isSomethingRead = true
  }

  /// Share of a half's tiles with edges from which on, without a result, it shows texture: what no finer scale gave
  /// are large modules out of focus, which leave tiles without edges around them and between them.
  private static let busyShare = 0.5

  /// Whether this is a half full of edges of a picture in which nothing was read. Of matrix and stacked symbologies
  /// those alone are looked for whose symbols are marked on rough ground: QR Code and Data Matrix.
  private var isBusyHalf: Bool {
    guard options.effort <= .balanced, frame.isReduced, !isSomethingRead, found.isEmpty else { return false }
    return Double(frame.tiles.energy.count { $0 > 0 }) > Self.busyShare * Double(frame.tiles.energy.count)
  }

  /// Reads stacked symbols.
  private mutating func readStacked(limit: Int) {
    guard !options.symbologies.isDisjoint(with: StackedReader.symbologies), found.count < limit, hasPlaces, !isBusyHalf
    else { return }
    take(StackedReader(options: options).read(frame, sink: sink))
  }

  /// Runs all readers, once, until `limit` results are there. Legs of Data Matrix are seen in nearly
  /// all that has squares, and rings in nearly all Data Matrix symbols: plain bullseyes come before, others after.
  ///
  /// Where a finer scale was searched before, lines are surer there: linear symbols get but a glance.
  mutating func run(limit: Int) {
    let on = options.symbologies
    func reads(_ set: SymbologySet) -> Bool { !on.isDisjoint(with: set) && found.count < limit && hasPlaces }
    // What the glance reads leaves few places to look at more closely.
    var glance: LinearGlance?
    if let linear, reads(LinearReader.symbologies) {
      glance = linear.glance(frame, sink: sink)
      take(glance?.barcodes ?? [])
    }
    let isBars = reads(StackedReader.symbologies) && frame.isMostlyBars
    if isBars { readStacked(limit: limit) }
    if reads(QRReader.symbologies) { take(QRReader(options: options).read(frame, unread: unread, sink: sink)) }
    let bullseyes = BullseyeReader(options: options)
    var rings: BullseyeReader.Places?
    if reads(BullseyeReader.symbologies), !isBusyHalf {
      let places = bullseyes.places(in: frame)
      take(bullseyes.readPlain(places, of: frame, unread: unread, sink: sink))
      rings = places
    }
    if reads([.dataMatrix]) {
      take(
        DataMatrixReader(options: options).read(frame, isSomethingRead: isSomethingRead, unread: unread, sink: sink))
    }
    if let rings, reads(BullseyeReader.symbologies) {
      take(bullseyes.readOthers(rings, of: frame, unread: unread, sink: sink))
    }
    if reads([.dotCode]), !isBusyHalf {
      take(DotCodeReader(options: options).read(frame, unread: unread, sink: sink))
    }
    if reads([.hanXin]), !isBusyHalf {
      take(HanXinReader(options: options).read(frame, unread: unread, sink: sink))
    }
    if !isBars { readStacked(limit: limit) }
    if let linear, !frame.isReduced, reads(LinearReader.symbologies) {
      take(linear.read(frame, after: glance, isSomethingRead: isSomethingRead, sink: sink))
    }
    if on.contains(.composite) { lookForComponents() }
    if reads(PostalReader.symbologies) { take(PostalReader(options: options).read(frame, sink: sink)) }
    // Where there was a result, what else stands alone is seldom a symbol without marks.
    if !isSomethingRead || options.effort > .balanced, reads(Self.outlined) { lookForOutlines() }
  }

  /// Symbologies whose symbols are read by their sides, too.
  private static let outlined = OutlinedReader.symbologies.union(StackedReader.outlined)

  /// Looks at what stands alone on a plain ground for symbols whose own marks are not seen.
  private mutating func lookForOutlines() {
    for place in OutlinedPlace.all(in: frame, options: options) where found.count < options.maximumCount {
      if found.contains(where: { $0.corners.contains(place.quads[0].center) }) { continue }
      let barcode =
        OutlinedReader(options: options).read(place, sink: sink) ?? StackedReader(options: options).read(place)
      if let barcode { take([barcode]) } else { sink?.note("outline", at: place.quads[0], "four sides, no symbol") }
    }
  }

  /// Looks above the linear symbols that were found for the components of composite symbols that were not, and below
  /// components for their linear parts.
  private mutating func lookForComponents() {
    let linker = CompositeLinker(options: options)
    for part in linker.link(found) where part.composite == nil {
      if let component = linker.component(above: part, in: frame, sink: sink) { take([component]) }
      if part.symbology == .composite, let linear, !frame.isReduced,
        let carrier = StraightenedSearch(frame: frame, options: options, linear: linear).linear(below: part)
      {
        take([carrier])
      }
    }
  }

  private mutating func take(_ barcodes: [Barcode]) {
    found += barcodes
    leaveOut(barcodes.map(\.corners))
  }
}

extension Frame {
  /// Share of all energy that bars have where they are what the picture shows: stacked symbols have some edges along
  /// their rows, too.
  private static let energyOfBars = 0.25

  /// Whether bars that are no linear symbol are most of what is left: those of stacked symbols more often than not.
  fileprivate var isMostlyBars: Bool {
    guard let strongest = bars.first else { return false }
    return strongest.energy > Self.energyOfBars * Double(tiles.energy.reduce(0, +))
  }

  /// A candidate of which less than this share of energetic tiles is left is no place of its own any more.
  private static let leastShareLeft = 0.5

  /// The frame with the energy of the given areas removed, and the candidates that have most of theirs there.
  fileprivate func without(_ areas: [Quad]) -> Frame {
    var energy = tiles.energy
    // Tiles on the symbol's border hold its edges, too.
    let grown = areas.map { $0.grown(by: Double(TileMap.size) * 0.75) }
    for area in grown { tiles.forEachTile(in: area) { energy[$0] = 0 } }
    let before = tiles
    let after = TileMap(columns: tiles.columns, rows: tiles.rows, energy: energy, axis: tiles.axis)
    func left(_ made: MadeCandidates) -> MadeCandidates {
      MadeCandidates {
        made.all.filter { candidate in
          guard grown.contains(where: { $0.boundsOverlap(candidate.quad) }) else { return true }
          return Double(after.energeticTiles(in: candidate.quad))
            >= Double(before.energeticTiles(in: candidate.quad)) * Frame.leastShareLeft
        }
      }
    }
    return Frame(
      luma: luma, plane: madePlane, bars: left(madeBars), matrices: left(madeMatrices),
      tiles: after, leastModule: leastModule, leftOut: leftOut + areas)
  }
}
