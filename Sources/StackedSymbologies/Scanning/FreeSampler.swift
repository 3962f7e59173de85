import BarcodeCore

/// Samples parallel lines of any direction, by linear interpolation, and takes their mean.
struct FreeSampler {
  private let luma: LumaView

  init(_ luma: LumaView) { self.luma = luma }

  /// Fills `out` with means.
  ///
  /// - Parameters:
  ///   - step: From one sample to the next, in pixels; not zero.
  ///   - count: Number of samples.
  ///   - lines: Lines a pixel apart whose mean is taken, an odd number.
  func means(from origin: Point, step: Point, count: Int, lines: Int, into out: UnsafeMutablePointer<Float>) {
    let across = step.normalized.perpendicular
    let half = Double(lines / 2)
    let inside = insideRange(origin, step, across * half, count)
    for i in 0..<inside.lowerBound { out[i] = slow(origin, step, across, i, lines) }
    fast(origin, step, across, inside, lines, out)
    for i in inside.upperBound..<count { out[i] = slow(origin, step, across, i, lines) }
  }

  /// The samples whose points on all lines have four pixels around them.
  private func insideRange(_ origin: Point, _ step: Point, _ reach: Point, _ count: Int) -> Range<Int> {
    var low = 0.0
    var high = Double(count)
    for (start, run, margin, size) in [
      (origin.x, step.x, abs(reach.x), Double(luma.width)), (origin.y, step.y, abs(reach.y), Double(luma.height)),
    ] {
      let least = 0.5 + margin + 1e-3
      let most = size - 1.5 - margin - 1e-3
      if abs(run) < 1e-9 {
        if start < least || start > most { high = low }
        continue
      }
      let a = (least - start) / run
      let b = (most - start) / run
      low = max(low, min(a, b).rounded(.up))
      high = min(high, max(a, b).rounded(.down))
    }
    guard low.isFinite, high.isFinite, low < high else { return 0..<0 }
    return Int(low)..<min(count, Int(high))
  }

  private func slow(_ origin: Point, _ step: Point, _ across: Point, _ i: Int, _ lines: Int) -> Float {
    let middle = origin + step * Double(i)
    // Beyond the picture its border goes on.
    if !luma.contains(middle) { return luma.sample(middle.x, middle.y) }
    var sum: Float = 0
    for k in -(lines / 2)...(lines / 2) {
      let p = origin + step * Double(i) + across * Double(k)
      sum += luma.sample(p.x, p.y)
    }
    return sum / Float(lines)
  }

  private func fast(
    _ origin: Point, _ step: Point, _ across: Point, _ range: Range<Int>, _ lines: Int,
    _ out: UnsafeMutablePointer<Float>
  ) {
    guard !range.isEmpty else { return }
    // Fixed point with 16 bits of fraction.
    let stepX = Int(step.x * 65536)
    let stepY = Int(step.y * 65536)
    let scale = 1 / (65536 * Float(lines))
    for i in range { out[i] = 0 }
    for k in -(lines / 2)...(lines / 2) {
      let start = origin + step * Double(range.lowerBound) + across * Double(k)
      var x = Int((start.x - 0.5) * 65536)
      var y = Int((start.y - 0.5) * 65536)
      for i in range {
        let p = luma.base + ((y >> 16) &* luma.stride &+ (x >> 16))
        let q = p + luma.stride
        let tx = (x >> 8) & 255
        let ty = (y >> 8) & 255
        let top = Int(p[0]) << 8 &+ (Int(p[1]) &- Int(p[0])) &* tx
        let bottom = Int(q[0]) << 8 &+ (Int(q[1]) &- Int(q[0])) &* tx
        out[i] += Float(top << 8 &+ (bottom &- top) &* ty)
        x = x &+ stepX
        y = y &+ stepY
      }
    }
    for i in range { out[i] *= scale }
  }
}
