import BarcodeCore

/// Where rays from the middle of a bullseye cross the borders of its rings.
struct RingEdges {
  /// Crossings by border, the innermost first.
  var borders: [[Point]] = Array(repeating: [], count: RingRays.mostBorders)
  /// Grey levels of the dark and the light rings.
  var dark: Float = 0
  var light: Float = 255
  let center: Point

  /// - Parameter borders: Borders that a ray must meet to count.
  init?(_ survey: RingSurvey, borders needed: Int) {
    let hit = survey.hit
    center = hit.center
    var darks: [Float] = []
    var lights: [Float] = []
    let isWhole = survey.forEachRay(meeting: needed) { ray in
      for k in 0..<ray.crossingCount {
        let p = center + ray.step * ray.crossings[k]
        if survey.luma.contains(p) { borders[k].append(p) }
      }
      for k in 0..<ray.levelCount {
        if (k & 1 == 0) == hit.isDark { darks.append(ray.levels[k]) } else { lights.append(ray.levels[k]) }
      }
    }
    guard isWhole else { return nil }
    dark = Self.median(&darks)
    light = Self.median(&lights)
    guard light - dark >= 6 else { return nil }
  }

  /// Mean radius of each border, relative to one of them, whatever the tilt; nil when one was not seen.
  func relativeRadii(count: Int, to reference: Int) -> [Double]? {
    guard reference < count, count <= borders.count else { return nil }
    let sizes = borders[..<count].map { border -> Double in
      var xx = 0.0
      var xy = 0.0
      var yy = 0.0
      for p in border {
        let d = p - center
        xx += d.x * d.x
        xy += d.x * d.y
        yy += d.y * d.y
      }
      // The determinant of the second moments grows with the fourth power of the radius.
      let n = Double(max(border.count, 1))
      return (max(0, xx * yy - xy * xy) / (n * n)).squareRoot().squareRoot()
    }
    let whole = sizes[reference]
    guard whole > 0, sizes.allSatisfy({ $0 > 0 }) else { return nil }
    return sizes.map { $0 / whole }
  }

  private static func median(_ values: inout [Float]) -> Float {
    guard !values.isEmpty else { return 0 }
    values.sort()
    return values[values.count / 2]
  }
}

/// The projective map that takes a bullseye's rings to the picture.
struct BullseyeFit {
  enum Shape { case square, circle }

  /// From the bullseye's plane (its middle at the origin) to pixels. The rotation is that of the square, up to quarter
  /// turns, and arbitrary for circles.
  let map: Homography
  /// Root mean square distance of the borders from where they should be, in units of the radii.
  let residual: Double

  private static let iterations = 12

  /// - Parameters:
  ///   - radii: Distance of each border from the middle (of squares: half of a side), nil for those not used.
  ///   - limit: The residual above which there is no fit.
  init?(_ edges: RingEdges, shape: Shape, radii: [Double?], limit: Double) {
    var samples: [(p: Point, radius: Double)] = []
    for (k, radius) in radii.enumerated() where k < edges.borders.count {
      guard let radius else { continue }
      for p in edges.borders[k] { samples.append((p - edges.center, radius)) }
    }
    guard samples.count >= 60, var inverse = Self.start(samples, shape) else { return nil }
    var damping = 1e-3
    var cost = Self.cost(samples, inverse, shape)
    let hopeless = Double(samples.count) * Self.hopeless * Self.hopeless * limit * limit
    for iteration in 0..<Self.iterations {
      if iteration == Self.firstIterations, cost > hopeless { return nil }
      guard let step = Self.equations(samples, inverse, shape).solve(damping: damping) else { return nil }
      let candidate = inverse + step
      let next = Self.cost(samples, candidate, shape)
      if next < cost {
        let isSettled = cost - next < 1e-4 * cost
        inverse = candidate
        cost = next
        damping = max(damping * 0.2, 1e-6)
        if isSettled { break }
      } else {
        damping *= 8
        if damping > 1e4 { break }
      }
    }
    let g = inverse
    let back = Homography(g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7], 1)
    guard cost.isFinite, let map = back.inverse else { return nil }
    let shift = Homography(1, 0, edges.center.x, 0, 1, edges.center.y, 0, 0, 1)
    self.map = shift.after(map)
    residual = (cost / Double(samples.count)).squareRoot()
    guard residual < limit else { return nil }
  }

  /// What is so many times above the limit after the first iterations does not get below it.
  private static let hopeless = 1.6
  private static let firstIterations = 3

  /// The affine map that makes the borders round or square, from their second and fourth moments.
  private static func start(_ samples: [(p: Point, radius: Double)], _ shape: Shape) -> SIMD8<Double>? {
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    for (p, radius) in samples {
      let w = 1 / (radius * radius)
      xx += p.x * p.x * w
      xy += p.x * p.y * w
      yy += p.y * p.y * w
    }
    let n = Double(samples.count)
    (xx, xy, yy) = (xx / n * 2, xy / n * 2, yy / n * 2)
    // Lower triangular root of the inverse covariance.
    guard xx > 1e-9, xx * yy - xy * xy > 1e-9 * xx * yy else { return nil }
    let l00 = xx.squareRoot()
    let l10 = xy / l00
    let l11 = (yy - l10 * l10).squareRoot()
    var a = 1 / l00
    var b = 0.0
    var d = -l10 / (l00 * l11)
    var e = 1 / l11
    guard shape == .square else { return SIMD8(a, b, 0, d, e, 0, 0, 0) }
    var cosine = 0.0
    var sine = 0.0
    for (p, radius) in samples {
      let u = (a * p.x + b * p.y) / radius
      let v = (d * p.x + e * p.y) / radius
      // The fourth harmonic of the squared distance: r^2 (u + iv)^4 / r^4.
      let re = u * u - v * v
      let im = 2 * u * v
      let r2 = u * u + v * v
      guard r2 > 1e-9 else { continue }
      cosine += (re * re - im * im) / r2
      sine += 2 * re * im / r2
    }
    // Corners stand at an odd eighth of a turn in the square's own frame; its half side is 1, not its mean distance.
    let turn = -(BarcodeMath.atan2(sine, cosine) - Double.pi) / 4
    let c = BarcodeMath.cos(turn) * Self.squareSide
    let s = BarcodeMath.sin(turn) * Self.squareSide
    (a, b, d, e) = (c * a - s * d, c * b - s * e, s * a + c * d, s * b + c * e)
    return SIMD8(a, b, 0, d, e, 0, 0, 0)
  }

  /// Half of a side, by the root of the mean squared distance of the border of a square seen at equal angles: the mean
  /// of 1 / cos^2 from 0 to an eighth of a turn is 4 / pi.
  private static let squareSide = 0.886

  private static func cost(
    _ samples: [(p: Point, radius: Double)], _ g: SIMD8<Double>, _ shape: Shape
  ) -> Double {
    var sum = 0.0
    for (p, radius) in samples {
      let w = g[6] * p.x + g[7] * p.y + 1
      guard w > 0.05 else { return .infinity }
      let u = (g[0] * p.x + g[1] * p.y + g[2]) / w
      let v = (g[3] * p.x + g[4] * p.y + g[5]) / w
      let distance = shape == .square ? max(abs(u), abs(v)) : (u * u + v * v).squareRoot()
      let error = min(1, abs(distance - radius))
      sum += error * error
    }
    return sum
  }

  private static func equations(
    _ samples: [(p: Point, radius: Double)], _ g: SIMD8<Double>, _ shape: Shape
  ) -> EightUnknowns {
    var system = EightUnknowns()
    for (p, radius) in samples {
      let w = 1 / (g[6] * p.x + g[7] * p.y + 1)
      let u = (g[0] * p.x + g[1] * p.y + g[2]) * w
      let v = (g[3] * p.x + g[4] * p.y + g[5]) * w
      var du = 0.0
      var dv = 0.0
      var distance: Double
      if shape == .square {
        if abs(u) > abs(v) { du = u < 0 ? -1 : 1 } else { dv = v < 0 ? -1 : 1 }
        distance = max(abs(u), abs(v))
      } else {
        distance = (u * u + v * v).squareRoot()
        guard distance > 1e-9 else { continue }
        du = u / distance
        dv = v / distance
      }
      let error = radius - distance
      // Borders far off belong to something else.
      let weight = abs(error) < 0.3 ? 1 : 0.09 / (error * error)
      let both = du * u + dv * v
      let row = SIMD8(
        du * p.x * w, du * p.y * w, du * w, dv * p.x * w, dv * p.y * w, dv * w, -both * p.x * w, -both * p.y * w)
      system.add(row, equals: error, weight: weight)
    }
    return system
  }
}
