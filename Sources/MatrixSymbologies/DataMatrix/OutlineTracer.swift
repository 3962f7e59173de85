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
/// Borders run along pixel edges. A border is followed when it crosses a row whose number is a multiple of
/// `rowStep` inside an energetic tile; shorter ones are too small to matter.
package final class OutlineTracer {
  private let plane: BinaryPlane
  private let tiles: TileMap
  /// For each pixel a bit, whether the upward border on its left was followed; rows begin at whole words.
  private let followed: UnsafeMutablePointer<UInt64>
  private let words: Int
  /// Midpoints of the pixel edges of the border at hand, in half pixels.
  private let xs: UnsafeMutablePointer<Int32>
  private let ys: UnsafeMutablePointer<Int32>
  private var count = 0
  /// Closed borders of the size of a dot, the colour of whose inside is dark, and light.
  package private(set) var darkDots = 0
  package private(set) var lightDots = 0

  /// Every symbol of at least 10 modules of 1.2 pixels is as high as this.
  private static let rowStep = 12
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
    followed = .allocate(capacity: words * max(plane.height, 1))
    followed.initialize(repeating: 0, count: words * max(plane.height, 1))
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
    for y in Swift.stride(from: Self.rowStep / 2, to: plane.height, by: Self.rowStep) {
      let tileRow = y / TileMap.size
      guard tileRow < tiles.rows else { break }
      let row = plane.row(y)
      for tile in 0..<tiles.columns where tiles.energy[tileRow &* tiles.columns &+ tile] > 0 {
        let x0 = tile &* TileMap.size
        let x1 = min(x0 &+ TileMap.size, plane.width)
        for x in x0..<max(x0, x1) where row[x] != 0 && (x == 0 || row[x &- 1] == 0) {
          guard followed[y &* words &+ x >> 6] >> UInt64(x & 63) & 1 == 0 else { continue }
          let isClosed = follow(x, y)
          if isClosed, Self.dotLength.contains(count) { countDot() }
          guard count >= Self.minimumLength, isLarge(), hasStraightParts() else { continue }
          segments.removeAll(keepingCapacity: true)
          cut(into: &segments, isClosed: isClosed)
          body(segments, isClosed)
        }
      }
    }
  }

  /// Pixel edges of the border of a dot: from two pixels across to twelve.
  private static let dotLength = 6...48

  private func countDot() {
    // Dark lies on the right: around a dark dot the border turns to the right, and its area is positive.
    var area: Int32 = 0
    for i in 1..<count { area &+= xs[i &- 1] &* ys[i] &- xs[i] &* ys[i &- 1] }
    area &+= xs[count &- 1] &* ys[0] &- xs[0] &* ys[count &- 1]
    if area > 0 { darkDots += 1 } else { lightDots += 1 }
  }

  /// Whether the border is wide and high enough for two legs.
  private func isLarge() -> Bool {
    var (x0, x1) = (xs[0], xs[0])
    var (y0, y1) = (ys[0], ys[0])
    for i in 1..<count {
      (x0, x1) = (min(x0, xs[i]), max(x1, xs[i]))
      (y0, y1) = (min(y0, ys[i]), max(y1, ys[i]))
    }
    return min(x1 &- x0, y1 &- y0) >= 2 * Self.leastSide
  }

  /// Pixels that a border with two legs is wide and high.
  private static let leastSide: Int32 = 8

  /// Follows a border from the left edge of a dark pixel upwards, dark on the right; tells whether it came around.
  private func follow(_ startX: Int, _ startY: Int) -> Bool {
    let (width, height, stride, base) = (plane.width, plane.height, plane.stride, plane.base)
    let (followed, words, xs, ys) = (followed, words, xs, ys)
    var n = 0
    var x = startX
    var y = startY + 1
    // Directions: 0 right, 1 down, 2 left, 3 up.
    var direction = 3
    func isDark(_ px: Int, _ py: Int) -> Bool {
      px >= 0 && py >= 0 && px < width && py < height && base[py &* stride &+ px] != 0
    }
    defer { count = n }
    repeat {
      guard n < Self.maximumLength else { return false }
      let dx = direction == 0 ? 1 : direction == 2 ? -1 : 0
      let dy = direction == 1 ? 1 : direction == 3 ? -1 : 0
      if direction == 3 {
        let mark = followed + ((y &- 1) &* words &+ x >> 6)
        let bit: UInt64 = 1 << UInt64(x & 63)
        // What was followed before belongs to a border that was cut.
        if mark.pointee & bit != 0 { return false }
        mark.pointee |= bit
      }
      xs[n] = Int32(truncatingIfNeeded: 2 &* x &+ dx)
      ys[n] = Int32(truncatingIfNeeded: 2 &* y &+ dy)
      n &+= 1
      x &+= dx
      y &+= dy
      // The pixels ahead, on the left and on the right of the direction of travel.
      let leftX = x &+ (dx &- 1 &+ dy) >> 1
      let leftY = y &+ (dy &- 1 &- dx) >> 1
      let rightX = leftX &- dy
      let rightY = leftY &+ dx
      let leftAhead: Bool
      let rightAhead: Bool
      if x > 0, y > 0, x < width, y < height {
        leftAhead = base[leftY &* stride &+ leftX] != 0
        rightAhead = base[rightY &* stride &+ rightX] != 0
      } else {
        leftAhead = isDark(leftX, leftY)
        rightAhead = isDark(rightX, rightY)
      }
      if !rightAhead { direction = (direction &+ 1) & 3 } else if leftAhead { direction = (direction &+ 3) & 3 }
    } while x != startX || y != startY &+ 1 || direction != 3
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
    let (xs, ys, count) = (xs, ys, count)
    let x0 = Float(xs[first])
    let y0 = Float(ys[first])
    let tolerance = 2 * Self.tolerance
    let nearSquare = tolerance * tolerance * 1.5
    // The cone of directions that are still allowed, between two vectors.
    var (leftX, leftY, rightX, rightY): (Float, Float, Float, Float) = (0, 0, 0, 0)
    var hasCone = false
    var index = first &+ 1
    while index < count {
      let x = Float(xs[index]) - x0
      let y = Float(ys[index]) - y0
      let square = x * x + y * y
      if square > nearSquare {
        if hasCone, leftX * y - leftY * x < 0 || rightX * y - rightY * x > 0 { break }
        let scale = tolerance / square.squareRoot()
        let (lx, ly) = (x + y * scale, y - x * scale)
        let (rx, ry) = (x - y * scale, y + x * scale)
        if !hasCone || leftX * ly - leftY * lx > 0 { (leftX, leftY) = (lx, ly) }
        if !hasCone || rightX * ry - rightY * rx < 0 { (rightX, rightY) = (rx, ry) }
        hasCone = true
      } else if hasCone {
        break
      }
      index &+= 1
    }
    return min(max(index &- 1, first &+ 1), count &- 1)
  }
}
