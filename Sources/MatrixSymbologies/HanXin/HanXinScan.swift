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

  /// The hits of the line at hand, and those of the last two, the newest last.
  private var hits: [Hit] = []
  private var earlier: [[Hit]] = [[], []]
  /// Modules of fewer pixels are not read.
  private static let leastModule = 1.5
  /// Pixels of seven modules below which a hit is noise, or belongs to a finer scale.
  private let shortest: Int32

  init(_ frame: Frame, readsInverted: Bool) {
    plane = frame.plane
    tiles = frame.tiles
    self.readsInverted = readsInverted
    isLarge = frame.leastModule >= 2 || plane.width * plane.height >= Self.largePicture
    shortest = Int32(7 * max(Self.leastModule, frame.leastModule))
  }

  /// Pixels of a picture from which on every second line is looked at: two of them cross the square of three modules
  /// where a module has 1.5 pixels.
  private static let largePicture = 500_000
  private let isLarge: Bool
  private var lineStep: Int { isLarge ? 2 : 1 }

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
      scan(&edges, Line(plane, row: y), startsDark: plane.row(y)[first] != 0)
    }
    // However a symbol is turned, rows cross the angles of two opposite patterns at least.
    guard low < high, found.count >= 2 else { return }
    scanColumns(left..<max(left, right), rows: low..<min(high, plane.height))
  }

  private mutating func scanColumns(_ columns: Range<Int>, rows: Range<Int>) {
    var edges = RowEdges(width: plane.height)
    var column = [UInt8](repeating: 0, count: rows.count)
    for k in earlier.indices { earlier[k].removeAll(keepingCapacity: true) }
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
      scan(&edges, Line(plane, column: x, from: rows.lowerBound), startsDark: isDark)
    }
  }

  /// A row or a column, and its neighbours.
  private struct Line {
    let isUpright: Bool
    /// Its place among the rows or columns.
    let index: Int
    /// Pixels before the part that is looked at.
    let offset: Int
    private let base: UnsafePointer<UInt8>
    /// From a pixel to the next of the line, and to that of the next line.
    private let along: Int
    private let across: Int
    private let lines: Int

    init(_ plane: BinaryPlane, row: Int) {
      (isUpright, index, offset) = (false, row, 0)
      (base, along, across, lines) = (plane.base, 1, plane.stride, plane.height)
    }

    init(_ plane: BinaryPlane, column: Int, from row: Int) {
      (isUpright, index, offset) = (true, column, row)
      (base, along, across, lines) = (plane.row(row), plane.stride, 1, plane.width)
    }

    /// Modules to the line beside: of two at this distance one crosses the square, too.
    private static let beside = 0.6

    /// Whether the line beside, on one side or the other, has the colours of five runs in their middles.
    @inline(__always)
    func isHigh(_ e: UnsafePointer<Int32>, total: Int32, _ ink: UInt8) -> Bool {
      let reach = max(1, Int(Double(total) * (Self.beside / 7)))
      return index >= reach && hasRuns(e, index &- reach, ink)
        || index &+ reach < lines && hasRuns(e, index &+ reach, ink)
    }

    @inline(__always)
    private func hasRuns(_ e: UnsafePointer<Int32>, _ line: Int, _ ink: UInt8) -> Bool {
      let start = base + line &* across
      func isInk(_ k: Int) -> Bool { start[(Int(e[k] &+ e[k &+ 1]) >> 1) &* along] == ink }
      return isInk(2) && !isInk(1) && !isInk(3) && isInk(0) && isInk(4)
    }
  }

  /// Runs of 1:1:1:1:3 or 3:1:1:1:1 in a line.
  private mutating func scan(_ edges: inout RowEdges, _ line: Line, startsDark: Bool) {
    hits.removeAll(keepingCapacity: true)
    var hits: [Hit] = []
    swap(&hits, &self.hits)
    let (shortest, readsInverted) = (shortest, readsInverted)
    edges.forEachPlace(from: 0, edges: 6, where: { Self.mayFit($0) }) { e, i in
      let total = e[i &+ 5] &- e[i]
      let (a, w) = (e[i &+ 1] &- e[i], e[i &+ 5] &- e[i &+ 4])
      let isBackwards = a < w
      guard total >= shortest, Self.fits(e + i, total: total, one: min(a, w), three: max(a, w)) else { return }
      let isDark = (i & 1 == 0) == startsDark
      if isDark || readsInverted, line.isHigh(e + i, total: total, isDark ? 1 : 0) {
        let sum = isBackwards ? e[i &+ 4] &+ e[i &+ 5] : e[i] &+ e[i &+ 1]
        hits.append(Hit(middle: Double(sum) / 2, module: Double(total) / 7, isDark: isDark, isBackwards: isBackwards))
      }
    }
    for hit in hits where isConfirmed(hit) { take(hit, line) }
    // The memory of the older line is used again.
    swap(&hits, &earlier[0])
    earlier.swapAt(0, 1)
    self.hits = hits
  }

  /// Whether the runs between six edges fit, each with half a module and half a pixel of slack.
  @inline(__always)
  private static func fits(_ e: UnsafePointer<Int32>, total: Int32, one: Int32, three: Int32) -> Bool {
    let (b, c, d) = (e[2] &- e[1], e[3] &- e[2], e[4] &- e[3])
    let slack = total &+ 7
    return 14 &* min(b, min(c, d)) &+ slack >= 2 &* total && 14 &* max(b, max(c, d)) &- slack <= 2 &* total
      && abs(14 &* one &- 2 &* total) <= slack && 14 &* three &+ 7 > 4 &* total && 14 &* three &- 7 < 8 &* total
  }

  /// The same at sixteen places.
  @inline(__always)
  private static func mayFit(_ runs: RunLanes) -> RunLanes.Mask {
    let (a, b, c, d, w) = (runs[0], runs[1], runs[2], runs[3], runs[4])
    let total = a &+ b &+ c &+ d &+ w
    let (one, three) = (pointwiseMin(a, w), pointwiseMax(a, w))
    let least = pointwiseMin(pointwiseMin(b, c), pointwiseMin(d, one))
    let most = pointwiseMax(pointwiseMax(b, c), pointwiseMax(d, one))
    return (14 &* least &+ 7 .>= total) .& (14 &* most .<= 3 &* total &+ 7)
      .& (14 &* three &+ 7 .> 4 &* total) .& (14 &* three .< 8 &* total &+ 7)
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

  private mutating func take(_ hit: Hit, _ line: Line) {
    let (along, across) = (hit.middle + Double(line.offset), Double(line.index) + 0.5)
    let p = line.isUpright ? Point(across, along) : Point(along, across)
    let isKnown = found.contains { $0.isDark == hit.isDark && $0.center.distance(to: p) < $0.module * 1.5 }
    guard !isKnown, probes < Self.mostProbes else { return }
    guard tiles.hasCrossingEdges(around: p, within: hit.module * Self.reach) else { return }
    probes += 1
    let finder = HanXinFinder(
      plane, at: p, isDark: hit.isDark, width: hit.module, isBackwards: hit.isBackwards, isUpright: line.isUpright)
    if let finder { found.append(finder) }
  }
}
