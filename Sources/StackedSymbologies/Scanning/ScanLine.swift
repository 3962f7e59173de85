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
  ///   - step: Distance of samples, in pixels.
  ///   - isSharp: Interpolates by cubics, which keep the contrast of modules near the pixel size.
  func sample(
    _ luma: LumaView, from origin: Point, along direction: Point, length: Double, step: Double, isSharp: Bool
  ) {
    self.origin = origin
    self.direction = direction
    self.step = step
    let wanted = length / step
    let count = wanted.isFinite && wanted > 0 ? min(Int(wanted) + 1, ScanLine.limit) : 0
    if samples.count < count { samples = [Float](repeating: 0, count: count) }
    let dx = direction.x * step
    let dy = direction.y * step
    samples.withUnsafeMutableBufferPointer { out in
      var x = origin.x
      var y = origin.y
      for i in 0..<count {
        out[i] = isSharp ? luma.cubic(x, y) : luma.sample(x, y)
        x += dx
        y += dy
      }
    }
    self.count = count
    clip(luma, length: length)
  }

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

  /// Number of samples of the last line.
  private(set) var count = 0

  /// Finds edges: between two neighbouring extremes that differ by at least `swing` grey levels, the place of the
  /// steepest slope.
  func findEdges(swing: Float) {
    edges.removeAll(keepingCapacity: true)
    guard count > 3 else { return }
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
    edges.append((Float(at) + 0.5 + shift) * Float(step))
  }

  /// Difference of the lightest and the darkest sample.
  var range: Float {
    guard count > 0 else { return 0 }
    return samples.withUnsafeBufferPointer { f in
      var low = f[0]
      var high = f[0]
      for i in 1..<count {
        low = min(low, f[i])
        high = max(high, f[i])
      }
      return high - low
    }
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
