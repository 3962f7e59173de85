import BarcodeCore

/// A place where seven runs of about equal width cross in both directions: perhaps the middle of a bullseye.
struct BullseyeHit {
  /// The middle of the centre.
  var center: Point
  /// Width of a run along the rows and along the columns, in pixels.
  var across: Double
  var down: Double
  /// Whether the centre is dark.
  var isDark: Bool
  /// Width of the centre in widths of the runs beside it.
  var centerRatio: Double
  /// How unequal the runs are, relative to their mean; the best places have the least.
  var spread: Double
}

/// Looks for concentric patterns (Aztec Code, MaxiCode) along the rows of a plane, in both polarities at once.
struct BullseyeScanner {
  let plane: BinaryPlane
  /// At most so many places, those with the most equal runs; a frame full of stripes has thousands.
  let maximumCount: Int
  /// Width of the centre, in widths of the rings: 1 of squares; circles are drawn with centres up to three times so
  /// wide.
  let widestCenter: Int
  /// See `Frame.leastModule`; the rings are one module wide.
  let leastModule: Double

  /// Runs on either side of the centre that are compared: the rings inside the outermost one.
  private static let sideRuns = 3
  private static let cellShift = 2

  /// Hits in the rows that cross the spans (first and last column of each row of tiles, nil for none).
  func scan(spans: [(first: Int, last: Int)?], tileSize: Int) -> [BullseyeHit] {
    guard plane.width > 6, plane.height > 6 else { return [] }
    var hits: [BullseyeHit] = []
    let columns = plane.width >> Self.cellShift + 1
    // The best place of each colour in each cell of 4 by 4 pixels.
    var places: [Int: Int] = [:]
    var edges = RowEdges(width: plane.width)
    for y in stride(from: 0, to: plane.height, by: rowStep) {
      let tileRow = y / tileSize
      guard tileRow < spans.count, let span = spans[tileRow] else { continue }
      let first = max(0, min(span.first * tileSize - tileSize, plane.width - 1))
      let last = min(plane.width, (span.last + 2) * tileSize)
      edges.find(plane.row(y), from: first, to: last)
      for (x, width) in centres(&edges, y) {
        guard let hit = confirm(x, y, width) else { continue }
        let cell = (Int(hit.center.y) >> Self.cellShift) * columns + Int(hit.center.x) >> Self.cellShift
        let key = cell * 2 + (hit.isDark ? 1 : 0)
        if let known = places[key] {
          if hit.spread < hits[known].spread { hits[known] = hit }
          continue
        }
        places[key] = hits.count
        hits.append(hit)
        if hits.count >= Self.mostPlaces { return best(hits) }
      }
    }
    return best(hits)
  }

  /// Pixels of a picture from which on every second row is looked at: one of them at least crosses the middle of a symbol
  /// whose rings are two pixels wide.
  private static let largePicture = 500_000
  private var rowStep: Int { plane.width * plane.height >= Self.largePicture || leastModule >= 2 ? 2 : 1 }

  /// Pixels of the seven runs at the least.
  private var leastTotal: Int32 { leastModule > 1 ? Int32(leastModule * 7) &- 1 : 0 }

  /// The search ends after so many places of any quality.
  private static let mostPlaces = 2000

  private func best(_ hits: [BullseyeHit]) -> [BullseyeHit] {
    Array(hits.sorted { $0.spread < $1.spread }.prefix(maximumCount))
  }

  /// The middles of seven alike runs of a row, with the width of all seven.
  private func centres(_ edges: inout RowEdges, _ y: Int) -> [(x: Int, width: Int)] {
    var found: [(x: Int, width: Int)] = []
    let leastTotal = leastTotal
    let widest = UInt16(truncatingIfNeeded: 2 &* widestCenter &+ 1)
    edges.forEachPlace(from: 1, edges: 9, where: { Self.mayBeAlike($0, widest) }) { e, i in
      let total = e[i &+ 7] &- e[i]
      let widths = Widths(
        center: e[i &+ 4] &- e[i &+ 3], inner: (e[i &+ 3] &- e[i &+ 2], e[i &+ 5] &- e[i &+ 4]),
        middle: (e[i &+ 2] &- e[i &+ 1], e[i &+ 6] &- e[i &+ 5]), outer: (e[i &+ 1] &- e[i], e[i &+ 7] &- e[i &+ 6]))
      if total >= leastTotal, isHigh(e + i, Int(total), y), alike(widths) {
        found.append((x: Int(e[i &+ 3] &+ e[i &+ 4]) >> 1, width: Int(total)))
      }
    }
    return found
  }

  /// The same as `alike`, at sixteen places; where a run is long it may say yes too often.
  @inline(__always)
  private static func mayBeAlike(_ runs: RunLanes, _ widest: UInt16) -> RunLanes.Mask {
    let (outer, middle, inner) = ((runs[0], runs[6]), (runs[1], runs[5]), (runs[2], runs[4]))
    let center = runs[3]
    let near = inner.0 &+ inner.1 &+ middle.0 &+ middle.1
    let sides = near &+ outer.0 &+ outer.1
    let nearLeast = pointwiseMin(pointwiseMin(inner.0, inner.1), pointwiseMin(middle.0, middle.1))
    let nearMost = pointwiseMax(pointwiseMax(inner.0, inner.1), pointwiseMax(middle.0, middle.1))
    let outerLeast = pointwiseMin(outer.0, outer.1)
    let least = pointwiseMin(nearLeast, outerLeast)
    let most = pointwiseMax(nearMost, pointwiseMax(outer.0, outer.1))
    let isWhole =
      (12 &* least &+ 12 .>= sides) .& (12 &* most .<= 3 &* sides &+ 12) .& (12 &* center &+ 12 .>= sides)
      .& (12 &* center .<= widest &* sides &+ 12)
    let isFaded =
      (8 &* nearLeast &+ 8 .>= near) .& (8 &* nearMost .<= 3 &* near &+ 8) .& (8 &* outerLeast &+ 8 .>= near)
      .& (2 &* center &+ 2 .>= near) .& (center .<= near &+ 1)
    return isWhole .| isFaded
  }

  /// A row this part of the seven runs above or below is still inside of the centre, on one side or the other, also of
  /// a symbol that is seen half as high as wide.
  private static let neighbourShare = 28

  /// Whether a row above or below has the colours of the five inner runs in their middles; noise does not.
  @inline(__always)
  private func isHigh(_ e: UnsafePointer<Int32>, _ total: Int, _ y: Int) -> Bool {
    let reach = max(1, total / Self.neighbourShare)
    let ink = plane.row(y)[Int(e[3])]
    return y >= reach && Self.hasRuns(plane.row(y &- reach), e, ink)
      || y &+ reach < plane.height && Self.hasRuns(plane.row(y &+ reach), e, ink)
  }

  @inline(__always)
  private static func hasRuns(_ row: UnsafePointer<UInt8>, _ e: UnsafePointer<Int32>, _ ink: UInt8) -> Bool {
    row[Int(e[3] &+ e[4]) >> 1] == ink && row[Int(e[2] &+ e[3]) >> 1] != ink && row[Int(e[4] &+ e[5]) >> 1] != ink
      && row[Int(e[1] &+ e[2]) >> 1] == ink && row[Int(e[5] &+ e[6]) >> 1] == ink
  }

  /// The centre and the three runs on each side of it, from inside to outside.
  private struct Widths {
    var center: Int32
    var inner: (Int32, Int32)
    var middle: (Int32, Int32)
    var outer: (Int32, Int32)

    var total: Int32 { center &+ sides }
    var sides: Int32 { inner.0 &+ inner.1 &+ middle.0 &+ middle.1 &+ outer.0 &+ outer.1 }
    var near: Int32 { inner.0 &+ inner.1 &+ middle.0 &+ middle.1 }
    var nearLeast: Int32 { min(min(inner.0, inner.1), min(middle.0, middle.1)) }
    var nearMost: Int32 { max(max(inner.0, inner.1), max(middle.0, middle.1)) }
    var least: Int32 { min(min(inner.0, inner.1), min(min(middle.0, middle.1), min(outer.0, outer.1))) }
    var most: Int32 { max(max(inner.0, inner.1), max(max(middle.0, middle.1), max(outer.0, outer.1))) }
  }

  /// Whether the six runs beside the centre are as equal as those of a bullseye, half of the mean and a pixel's
  /// rounding off at the most, and the centre fits to them.
  @inline(__always)
  private func alike(_ w: Widths) -> Bool {
    let sides = w.sides
    if 12 &* w.least &+ 12 >= sides, 12 &* w.most &- 12 <= 3 &* sides, 12 &* w.center &+ 12 >= sides,
      12 &* w.center &- 12 <= Int32(truncatingIfNeeded: 2 &* widestCenter &+ 1) &* sides
    {
      return true
    }
    // Around a centre that faded there are fewer rings, and modules beyond the last may join it.
    guard widestCenter > 1 else { return false }
    let near = w.near
    return 8 &* w.nearLeast &+ 8 >= near && 8 &* w.nearMost &- 8 <= 3 &* near
      && 8 &* min(w.outer.0, w.outer.1) &+ 8 >= near
      && 2 &* w.center &+ 2 >= near && w.center &- 1 <= near
  }

  /// Looks down through the middle, then across again.
  private func confirm(_ x: Int, _ y: Int, _ width: Int) -> BullseyeHit? {
    let value = plane[x, y]
    // A symbol tilted by 60 degrees is twice as long one way as the other, and turned by 45 degrees more.
    guard let down = runs(x, y, 0, 1, value, limit: width * 2 + 8), down.total * 3 >= width, down.total <= width * 3
    else { return nil }
    let cy = y + Int(down.shift.rounded(.down))
    guard cy >= 0, cy < plane.height, plane[x, cy] == value,
      let across = runs(x, cy, 1, 0, value, limit: width * 2 + 8)
    else { return nil }
    let cx = x + Int(across.shift.rounded(.down))
    guard plane.contains(x: cx, y: cy), plane[cx, cy] == value else { return nil }
    // Along the diagonals there are rings, too; one may be lost to noise.
    let limit = (width + down.total) * 2 + 8
    guard
      let slanted = runs(cx, cy, 1, 1, value, limit: limit) ?? runs(cx, cy, 1, -1, value, limit: limit),
      slanted.total * 4 >= min(across.total, down.total)
    else { return nil }
    return BullseyeHit(
      center: Point(Double(x) + 0.5 + across.shift, Double(y) + 0.5 + down.shift),
      across: Double(across.total) / 7, down: Double(down.total) / 7, isDark: value != 0,
      centerRatio: (across.centerRatio + down.centerRatio) / 2,
      spread: across.spread + down.spread + slanted.spread)
  }

  /// The seven runs along a direction through a pixel of the centre: their sum, and how far the centre run's middle
  /// lies from the pixel; nil when they are not alike.
  private func runs(
    _ x: Int, _ y: Int, _ dx: Int, _ dy: Int, _ value: UInt8, limit: Int
  ) -> (total: Int, shift: Double, spread: Double, centerRatio: Double)? {
    guard let back = half(x, y, -dx, -dy, value, limit), let forth = half(x, y, dx, dy, value, limit) else {
      return nil
    }
    let w = Widths(
      center: Int32(truncatingIfNeeded: back.center + forth.center - 1), inner: (back.inner, forth.inner),
      middle: (back.middle, forth.middle), outer: (back.outer, forth.outer))
    guard alike(w) else { return nil }
    let near = w.near
    return (
      Int(w.total), Double(forth.center - back.center) / 2, Double(4 * (w.nearMost - w.nearLeast)) / Double(near),
      Double(4 * w.center) / Double(near)
    )
  }

  /// Runs from a pixel of the centre outwards, that pixel included.
  private struct Half {
    var center = 0
    var inner: Int32 = 0
    var middle: Int32 = 0
    var outer: Int32 = 0
  }

  /// - Parameter limit: Pixels of all seven runs at the most.
  private func half(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int, _ value: UInt8, _ limit: Int) -> Half? {
    let step = dy &* plane.stride &+ dx
    var room = limit
    if dx > 0 { room = min(room, plane.width &- x) } else if dx < 0 { room = min(room, x &+ 1) }
    if dy > 0 { room = min(room, plane.height &- y) } else if dy < 0 { room = min(room, y &+ 1) }
    var p = plane.base + (y &* plane.stride &+ x)
    var i = 0
    var colour = value
    var half = Half()
    for run in 0...Self.sideRuns {
      let start = i
      // From the middle of a centre to its end is less than a sixth of all runs.
      let end = run == 0 ? min(room, limit / 3) : room
      while i < end, p.pointee == colour {
        p += step
        i &+= 1
      }
      // The run must end inside the picture and the limit.
      if i >= end || i == start { return nil }
      let width = Int32(truncatingIfNeeded: i &- start)
      switch run {
      case 0: half.center = i
      case 1: half.inner = width
      case 2: half.middle = width
      default: half.outer = width
      }
      colour ^= 1
    }
    return half
  }
}
