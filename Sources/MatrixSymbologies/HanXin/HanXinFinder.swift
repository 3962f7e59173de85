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
  /// Share of a turn in which the angles are met, in rays: a quarter, seen in perspective from an eighth to a half.
  private static let arc = 7...34

  /// Looks from a place in the square in all directions.
  init?(_ plane: BinaryPlane, at start: Point, isDark: Bool, width: Double) {
    self.plane = plane
    self.isDark = isDark
    var center = start
    var middle = 0.0
    var size = 0.0
    for pass in 0..<2 {
      var sum = Point(0, 0)
      var weight = 0.0
      var good = [Bool](repeating: false, count: Self.rays)
      for ray in 0..<Self.rays {
        let angle = Double(ray) * Self.step
        let direction = Point(BarcodeMath.cos(angle), BarcodeMath.sin(angle))
        let runs = Self.runs(plane, center, direction, isDark, limit: width * 9)
        guard let first = runs.first, first <= width * 2.5 else { return nil }
        // Triangles around the start make up the square.
        sum = sum + direction * (first * first * first * 2 / 3)
        weight += first * first
        good[ray] = Self.fits(runs)
      }
      let arc = Self.longestArc(good)
      guard weight > 0, Self.arc.contains(arc.length) else { return nil }
      middle = (Double(arc.start) + Double(arc.length - 1) / 2) * Self.step
      // The square's area is nine modules.
      size = (weight * Double.pi / Double(Self.rays)).squareRoot() / 3
      if pass == 0 { center = center + sum / weight }
    }
    guard size > 0.7 else { return nil }
    self.center = center
    direction = middle
    module = size
  }

  /// The longest series of rays that fit, round the circle; one that does not may lie between.
  private static func longestArc(_ good: [Bool]) -> (start: Int, length: Int) {
    var best = (start: 0, length: 0)
    for start in good.indices where good[start] {
      var length = 1
      var ahead = 1
      while ahead < good.count, ahead <= length + 1 {
        if good[(start + ahead) % good.count] { length = ahead + 1 }
        ahead += 1
      }
      if length > best.length { best = (start, length) }
    }
    return best
  }

  /// Lengths of runs from a point outwards: half of the square, a gap, an angle, a gap, an angle; fewer when the
  /// limit or the border of the picture comes first.
  private static func runs(
    _ plane: BinaryPlane, _ start: Point, _ direction: Point, _ isDark: Bool, limit: Double
  ) -> [Double] {
    var runs: [Double] = []
    var colour: UInt8 = isDark ? 1 : 0
    var from = 0.0
    var at = 0.0
    while at < limit, runs.count < 5 {
      at += 0.5
      guard let value = plane.value(at: start + direction * at) else { break }
      if value != colour {
        runs.append(at - 0.25 - from)
        from = at - 0.25
        colour = value
      }
    }
    return runs
  }

  /// Whether the runs along a ray are one and a half modules and four of one.
  private static func fits(_ runs: [Double]) -> Bool {
    guard runs.count == 5 else { return false }
    let module = runs.reduce(0, +) / 5.5
    // Half a pixel of rounding at both ends, and the slant of the angles in perspective.
    let slack = module * 0.4 + 0.6
    return (0..<5).allSatisfy { abs(runs[$0] - ($0 == 0 ? 1.5 : 1) * module) <= slack }
  }

  /// The distance from the middle to the outer border of the outer angle in a direction: five and a half modules.
  func reach(towards direction: Point) -> Double? {
    let runs = Self.runs(plane, center, direction.normalized, isDark, limit: module * 12)
    guard runs.count == 5 else { return nil }
    return runs.reduce(0, +)
  }

  /// All finder patterns that rows and columns of the plane cross.
  static func find(_ plane: BinaryPlane, spans: [(first: Int, last: Int)?], tileSize: Int) -> [HanXinFinder] {
    var found: [HanXinFinder] = []
    var probes = 0
    func take(_ p: Point, _ width: Double, _ isDark: Bool) {
      let isKnown = found.contains { $0.isDark == isDark && $0.center.distance(to: p) < $0.module * 1.5 }
      guard !isKnown, probes < mostProbes else { return }
      probes += 1
      guard let finder = HanXinFinder(plane, at: p, isDark: isDark, width: width) else { return }
      found.append(finder)
    }
    var low = plane.height
    var high = 0
    var left = plane.width
    var right = 0
    for y in 0..<plane.height {
      let tileRow = y / tileSize
      guard tileRow < spans.count, let span = spans[tileRow] else { continue }
      let first = max(0, min(span.first * tileSize - tileSize, plane.width - 1))
      let last = min(plane.width, (span.last + 2) * tileSize)
      (low, high, left, right) = (min(low, y), max(high, y + 1), min(left, first), max(right, last))
      scan(plane.row(y) + first, step: 1, count: last - first) { at, width, isDark in
        take(Point(Double(first) + at, Double(y) + 0.5), width, isDark)
      }
    }
    guard low < high else { return found }
    for x in left..<max(left, right) {
      scan(plane.row(low) + x, step: plane.stride, count: high - low) { at, width, isDark in
        take(Point(Double(x) + 0.5, Double(low) + at), width, isDark)
      }
    }
    return found
  }

  /// Places looked at closely at the most.
  private static let mostProbes = 20_000

  /// Runs of 1:1:1:1:3 or 3:1:1:1:1; reports the middle of the widest one and a module.
  private static func scan(
    _ start: UnsafePointer<UInt8>, step: Int, count: Int, _ report: (Double, Double, Bool) -> Void
  ) {
    guard count > 7 else { return }
    // The last six borders, the newest last.
    var borders = SIMD8<Int32>.zero
    var known = 0
    var p = start
    var colour = p.pointee
    for i in 1...count {
      if i < count {
        p += step
        if p.pointee == colour { continue }
      }
      for k in 0..<5 { borders[k] = borders[k + 1] }
      borders[5] = Int32(i)
      known += 1
      if known >= 5 {
        let total = Double(borders[5] - borders[0])
        let module = total / 7
        let a = Double(borders[1] - borders[0])
        let b = Double(borders[2] - borders[1])
        let c = Double(borders[3] - borders[2])
        let d = Double(borders[4] - borders[3])
        let e = Double(borders[5] - borders[4])
        let slack = module * 0.5 + 0.5
        if abs(b - module) <= slack, abs(c - module) <= slack, abs(d - module) <= slack {
          if abs(a - module) <= slack, e > 2 * module - 0.5, e < 4 * module + 0.5 {
            report(Double(borders[4] + borders[5]) / 2, module, colour != 0)
          } else if abs(e - module) <= slack, a > 2 * module - 0.5, a < 4 * module + 0.5 {
            report(Double(borders[0] + borders[1]) / 2, module, colour != 0)
          }
        }
      }
      if i < count { colour = p.pointee }
    }
  }
}
