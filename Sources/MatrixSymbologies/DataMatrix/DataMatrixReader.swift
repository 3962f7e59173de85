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

  /// All symbols of the frame.
  ///
  /// - Parameter isSomethingRead: The picture gave a result already, so that costly ways are less likely to pay.
  /// - Parameter unread: Gets the places whose legs were measured in vain.
  package func read(
    _ frame: Frame, isSomethingRead: Bool = false, unread: UnreadPlaces? = nil, sink: (any DebugSink)?
  ) -> [Barcode] {
    guard frame.luma.width >= 8, frame.luma.height >= 8 else { return [] }
    var solver = DataMatrixSolver(options: options, unread: unread, sink: sink)
    let dots = solve(
      frame.plane, frame.luma, frame.tiles, polarities: options.readsInverted ? [false, true] : [false], &solver)
    let pixels = frame.luma.width * frame.luma.height
    solver.unread = nil
    var fewestDots = pixels < Self.smallFrame ? Self.fewestDots / 2 : Self.fewestDots
    let energetic = frame.tiles.energy.count { $0 > 0 }
    fewestDots = max(fewestDots, Int(Self.leastDotShare * Double(energetic)))
    if options.effort <= .balanced, isSomethingRead || !solver.found.isEmpty { fewestDots *= Self.doubt }
    let mostPixels = options.effort > .balanced ? Self.mostPixelsForDotsThorough : Self.mostPixelsForDots
    if options.effort >= .balanced, pixels <= mostPixels {
      for isInverted in options.readsInverted ? [false, true] : [false] where dots[isInverted] >= fewestDots {
        let joined = JoinedPlane(frame.plane, luma: frame.luma, joinsLight: isInverted)
        _ = withExtendedLifetime(joined) {
          solve(joined.plane, joined.luma, frame.tiles, polarities: [isInverted], &solver)
        }
      }
    }
    if options.effort >= .balanced { readRegions(frame, &solver) }
    if solver.found.isEmpty, !isSomethingRead || options.effort > .balanced,
      min(frame.luma.width, frame.luma.height) <= Self.smallSide, !BarField(frame.tiles).isAll
    {
      let large = EnlargedFrame(frame)
      withExtendedLifetime(large) {
        solver.scale = Double(EnlargedFrame.factor)
        _ = solve(
          large.plane, large.luma, large.tiles, polarities: options.readsInverted ? [false, true] : [false], &solver)
      }
    }
    return solver.found
  }

  /// The symbol that fills a place with four sides.
  func read(_ place: OutlinedPlace, sink: (any DebugSink)?) -> Barcode? {
    var solver = DataMatrixSolver(options: options, sink: sink)
    solver.solve(place)
    return solver.found.first
  }

  /// Dots that a frame has met at the least before it is searched for symbols of dots: the smallest symbol has about
  /// sixty, of which the tracer's rows meet a fifth and more.
  private static let fewestDots = 12
  /// Dots for each tile with edges, at the least: a symbol of dots among much else had three for a hundred.
  private static let leastDotShare = 0.02
  /// So many times more where the picture gave a result: symbols of both kinds are seldom in one picture.
  private static let doubt = 4
  /// Pixels of a frame in which so few rows are followed that half of the dots are enough.
  private static let smallFrame = 100_000

  /// Share of the tiles with edges from which on a frame is texture, unless it has so few pixels.
  private static let busyShare = 0.3
  private static let mostPixelsOfBusy = 100_000
  /// Pixels of regions that are looked at, and regions, by effort.
  private static let regionPixels = (balanced: 40_000, thorough: 600_000)
  private static let mostRegions = (balanced: 1, thorough: 20)
  /// Tiles of a region at the least, the share of its bounds that they fill in any rotation, and how far its edges may
  /// agree on one direction.
  private static let leastTiles = 6
  private static let leastFill = 0.55
  private static let mostCoherence: Float = 0.3

  /// Follows the outlines of compact regions in which nothing was read: legs may be broken.
  private func readRegions(_ frame: Frame, _ solver: inout DataMatrixSolver) {
    let energetic = frame.tiles.energy.count { $0 > 0 }
    let isBusy = Double(energetic) > Self.busyShare * Double(frame.tiles.energy.count)
    guard !isBusy || frame.luma.width * frame.luma.height <= Self.mostPixelsOfBusy else { return }
    let isThorough = options.effort > .balanced
    var pixels = Double(isThorough ? Self.regionPixels.thorough : Self.regionPixels.balanced)
    var left = isThorough ? Self.mostRegions.thorough : Self.mostRegions.balanced
    for region in frame.tiles.regions.sorted(by: { $0.tiles > $1.tiles }) where left > 0 {
      let area = region.bounds.area
      let tiles = area / Double(TileMap.size * TileMap.size)
      guard solver.found.count < options.maximumCount, area <= pixels, region.tiles >= Self.leastTiles,
        Double(region.tiles) >= Self.leastFill * tiles, region.coherence <= Self.mostCoherence,
        !solver.found.contains(where: { region.bounds.contains($0.corners.center) })
      else { continue }
      left -= 1
      pixels -= area
      for isInverted in options.readsInverted ? [false, true] : [false] {
        guard
          let outline = RegionOutline(
            frame.plane, bounds: region.bounds, isInverted: isInverted, ink: RegionOutline.inkOfLegs,
            leastShare: RegionOutline.shareOfLegs)
        else { continue }
        let before = solver.found.count
        for turn in 0..<4 where solver.found.count == before {
          solver.solve(Self.legs(outline, turn, isInverted), frame.luma, frame.plane)
        }
      }
    }
  }

  /// Legs along the two sides that meet in a corner.
  private static func legs(_ outline: RegionOutline, _ turn: Int, _ isInverted: Bool) -> FinderLegs {
    let corner = outline.corners[turn]
    let (before, after) = (outline.corners[(turn + 3) & 3], outline.corners[(turn + 1) & 3])
    // The left leg lies clockwise of the bottom leg.
    let isLeft = (before - corner).cross(after - corner) > 0
    return FinderLegs(
      corner: corner, left: isLeft ? [before] : [after], bottom: isLeft ? [after] : [before], isInverted: isInverted)
  }

  /// Pixels of the shorter side of a frame that is enlarged when nothing was read: modules may be single pixels.
  private static let smallSide = 64

  /// Separate dots that were met, by their colour.
  private struct Dots {
    var dark = 0
    var light = 0

    subscript(isInverted: Bool) -> Int { isInverted ? light : dark }
  }

  private func solve(
    _ plane: BinaryPlane, _ luma: LumaView, _ tiles: TileMap, polarities: [Bool], _ solver: inout DataMatrixSolver
  ) -> Dots {
    guard solver.found.count < options.maximumCount else { return Dots() }
    var search = FinderLegsSearch(polarities: polarities)
    let tracer = OutlineTracer(plane: plane, tiles: tiles)
    tracer.forEachOutline { segments, isClosed in search.search(segments, isClosed: isClosed) }
    let dots = Dots(dark: tracer.darkDots, light: tracer.lightDots)
    guard !search.found.isEmpty else { return dots }
    let bars = BarField(tiles)
    let isThorough = options.effort > .balanced
    let lengths = search.found.map(\.leastLength)
    for index in lengths.indices.sorted(by: { lengths[$0] > lengths[$1] }).prefix(Self.mostLegs) {
      let pair = search.found[index]
      if solver.found.count >= options.maximumCount || solver.isSpent { break }
      guard pair.isCrossed(plane), isThorough || pair.isNotched(plane), !bars.holds(pair) else { continue }
      solver.solve(pair, luma, plane)
    }
    return dots
  }
}
