/// A place with four straight sides that stands alone on a plain ground: perhaps a symbol whose own marks are damaged
/// or hard to see, so that its sides tell where its modules are.
package struct OutlinedPlace {
  /// The place's corners, clockwise on the screen from any of them; the likeliest first.
  package let quads: [Quad]
  /// Whether the ink is light.
  package let isInverted: Bool
  /// Grey levels of dark and light modules.
  package let dark: Float
  package let light: Float
  package let luma: LumaView
  private let grey: GreyReader

  /// Share of the area that has ink: of symbols about half.
  private static let ink = 0.25...0.75
  /// Share of the hull that lies between its four corners: of a ragged symbol several corners are light. Where the lines
  /// along the sides meet, hardly more lies than the hull, and hardly less.
  private static let leastShare = 0.7
  private static let sharesOfMet = 0.8...1.1
  /// Corners farther apart than this (pixels) are looked at both as they are and as the sides' lines give them.
  private static let otherCorner = 1.5
  /// Places along each side at which grey levels are taken.
  private static let samples = 40
  /// Share of the samples that are darker (lighter) than what is taken for dark (light).
  private static let tail = 0.15
  /// Grey levels of difference between dark and light at the least.
  private static let leastContrast: Float = 8

  private init?(_ frame: Frame, bounds: Quad, isInverted: Bool) {
    guard let grey = GreyReader(frame.luma),
      let outline = RegionOutline(
        frame.plane, bounds: bounds, isInverted: isInverted, ink: Self.ink, leastShare: Self.leastShare)
    else { return nil }
    self.isInverted = isInverted
    luma = frame.luma
    self.grey = grey
    let corners = outline.corners
    if let met = outline.meetingSides, Self.sharesOfMet.contains(outline.hullArea / Self.quad(met).area) {
      let isOther = zip(met, corners).contains { $0.distance(to: $1) > Self.otherCorner }
      quads = isOther ? [Self.quad(met), Self.quad(corners)] : [Self.quad(met)]
    } else {
      quads = [Self.quad(corners)]
    }
    guard let map = Homography(unitSquareTo: quads[0]) else { return nil }
    var values: [Float] = []
    for y in 0..<Self.samples {
      for x in 0..<Self.samples {
        values.append(
          grey(map(Point((Double(x) + 0.5) / Double(Self.samples), (Double(y) + 0.5) / Double(Self.samples)))))
      }
    }
    values.sort()
    dark = values[Int(Self.tail * Double(values.count))]
    light = values[Int((1 - Self.tail) * Double(values.count))]
    guard light - dark >= Self.leastContrast else { return nil }
  }

  /// Share of the tiles with edges from which on a frame is texture, unless it has so few pixels that a symbol fills it.
  private static let busyShare = 0.35
  private static let mostPixelsOfBusy = 120_000
  /// Pixels of regions that are looked at, and regions, by effort.
  private static let regionPixels = (balanced: 120_000, thorough: 1_000_000)
  private static let mostRegions = (balanced: 2, thorough: 20)
  /// Tiles of a region at the least, the share of its bounds that they fill in any rotation (a symbol may be long and
  /// narrow), and how far its edges may agree on one direction.
  private static let leastTiles = 6
  private static let leastFill = 0.12
  private static let mostCoherence: Float = 0.6

  /// Such places of a frame; of one region the one with light ink follows that with dark ink.
  package static func all(in frame: Frame, options: ReaderOptions) -> [OutlinedPlace] {
    guard options.effort >= .balanced else { return [] }
    let tiles = frame.tiles.energy.count
    let isBusy = Double(frame.tiles.energy.count { $0 > 0 }) > busyShare * Double(tiles)
    guard !isBusy || frame.luma.width * frame.luma.height <= mostPixelsOfBusy else { return [] }
    let isThorough = options.effort > .balanced
    var pixels = Double(isThorough ? regionPixels.thorough : regionPixels.balanced)
    var left = isThorough ? mostRegions.thorough : mostRegions.balanced
    var found: [OutlinedPlace] = []
    for region in frame.tiles.regions.sorted(by: { $0.tiles > $1.tiles }) where left > 0 {
      let area = region.bounds.area
      let tiles = area / Double(TileMap.size * TileMap.size)
      guard area <= pixels, region.tiles >= leastTiles, Double(region.tiles) >= leastFill * tiles,
        region.coherence <= mostCoherence
      else { continue }
      left -= 1
      pixels -= area
      for isInverted in options.readsInverted ? [false, true] : [false] {
        if let place = OutlinedPlace(frame, bounds: region.bounds, isInverted: isInverted) { found.append(place) }
      }
    }
    return found
  }

  private static func quad(_ p: [Point]) -> Quad { Quad(p[0], p[1], p[2], p[3]) }

  /// The grey level of a place in the picture, from 1 (ink) to -1 (ground).
  @inline(__always)
  package func ink(_ p: Point) -> Float {
    let value = max(-1, min(1, (dark + light - 2 * grey(p)) / (light - dark)))
    return isInverted ? -value : value
  }

  /// Mean agreement with what is known of places in a symbol, from -1 to 1.
  package func agreement(_ places: [(place: Point, isDark: Bool)], _ map: Homography) -> Float {
    var sum: Float = 0
    for (p, isDark) in places {
      let seen = ink(map(p))
      sum += isDark ? seen : -seen
    }
    return sum / Float(max(1, places.count))
  }

  /// The ways to see a symbol of a size here.
  ///
  /// - Parameter symbol: The symbol's corners in its own units.
  /// - Returns: Maps from the symbol's units to pixels, for each quarter turn; mirrored ones last.
  package func maps(of symbol: Quad, in quad: Quad, mirrored: Bool) -> [(map: Homography, isMirrored: Bool)] {
    let p = quad.points
    var maps: [(Homography, Bool)] = []
    for isMirrored in mirrored ? [false, true] : [false] {
      for turn in 0..<4 {
        let q = (0..<4).map { p[isMirrored ? (turn + 4 - $0) & 3 : (turn + $0) & 3] }
        if let map = Homography(from: symbol, to: Self.quad(q)) { maps.append((map, isMirrored)) }
      }
    }
    return maps
  }

  /// Length to width of a square module in perspective at the most.
  private static let mostStretched = 2.5

  /// Whether a map makes modules that may be squares seen in perspective.
  package static func isSquare(_ map: Homography, at middle: Point) -> Bool {
    let c = map(middle)
    let u = map(middle + Point(1, 0)).distance(to: c)
    let v = map(middle + Point(0, 1)).distance(to: c)
    return u <= mostStretched * v && v <= mostStretched * u
  }

  /// Side of a module, in pixels, of so many on each side.
  package static func module(_ quad: Quad, columns: Int, rows: Int) -> Double {
    (quad.area / Double(columns * rows)).squareRoot()
  }
}
