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
package struct OutlineTracer {
  private let plane: BinaryPlane
  private let tiles: TileMap
  /// For each pixel, whether the upward border on its left was followed.
  private var followed: [Bool]
  /// Midpoints of the pixel edges of the border at hand, in half pixels.
  private var xs: [Int32]
  private var ys: [Int32]
  private var count = 0

  private static let rowStep = 4
  /// Pixel edges of the longest border that is followed to its end; beyond, it is cut.
  private static let maximumLength = 1 << 15
  /// Pixel edges of the shortest border that can hold two legs of a symbol.
  private static let minimumLength = 36
  /// How far, in pixels, a border may stray from a straight piece: a staircase strays by 0.5, noise by as much again.
  private static let tolerance = 1.05

  package init(plane: BinaryPlane, tiles: TileMap) {
    self.plane = plane
    self.tiles = tiles
    followed = [Bool](repeating: false, count: max(plane.width * plane.height, 0))
    xs = [Int32](repeating: 0, count: Self.maximumLength)
    ys = xs
  }

  /// Calls `body` with the straight pieces of each border in turn; `isClosed` tells that the last is followed by the
  /// first.
  package mutating func forEachOutline(_ body: (_ segments: [OutlineSegment], _ isClosed: Bool) -> Void) {
    var segments: [OutlineSegment] = []
    for y in Swift.stride(from: Self.rowStep / 2, to: plane.height, by: Self.rowStep) {
      let tileRow = y / TileMap.size
      guard tileRow < tiles.rows else { break }
      let row = plane.row(y)
      for tile in 0..<tiles.columns where tiles.energy[tileRow &* tiles.columns &+ tile] > 0 {
        let x0 = tile &* TileMap.size
        let x1 = min(x0 &+ TileMap.size, plane.width)
        for x in x0..<max(x0, x1) where row[x] != 0 && (x == 0 || row[x &- 1] == 0) {
          guard !followed[y &* plane.width &+ x] else { continue }
          let isClosed = follow(x, y)
          guard count >= Self.minimumLength else { continue }
          segments.removeAll(keepingCapacity: true)
          cut(into: &segments)
          body(segments, isClosed)
        }
      }
    }
  }

  /// Follows a border from the left edge of a dark pixel upwards, dark on the right; tells whether it came around.
  private mutating func follow(_ startX: Int, _ startY: Int) -> Bool {
    let (width, height, stride, base) = (plane.width, plane.height, plane.stride, plane.base)
    var n = 0
    var x = startX
    var y = startY + 1
    // Directions: 0 right, 1 down, 2 left, 3 up.
    var direction = 3
    var isClosed = true
    func isDark(_ px: Int, _ py: Int) -> Bool {
      px >= 0 && py >= 0 && px < width && py < height && base[py &* stride &+ px] != 0
    }
    followed.withUnsafeMutableBufferPointer { followed in
      xs.withUnsafeMutableBufferPointer { xs in
        ys.withUnsafeMutableBufferPointer { ys in
          trace: repeat {
            guard n < xs.count else {
              isClosed = false
              break trace
            }
            var dx = 0
            var dy = 0
            switch direction {
            case 0: dx = 1
            case 1: dy = 1
            case 2: dx = -1
            default:
              dy = -1
              let mark = (y &- 1) &* width &+ x
              if followed[mark] {
                // The rest belongs to a border that was cut.
                isClosed = false
                break trace
              }
              followed[mark] = true
            }
            xs[n] = Int32(truncatingIfNeeded: 2 &* x &+ dx)
            ys[n] = Int32(truncatingIfNeeded: 2 &* y &+ dy)
            n &+= 1
            x &+= dx
            y &+= dy
            // The pixels ahead, on the left and on the right of the direction of travel.
            let leftAhead: Bool
            let rightAhead: Bool
            switch direction {
            case 0: (leftAhead, rightAhead) = (isDark(x, y &- 1), isDark(x, y))
            case 1: (leftAhead, rightAhead) = (isDark(x, y), isDark(x &- 1, y))
            case 2: (leftAhead, rightAhead) = (isDark(x &- 1, y), isDark(x &- 1, y &- 1))
            default: (leftAhead, rightAhead) = (isDark(x &- 1, y &- 1), isDark(x, y &- 1))
            }
            if !rightAhead { direction = (direction &+ 1) & 3 } else if leftAhead { direction = (direction &+ 3) & 3 }
          } while x != startX || y != startY &+ 1 || direction != 3
        }
      }
    }
    count = n
    return isClosed
  }

  /// Cuts the border at hand greedily: each piece goes as far as all its points stay near one line from its start.
  private func cut(into segments: inout [OutlineSegment]) {
    xs.withUnsafeBufferPointer { xs in
      ys.withUnsafeBufferPointer { ys in
        var first = 0
        while first < count - 1 {
          let last = endOfPiece(from: first, xs, ys)
          segments.append(
            OutlineSegment(
              start: Point(Double(xs[first]) / 2, Double(ys[first]) / 2),
              end: Point(Double(xs[last]) / 2, Double(ys[last]) / 2)))
          first = last
        }
      }
    }
  }

  private func endOfPiece(from first: Int, _ xs: UnsafeBufferPointer<Int32>, _ ys: UnsafeBufferPointer<Int32>)
    -> Int
  {
    let x0 = Float(xs[first])
    let y0 = Float(ys[first])
    let tolerance = Float(2 * Self.tolerance)
    // The cone of directions that are still allowed, between two vectors.
    var (leftX, leftY, rightX, rightY): (Float, Float, Float, Float) = (0, 0, 0, 0)
    var hasCone = false
    var index = first + 1
    while index < count {
      let x = Float(xs[index]) - x0
      let y = Float(ys[index]) - y0
      let square = x * x + y * y
      if square > tolerance * tolerance * 1.5 {
        let scale = tolerance / square.squareRoot()
        let (lx, ly) = (x + y * scale, y - x * scale)
        let (rx, ry) = (x - y * scale, y + x * scale)
        if !hasCone {
          (leftX, leftY, rightX, rightY) = (lx, ly, rx, ry)
          hasCone = true
        } else {
          if leftX * y - leftY * x < 0 || rightX * y - rightY * x > 0 { break }
          if leftX * ly - leftY * lx > 0 { (leftX, leftY) = (lx, ly) }
          if rightX * ry - rightY * rx < 0 { (rightX, rightY) = (rx, ry) }
        }
      } else if hasCone {
        break
      }
      index += 1
    }
    return min(max(index - 1, first + 1), count - 1)
  }
}
