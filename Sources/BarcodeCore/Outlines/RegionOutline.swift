/// The four corners of what stands alone on a plain ground, so that a symbol is found whose own marks are broken.
package struct RegionOutline {
  /// In order around the region, clockwise on the screen.
  package let corners: [Point]
  /// The convex hull, clockwise on the screen.
  package let hull: [Point]

  /// Pixels around the region that are looked at, too.
  private static let margin = 4
  /// Share of the area between the corners that has ink: half of a Data Matrix symbol's modules and its legs have.
  package static let inkOfLegs = 0.35...0.72
  /// Pixels of the shortest side: eight modules of 1.5 pixels.
  private static let leastSide = 12.0

  /// - Parameters:
  ///   - bounds: An upright rectangle around the region.
  ///   - isInverted: The ink is light.
  ///   - ink: Share of the area between the corners that may have ink.
  ///   - leastShare: Share of the hull's area that must lie between the corners.
  package init?(
    _ plane: BinaryPlane, bounds: Quad, isInverted: Bool, ink: ClosedRange<Double>, leastShare: Double
  ) {
    let b = bounds.bounds
    let x0 = max(0, Int(b.minX) - Self.margin)
    let y0 = max(0, Int(b.minY) - Self.margin)
    let x1 = min(plane.width, Int(b.maxX) + Self.margin)
    let y1 = min(plane.height, Int(b.maxY) + Self.margin)
    guard x1 - x0 >= 8, y1 - y0 >= 8 else { return nil }
    var area = InkArea(plane, x: x0..<x1, y: y0..<y1, ink: isInverted ? 0 : 1)
    area.removeWhatTouchesTheBorder()
    let hull = Self.hull(area.ends)
    guard hull.count >= 4, let corners = Self.corners(hull) else { return nil }
    let quad = Quad(corners[0], corners[1], corners[2], corners[3])
    let sides = (0..<4).map { corners[$0].distance(to: corners[($0 + 1) & 3]) }
    guard sides.allSatisfy({ $0 >= Self.leastSide }), quad.area >= leastShare * Self.area(hull),
      ink.contains(Double(area.count) / max(quad.area, 1))
    else {
      return nil
    }
    let origin = Point(Double(x0), Double(y0))
    self.corners = corners.map { $0 + origin }
    self.hull = hull.map { $0 + origin }
  }

  /// Share of the hull that lies between the corners of a symbol with legs: it has four, though one may be light or
  /// worn.
  package static let shareOfLegs = 0.88

  /// The area of the hull, in pixels.
  package var hullArea: Double { Self.area(hull) }

  private static func area(_ hull: [Point]) -> Double {
    abs(hull.indices.reduce(0) { $0 + hull[$1].cross(hull[($1 + 1) % hull.count]) }) / 2
  }

  /// The convex hull, clockwise on the screen.
  private static func hull(_ points: [Point]) -> [Point] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func chain(_ points: [Point]) -> [Point] {
      var out: [Point] = []
      for p in points {
        while out.count >= 2, (out[out.count - 1] - out[out.count - 2]).cross(p - out[out.count - 1]) <= 0 {
          out.removeLast()
        }
        out.append(p)
      }
      return Array(out.dropLast())
    }
    return chain(sorted) + chain(sorted.reversed())
  }

  /// The points of the hull that lie farthest towards the corners of the smallest rectangle around it.
  private static func corners(_ hull: [Point]) -> [Point]? {
    var best: (area: Double, u: Point, low: Point, high: Point)?
    for (i, p) in hull.enumerated() {
      let u = (hull[(i + 1) % hull.count] - p).normalized
      guard u.length > 0.5 else { continue }
      let v = u.perpendicular
      var low = Point(.infinity, .infinity)
      var high = Point(-.infinity, -.infinity)
      for q in hull {
        low = Point(min(low.x, u.dot(q)), min(low.y, v.dot(q)))
        high = Point(max(high.x, u.dot(q)), max(high.y, v.dot(q)))
      }
      let area = (high.x - low.x) * (high.y - low.y)
      if area < best?.area ?? .infinity { best = (area, u, low, high) }
    }
    guard let best, best.area > 0 else { return nil }
    let size = best.high - best.low
    return [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].compactMap { x, y in
      let direction = best.u * (x / size.x) + best.u.perpendicular * (y / size.y)
      return hull.max { direction.dot($0) < direction.dot($1) }
    }
  }
}

/// Pixels of a part of a threshold picture that have ink.
private struct InkArea {
  private let width: Int
  private let height: Int
  private var isInk: [Bool]

  init(_ plane: BinaryPlane, x: Range<Int>, y: Range<Int>, ink: UInt8) {
    (width, height) = (x.count, y.count)
    var isInk = [Bool](repeating: false, count: x.count * y.count)
    for row in 0..<y.count {
      let line = plane.row(y.lowerBound + row) + x.lowerBound
      for column in 0..<x.count { isInk[row &* x.count &+ column] = line[column] == ink }
    }
    self.isInk = isInk
  }

  /// Pixels with ink.
  var count: Int { isInk.count { $0 } }

  /// Removes all ink that hangs together with the border: what surrounds a label.
  mutating func removeWhatTouchesTheBorder() {
    var open: [Int] = []
    for x in 0..<width { open += [x, (height - 1) * width + x] }
    for y in 0..<height { open += [y * width, y * width + width - 1] }
    while let place = open.popLast() {
      guard isInk[place] else { continue }
      isInk[place] = false
      let (x, y) = (place % width, place / width)
      for v in max(0, y - 1)...min(height - 1, y + 1) {
        for u in max(0, x - 1)...min(width - 1, x + 1) where isInk[v &* width &+ u] { open.append(v &* width &+ u) }
      }
    }
  }

  /// The corners of the first and the last pixel with ink of each row.
  var ends: [Point] {
    var out: [Point] = []
    for y in 0..<height {
      let row = isInk[y * width..<(y + 1) * width]
      guard let first = row.firstIndex(of: true), let last = row.lastIndex(of: true) else { continue }
      let (left, right) = (Double(first - y * width), Double(last - y * width + 1))
      out += [Point(left, Double(y)), Point(left, Double(y + 1)), Point(right, Double(y)), Point(right, Double(y + 1))]
    }
    return out
  }
}
