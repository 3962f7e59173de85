import BarcodeCore

/// A finder pattern: three concentric squares of 7, 5 and 3 modules (or, drawn by designers, circles).
package struct QRFinder: Sendable {
  /// Centre in pixels.
  package var center: Point
  /// One module along the pattern's first and second side, in pixels. Which of the symbol's sides they follow, and in
  /// which sense, is not known.
  package var u: Point
  package var v: Point
  /// How fast the modules shrink along `u` and `v`, a share for each module; not 0 for tilted patterns.
  package var tilt: Point
  /// Whether the outer ring is dark.
  package var isDark: Bool
  /// The sides could be measured; false for round patterns, whose `u` and `v` say no more than the size.
  package var hasSides: Bool
  /// Likeness to a pattern with its light border, from 0 to 1.
  package var quality: Double
  /// Grey value of the dark and the light rings.
  package var darkLevel: Double
  package var lightLevel: Double

  /// Mean side of a module, in pixels.
  package var module: Double { abs(u.cross(v)).squareRoot() }

  /// The pattern without its light border.
  package var area: Quad { Quad(place(-3.5, -3.5), place(3.5, -3.5), place(3.5, 3.5), place(-3.5, 3.5)) }

  /// The place in the picture that lies so many modules along `u` and `v` from the centre.
  package func place(_ i: Double, _ j: Double) -> Point {
    center + (u * i + v * j) / max(0.25, 1 + tilt.x * i + tilt.y * j)
  }

  /// A vector from pixels to modules along `u` and `v`.
  package func modules(_ d: Point) -> Point {
    let det = u.cross(v)
    guard abs(det) > 1e-9 else { return Point(0, 0) }
    return Point(d.cross(v) / det, u.cross(d) / det)
  }
}

/// Measures a finder pattern by rays from its centre.
struct QRFinderProbe {
  private let grey: GreyReader
  private let plane: BinaryPlane

  init?(luma: LumaView, plane: BinaryPlane) {
    guard let grey = GreyReader(luma) else { return nil }
    self.grey = grey
    self.plane = plane
  }

  private static let rayCount = 32
  /// Share of rays that must fit.
  private static let leastQuality = 0.7
  /// Rays of the first look that may miss, after eight and after sixteen. Of patterns of symbols that were read one in
  /// a hundred missed more; of what has runs like a pattern's three in four do.
  private static let mostFirstMisses = [2, 3]
  /// A square leaves a root mean square of a few hundredths, a circle 0.1.
  private static let roundResidual = 0.065

  /// The pattern around a place, or nil when there is none. `module` is a first estimate in pixels.
  func measure(at start: Point, module: Double, isDark: Bool) -> QRFinder? {
    var center = start
    var best: QRFinder?
    guard looksLikePattern(start, module, isDark) else { return nil }
    // The first pass without grey values; what is no pattern after all ends here.
    for isFine in [false, true, true, true, true] {
      guard let found = pass(center, module, isDark, isFine), found.quality > Self.leastLikeness else { return best }
      if isFine {
        if found.quality > best?.quality ?? 0 { best = found }
        if found.center.distance(to: center) < module * 0.1 { break }
      }
      // Rays that start beside the centre see it less far off than it is, or farther.
      center = center + (found.center - center) * (isFine ? 1 : Self.firstStep)
    }
    return best
  }

  private static let firstStep = 0.6

  /// A look in eight directions, then in eight others, without grey values, ends most of what is no pattern.
  private func looksLikePattern(_ center: Point, _ module: Double, _ isDark: Bool) -> Bool {
    let step = max(0.5, module / 5)
    let limit = Int(module * 9 / step) + 2
    let half = Self.rayCount / 2
    var misses = 0
    var symmetry = Symmetry()
    for (round, most) in Self.mostFirstMisses.enumerated() {
      for k in stride(from: 1 + 2 * round, to: half, by: 4) {
        let there = look(center, Self.directions[k], step, limit, isDark)
        let back = look(center, Self.directions[k + half], step, limit, isDark)
        if there == nil { misses += 1 }
        if back == nil { misses += 1 }
        if misses > most { return false }
        if let there, let back { symmetry.add(there, back) }
      }
      if !symmetry.isPlausible { return false }
    }
    return true
  }

  /// The edges along a ray if they lie about as those of a pattern.
  private func look(_ c: Point, _ d: Point, _ step: Double, _ limit: Int, _ isDark: Bool) -> (Int, Int, Int)? {
    // 1.5, 2.5 and 3.5 modules, give or take half a module and a step.
    guard let ray = edges(c, d, step, limit: limit, inside: isDark ? 1 : 0), ray.1 > ray.0 + ray.0 / 8,
      ray.0 * 3 < ray.2 * 2 + 3, ray.1 * 2 + 2 > ray.2, ray.1 * 10 < ray.2 * 9 + 10, ray.2 < ray.0 * 4 + 4
    else { return nil }
    return ray
  }

  /// How far opposite rays agree: a pattern is alike on both sides of its centre, and its edges lie at 1.5, 2.5 and
  /// 3.5 modules in all directions.
  private struct Symmetry {
    private var difference = 0
    private var sum = 0
    private var deviation: Float = 0
    private var pairs = 0

    /// Difference of opposite rays, relative to their length, and mean deviation of the two inner edges together from
    /// their places, relative to the outer edge. Of patterns of symbols that were read one in two hundred has more
    /// than 0.11 and 0.20; half of what looks like one in texture has more than 0.16 and 0.17.
    private static let mostDifference: Float = 0.13
    private static let mostDeviation: Float = 0.22

    mutating func add(_ p: (Int, Int, Int), _ q: (Int, Int, Int)) {
      difference += abs(p.2 - q.2)
      sum += p.2 + q.2
      let outer = Float(p.2 + q.2)
      deviation += abs(Float(p.0 + q.0) / outer - 1.5 / 3.5) + abs(Float(p.1 + q.1) / outer - 2.5 / 3.5)
      pairs += 1
    }

    var isPlausible: Bool {
      Float(difference) <= Self.mostDifference * Float(sum) && deviation <= Self.mostDeviation * Float(pairs)
    }
  }

  private func pass(_ center: Point, _ module: Double, _ isDark: Bool, _ isFine: Bool) -> QRFinder? {
    let count = Self.rayCount
    var rays = [Ray?](repeating: nil, count: count)
    var valid = 0
    var dark = 0.0
    var light = 0.0
    for k in 0..<count {
      guard let ray = cast(center, Self.directions[k], module, isDark, isFine) else {
        if Double(k - valid) > (1 - Self.leastQuality) * Double(count) { return nil }
        continue
      }
      rays[k] = ray
      dark += isDark ? ray.ring : ray.gap
      light += isDark ? ray.gap : ray.ring
      valid += 1
    }
    guard Double(valid) >= Self.leastQuality * Double(count) else { return nil }
    guard let sides = fit(rays) else { return nil }
    var finder = QRFinder(
      center: center, u: sides.u, v: sides.v, tilt: Point(0, 0), isDark: isDark, hasSides: sides.isSquare, quality: 0,
      darkLevel: dark / Double(valid), lightLevel: light / Double(valid))
    let shift = offset(rays, sides) { $0.reach }
    finder.center = center + sides.u * shift.x + sides.v * shift.y
    finder.quality = likeness(finder)
    guard isFine, module > Self.leastTiltModule, finder.quality < 1 - Self.tiltGain else { return finder }
    // A tilted pattern must look better when taken for one.
    var tilted = finder
    let tiltedShift = offset(rays, sides) { $0.tiltedReach }
    tilted.center = center + sides.u * tiltedShift.x + sides.v * tiltedShift.y
    tilted.tilt = tilt(rays, sides)
    tilted.quality = likeness(tilted)
    return tilted.quality > finder.quality + Self.tiltGain ? tilted : finder
  }

  /// Pixels a module below which tilt cannot be told from noise.
  private static let leastTiltModule = 3.5
  private static let tiltGain = 0.01

  /// Correlation of 9 by 9 modules with a pattern and its border.
  private func likeness(_ f: QRFinder) -> Double {
    var ring = 0.0
    var gap = 0.0
    var squares = 0.0
    for j in -4...4 {
      for i in -4...4 {
        let value = Double(grey(f.place(Double(i), Double(j))))
        squares += value * value
        let distance = max(abs(i), abs(j))
        if distance == 2 || distance == 4 { gap += value } else { ring += value }
      }
    }
    // 33 modules of the ring's colour and 48 of the other.
    let variance = squares / 81 - (ring + gap) / 81 * (ring + gap) / 81
    guard variance > 0.5 else { return 0 }
    let difference = (gap / 48 - ring / 33) * (f.isDark ? 1 : -1)
    return max(0, difference * Self.templateDeviation / variance.squareRoot())
  }

  /// Standard deviation of 33 ones and 48 zeros.
  private static let templateDeviation = 0.4913
  private static let leastLikeness = 0.45

  private static let directions: [Point] = (0..<rayCount).map {
    let angle = Double($0) * 2 * Double.pi / Double(rayCount)
    return Point(BarcodeMath.cos(angle), BarcodeMath.sin(angle))
  }

  private struct Ray {
    /// Half of two modules along the ray, that is the distance at which one module from the centre lies.
    var radius: Double
    /// A mean of the edges' distances; half the difference of two opposite rays tells how far the centre is off.
    var reach: Double
    /// The same for tilted patterns.
    var tiltedReach: Double
    /// By how much the outer edge is farther than the inner one; opposite rays differ in it when the pattern is tilted.
    var span: Double
    var ring: Double
    var gap: Double
  }

  /// Follows a ray to the three edges of the pattern.
  private func cast(_ c: Point, _ d: Point, _ module: Double, _ isDark: Bool, _ isFine: Bool) -> Ray? {
    let step = max(0.5, module / 5)
    guard let edges = edges(c, d, step, limit: Int(module * 9 / step) + 2, inside: isDark ? 1 : 0) else { return nil }
    guard isFine else {
      let r1 = Double(edges.0) - 0.5
      let r2 = Double(edges.1) - 0.5
      let r3 = Double(edges.2) - 0.5
      return ray(r1 * step, r2 * step, r3 * step, ring: 0, gap: 0)
    }
    @inline(__always)
    func grey(_ i: Int) -> Double {
      let r = Double(i) * step
      return Double(self.grey(Point(c.x + d.x * r, c.y + d.y * r)))
    }
    /// The clearest value about the middle of a run.
    func extreme(_ from: Int, _ to: Int, _ dark: Bool) -> Double {
      let middle = (from + to - 1) / 2
      let a = grey(middle)
      let b = grey(min(middle + 1, max(from, to - 1)))
      return dark ? min(a, b) : max(a, b)
    }
    let e0 = extreme(0, edges.0, isDark)
    let e1 = extreme(edges.0, edges.1, !isDark)
    let e2 = extreme(edges.1, edges.2, isDark)
    let e3 = extreme(edges.2, edges.2 + max(1, edges.2 - edges.1), !isDark)
    func crossing(_ edge: Int, _ threshold: Double) -> Double {
      // The plane's threshold need not be this one; the crossing is looked for nearby.
      for shift in [0, -1, 1] where edge + shift > 0 {
        let a = grey(edge + shift - 1)
        let b = grey(edge + shift)
        if (a - threshold) * (b - threshold) <= 0, a != b {
          return (Double(edge + shift - 1) + (threshold - a) / (b - a)) * step
        }
      }
      return (Double(edge) - 0.5) * step
    }
    let r1 = crossing(edges.0, (e0 + e1) / 2)
    let r2 = crossing(edges.1, (e1 + e2) / 2)
    let r3 = crossing(edges.2, (e2 + e3) / 2)
    return ray(r1, r2, r3, ring: e2, gap: e1)
  }

  /// A ray with edges at these distances, or nil when they are not those of a pattern.
  private func ray(_ r1: Double, _ r2: Double, _ r3: Double, ring: Double, gap: Double) -> Ray? {
    // Dark grown by ink or blur moves the first and third edge outwards and the second one inwards.
    let radius = (r1 + 2 * r2 + r3) / 10
    guard radius > 0.2, r1 > 0.7 * radius, r1 < 2.3 * radius, r2 > 1.8 * radius, r2 < 3.2 * radius, r3 < 4.5 * radius,
      r2 > 1.15 * r1, r3 > 1.08 * r2
    else { return nil }
    // Of a tilted pattern the middles of the squares drift apart with the square of their size; these weights, which
    // sum up to 1, give the middle of a square of no size.
    return Ray(
      radius: radius, reach: (r1 + 2 * r2 + r3) / 4, tiltedReach: 0.970 * r1 + 0.424 * r2 - 0.394 * r3, span: r3 - r1,
      ring: ring, gap: gap)
  }

  /// Steps at which the colour changes for the first, second and third time along a ray.
  private func edges(_ c: Point, _ d: Point, _ step: Double, limit: Int, inside: UInt8) -> (Int, Int, Int)? {
    let width = Double(plane.width)
    let height = Double(plane.height)
    guard c.x >= 0, c.y >= 0, c.x < width, c.y < height else { return nil }
    let dx = d.x * step
    let dy = d.y * step
    // The corners lie at 3.5 modules times the square root of 2; tilt may stretch one direction further.
    var room = Double(min(Self.mostSteps, limit))
    if dx > 0 { room = min(room, (width - c.x) / dx) } else if dx < 0 { room = min(room, c.x / -dx) }
    if dy > 0 { room = min(room, (height - c.y) / dy) } else if dy < 0 { room = min(room, c.y / -dy) }
    let steps = Int(room)
    let (base, stride) = (plane.base, plane.stride)
    // The ray stays inside, so whole numbers with 16 binary digits after the point are exact enough.
    var x = Int(c.x * Self.fixedOne)
    var y = Int(c.y * Self.fixedOne)
    let stepX = Int(dx * Self.fixedOne)
    let stepY = Int(dy * Self.fixedOne)
    var expected = inside
    var found = 0
    var edges = (0, 0, 0)
    var i = 0
    while i < steps {
      if base[(y &>> 16) &* stride &+ x &>> 16] != expected {
        if found == 0 { edges.0 = i } else if found == 1 { edges.1 = i } else { edges.2 = i }
        found &+= 1
        expected ^= 1
        if found == 3 { return edges.0 > 0 ? edges : nil }
      }
      x &+= stepX
      y &+= stepY
      i &+= 1
    }
    // The border of the picture ends the pattern if the outer ring was reached.
    guard found == 2, steps < limit, steps > edges.1 else { return nil }
    edges.2 = steps
    return edges.0 > 0 ? edges : nil
  }

  private static let mostSteps = 160
  private static let fixedOne = 65536.0

  /// Fits a parallelogram to the distances at which the rays leave the square of two modules around the centre.
  private func fit(_ rays: [Ray?]) -> Sides? {
    let half = Self.rayCount / 2
    // Opposite rays together do not depend on the centre.
    var mean = [Double](repeating: 0, count: half)
    for k in 0..<half {
      if let p = rays[k], let q = rays[k + half] { mean[k] = (p.radius + q.radius) / 2 }
    }
    let valid = (0..<half).filter { mean[$0] > 0 }
    guard valid.count >= half / 2, let first = valid.min(by: { mean[$0] < mean[$1] }) else { return nil }
    // The nearest side, and the nearest side at least 45 degrees from it.
    let others = valid.filter { abs(($0 - first + half + half / 2) % half - half / 2) >= half / 4 }
    guard let second = others.min(by: { mean[$0] < mean[$1] }) else { return nil }
    var a = Self.directions[first] / mean[first]
    var b = Self.directions[second] / mean[second]
    for _ in 0..<5 {
      guard let na = refit(a, not: b, mean, valid), let nb = refit(b, not: a, mean, valid) else { break }
      a = na
      b = nb
    }
    let det = a.cross(b)
    guard det.isFinite, abs(det) > 1e-9 else { return nil }
    var square = 0.0
    for k in valid {
      let d = Self.directions[k]
      let miss = max(abs(a.dot(d)), abs(b.dot(d))) * mean[k] - 1
      square += miss * miss
    }
    let residual = (square / Double(valid.count)).squareRoot()
    guard residual < 0.25 else { return nil }
    return Sides(
      a: a, b: b, u: Point(b.y, -b.x) / det, v: Point(-a.y, a.x) / det, isSquare: residual < Self.roundResidual)
  }

  /// Sides of a pattern: `u` and `v` as in `QRFinder`, `a` and `b` take pixels to modules along them.
  private struct Sides {
    var a: Point
    var b: Point
    var u: Point
    var v: Point
    var isSquare: Bool
  }

  /// Least squares of `a . d * r = 1` over the rays that leave through this pair of sides.
  private func refit(_ a: Point, not b: Point, _ mean: [Double], _ valid: [Int]) -> Point? {
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    var x = 0.0
    var y = 0.0
    for k in valid {
      let d = Self.directions[k]
      let along = a.dot(d)
      if abs(along) < abs(b.dot(d)) { continue }
      let p = d * (along < 0 ? -mean[k] : mean[k])
      xx += p.x * p.x
      xy += p.x * p.y
      yy += p.y * p.y
      x += p.x
      y += p.y
    }
    let det = xx * yy - xy * xy
    guard det > 1e-9 * (xx + yy) * (xx + yy) else { return nil }
    return Point((x * yy - y * xy) / det, (y * xx - x * xy) / det)
  }

  /// How fast the modules shrink along both sides. Along a ray to the side `x = s` of a square, in modules, the place of
  /// module `x` is in proportion to `x / (1 + k x)`; opposite rays thus differ by `-2 k x x`.
  private func tilt(_ rays: [Ray?], _ sides: Sides) -> Point {
    let half = Self.rayCount / 2
    var system = NormalEquations(unknowns: 2)
    var count = 0
    for k in 0..<half {
      guard let p = rays[k], let q = rays[k + half] else { continue }
      let along = sides.a.dot(Self.directions[k])
      let across = sides.b.dot(Self.directions[k])
      let scale = max(abs(along), abs(across))
      // The squares of 3.5 and 1.5 differ by 10.
      system.add([along / scale, across / scale], equals: -(p.span - q.span) / 2 * scale / 10)
      count += 1
    }
    guard count >= half / 2, let k = system.solve(), abs(k[0]) < Self.mostTilt, abs(k[1]) < Self.mostTilt else {
      return Point(0, 0)
    }
    return Point(k[0], k[1])
  }

  /// No tilt that can be read makes modules shrink faster.
  private static let mostTilt = 0.1

  /// How far the centre is off, in modules.
  private func offset(_ rays: [Ray?], _ sides: Sides, _ reach: (Ray) -> Double) -> Point {
    let half = Self.rayCount / 2
    var sum = Point(0, 0)
    var counts = (0.0, 0.0)
    for k in 0..<half {
      guard let p = rays[k], let q = rays[k + half] else { continue }
      let along = sides.a.dot(Self.directions[k])
      let across = sides.b.dot(Self.directions[k])
      let difference = (reach(p) - reach(q)) / 2
      if abs(along) > abs(across) {
        sum.x += along * difference
        counts.0 += 1
      } else {
        sum.y += across * difference
        counts.1 += 1
      }
    }
    return Point(counts.0 > 0 ? sum.x / counts.0 : 0, counts.1 > 0 ? sum.y / counts.1 : 0)
  }
}
