import BarcodeCore

/// A small compact spot of one colour.
struct Dot {
  var center: Point
  /// Pixels.
  var area: Double
  /// Difference from the mean of its surroundings, in grey levels; 0 of one that was not measured.
  var rise = 0.0
}

/// Finds all spots of a plane that may be dots, dark and light ones, in one pass by runs.
struct DotFinder {
  let plane: BinaryPlane
  let tiles: TileMap

  /// Spots of a picture at the most, and pixels of the picture to a spot at the least: a picture of noise has more.
  private static let mostSpots = 200_000
  private static let leastPixelsASpot = 20
  /// Spots of small pictures, which a symbol may fill.
  private static let fewSpots = 20_000

  private var limit: Int {
    min(Self.mostSpots, max(Self.fewSpots, plane.width * plane.height / Self.leastPixelsASpot))
  }

  /// Dots in the rows that cross the spans of tiles that may show some.
  func find() -> (dark: [Dot], light: [Dot]) {
    let isLarge = isLarge
    let spans = tiles.spans { !isLarge || Self.isDotted(tiles, $0) }
    let tileSize = TileMap.size
    let limit = limit
    var spots = DotSpots(width: plane.width)
    var found: (dark: [Dot], light: [Dot]) = ([], [])
    for y in 0..<plane.height {
      let tileRow = y / tileSize
      if tileRow < spans.count, let span = spans[tileRow] {
        let first = max(0, min(span.first * tileSize - tileSize, plane.width - 1))
        let last = min(plane.width, (span.last + 2) * tileSize)
        spots.add(plane.row(y), from: first, to: last, y: y)
      } else {
        spots.endRow()
      }
      take(&spots, &found)
      if spots.count > limit { return ([], []) }
    }
    spots.endRow()
    take(&spots, &found)
    return found
  }

  private func take(_ spots: inout DotSpots, _ found: inout (dark: [Dot], light: [Dot])) {
    for spot in spots.closed {
      guard spot.isCompact else { continue }
      let dot = Dot(center: spot.center, area: Double(spot.area))
      guard tiles.hasEnergy(around: dot.center, within: Double(spot.size) / 2 + 1) else { continue }
      if spot.isDark { found.dark.append(dot) } else { found.light.append(dot) }
    }
    spots.closed.removeAll(keepingCapacity: true)
  }

  /// Points that are darker (lighter) than all around them: the dots of a symbol of so few pixels that they touch.
  /// Only tiles with edges in several directions are looked at.
  func extremes(_ luma: LumaView) -> (dark: [Dot], light: [Dot]) {
    var found: (dark: [Dot], light: [Dot]) = ([], [])
    guard luma.width > 4, luma.height > 4 else { return found }
    let limit = limit
    for row in 0..<tiles.rows {
      let top = max(2, row * TileMap.size)
      let bottom = min(luma.height - 2, (row + 1) * TileMap.size)
      var column = 0
      while column < tiles.columns {
        let start = column
        while column < tiles.columns, Self.isDotted(tiles, row * tiles.columns + column) { column += 1 }
        let first = max(2, start * TileMap.size)
        let last = min(luma.width - 2, column * TileMap.size)
        if first < last, top < bottom {
          for y in top..<bottom { Self.extremes(luma, y, first, last, &found) }
        }
        column += 1
      }
      if found.dark.count + found.light.count > limit { return ([], []) }
    }
    return (DotProminence.prominent(found.dark), DotProminence.prominent(found.light))
  }

  /// Tiles of a frame of which halves are looked at, too: dots so large that a tile shows a part of one, with edges of
  /// one direction, are found there.
  private static let largeFrame = (count: 5000, side: 60)
  private var isLarge: Bool {
    tiles.columns * tiles.rows >= Self.largeFrame.count && min(tiles.columns, tiles.rows) >= Self.largeFrame.side
  }

  /// Share of the tiles in which edges run in several directions, from which on a large frame shows texture, unless a
  /// symbol fills it.
  private static let mostDotted = 0.35

  /// Whether a large frame is full of small structures.
  var isDense: Bool {
    let count = tiles.columns * tiles.rows
    return isLarge && Double((0..<count).count { Self.isDotted(tiles, $0) }) > Self.mostDotted * Double(count)
  }

  /// Share of the tiles with edges from which on a large frame is texture: dots that touch are so small that a symbol of
  /// them covers little of it.
  private static let busyShare = 0.3

  /// Whether a large frame has edges in so many places that points of one grey level are everywhere.
  var isBusy: Bool {
    let count = tiles.energy.count
    return count >= Self.largeFrame.count && Double(tiles.energy.count { $0 > 0 }) > Self.busyShare * Double(count)
  }

  /// Windows a side of the frame, and pixels on a side of one: a symbol that fills a third of it is in one of them.
  private static let windows = 3
  private static let windowSide = 128

  /// The dots of a few windows.
  var samples: [(dark: [Dot], light: [Dot])] {
    (0..<Self.windows * Self.windows).map { k in
      let x = plane.width * (2 * (k % Self.windows) + 1) / (2 * Self.windows) - Self.windowSide / 2
      let y = plane.height * (2 * (k / Self.windows) + 1) / (2 * Self.windows) - Self.windowSide / 2
      return dots(
        columns: max(0, x)..<min(plane.width, x + Self.windowSide),
        rows: max(0, y)..<min(plane.height, y + Self.windowSide))
    }
  }

  private func dots(columns: Range<Int>, rows: Range<Int>) -> (dark: [Dot], light: [Dot]) {
    var spots = DotSpots(width: plane.width)
    var found: (dark: [Dot], light: [Dot]) = ([], [])
    for y in rows { spots.add(plane.row(y), from: columns.lowerBound, to: columns.upperBound, y: y) }
    spots.endRow()
    take(&spots, &found)
    return found
  }

  /// Edges of dots run in all directions; a tile at a symbol's border may have fewer.
  private static let mostCoherence: Float = 0.75

  private static func isDotted(_ tiles: TileMap, _ index: Int) -> Bool {
    tiles.energy[index] > 0 && tiles.coherence(index) < mostCoherence
  }

  private static func extremes(
    _ luma: LumaView, _ y: Int, _ first: Int, _ last: Int, _ found: inout (dark: [Dot], light: [Dot])
  ) {
    let row = luma.row(y)
    func look(_ x: Int) {
      if let dot = peak(luma, x, y, isDark: true) { found.dark.append(dot) }
      if let dot = peak(luma, x, y, isDark: false) { found.light.append(dot) }
    }
    var x = first
    while x &+ 8 <= last {
      var places = Self.peaks(row + x, luma.stride)
      while places != 0 {
        look(x &+ places.trailingZeroBitCount >> 3)
        // The next byte: all bits of a place are set.
        places &= ~(0xff &<< UInt64(truncatingIfNeeded: places.trailingZeroBitCount & 0x38))
      }
      x &+= 8
    }
    while x < last {
      look(x)
      x &+= 1
    }
  }

  /// A byte for each of eight pixels, not zero where the pixel differs from its four neighbours to one side.
  @inline(__always)
  private static func peaks(_ p: UnsafePointer<UInt8>, _ stride: Int) -> UInt64 {
    func eight(_ offset: Int) -> SIMD8<UInt8> {
      UnsafeRawPointer(p + offset).loadUnaligned(as: SIMD8<UInt8>.self)
    }
    let v = eight(0)
    let (l, r, up, down) = (eight(-1), eight(1), eight(-stride), eight(stride))
    let isDark = (v .< l) .& (v .<= r) .& (v .< up) .& (v .<= down)
    let isLight = (v .> l) .& (v .>= r) .& (v .> up) .& (v .>= down)
    let zero = SIMD8<UInt8>(repeating: 0)
    return unsafeBitCast(zero.replacing(with: 0xff, where: isDark .| isLight), to: UInt64.self).littleEndian
  }

  /// What is said of the area of dots that touch: they are neighbours up to 10 pixels apart.
  private static let smallArea = 2.0
  /// Least difference of a touching dot from the mean of its surroundings, in grey levels.
  private static let leastRise = 5

  /// An extreme, its place between pixels by parabolas; nil when it is none.
  private static func peak(_ luma: LumaView, _ x: Int, _ y: Int, isDark: Bool) -> Dot? {
    let p = luma.base + (y &* luma.stride &+ x)
    let s = luma.stride
    let sign = isDark ? 1 : -1
    let v = sign &* Int(p[0])
    guard v < sign &* Int(p[-1]), v <= sign &* Int(p[1]) else { return nil }
    let up = sign &* Int(p[-s])
    let down = sign &* Int(p[s])
    guard v < up, v <= down else { return nil }
    // Of pixels that are equal the first one counts.
    guard v < sign &* Int(p[-s &- 1]), v < sign &* Int(p[1 &- s]), v <= sign &* Int(p[s &- 1]),
      v <= sign &* Int(p[s &+ 1])
    else { return nil }
    let ring =
      Int(p[-2]) + Int(p[2]) + Int(p[-2 &* s]) + Int(p[2 &* s]) + Int(p[-1]) + Int(p[1]) + Int(p[-s]) + Int(p[s])
    let rise = sign &* ring &- 8 &* v
    guard rise >= 8 &* leastRise else { return nil }
    func offset(_ a: Int, _ b: Int) -> Double {
      let bend = a + b - 2 * v
      return bend > 0 ? Double(a - b) / Double(2 * bend) : 0
    }
    let center = Point(
      Double(x) + 0.5 + offset(sign &* Int(p[-1]), sign &* Int(p[1])), Double(y) + 0.5 + offset(up, down))
    return Dot(center: center, area: smallArea, rise: Double(rise) / 8)
  }
}
