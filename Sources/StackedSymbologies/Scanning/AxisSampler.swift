import BarcodeCore

/// Samples lines that run along the picture's columns or rows, pixel by pixel: linear between the two pixels that a
/// line passes in each column (or row), so that nothing is blurred along the line.
struct AxisSampler {
  private let base: UnsafePointer<UInt8>
  /// Lines run rather along rows than along columns.
  let isFlat: Bool
  /// Bytes from a pixel to the next along the line, and across it.
  private let along: Int
  private let across: Int
  /// Pixels in these directions.
  private let length: Int
  private let breadth: Int

  /// The picture must be at least two pixels wide and high.
  init(_ luma: LumaView, isFlat: Bool) {
    base = luma.base
    self.isFlat = isFlat
    along = isFlat ? 1 : luma.stride
    across = isFlat ? luma.stride : 1
    length = isFlat ? luma.width : luma.height
    breadth = isFlat ? luma.height : luma.width
  }

  /// Writes `count` samples, each `spread` places after the last one. Outside of the picture its border continues.
  ///
  /// - Parameters:
  ///   - first: Column (or row) of the first sample.
  ///   - by: 1 or -1.
  ///   - minor: Position of the first sample across, 0 at the centre of the first pixel.
  ///   - slope: Change of that position a sample.
  ///   - lines: Neighbouring lines whose mean is taken, an odd number.
  func sample(
    from first: Int, by: Int, minor: Double, slope: Double, count: Int, spread: Int, lines: Int,
    into out: UnsafeMutablePointer<Float>
  ) -> (low: Float, high: Float) {
    if lines > 1 {
      return sampleMean(
        from: first, by: by, minor: minor, slope: slope, count: count, spread: spread, lines: lines, into: out)
    }
    // Fixed point with 16 bits of fraction; positions were limited to a million by the caller.
    var place = Int(minor * 65536)
    let change = Int(slope * 65536)
    let most = (breadth &- 1) << 16 &- 1
    var column = first
    var low: Int32 = 255 << 8
    var high: Int32 = 0
    var target = out
    for _ in 0..<count {
      let inside = min(max(place, 0), most)
      let x = min(max(column, 0), length &- 1)
      let p = base + (x &* along &+ (inside >> 16) &* across)
      let a = Int32(p[0])
      let b = Int32(p[across])
      let t = Int32(truncatingIfNeeded: (inside >> 8) & 255)
      let value = a << 8 &+ (b &- a) &* t
      low = min(low, value)
      high = max(high, value)
      target.pointee = Float(value) * (1 / 256)
      target += spread
      place = place &+ change
      column = column &+ by
    }
    return (Float(low) / 256, Float(high) / 256)
  }

  private func sampleMean(
    from first: Int, by: Int, minor: Double, slope: Double, count: Int, spread: Int, lines: Int,
    into out: UnsafeMutablePointer<Float>
  ) -> (low: Float, high: Float) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: max(count, 1)) { line in
      guard let base = line.baseAddress else { return (0, 0) }
      for k in 0..<lines {
        _ = sample(
          from: first, by: by, minor: minor + Double(k - lines / 2), slope: slope, count: count, spread: 1,
          lines: 1, into: base)
        for i in 0..<count {
          out[i &* spread] = (k == 0 ? 0 : out[i &* spread]) + base[i]
        }
      }
      var low: Float = 255
      var high: Float = 0
      for i in 0..<count {
        let value = out[i &* spread] / Float(lines)
        out[i &* spread] = value
        low = min(low, value)
        high = max(high, value)
      }
      return (low, high)
    }
  }
}
