import BarcodeCore

/// Follows a symbol along its bars, up and down from a line that reads it, as long as the grey values stay alike.
struct BarTracker {
  /// The symbol's ends on the line, from left to right along the line.
  let left: Point
  let right: Point
  /// Pixels a module.
  let module: Double

  /// Samples from end to end: two a module, few enough to be cheap.
  private static let sampleRange = 48...320
  private static let samplesPerModule = 2.0
  /// Correlation with the line that is still the same symbol.
  private static let alike: Float = 0.55
  /// Correlation that needs no better shift; in noise, so much less than the rows before had.
  private static let surelyAlike: Float = 0.97
  private static let usualSlack: Float = 0.02
  /// Bad rows in sequence that are stepped over: scratches and reflections.
  private static let patience = 3
  /// Most steps in one direction.
  private static let longest = 600

  /// What was followed: shifts of both ends along the line, by the offset perpendicular to it.
  struct Track {
    var low: Double
    var high: Double
    /// Shift of the ends for an offset: constant and slope.
    var leftShift: (Double, Double)
    var rightShift: (Double, Double)
    let left: Point
    let right: Point
    let along: Point

    var normal: Point { along.perpendicular }
    func leftPoint(_ o: Double) -> Point { left + normal * o + along * (leftShift.0 + leftShift.1 * o) }
    func rightPoint(_ o: Double) -> Point { right + normal * o + along * (rightShift.0 + rightShift.1 * o) }
  }

  private struct Step {
    var offset: Double
    var left: Double
    var right: Double
  }

  func track(_ luma: LumaView, _ scratch: LinearScratch) -> Track {
    let length = left.distance(to: right)
    let along = (right - left).normalized
    let wanted = Int(length * Swift.min(1, Self.samplesPerModule / module))
    let n = Swift.max(Self.sampleRange.lowerBound, Swift.min(Self.sampleRange.upperBound, wanted))
    scratch.reserve(n * 2)
    var steps: [Step] = [Step(offset: 0, left: 0, right: 0)]
    let stride = Swift.max(1.5, module)
    var low = -0.5
    var high = 0.5
    for sign in [1.0, -1.0] {
      _ = sample(luma, left, right, n, scratch.filtered)
      let ended = follow(luma, scratch, n, along, stride * sign, &steps)
      if sign > 0 { high = ended + 0.5 } else { low = ended - 0.5 }
    }
    let fits = fit(steps)
    return Track(
      low: low, high: high, leftShift: fits.0, rightShift: fits.1, left: left, right: right, along: along)
  }

  /// Follows in one direction and returns the last offset that belongs to the symbol.
  private func follow(
    _ luma: LumaView, _ s: LinearScratch, _ n: Int, _ along: Point, _ stride: Double, _ steps: inout [Step]
  ) -> Double {
    let normal = along.perpendicular
    let tweak = Swift.max(0.3, Swift.min(1.5, module * 0.3)) * Swift.max(1, abs(stride) * 0.5)
    var at = Step(offset: 0, left: 0, right: 0)
    var slope = (0.0, 0.0)
    var misses = 0
    var good = 0.0
    var usual = Self.surelyAlike
    for k in 1...Self.longest {
      let o = Double(k) * stride
      let ahead = Step(
        offset: o, left: at.left + slope.0 * (o - at.offset), right: at.right + slope.1 * (o - at.offset))
      var best: Float = -1
      var bestStep = ahead
      var isSampled = false
      // Together first, then the two ends against each other.
      for (dl, dr) in [
        (0.0, 0.0), (1, 1), (-1, -1), (2, 2), (-2, -2), (1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1),
      ] {
        let l = ahead.left + dl * tweak
        let r = ahead.right + dr * tweak
        let a = left + normal * o + along * l
        let b = right + normal * o + along * r
        guard sample(luma, a, b, n, s.grey) else { continue }
        let c = correlation(s.filtered, s.grey, n) - Float(abs(dl) + abs(dr)) * 0.004
        isSampled = c > best
        if isSampled {
          best = c
          bestStep = Step(offset: o, left: l, right: r)
        }
        if best > usual { break }
      }
      if best < Self.alike {
        misses += 1
        if misses > Self.patience { break }
        continue
      }
      misses = 0
      good = o
      // Noise keeps rows from being more alike than this.
      usual = Swift.min(Self.surelyAlike, usual + (best - Self.usualSlack - usual) * 0.25)
      let d = o - at.offset
      slope.0 += ((bestStep.left - at.left) / d - slope.0) * 0.3
      slope.1 += ((bestStep.right - at.right) / d - slope.1) * 0.3
      at = bestStep
      steps.append(bestStep)
      if !isSampled {
        _ = sample(luma, left + normal * o + along * at.left, right + normal * o + along * at.right, n, s.grey)
      }
      for i in 0..<n { s.filtered[i] += (s.grey[i] - s.filtered[i]) * 0.15 }
    }
    return good
  }

  /// Samples from a to b; false when an end lies outside of the picture.
  private func sample(_ luma: LumaView, _ a: Point, _ b: Point, _ n: Int, _ out: UnsafeMutablePointer<Float>) -> Bool {
    guard isInside(a, luma), isInside(b, luma) else { return false }
    // Fixed point with 16 binary places; the last pixel is reached but not passed.
    let scale = 65536.0
    let (dx, dy) = (Int((b.x - a.x) * scale) / (n - 1), Int((b.y - a.y) * scale) / (n - 1))
    let (mostX, mostY) = ((luma.width - 1) << 16 - 1, (luma.height - 1) << 16 - 1)
    var x = Int((a.x - 0.5) * scale)
    var y = Int((a.y - 0.5) * scale)
    for i in 0..<n {
      let cx = Swift.max(0, Swift.min(x, mostX))
      let cy = Swift.max(0, Swift.min(y, mostY))
      let p = luma.base + ((cy &>> 16) &* luma.stride &+ (cx &>> 16))
      let fx = (cx &>> 8) & 255
      let fy = (cy &>> 8) & 255
      let top = (Int(p[0]) &<< 8) &+ (Int(p[1]) &- Int(p[0])) &* fx
      let q = p + luma.stride
      let bottom = (Int(q[0]) &<< 8) &+ (Int(q[1]) &- Int(q[0])) &* fx
      out[i] = Float((top &<< 8) &+ (bottom &- top) &* fy) * (1 / 65536)
      x &+= dx
      y &+= dy
    }
    return true
  }

  /// Outermost edges may lie on the border itself.
  private func isInside(_ p: Point, _ luma: LumaView) -> Bool {
    p.x > -1 && p.y > -1 && p.x < Double(luma.width) + 1 && p.y < Double(luma.height) + 1
  }

  private func correlation(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ n: Int) -> Float {
    // Eight sums side by side; the last few samples do not matter.
    let groups = n / 8
    let pa = UnsafeRawPointer(a)
    let pb = UnsafeRawPointer(b)
    var (sa, sb) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var (sab, saa, sbb) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    for k in 0..<groups {
      // Less mid grey, so that squares of 8-bit values add up without loss.
      let p = pa.loadUnaligned(fromByteOffset: 32 &* k, as: SIMD8<Float>.self) - 128
      let q = pb.loadUnaligned(fromByteOffset: 32 &* k, as: SIMD8<Float>.self) - 128
      sa += p
      sb += q
      sab += p * q
      saa += p * p
      sbb += q * q
    }
    let count = Float(8 * groups)
    let (ta, tb) = (sa.sum(), sb.sum())
    let ab = sab.sum() - ta * tb / count
    let aa = saa.sum() - ta * ta / count
    let bb = sbb.sum() - tb * tb / count
    // A row much fainter than the symbol is not part of it, however alike (print-through, reflections).
    guard aa > 0, bb > aa * 0.04 else { return -1 }
    return ab / (aa * bb).squareRoot()
  }

  /// Straight lines through both ends.
  private func fit(_ steps: [Step]) -> ((Double, Double), (Double, Double)) {
    let n = Double(steps.count)
    var so = 0.0
    var soo = 0.0
    for s in steps {
      so += s.offset
      soo += s.offset * s.offset
    }
    let det = n * soo - so * so
    func line(_ value: (Step) -> Double) -> (Double, Double) {
      var sv = 0.0
      var sov = 0.0
      for s in steps {
        sv += value(s)
        sov += s.offset * value(s)
      }
      guard det > 1e-6 else { return (sv / n, 0) }
      let slope = (n * sov - so * sv) / det
      return ((sv - slope * so) / n, slope)
    }
    return (line { $0.left }, line { $0.right })
  }
}
