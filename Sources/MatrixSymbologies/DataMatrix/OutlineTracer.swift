import BarcodeCore

/// A straight piece of the border between dark and light, with dark on its right-hand side as seen on the screen.
package struct OutlineSegment: Sendable {
  package var start: Point
  package var end: Point

  @inline(__always) package var vector: Point { end - start }
  package var length: Double { vector.length }
}

/// Follows the borders between dark and light pixels of a plane and cuts them into straight pieces.
///
/// Borders run along pixel edges. A border is followed when it crosses one of the rows that are looked at inside an
/// energetic tile; shorter ones are too small to matter.
package final class OutlineTracer {
  private let plane: BinaryPlane
  private let tiles: TileMap
  /// For each pixel a bit, whether the upward border on its left was followed; rows begin at whole words, and one row
  /// stands before the picture's first.
  private let followed: UnsafeMutablePointer<UInt64>
  private let words: Int
  private let turns: [Turn]
  /// Midpoints of the pixel edges of the border at hand, in half pixels.
  private let xs: UnsafeMutablePointer<Int32>
  private let ys: UnsafeMutablePointer<Int32>
  private var count = 0
  /// The border at hand turned right all in all, with dark on its right.
  private var isAroundDark = false
  /// Closed borders of the size of a dot, the colour of whose inside is dark, and light.
  package private(set) var darkDots = 0
  package private(set) var lightDots = 0

  /// From one row that is looked at to the next. Every symbol of at least 10 modules of 1.2 pixels is as high as this.
  private static let smallStep = 12
  /// The same in planes of more pixels: every symbol of 10 modules of 1.6 pixels; smaller ones fill smaller pictures.
  private static let largeStep = 16
  private static let mostPixelsForSmallStep = 500_000
  /// Pixel edges of the longest border that is followed to its end; beyond, it is cut.
  private static let maximumLength = 1 << 15
  /// Pixel edges of the shortest border that can hold two legs of a symbol.
  private static let minimumLength = 36
  /// How far, in pixels, a border may stray from a straight piece: a staircase strays by 0.5, noise by as much again.
  private static let tolerance: Float = 1.05

  package init(plane: BinaryPlane, tiles: TileMap) {
    self.plane = plane
    self.tiles = tiles
    words = plane.width >> 6 + 1
    turns = Self.turns(stride: plane.stride)
    followed = .allocate(capacity: words * (plane.height + 1))
    followed.initialize(repeating: 0, count: words * (plane.height + 1))
    xs = .allocate(capacity: 2 * Self.maximumLength)
    ys = .allocate(capacity: 2 * Self.maximumLength)
  }

  deinit {
    followed.deallocate()
    xs.deallocate()
    ys.deallocate()
  }

  /// Calls `body` with the straight pieces of each border in turn; `isClosed` tells that the last is followed by the
  /// first.
  package func forEachOutline(_ body: (_ segments: [OutlineSegment], _ isClosed: Bool) -> Void) {
    var segments: [OutlineSegment] = []
    let rowStep = plane.width * plane.height > Self.mostPixelsForSmallStep ? Self.largeStep : Self.smallStep
    for y in Swift.stride(from: rowStep / 2, to: plane.height, by: rowStep) {
      let tileRow = y / TileMap.size
      guard tileRow < tiles.rows else { break }
      let row = plane.row(y)
      for tile in 0..<tiles.columns where isStart(tile, tileRow) {
        var starts = Self.leftEdges(of: row, at: tile &* TileMap.size, width: plane.width)
        while starts != 0 {
          let x = tile &* TileMap.size &+ starts.trailingZeroBitCount >> 3
          starts &= starts &- 1
          guard followed[(y &+ 1) &* words &+ x >> 6] >> UInt64(x & 63) & 1 == 0 else { continue }
          let isClosed = follow(x, y)
          if isClosed, Self.dotLength.contains(count) {
            if isAroundDark { darkDots += 1 } else { lightDots += 1 }
          }
          guard count >= Self.minimumLength, isLarge(), hasStraightParts() else { continue }
          segments.removeAll(keepingCapacity: true)
          cut(into: &segments, isClosed: isClosed)
          body(segments, isClosed)
        }
      }
    }
  }

  /// A byte of 1 for each pixel of a tile that is dark and has a light one on its left; a tile is eight pixels wide.
  private static func leftEdges(of row: UnsafePointer<UInt8>, at x: Int, width: Int) -> UInt64 {
    let before: UInt64 = x > 0 ? UInt64(row[x &- 1]) : 0
    var pixels: UInt64 = 0
    if x &+ TileMap.size <= width {
      pixels = UInt64(littleEndian: UnsafeRawPointer(row + x).loadUnaligned(as: UInt64.self))
    } else {
      for k in 0..<max(0, width &- x) { pixels |= UInt64(row[x &+ k]) << UInt64(8 &* k) }
    }
    return pixels & ~(pixels << 8 | before)
  }

  /// Whether borders are followed from a tile: it has edges, and those of its neighbours and itself do not all run one
  /// way, as in bars. The legs of a symbol have quiet zones on one side and modules on the other.
  private func isStart(_ column: Int, _ row: Int) -> Bool {
    let i = row &* tiles.columns &+ column
    guard tiles.energy[i] > 0 else { return false }
    guard column > 0, column &+ 1 < tiles.columns else { return true }
    let least = Self.leastCoherence
    let (l, m, r) = (tiles.axis[i &- 1], tiles.axis[i], tiles.axis[i &+ 1])
    guard max((m * m).sum(), (l * l).sum(), (r * r).sum()) >= Self.leastStraightness else { return false }
    return (m * l).sum() < least || (m * r).sum() < least
  }

  /// Least square of the share in which the edges of a tile run one way, of one where a leg crosses a row or its
  /// neighbours. From a quarter on symbols are lost.
  private static let leastStraightness: Float = 0.12

  /// Least product of the axes of neighbouring tiles of bars.
  private static let leastCoherence: Float = 0.7

  /// Pixel edges of the border of a dot: from two pixels across to twelve.
  private static let dotLength = 6...48

  /// Whether the border is wide and high enough for two legs.
  private func isLarge() -> Bool {
    var (x0, x1) = (xs[0], xs[0])
    var (y0, y1) = (ys[0], ys[0])
    for i in stride(from: Self.boundStep, to: count, by: Self.boundStep) {
      (x0, x1) = (min(x0, xs[i]), max(x1, xs[i]))
      (y0, y1) = (min(y0, ys[i]), max(y1, ys[i]))
    }
    return min(x1 &- x0, y1 &- y0) >= 2 * Self.leastSide
  }

  /// Points from one to the next that is looked at for the extent.
  private static let boundStep = 4
  /// Pixels that a border with two legs of twelve pixels is wide and high at the least, less what lies between the
  /// points.
  private static let leastSide: Int32 = 8

  /// One step along a border: what follows from its direction (0 right, 1 down, 2 left, 3 up) and from how that came
  /// about. Eight words, so that finding the next one is quick.
  private struct Turn {
    /// The change of place.
    var dx: Int
    var dy: Int
    /// The same in bytes of the plane, and the pixels that then lie ahead on the left and on the right, from the pixel
    /// below and right of the old place.
    var step: Int
    var left: Int
    var right: Int
    /// Of the turns that may come next, the first; they are ordered by the colours ahead: left, then right.
    var next: Int
    /// 1 when the border runs upwards.
    var isUp: Int
    /// Quarter turns to the right that led here; -1 for the left.
    var quarter: Int
  }

  /// The first turn without a change of direction upwards.
  private static let straightUp = 3 * 4 + 1

  private static func turns(stride: Int) -> [Turn] {
    let moves = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    // The pixels ahead, from the pixel below and right of the new place.
    let ahead = [(-stride, 0), (0, -1), (-1, -stride - 1), (-stride - 1, -stride)]
    return (0..<16).map { index in
      let (isLeftDark, isRightDark) = (index & 2 != 0, index & 1 != 0)
      let quarter = !isRightDark ? 1 : isLeftDark ? -1 : 0
      let direction = (index / 4 + quarter) & 3
      let (dx, dy) = moves[direction]
      let step = dx + dy * stride
      return Turn(
        dx: dx, dy: dy, step: step, left: step + ahead[direction].0, right: step + ahead[direction].1,
        next: direction * 4, isUp: direction == 3 ? 1 : 0, quarter: quarter)
    }
  }

  /// Follows a border from the left edge of a dark pixel upwards, dark on the right; tells whether it came around.
  private func follow(_ startX: Int, _ startY: Int) -> Bool {
    turns.withUnsafeBufferPointer { turns in follow(startX, startY, turns) }
  }

  private func follow(_ startX: Int, _ startY: Int, _ turns: UnsafeBufferPointer<Turn>) -> Bool {
    let (width, height, stride, base) = (plane.width, plane.height, plane.stride, plane.base)
    let (followed, words, xs, ys) = (followed, words, xs, ys)
    var n = 0
    var x = startX
    var y = startY + 1
    var at = y &* stride &+ x
    var index = Self.straightUp
    // Quarter turns to the right, less those to the left.
    var turned = 0
    func value(_ px: Int, _ py: Int) -> Int {
      px >= 0 && py >= 0 && px < width && py < height ? Int(base[py &* stride &+ px]) : 0
    }
    defer {
      count = n
      isAroundDark = turned > 0
    }
    // Which way a border turns cannot be predicted, so nothing here branches on it.
    repeat {
      guard n < Self.maximumLength else { return false }
      let turn = turns[index]
      let mark = followed + (y &* words &+ x >> 6)
      let bit = UInt64(truncatingIfNeeded: turn.isUp) &<< UInt64(truncatingIfNeeded: x)
      // What was followed before belongs to a border that was cut.
      if mark.pointee & bit != 0 { return false }
      mark.pointee |= bit
      xs[n] = Int32(truncatingIfNeeded: 2 &* x &+ turn.dx)
      ys[n] = Int32(truncatingIfNeeded: 2 &* y &+ turn.dy)
      n &+= 1
      x &+= turn.dx
      y &+= turn.dy
      var ahead: Int
      if x > 0, y > 0, x < width, y < height {
        ahead = Int(base[at &+ turn.left]) &* 2 &+ Int(base[at &+ turn.right])
      } else {
        let leftX = x &+ (turn.dx &- 1 &+ turn.dy) >> 1
        let leftY = y &+ (turn.dy &- 1 &- turn.dx) >> 1
        ahead = value(leftX, leftY) * 2 + value(leftX &- turn.dy, leftY &+ turn.dx)
      }
      at &+= turn.step
      index = turn.next &+ ahead
      turned &+= turns[index].quarter
    } while x != startX || y != startY &+ 1 || turns[index].isUp == 0
    return true
  }

  /// Whether two stretches of the border are straight and run in different directions: they go their way without
  /// detours, as lines on a grid do, and their inner points lie near the chord.
  private func hasStraightParts() -> Bool {
    let (xs, ys) = (xs, ys)
    let window = Self.straightWindow
    let quarter = window / 4
    var first: (x: Int32, y: Int32)?
    var i = 0
    while i &+ window < count {
      let (x, y) = (xs[i], ys[i])
      let (dx, dy) = (xs[i &+ window] &- x, ys[i &+ window] &- y)
      // Coordinates are in half pixels; a step of detour is noise.
      guard abs(dx) &+ abs(dy) >= Int32(2 * window - 4) else {
        i &+= 3
        continue
      }
      // Distance from the chord at most 1.1 pixels, compared by squares.
      let limit = 5 &* (dx &* dx &+ dy &* dy)
      var isStraight = true
      for k in 1..<4 {
        let cross = (xs[i &+ k &* quarter] &- x) &* dy &- (ys[i &+ k &* quarter] &- y) &* dx
        if cross &* cross > limit { isStraight = false }
      }
      guard isStraight else {
        i &+= 3
        continue
      }
      if let first {
        // The legs meet at 33 degrees at least.
        let cross = first.x &* dy &- first.y &* dx
        let dot = first.x &* dx &+ first.y &* dy
        if 3 &* abs(cross) >= 2 &* abs(dot) { return true }
      } else {
        first = (dx, dy)
      }
      i &+= window
    }
    return false
  }

  /// Pixel edges of a straight stretch: the shortest leg.
  private static let straightWindow = 12

  /// Cuts the border at hand greedily: each piece goes as far as all its points stay near one line from its start.
  private func cut(into segments: inout [OutlineSegment], isClosed: Bool) {
    var first = 0
    if isClosed {
      // Where the border happened to be met is no corner: begin at the end of the first piece and go around.
      first = endOfPiece(from: 0)
      for i in 0...first {
        xs[count + i] = xs[i]
        ys[count + i] = ys[i]
      }
      count += first + 1
    }
    while first < count - 1 {
      let last = endOfPiece(from: first)
      segments.append(
        OutlineSegment(
          start: Point(Double(xs[first]) / 2, Double(ys[first]) / 2),
          end: Point(Double(xs[last]) / 2, Double(ys[last]) / 2)))
      first = last
    }
  }

  private func endOfPiece(from first: Int) -> Int {
    var cone = Cone(x: Float(xs[first]), y: Float(ys[first]), tolerance: 2 * Self.tolerance)
    // By leaps while the points stay in the cone, then point by point to the last that does.
    var index = first &+ 1
    var leap = Self.leap
    while index < count {
      let ahead = min(index &+ leap &- 1, count &- 1)
      if cone.admits(Float(xs[ahead]), Float(ys[ahead])) {
        index = ahead &+ 1
      } else if leap > 1 {
        leap = 1
      } else {
        break
      }
    }
    return min(max(index &- 1, first &+ 1), count &- 1)
  }

  /// Points of a border that are passed at once: fewer than the shortest piece of a leg has.
  private static let leap = 4

  /// The directions from a point in which all points lie that were admitted so far, give or take the tolerance.
  private struct Cone {
    let x: Float
    let y: Float
    let tolerance: Float
    private var (leftX, leftY, rightX, rightY): (Float, Float, Float, Float) = (0, 0, 0, 0)
    private var isOpen = true

    init(x: Float, y: Float, tolerance: Float) {
      (self.x, self.y, self.tolerance) = (x, y, tolerance)
    }

    /// Takes a point in and narrows the cone, unless the point lies outside or has come back to the start.
    @inline(__always)
    mutating func admits(_ px: Float, _ py: Float) -> Bool {
      let (dx, dy) = (px - x, py - y)
      let square = dx * dx + dy * dy
      guard square > tolerance * tolerance * 1.5 else { return isOpen }
      if !isOpen, leftX * dy - leftY * dx < 0 || rightX * dy - rightY * dx > 0 { return false }
      // Only the directions matter, so the vectors may be as long as is easiest.
      let length = square.squareRoot()
      let (ax, ay) = (dx * length, dy * length)
      let (sx, sy) = (dy * tolerance, dx * tolerance)
      let (lx, ly) = (ax + sx, ay - sy)
      let (rx, ry) = (ax - sx, ay + sy)
      if isOpen || leftX * ly - leftY * lx > 0 { (leftX, leftY) = (lx, ly) }
      if isOpen || rightX * ry - rightY * rx < 0 { (rightX, rightY) = (rx, ry) }
      isOpen = false
      return true
    }
  }
}
