import BarcodeCore

/// A finder pattern of Han Xin Code: a square of three modules with two angles around one of its corners.
struct HanXinFinder {
  /// The middle of the square.
  var center: Point
  /// Direction from the middle to the corner with the angles, in radians.
  var direction: Double
  /// Width of a module, in pixels.
  var module: Double
  var isDark: Bool
  private let plane: BinaryPlane

  private static let rays = 64
  private static let step = 2 * Double.pi / Double(rays)
  private static let directions: [Point] = (0..<rays).map {
    Point(BarcodeMath.cos(Double($0) * step), BarcodeMath.sin(Double($0) * step))
  }
  /// Share of a turn in which the angles are met, in rays: a quarter, seen in perspective from an eighth to a half.
  private static let arc = 7...34

  /// Looks from a place in the square in all directions.
  ///
  /// - Parameters:
  ///   - isBackwards: Whether the angles were met against the direction of the line on which the place was found.
  ///   - isUpright: Whether this line was a column.
  ///   - width: Width of a module along the line, in pixels.
  init?(_ plane: BinaryPlane, at start: Point, isDark: Bool, width: Double, isBackwards: Bool, isUpright: Bool) {
    guard Self.isSquare(plane, at: start, isDark: isDark, width: width, isUpright: isUpright) else { return nil }
    // The line lies in the quarter of directions in which the angles are met, so one beside it does, too.
    let along = (isUpright ? Self.rays / 4 : 0) + (isBackwards ? Self.rays / 2 : 0)
    for beside in Self.beside {
      let isMet = [along + beside, along - beside].contains {
        Runs(plane, start, Self.directions[$0 & (Self.rays - 1)], isDark, limit: width * 9).isPattern
      }
      guard isMet else { return nil }
    }
    self.plane = plane
    self.isDark = isDark
    var center = start
    var middle = 0.0
    var size = 0.0
    for pass in 0..<2 {
      var sum = Point(0, 0)
      var weight = 0.0
      var good: UInt64 = 0
      // The first look is at every second ray.
      for ray in stride(from: 0, to: Self.rays, by: 2 - pass) {
        let direction = Self.directions[ray]
        let runs = Runs(plane, center, direction, isDark, limit: width * 9)
        let first = runs.first
        guard runs.count > 0, first <= width * 2.5 else { return nil }
        // Triangles around the start make up the square.
        sum = sum + direction * (first * first * first * 2 / 3)
        weight += first * first
        if runs.isPattern { good |= (pass == 0 ? 3 : 1) << UInt64(ray) }
      }
      let arc = Self.longestArc(good)
      guard weight > 0, Self.arc.contains(arc.length) else { return nil }
      middle = (Double(arc.start) + Double(arc.length - 1) / 2) * Self.step
      // The square's area is nine modules.
      size = (weight * Double.pi / Double(Self.rays / (2 - pass))).squareRoot() / 3
      if pass == 0 { center = center + sum / weight }
    }
    guard size > 0.7 else { return nil }
    self.center = center
    direction = middle
    module = size
  }

  /// Whether the run across the line is as long as that of a square of three modules, seen at up to 60 degrees of tilt.
  private static func isSquare(
    _ plane: BinaryPlane, at start: Point, isDark: Bool, width: Double, isUpright: Bool
  ) -> Bool {
    let x = Int(start.x)
    let y = Int(start.y)
    let colour: UInt8 = isDark ? 1 : 0
    guard plane.contains(x: x, y: y), plane[x, y] == colour else { return false }
    let most = Int(width * 6) + 2
    let step = isUpright ? 1 : plane.stride
    let place = isUpright ? x : y
    let end = isUpright ? plane.width : plane.height
    let p = plane.base + (y &* plane.stride &+ x)
    var length = 1
    var k = 1
    while place - k >= 0, length <= most, p[-k &* step] == colour {
      k += 1
      length += 1
    }
    k = 1
    while place + k < end, length <= most, p[k &* step] == colour {
      k += 1
      length += 1
    }
    return length <= most && Double(length) >= width * 1.2
  }

  /// How far beside the line, in rays: half of the arc under 55 degrees of tilt, and less.
  private static let beside = [3, 5]

  /// The longest series of rays that fit, round the circle; one that does not may lie between.
  private static func longestArc(_ good: UInt64) -> (start: Int, length: Int) {
    func isGood(_ ray: Int) -> Bool { good >> UInt64(ray & (rays - 1)) & 1 == 1 }
    var best = (start: 0, length: 0)
    for start in 0..<rays where isGood(start) {
      var length = 1
      var ahead = 1
      while ahead < rays, ahead <= length + 1 {
        if isGood(start + ahead) { length = ahead + 1 }
        ahead += 1
      }
      if length > best.length { best = (start, length) }
    }
    return best
  }

  /// Lengths of runs from a point outwards: half of the square, a gap, an angle, a gap, an angle; fewer when the
  /// limit or the border of the picture comes first.
  private struct Runs {
    private(set) var lengths = SIMD8<Double>.zero
    private(set) var count = 0
    private(set) var first = 0.0

    /// No other run is longer than half of the square by more than this, rounding included.
    private static let longestRun = (share: 1.4, pixels: 1.5)
    private static let step = 0.5
    /// Half of the square as a share of all runs, in eighths: 12 of 44, of equal stripes 4 of 36.
    private static let leastSquare = 1.4
    /// Rounding to steps of half a pixel, in eighths of a pixel.
    private static let rounding = 3.0

    init(_ plane: BinaryPlane, _ start: Point, _ direction: Point, _ isDark: Bool, limit: Double) {
      var colour: UInt8 = isDark ? 1 : 0
      let dx = direction.x * Self.step
      let dy = direction.y * Self.step
      let width = Double(plane.width)
      let height = Double(plane.height)
      guard start.x >= 0, start.y >= 0, start.x < width, start.y < height else { return }
      var room = limit / Self.step
      if dx > 0 { room = min(room, (width - start.x) / dx) } else if dx < 0 { room = min(room, start.x / -dx) }
      if dy > 0 { room = min(room, (height - start.y) / dy) } else if dy < 0 { room = min(room, start.y / -dy) }
      let steps = Int(room.rounded(.up))
      var from = 0.0
      var longest = limit
      var i = 1
      while i < steps {
        let x = Int(start.x + dx * Double(i))
        let y = Int(start.y + dy * Double(i))
        if plane.base[y &* plane.stride &+ x] != colour {
          let at = (Double(i) - 0.5) * Self.step
          lengths[count] = at - from
          count &+= 1
          if count == 1 {
            first = at
            longest = at * Self.longestRun.share + Self.longestRun.pixels
          }
          if count == 5 { return }
          from = at
          colour ^= 1
        } else if Double(i) * Self.step - from > longest {
          return
        }
        i &+= 1
      }
      // A symbol without a quiet zone ends with the picture: behind its angles, or with the square of the corner that
      // has its angles on the inside.
      let end = Double(steps) * Self.step
      guard count == 0 || count == 4, end < limit else { return }
      if count == 0 { first = end }
      lengths[count] = end - from
      count &+= 1
    }

    var total: Double { lengths.sum() }

    /// Whether they are one and a half modules and four of one.
    var isPattern: Bool {
      guard count == 5 else { return false }
      let module = total / 5.5
      // Half a pixel of rounding at both ends, and the slant of the angles in perspective.
      let slack = module * 0.4 + 0.6
      // Half of the square is clearly wider than half of a stripe.
      guard 8 * first + Self.rounding >= total * Self.leastSquare else { return false }
      return abs(first - 1.5 * module) <= slack && abs(lengths[1] - module) <= slack
        && abs(lengths[2] - module) <= slack && abs(lengths[3] - module) <= slack && abs(lengths[4] - module) <= slack
    }
  }

  /// The distance from the middle to the outer border of the outer angle in a direction: five and a half modules.
  func reach(towards direction: Point) -> Double? {
    let runs = Runs(plane, center, direction.normalized, isDark, limit: module * 12)
    return runs.count == 5 ? runs.total : nil
  }
}
