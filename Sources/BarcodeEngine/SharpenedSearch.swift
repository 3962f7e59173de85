import BarcodeCore
import MatrixSymbologies

/// Looks once more, with the blur taken back, at places where a blurred symbol was seen but not read.
///
/// Modules blurred by half of their size and more hide alternating modules, in timing patterns as in the data, though
/// grey values still tell them apart.
struct SharpenedSearch {
  private let frame: Frame
  private let options: ReaderOptions
  private let sink: (any DebugSink)?

  /// Blur worth taking back, as sigma in modules: less does not hinder, more leaves nothing.
  private static let blur = 0.36...1.1
  /// The same in pixels: less is sampling. More is seen better in a picture of half the size.
  private static let blurInPixels = 0.95...4.0
  /// Pixels that may be searched, and places, at one scale, by effort.
  private static let mostPixels = (balanced: 200_000, thorough: 2_000_000)
  private static let mostPlaces = (balanced: 2, thorough: 12)
  /// Modules around a place that are searched, too: the quiet zone.
  private static let margin = 4.0
  /// Sigma as a share of what was measured, in the order tried: where modules are small edges look less blurred than
  /// they are.
  private static let sigmas = (balanced: [1.0], thorough: [1.0, 1.25, 0.8])

  init(frame: Frame, options: ReaderOptions, sink: (any DebugSink)?) {
    self.frame = frame
    self.options = options
    self.sink = sink
  }

  /// Results in pixels of the frame, at most `limit`.
  func read(_ places: [UnreadPlaces.Place], limit: Int) -> [Barcode] {
    let isThorough = options.effort > .balanced
    var found: [Barcode] = []
    var pixels = isThorough ? Self.mostPixels.thorough : Self.mostPixels.balanced
    var left = isThorough ? Self.mostPlaces.thorough : Self.mostPlaces.balanced
    var searched: [(area: Quad, symbologies: SymbologySet)] = []
    for place in places where found.count < limit && left > 0 {
      let center = place.mark.center
      guard !found.contains(where: { $0.corners.contains(center) }),
        !searched.contains(where: { $0.symbologies == place.symbologies && $0.area.contains(center) }),
        let sigma = sigma(place)
      else { continue }
      guard let area = area(of: place, within: pixels) else { continue }
      pixels -= area.width * area.height
      left -= 1
      searched.append((area.quad, place.symbologies))
      found += search(
        area, place.symbologies, sigma, isThorough ? Self.sigmas.thorough : Self.sigmas.balanced,
        limit: limit - found.count)
    }
    return found
  }

  /// Symbologies whose marks are lost in blur: hardly anything in them is wider than a module.
  private static let faintSymbologies: SymbologySet = [.hanXin, .dotCode, .maxiCode, .aztec]
  /// Pixels of the regions that are searched for them.
  private static let regionPixels = (balanced: 60_000, thorough: 600_000)
  /// Tiles along the sides of a region at the least: the smallest of these symbols has 15 modules a side.
  private static let regionSide = 5.0
  /// Tiles of a region's bounds that have edges, at the least, in any rotation, and how far their edges may agree.
  private static let regionShare = 0.45
  private static let regionCoherence: Float = 0.4
  /// Blur of a region, in pixels: its modules are not known.
  private static let regionBlur = 1.0...4.0
  private static let regionSigmas = (balanced: [1.0, 1.25], thorough: [1.0, 1.25, 0.8])

  /// Regions above which a frame is texture, balanced: noise under clouds has seven and more, pictures of blurred symbols
  /// hardly ever more than one.
  private static let mostRegions = 3

  /// Looks for symbols without lasting marks in compact blurred regions.
  func readRegions(limit: Int) -> [Barcode] {
    let reads = options.symbologies.intersection(Self.faintSymbologies)
    guard !reads.isEmpty, !isBusy else { return [] }
    let isThorough = options.effort > .balanced
    var pixels = isThorough ? Self.regionPixels.thorough : Self.regionPixels.balanced
    let regions = blurredRegions(of: pixels)
    guard isThorough || regions.count <= Self.mostRegions else { return [] }
    var found: [Barcode] = []
    for (area, sigma) in regions where found.count < limit && area.width * area.height <= pixels {
      pixels -= area.width * area.height
      found += search(
        area, reads, sigma, isThorough ? Self.regionSigmas.thorough : Self.regionSigmas.balanced,
        limit: limit - found.count)
    }
    return found
  }

  /// Compact regions of at most so many pixels that may be blurred symbols, the largest first, with the sigma of their
  /// blur.
  private func blurredRegions(of pixels: Int) -> [(area: Area, sigma: Double)] {
    frame.tiles.regions.sorted { $0.tiles > $1.tiles }.compactMap { region in
      let area = Area(region.bounds, in: frame, margin: Double(TileMap.size))
      let bounds = region.bounds.area / Double(TileMap.size * TileMap.size)
      guard area.width * area.height <= pixels, Double(min(area.width, area.height)) >= Self.regionSide * 8,
        Double(region.tiles) >= Self.regionShare * bounds, region.coherence <= Self.regionCoherence,
        let sigma = BlurEstimate.sigma(Area(region.bounds.inner, in: frame, margin: 0).crop(frame.luma)),
        Self.regionBlur.contains(sigma)
      else { return nil }
      return (area, sigma)
    }
  }

  /// What hangs together with a symbol is so many times larger at the most; texture goes on and on.
  private static let mostAttached = 4.0

  /// All of the symbol at a place with a margin, at most so many pixels; nil where there is no end of it.
  private func area(of place: UnreadPlaces.Place, within pixels: Int) -> Area? {
    let bounds = place.mark.bounds
    let marked = (bounds.maxX - bounds.minX) * (bounds.maxY - bounds.minY)
    let limit = place.isWhole ? Self.mostAttached * marked : Double(pixels)
    let region = frame.tiles.connected(to: place.mark, limit: limit)
    guard options.effort > .balanced || isEnded(region, place) else { return nil }
    let whole = place.isWhole ? place.mark : region?.bounds ?? place.mark
    let area = Area(whole, in: frame, margin: Self.margin * place.module)
    return area.width * area.height <= pixels ? area : nil
  }

  /// Tiles beyond a whole symbol that hang together with it, as a share of its own and its border's.
  private static let mostBeyond = 1.5
  /// Edges of a symbol agree on one direction no more than this, in perspective.
  private static let mostCoherence: Float = 0.5

  /// Whether what hangs together with a place looks like one symbol.
  private func isEnded(_ region: TileRegion?, _ place: UnreadPlaces.Place) -> Bool {
    guard let region, region.coherence <= Self.mostCoherence else { return false }
    let tile = Double(TileMap.size)
    return !place.isWhole
      || Double(region.tiles) * tile * tile <= Self.mostBeyond * place.mark.grown(by: tile).area
  }

  /// Sigma of the blur at a place, in pixels; nil where taking it back is of no use.
  private func sigma(_ place: UnreadPlaces.Place) -> Double? {
    let area = Area(place.mark, in: frame, margin: place.module)
    guard let sigma = BlurEstimate.sigma(area.crop(frame.luma)), Self.blurInPixels.contains(sigma),
      Self.blur.contains(sigma / place.module)
    else { return nil }
    return sigma
  }

  /// Share of the tiles with edges from which on a frame is texture, unless it is so small that a symbol may fill it.
  private static let busyShare = 0.35

  private var isBusy: Bool {
    let tiles = frame.tiles.energy.count
    return tiles * TileMap.size * TileMap.size > 2 * Self.regionPixels.balanced
      && Double(frame.tiles.energy.count { $0 > 0 }) > Self.busyShare * Double(tiles)
  }

  /// Searches an area with each share of the blur taken back, until something is read.
  private func search(
    _ area: Area, _ symbologies: SymbologySet, _ sigma: Double, _ shares: [Double], limit: Int
  ) -> [Barcode] {
    for share in shares {
      let found = search(area, symbologies, sigma: share * sigma, limit: limit)
      if !found.isEmpty { return found }
    }
    return []
  }

  private func search(_ area: Area, _ symbologies: SymbologySet, sigma: Double, limit: Int) -> [Barcode] {
    let sharp = LumaImage(sharpening: area.crop(frame.luma), sigma: sigma)
    var options = options
    options.symbologies = options.symbologies.intersection(symbologies)
    return sharp.withView { luma in
      guard luma.width > 1, luma.height > 1 else { return [] }
      let builder = FrameBuilder(luma, candidates: [])
      var search = FrameSearch(frame: builder.frame, options: options, linear: nil, sink: nil)
      if search.hasPlaces { search.run(limit: limit) }
      let barcodes = search.found.map { $0.moved(by: Point(Double(area.x), Double(area.y))) }
      withExtendedLifetime(builder) {}
      sink?.note(
        "sharpened", at: area.quad,
        "blur of \((sigma * 10).rounded() / 10) px taken back, \(barcodes.isEmpty ? "nothing" : "a symbol") read")
      return barcodes
    }
  }

  /// An upright rectangle of whole pixels.
  private struct Area {
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    /// The bounds of a quad and a margin, cut to the frame.
    init(_ quad: Quad, in frame: Frame, margin: Double) {
      let bounds = quad.bounds
      func pixel(_ value: Double, _ end: Int) -> Int { Int(max(0, min(Double(end), value))) }
      x = pixel(bounds.minX - margin, frame.luma.width)
      y = pixel(bounds.minY - margin, frame.luma.height)
      width = max(0, pixel((bounds.maxX + margin).rounded(.up), frame.luma.width) - x)
      height = max(0, pixel((bounds.maxY + margin).rounded(.up), frame.luma.height) - y)
    }

    var quad: Quad {
      let (l, t) = (Double(x), Double(y))
      let (r, b) = (l + Double(width), t + Double(height))
      return Quad(Point(l, t), Point(r, t), Point(r, b), Point(l, b))
    }

    func crop(_ luma: LumaView) -> LumaView { luma.cropped(x: x, y: y, width: width, height: height) }
  }
}

extension Quad {
  /// The middle part, without the borders of a label.
  fileprivate var inner: Quad {
    let c = center
    return map { c + ($0 - c) * 0.75 }
  }
}
