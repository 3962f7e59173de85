import BarcodeCore

/// Grey values along a straight line of the picture, and the edges between its elements. Reused from line to line.
final class ScanLine {
  /// Distance of two samples, in pixels.
  private(set) var step: Double = 1
  private(set) var origin = Point(0, 0)
  private(set) var direction = Point(1, 0)
  private(set) var samples: [Float] = []
  /// Distances from the origin, in pixels, of the places where grey changes fastest, ascending; dark and light
  /// alternate.
  private(set) var edges: [Float] = []
  /// Whether the first edge leads from light to dark.
  private(set) var firstIsDark = true

  /// Width of a module, in pixels, from which on a sample a pixel is enough.
  static let coarseModule = 4.0

  /// Standard deviation of the picture's noise, in grey levels.
  var noise: Float = 0
  /// Parallel lines, a pixel apart, whose mean is taken: against noise.
  private var breadth = 1

  /// Longest line in samples; longer ones are cut.
  private static let limit = 1 << 15

  /// The point at a distance from the origin.
  func point(at distance: Double) -> Point { origin + direction * distance }

  /// Whether the edge with this index leads from light to dark.
  func isDark(after edge: Int) -> Bool { (edge & 1 == 0) == firstIsDark }

  /// Samples a line of the given length.
  ///
  /// - Parameters:
  ///   - direction: A unit vector.
  ///   - isFine: Takes two samples a pixel, for modules near the pixel size.
  ///   - mostLines: How many parallel lines, a pixel apart, may be averaged where there is noise.
  func sample(
    _ luma: LumaView, from origin: Point, along direction: Point, length: Double, isFine: Bool, mostLines: Double
  ) {
    breadth = lines(atMost: mostLines)
    self.origin = origin
    self.direction = direction
    lead = 0
    count = 0
    low = 0
    high = 0
    guard length.isFinite, length > 0, luma.width > 2, luma.height > 2, origin.x.isFinite, origin.y.isFinite else {
      return
    }
    let isFlat = abs(direction.x) >= abs(direction.y)
    let slope = isFlat ? direction.y / direction.x : direction.x / direction.y
    if abs(slope) <= (breadth > 1 ? ScanLine.steepestAveraged : ScanLine.steepest) {
      let sampler = AxisSampler(luma, isFlat: isFlat)
      sampleAlongPixels(sampler, slope: slope, length: length, isFine: isFine)
    } else {
      sampleFreely(luma, length: length)
    }
    clip(luma, length: length)
  }

  /// Slope against the nearer axis of the picture up to which a line is sampled pixel by pixel along that axis: the
  /// samples then stand at most 1.12 pixels apart.
  private static let steepest = 0.5
  /// The same where lines are averaged: parallel lines are displaced along the other axis, not squarely.
  private static let steepestAveraged = 0.15

  /// The number of lines to average, odd.
  private func lines(atMost most: Double) -> Int {
    guard noise >= ScanLine.leastNoise else { return 1 }
    let wanted = noise < 2.5 * ScanLine.leastNoise ? 3 : 5
    return most >= 5 && wanted == 5 ? 5 : (most >= 2.5 ? 3 : 1)
  }

  /// Noise from which on lines are averaged, in grey levels.
  private static let leastNoise: Float = 2.5

  private func reserve(_ wanted: Int) {
    if samples.count < wanted { samples = [Float](repeating: 0, count: wanted) }
  }

  /// Samples by cubic interpolation.
  private func sampleFreely(_ luma: LumaView, length: Double) {
    step = 0.6
    count = min(Int(min(length, 1e6) / step) + 1, ScanLine.limit)
    reserve(count)
    let dx = direction.x * step
    let dy = direction.y * step
    samples.withUnsafeMutableBufferPointer { out in
      guard let base = out.baseAddress else { return }
      let inside = placesInside(luma, step: Point(dx, dy))
      guard !inside.isEmpty else {
        count = 0
        return
      }
      if breadth > 1 {
        FreeSampler(luma).means(
          from: origin + Point(dx, dy) * Double(inside.lowerBound), step: Point(dx, dy), count: inside.count,
          lines: breadth, into: base + inside.lowerBound)
      } else {
        var x = origin.x + dx * Double(inside.lowerBound)
        var y = origin.y + dy * Double(inside.lowerBound)
        for i in inside {
          base[i] = luma.cubic(x, y)
          x += dx
          y += dy
        }
      }
      // Beyond the picture its border goes on.
      for i in 0..<inside.lowerBound { base[i] = base[inside.lowerBound] }
      for i in inside.upperBound..<count { base[i] = base[inside.upperBound - 1] }
      var lowest: Float = 255
      var highest: Float = 0
      for i in inside {
        lowest = min(lowest, out[i])
        highest = max(highest, out[i])
      }
      low = lowest
      high = highest
    }
  }

  /// The samples of the line that lie in the picture.
  private func placesInside(_ luma: LumaView, step: Point) -> Range<Int> {
    var low = 0.0
    var high = Double(count)
    for (start, run, size) in [
      (origin.x, step.x, Double(luma.width)), (origin.y, step.y, Double(luma.height)),
    ] {
      if abs(run) < 1e-9 {
        if start < 0 || start > size { high = low }
        continue
      }
      let a = -start / run
      let b = (size - start) / run
      low = max(low, min(a, b).rounded(.up))
      high = min(high, max(a, b).rounded(.down) + 1)
    }
    guard low.isFinite, high.isFinite, low < high else { return 0..<0 }
    return Int(low)..<min(count, Int(high))
  }

  /// Samples at the centres of pixel columns (or rows), between two pixels of each; then doubles the samples.
  private func sampleAlongPixels(_ sampler: AxisSampler, slope: Double, length: Double, isFine: Bool) {
    let major = sampler.isFlat ? origin.x : origin.y
    let minor = sampler.isFlat ? origin.y : origin.x
    let run = sampler.isFlat ? direction.x : direction.y
    let first = major.rounded(.down)
    let wide = 1 / abs(run)
    let n = min(Int(min(length, 1e6) / wide) + 1, ScanLine.limit)
    lead = (first + 0.5 - major) / run
    let forward = run > 0 ? 1 : -1
    reserve(2 * n)
    guard abs(first) < 1e6, abs(minor) < 1e6 else { return }
    let start = minor + (first + 0.5 - major) * slope - 0.5
    samples.withUnsafeMutableBufferPointer { out in
      guard let base = out.baseAddress else { return }
      // Every second place when they are doubled later.
      let range = sampler.sample(
        from: Int(first), by: forward, minor: start, slope: slope * Double(forward), count: n, spread: isFine ? 2 : 1,
        lines: breadth, into: base)
      low = range.low
      high = range.high
      if isFine { ScanLine.double(base, n) }
    }
    count = isFine ? 2 * n - 1 : n
    step = isFine ? wide / 2 : wide
  }

  /// Fills the odd places between given even ones by cubics.
  private static func double(_ f: UnsafeMutablePointer<Float>, _ n: Int) {
    guard n > 1 else { return }
    f[1] = (f[0] + f[2]) / 2
    f[2 &* n &- 3] = (f[2 &* n &- 4] + f[2 &* n &- 2]) / 2
    guard n > 3 else { return }
    for i in 1..<(n &- 2) {
      let p = f + 2 &* i
      p[1] = (9 * (p[0] + p[2]) - p[-2] - p[4]) * 0.0625
    }
  }

  /// Number of samples of the last line.
  private(set) var count = 0
  /// Distance of the first sample from the origin, in pixels.
  private(set) var lead = 0.0
  /// The darkest and the lightest sample.
  private var low: Float = 0
  private var high: Float = 0

  /// Difference of the lightest and the darkest sample.
  var range: Float { max(0, high - low) }

  /// Where the line enters and leaves the picture, as distances from the origin; nil where it begins or ends inside.
  private var entry: Float?
  private var exit: Float?

  /// Finds the part of the line that lies in the picture.
  private func clip(_ luma: LumaView, length: Double) {
    var low = 0.0
    var high = length
    for (start, run, size) in [
      (origin.x, direction.x, Double(luma.width)), (origin.y, direction.y, Double(luma.height)),
    ] where abs(run) > 1e-6 {
      let a = -start / run
      let b = (size - start) / run
      low = max(low, min(a, b))
      high = min(high, max(a, b))
    }
    entry = low > 0 && low < high ? Float(low) : nil
    exit = high < length && low < high ? Float(high) : nil
  }

  /// Takes the picture's borders for edges: a symbol without a quiet zone may end there.
  private func addBorders() {
    if let entry, let first = edges.first, first - entry > 0.5 {
      edges.insert(entry, at: 0)
      firstIsDark.toggle()
    }
    if let exit, let last = edges.last, exit - last > 0.5 { edges.append(exit) }
  }

  /// Least swing between two elements, in grey levels: below it is noise.
  private static let leastSwing: Float = 3
  /// Least swing as a share of the line's range: more than the 7 per cent by which cubic interpolation overshoots at
  /// sharp edges, less than what narrow elements out of focus keep.
  private static let swingShare: Float = 0.085
  /// Least swing as a multiple of the noise that is left: extremes of noise rarely lie farther apart.
  private static let swingNoise: Float = 4.5

  /// Finds edges: between two neighbouring extremes that differ by more than noise does, the place of the steepest
  /// slope.
  func findEdges() {
    edges.removeAll(keepingCapacity: true)
    guard count > 3, range >= 2 * ScanLine.leastSwing else { return }
    let swing = max(
      ScanLine.leastSwing, range * ScanLine.swingShare, ScanLine.swingNoise * noise / Float(breadth).squareRoot())
    samples.withUnsafeBufferPointer { f in
      var extreme = 0
      var high = f[0]
      var low = f[0]
      var highAt = 0
      var lowAt = 0
      // 0 until the first swing; 1 while rising, -1 while falling.
      var trend = 0
      for i in 1..<count {
        let value = f[i]
        if value > high {
          high = value
          highAt = i
        }
        if value < low {
          low = value
          lowAt = i
        }
        if trend >= 0, high - value >= swing {
          if trend > 0 { addEdge(f, from: extreme, to: highAt) } else { firstIsDark = true }
          extreme = highAt
          trend = -1
          low = value
          lowAt = i
        } else if trend <= 0, value - low >= swing {
          if trend < 0 { addEdge(f, from: extreme, to: lowAt) } else { firstIsDark = false }
          extreme = lowAt
          trend = 1
          high = value
          highAt = i
        }
      }
      if trend < 0 { addEdge(f, from: extreme, to: lowAt) }
      if trend > 0 { addEdge(f, from: extreme, to: highAt) }
    }
    addBorders()
  }

  /// Adds the steepest place between two extremes, to a fraction of a sample.
  private func addEdge(_ f: UnsafeBufferPointer<Float>, from: Int, to: Int) {
    var best: Float = -1
    var at = from
    for i in from..<max(to, from + 1) where i &+ 1 < count {
      let slope = abs(f[i &+ 1] - f[i])
      if slope > best {
        best = slope
        at = i
      }
    }
    var shift: Float = 0
    if at > 0, at &+ 2 < count {
      let sign: Float = f[at &+ 1] >= f[at] ? 1 : -1
      let before = (f[at] - f[at &- 1]) * sign
      let after = (f[at &+ 2] - f[at &+ 1]) * sign
      let curvature = before - 2 * best + after
      if curvature < -1e-3 { shift = max(-0.5, min(0.5, 0.5 * (before - after) / curvature)) }
    }
    edges.append((Float(at) + 0.5 + shift) * Float(step) + Float(lead))
  }

  /// Replaces the edges by their places in a symbol. The place must grow along the line.
  func rectify(_ projection: LineProjection) {
    for i in edges.indices { edges[i] = projection.place(at: edges[i]) }
  }

  /// Index of the edge nearest to a distance among those of the given kind, or nil when none lies within `reach`.
  func nearestEdge(to distance: Float, intoDark: Bool, reach: Float) -> Int? {
    var low = 0
    var high = edges.count
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] < distance { low = middle + 1 } else { high = middle }
    }
    var best: Int?
    var bestGap = reach
    for i in max(0, low - 2)..<max(0, min(edges.count, low + 2)) where isDark(after: i) == intoDark {
      let gap = abs(edges[i] - distance)
      if gap <= bestGap {
        best = i
        bestGap = gap
      }
    }
    return best
  }
}

extension LumaView {
  /// The grey value at a point by cubic interpolation (Catmull and Rom's); linear at the picture's border.
  @inline(__always)
  func cubic(_ x: Double, _ y: Double) -> Float {
    let fx = x - 0.5
    let fy = y - 0.5
    guard fx >= 1, fy >= 1, fx < Double(width - 2), fy < Double(height - 2) else { return sample(x, y) }
    let ix = Int(fx)
    let iy = Int(fy)
    let wx = LumaView.weights(Float(fx - Double(ix)))
    let wy = LumaView.weights(Float(fy - Double(iy)))
    var p = base + ((iy &- 1) &* stride &+ ix &- 1)
    var sum = SIMD4<Float>.zero
    for j in 0..<4 {
      let row = SIMD4<Float>(Float(p[0]), Float(p[1]), Float(p[2]), Float(p[3]))
      sum += row * wy[j]
      p += stride
    }
    return (sum * wx).sum()
  }

  @inline(__always)
  private static func weights(_ t: Float) -> SIMD4<Float> {
    let t2 = t * t
    let t3 = t2 * t
    return SIMD4<Float>(
      -0.5 * t3 + t2 - 0.5 * t, 1.5 * t3 - 2.5 * t2 + 1, -1.5 * t3 + 2 * t2 + 0.5 * t, 0.5 * t3 - 0.5 * t2)
  }
}
