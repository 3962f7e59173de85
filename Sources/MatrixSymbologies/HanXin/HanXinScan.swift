import BarcodeCore

/// Looks for finder patterns of Han Xin Code along rows and columns of a plane.
struct HanXinScan {
  private let plane: BinaryPlane
  private let tiles: TileMap
  private let readsInverted: Bool
  private(set) var found: [HanXinFinder] = []
  private var probes = 0

  /// Places looked at closely at the most.
  private static let mostProbes = 20_000
  /// From the middle of the square to the corner of the outer angle, in modules.
  private static let reach = 5.5
  /// A pattern that a line crosses.
  private struct Hit {
    /// The middle of the square, along the line.
    var middle: Double
    var module: Double
    var isDark: Bool
    /// Whether the angles were met before the square.
    var isBackwards: Bool

    /// Whether a line nearby crosses the same pattern.
    func agrees(with other: Hit) -> Bool {
      isDark == other.isDark && isBackwards == other.isBackwards
        && abs(middle - other.middle) <= 0.8 * module + 0.6 && abs(module - other.module) <= 0.25 * module + 0.2
    }
  }

  /// The hits of the last two lines, the newest last.
  private var earlier: [[Hit]] = [[], []]
  /// Pixels of seven modules below which a hit is noise.
  private static let shortest: Int32 = 8

  init(_ frame: Frame, readsInverted: Bool) {
    plane = frame.plane
    tiles = frame.tiles
    self.readsInverted = readsInverted
  }

  /// Pixels of a picture from which on every second line is looked at: two of them cross the square of three modules
  /// where a module has 1.5 pixels.
  private static let largePicture = 500_000
  private var lineStep: Int { plane.width * plane.height >= Self.largePicture ? 2 : 1 }

  /// Finds all patterns that rows and columns of the plane cross, in the spans of each row of tiles.
  mutating func run() {
    let spans = tiles.spans
    let tileSize = TileMap.size
    var low = plane.height
    var high = 0
    var left = plane.width
    var right = 0
    var edges = RowEdges(width: max(plane.width, plane.height))
    for y in stride(from: 0, to: plane.height, by: lineStep) {
      let tileRow = y / tileSize
      guard tileRow < spans.count, let span = spans[tileRow] else { continue }
      let first = max(0, min(span.first * tileSize - tileSize, plane.width - 1))
      let last = min(plane.width, (span.last + 2) * tileSize)
      (low, high, left, right) = (min(low, y), max(high, y + lineStep), min(left, first), max(right, last))
      edges.find(plane.row(y), from: first, to: last)
      scan(edges, startsDark: plane.row(y)[first] != 0, line: Double(y) + 0.5, isUpright: false)
    }
    // However a symbol is turned, rows cross the angles of two opposite patterns at least.
    guard low < high, found.count >= 2 else { return }
    scanColumns(left..<max(left, right), rows: low..<min(high, plane.height))
  }

  private mutating func scanColumns(_ columns: Range<Int>, rows: Range<Int>) {
    var edges = RowEdges(width: plane.height)
    var column = [UInt8](repeating: 0, count: rows.count)
    earlier = [[], []]
    for x in stride(from: columns.lowerBound, to: columns.upperBound, by: lineStep) {
      let isDark = column.withUnsafeMutableBufferPointer { buffer -> Bool in
        guard let out = buffer.baseAddress else { return false }
        var p = plane.row(rows.lowerBound) + x
        for i in 0..<rows.count {
          out[i] = p.pointee
          p += plane.stride
        }
        edges.find(UnsafePointer(out), from: 0, to: rows.count)
        return out[0] != 0
      }
      scan(edges, startsDark: isDark, line: Double(x) + 0.5, isUpright: true, offset: Double(rows.lowerBound))
    }
  }

  /// Runs of 1:1:1:1:3 or 3:1:1:1:1 in a line.
  private mutating func scan(
    _ edges: RowEdges, startsDark: Bool, line: Double, isUpright: Bool, offset: Double = 0
  ) {
    var hits: [Hit] = []
    _ = edges.with { e, count in
      var i = 0
      while i &+ 5 < count {
        let total = e[i &+ 5] &- e[i]
        let c = e[i &+ 3] &- e[i &+ 2]
        // Half a module and half a pixel of slack, times 14.
        let slack = total &+ 7
        let b = e[i &+ 2] &- e[i &+ 1]
        let d = e[i &+ 4] &- e[i &+ 3]
        // All three in one test: hardly a place passes it, so the processor guesses right.
        let least = min(b, min(c, d))
        let most = max(b, max(c, d))
        if 14 &* least &+ slack >= 2 &* total, 14 &* most &- slack <= 2 &* total, total >= Self.shortest {
          let a = e[i &+ 1] &- e[i]
          let w = e[i &+ 5] &- e[i &+ 4]
          let isBackwards = a < w
          let (one, three) = isBackwards ? (a, w) : (w, a)
          if abs(14 &* one &- 2 &* total) <= slack, 14 &* three &+ 7 > 4 &* total, 14 &* three &- 7 < 8 &* total {
            let isDark = (i & 1 == 0) == startsDark
            let sum = isBackwards ? e[i &+ 4] &+ e[i &+ 5] : e[i] &+ e[i &+ 1]
            if isDark || readsInverted {
              hits.append(
                Hit(middle: Double(sum) / 2, module: Double(total) / 7, isDark: isDark, isBackwards: isBackwards))
            }
          }
        }
        i &+= 1
      }
    }
    for hit in hits where isConfirmed(hit) {
      let at = hit.middle + offset
      take(
        isUpright ? Point(line, at) : Point(at, line), hit.module, hit.isDark, hit.isBackwards, isUpright: isUpright)
    }
    earlier[0] = earlier[1]
    earlier[1] = hits
  }

  /// Whether one of the last two lines crosses the pattern, too: the square is three modules high, noise is not.
  private func isConfirmed(_ hit: Hit) -> Bool {
    for hits in earlier {
      // Hits are in the order of their ends, which their middles follow nearly.
      var low = 0
      var high = hits.count
      let least = hit.middle - 4 * hit.module
      while low < high {
        let middle = (low + high) / 2
        if hits[middle].middle < least { low = middle + 1 } else { high = middle }
      }
      while low < hits.count, hits[low].middle < hit.middle + 4 * hit.module {
        if hit.agrees(with: hits[low]) { return true }
        low += 1
      }
    }
    return false
  }

  private mutating func take(
    _ p: Point, _ width: Double, _ isDark: Bool, _ isBackwards: Bool, isUpright: Bool
  ) {
    let isKnown = found.contains { $0.isDark == isDark && $0.center.distance(to: p) < $0.module * 1.5 }
    guard !isKnown, probes < Self.mostProbes else { return }
    guard tiles.hasCrossingEdges(around: p, within: width * Self.reach) else { return }
    probes += 1
    let finder = HanXinFinder(
      plane, at: p, isDark: isDark, width: width, isBackwards: isBackwards, isUpright: isUpright)
    if let finder { found.append(finder) }
  }
}
