import BarcodeCore

/// A small compact spot of one colour.
struct Dot {
  var center: Point
  /// Pixels.
  var area: Double
}

/// Finds all spots of a plane that may be dots, dark and light ones, in one pass by runs.
struct DotFinder {
  let plane: BinaryPlane
  let tiles: TileMap

  /// The longest run and highest spot of a dot, in pixels.
  private static let longest: Int32 = 64
  /// Fewest pixels of a dot.
  private static let leastArea: Int32 = 1
  /// Length to width of a dot seen at 60 degrees of tilt, or smeared.
  private static let longestShape: Int32 = 3
  /// Share of its bounding box that a dot fills, in tenths; a disc fills 7.9, one turned and stretched less.
  private static let leastFill: Int32 = 4
  /// Spots of a picture at the most, and pixels of the picture to a spot at the least: a picture of noise has more.
  private static let mostSpots = 200_000
  private static let leastPixelsASpot = 20
  /// Spots of small pictures, which a symbol may fill.
  private static let fewSpots = 20_000

  private var limit: Int {
    min(Self.mostSpots, max(Self.fewSpots, plane.width * plane.height / Self.leastPixelsASpot))
  }

  private struct Spot {
    var parent: Int32
    var area: Int32 = 0
    var x: Int64 = 0
    var y: Int64 = 0
    var minX = Int32.max
    var maxX = Int32.min
    var minY = Int32.max
    var maxY = Int32.min
    var isBroken = false
    var isDark: Bool
  }

  private struct Run {
    var first: Int32
    var last: Int32
    var isDark: Bool
    var spot: Int32
  }

  /// Dots in the rows that cross the spans of energetic tiles.
  func find() -> (dark: [Dot], light: [Dot]) {
    let spans = tiles.spans
    let tileSize = TileMap.size
    let limit = limit
    var spots: [Spot] = []
    var above: [Run] = []
    var runs: [Run] = []
    for y in 0..<plane.height {
      swap(&above, &runs)
      runs.removeAll(keepingCapacity: true)
      let tileRow = y / tileSize
      guard tileRow < spans.count, let span = spans[tileRow] else { continue }
      let first = max(0, min(span.first * tileSize - tileSize, plane.width - 1))
      let last = min(plane.width, (span.last + 2) * tileSize)
      appendRuns(y, first, last, &runs)
      join(&runs, above, Int32(y), &spots)
      if spots.count > limit { return ([], []) }
    }
    return dots(&spots)
  }

  private func appendRuns(_ y: Int, _ first: Int, _ last: Int, _ runs: inout [Run]) {
    guard last > first else { return }
    let row = plane.row(y)
    let raw = UnsafeRawPointer(row)
    var start = first
    var colour = row[first]
    var x = first
    func close(_ end: Int) {
      runs.append(
        Run(
          first: Int32(truncatingIfNeeded: start), last: Int32(truncatingIfNeeded: end), isDark: colour != 0, spot: -1))
      start = end
      colour ^= 1
    }
    var previous = UInt64(colour)
    while x &+ 8 <= last {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: x, as: UInt64.self))
      var changes = word ^ (word << 8 | previous)
      previous = word >> 56
      while changes != 0 {
        close(x &+ changes.trailingZeroBitCount >> 3)
        changes &= changes &- 1
      }
      x &+= 8
    }
    while x < last {
      if row[x] != colour { close(x) }
      x &+= 1
    }
    close(last)
  }

  /// Gives every run its spot, that of a run of its colour above it or a new one.
  private func join(_ runs: inout [Run], _ above: [Run], _ y: Int32, _ spots: inout [Spot]) {
    var j = 0
    for i in runs.indices {
      let run = runs[i]
      var root: Int32 = -1
      var k = j
      while k < above.count, above[k].first < run.last {
        if above[k].last <= run.first {
          j = k + 1
        } else if above[k].isDark == run.isDark {
          let other = Self.root(&spots, above[k].spot)
          if root < 0 {
            root = other
          } else if root != other {
            Self.merge(&spots, root, other)
          }
        }
        k += 1
      }
      if root < 0 {
        root = Int32(spots.count)
        spots.append(Spot(parent: root, isDark: run.isDark))
      }
      let width = run.last - run.first
      let index = Int(root)
      if width > Self.longest {
        spots[index].isBroken = true
      } else {
        spots[index].area &+= width
        spots[index].x &+= Int64(width) * Int64(run.first + run.last)
        spots[index].y &+= Int64(width) * Int64(2 * y + 1)
        spots[index].minX = min(spots[index].minX, run.first)
        spots[index].maxX = max(spots[index].maxX, run.last)
        spots[index].minY = min(spots[index].minY, y)
        spots[index].maxY = max(spots[index].maxY, y + 1)
      }
      runs[i].spot = root
    }
  }

  private static func root(_ spots: inout [Spot], _ index: Int32) -> Int32 {
    var i = index
    while spots[Int(i)].parent != i {
      spots[Int(i)].parent = spots[Int(spots[Int(i)].parent)].parent
      i = spots[Int(i)].parent
    }
    return i
  }

  private static func merge(_ spots: inout [Spot], _ into: Int32, _ from: Int32) {
    let other = spots[Int(from)]
    spots[Int(from)].parent = into
    spots[Int(into)].area &+= other.area
    spots[Int(into)].x &+= other.x
    spots[Int(into)].y &+= other.y
    spots[Int(into)].minX = min(spots[Int(into)].minX, other.minX)
    spots[Int(into)].maxX = max(spots[Int(into)].maxX, other.maxX)
    spots[Int(into)].minY = min(spots[Int(into)].minY, other.minY)
    spots[Int(into)].maxY = max(spots[Int(into)].maxY, other.maxY)
    if other.isBroken { spots[Int(into)].isBroken = true }
  }

  private func dots(_ spots: inout [Spot]) -> (dark: [Dot], light: [Dot]) {
    var dark: [Dot] = []
    var light: [Dot] = []
    for (i, spot) in spots.enumerated() {
      guard Int(spot.parent) == i, !spot.isBroken, spot.area >= Self.leastArea else { continue }
      let w = spot.maxX - spot.minX
      let h = spot.maxY - spot.minY
      guard h <= Self.longest, w <= Self.longestShape * h + 1, h <= Self.longestShape * w + 1,
        10 * spot.area >= Self.leastFill * w * h
      else { continue }
      let scale = 1 / (2 * Double(spot.area))
      let dot = Dot(center: Point(Double(spot.x) * scale, Double(spot.y) * scale), area: Double(spot.area))
      guard tiles.hasEnergy(around: dot.center, within: Double(max(w, h)) / 2 + 1) else { continue }
      if spot.isDark { dark.append(dot) } else { light.append(dot) }
    }
    return (dark, light)
  }

  /// Points that are darker (lighter) than all around them: the dots of a symbol of so few pixels that they touch.
  /// Only tiles with edges in several directions are looked at.
  func extremes(_ luma: LumaView) -> (dark: [Dot], light: [Dot]) {
    var found: (dark: [Dot], light: [Dot]) = ([], [])
    guard luma.width > 4, luma.height > 4 else { return found }
    let limit = limit
    guard !isTexture else { return found }
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
    return found
  }

  /// Share of the tiles in which edges run in several directions, from which on a large frame shows texture: a symbol
  /// of touching dots is small.
  private static let mostDotted = 0.5
  private static let largeFrame = 5000

  private var isTexture: Bool {
    let count = tiles.columns * tiles.rows
    guard count >= Self.largeFrame else { return false }
    return Double((0..<count).count { Self.isDotted(tiles, $0) }) > Self.mostDotted * Double(count)
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
    let above = row - luma.stride
    for x in first..<last {
      let v = row[x]
      let l = row[x &- 1]
      if v < l {
        guard v <= row[x &+ 1], v < above[x] else { continue }
        if let p = peak(luma, x, y, isDark: true) { found.dark.append(Dot(center: p, area: smallArea)) }
      } else if v > l {
        guard v >= row[x &+ 1], v > above[x] else { continue }
        if let p = peak(luma, x, y, isDark: false) { found.light.append(Dot(center: p, area: smallArea)) }
      }
    }
  }

  /// What is said of the area of dots that touch: they are neighbours up to 10 pixels apart.
  private static let smallArea = 2.0
  /// Least difference of a touching dot from the mean of its surroundings, in grey levels.
  private static let leastRise = 5

  /// The place of an extreme between pixels, by parabolas; nil when it is none.
  private static func peak(_ luma: LumaView, _ x: Int, _ y: Int, isDark: Bool) -> Point? {
    let p = luma.base + (y &* luma.stride &+ x)
    let s = luma.stride
    let sign = isDark ? 1 : -1
    let v = sign &* Int(p[0])
    let up = sign &* Int(p[-s])
    let down = sign &* Int(p[s])
    guard v < up, v <= down else { return nil }
    guard v <= sign &* Int(p[-s &- 1]), v <= sign &* Int(p[1 &- s]), v <= sign &* Int(p[s &- 1]),
      v <= sign &* Int(p[s &+ 1])
    else { return nil }
    let ring =
      Int(p[-2]) + Int(p[2]) + Int(p[-2 &* s]) + Int(p[2 &* s]) + Int(p[-1]) + Int(p[1]) + Int(p[-s]) + Int(p[s])
    guard sign &* ring &- 8 &* v >= 8 &* leastRise else { return nil }
    func offset(_ a: Int, _ b: Int) -> Double {
      let bend = a + b - 2 * v
      return bend > 0 ? Double(a - b) / Double(2 * bend) : 0
    }
    return Point(
      Double(x) + 0.5 + offset(sign &* Int(p[-1]), sign &* Int(p[1])), Double(y) + 0.5 + offset(up, down))
  }
}
