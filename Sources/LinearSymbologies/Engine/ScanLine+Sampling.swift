import BarcodeCore

extension ScanLine {
  /// Fills the scratch with the line's grey values.
  func sample(_ luma: LumaView, into scratch: LinearScratch) {
    scratch.reserve(count)
    let out = scratch.grey
    guard let foreshortening, let plain else {
      if !sampleAligned(luma, into: out) { sampleInterpolated(luma, into: out) }
      return
    }
    if !plain.sampleAligned(luma, into: scratch.filtered) { plain.sampleInterpolated(luma, into: scratch.filtered) }
    foreshortening.resample(scratch.filtered, into: out)
  }

  /// Sums whole pixels where all samples of all lines lie on centres; false where they do not.
  private func sampleAligned(_ luma: LumaView, into out: UnsafeMutablePointer<Float>) -> Bool {
    guard step == 1, abs(direction.x * direction.y) < 1e-9, abs(across.x * across.y) < 1e-9,
      abs(direction.dot(across)) < 1e-9
    else { return false }
    let first = origin - across * (Double(rows - 1) * 0.5 * Self.rowPitch)
    let last = first + direction * Double(count - 1) + across * Double(rows - 1)
    guard isCentre(first.x), isCentre(first.y), luma.contains(first), luma.contains(last) else { return false }
    func pixels(_ d: Point) -> Int { d.x != 0 ? (d.x > 0 ? 1 : -1) : d.y > 0 ? luma.stride : -luma.stride }
    let (along, aside) = (pixels(direction), pixels(across))
    let weight = 1 / Float(rows)
    let start = luma.base + (Int(first.y) * luma.stride + Int(first.x))
    for i in 0..<count { out[i] = 0 }
    for r in 0..<rows {
      var p = start + r &* aside
      for i in 0..<count {
        out[i] += Float(p.pointee) * weight
        p += along
      }
    }
    return true
  }

  private func isCentre(_ c: Double) -> Bool { abs(c - c.rounded(.down) - 0.5) < 1e-6 }

  /// Larger pictures have positions that 32 bits, 16 of them behind the point, do not hold.
  private static let largest = 32768

  private func sampleInterpolated(_ luma: LumaView, into out: UnsafeMutablePointer<Float>) {
    for i in 0..<count { out[i] = 0 }
    let weight = 1 / (Float(rows) * SampledRow.unit)
    let isSmall = luma.width < Self.largest && luma.height < Self.largest
    for r in 0..<rows {
      let offset = (Double(r) - Double(rows - 1) * 0.5) * Self.rowPitch
      let row = SampledRow(from: origin + across * offset, by: direction * step, count: count)
      let done = isSmall && row.isInside(luma) ? row.addEights(luma, weight, to: out) : 0
      row.addSingly(luma, weight, from: done, to: out)
    }
  }
}

/// One of the rows of samples that a line averages, interpolated between pixels.
private struct SampledRow {
  private let x: Int
  private let y: Int
  private let dx: Int
  private let dy: Int
  private let count: Int

  /// A grey level, in units of the samples.
  static let unit: Float = 65536
  /// A pixel, in units of the positions.
  private static let pixel = 65536
  private static let fraction = 16

  init(from start: Point, by step: Point, count: Int) {
    func units(_ v: Double) -> Int { Int((v * Double(Self.pixel)).rounded()) }
    (x, y, dx, dy) = (units(start.x - 0.5), units(start.y - 0.5), units(step.x), units(step.y))
    self.count = count
  }

  /// Whether no sample needs a pixel beyond the picture.
  func isInside(_ luma: LumaView) -> Bool {
    let (endX, endY) = (x &+ (count &- 1) &* dx, y &+ (count &- 1) &* dy)
    return Swift.min(x, endX) >= 0 && Swift.min(y, endY) >= 0
      && Swift.max(x, endX) >> Self.fraction < luma.width - 1 && Swift.max(y, endY) >> Self.fraction < luma.height - 1
  }

  /// Adds as many samples as there are in whole eights, and returns their number. All must be inside.
  func addEights(_ luma: LumaView, _ weight: Float, to out: UnsafeMutablePointer<Float>) -> Int {
    dx == Self.pixel ? addAlongRows(luma, weight, to: out) : addAnywhere(luma, weight, to: out)
  }

  private typealias Eight = SIMD8<Int32>
  private static let counted = Eight(0, 1, 2, 3, 4, 5, 6, 7)
  private static let part = Eight(repeating: 255)

  @inline(__always)
  private static func blend(_ a: Eight, _ b: Eight, _ c: Eight, _ d: Eight, _ fx: Eight, _ fy: Eight) -> SIMD8<Float> {
    let top = (a &<< 8) &+ (b &- a) &* fx
    let bottom = (c &<< 8) &+ (d &- c) &* fx
    return SIMD8<Float>((top &<< 8) &+ (bottom &- top) &* fy)
  }

  @inline(__always)
  private static func add(_ v: SIMD8<Float>, to out: UnsafeMutablePointer<Float>) {
    let p = UnsafeMutableRawPointer(out)
    p.storeBytes(of: p.loadUnaligned(as: SIMD8<Float>.self) + v, as: SIMD8<Float>.self)
  }

  /// Samples a pixel apart from left to right: those between the same two rows of pixels lie side by side.
  private func addAlongRows(_ luma: LumaView, _ weight: Float, to out: UnsafeMutablePointer<Float>) -> Int {
    let fx = Eight(repeating: Int32(truncatingIfNeeded: (x &>> 8) & 255))
    let steps = Self.counted &* Int32(truncatingIfNeeded: dy)
    let last = 7 &* dy
    var i = 0
    while i &+ 8 <= count {
      let at = y &+ i &* dy
      let p = UnsafeRawPointer(luma.base + ((at >> Self.fraction) &* luma.stride &+ (x >> Self.fraction) &+ i))
      guard (at &+ last) >> Self.fraction == at >> Self.fraction else {
        // The eight cross a border between rows.
        for k in i..<(i &+ 8) { out[k] += value(k, luma) * weight }
        i &+= 8
        continue
      }
      @inline(__always) func load(_ offset: Int) -> Eight {
        Eight(truncatingIfNeeded: p.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt8>.self))
      }
      let fy = ((steps &+ Int32(truncatingIfNeeded: at & (Self.pixel - 1))) &>> 8) & Self.part
      let v = Self.blend(load(0), load(1), load(luma.stride), load(luma.stride &+ 1), fx, fy)
      Self.add(v * weight, to: out + i)
      i &+= 8
    }
    return i
  }

  private func addAnywhere(_ luma: LumaView, _ weight: Float, to out: UnsafeMutablePointer<Float>) -> Int {
    let (stepsX, stepsY) = (
      Self.counted &* Int32(truncatingIfNeeded: dx), Self.counted &* Int32(truncatingIfNeeded: dy)
    )
    let stride = luma.stride
    let fraction = Eight(repeating: Int32(Self.fraction))
    var i = 0
    while i &+ 8 <= count {
      let xs = stepsX &+ Int32(truncatingIfNeeded: x &+ i &* dx)
      let ys = stepsY &+ Int32(truncatingIfNeeded: y &+ i &* dy)
      let (columns, rows) = (xs &>> fraction, ys &>> fraction)
      var (top, bottom) = (SIMD8<UInt16>(), SIMD8<UInt16>())
      for k in 0..<8 {
        let p = UnsafeRawPointer(luma.base + (Int(rows[k]) &* stride &+ Int(columns[k])))
        top[k] = UInt16(littleEndian: p.loadUnaligned(as: UInt16.self))
        bottom[k] = UInt16(littleEndian: p.loadUnaligned(fromByteOffset: stride, as: UInt16.self))
      }
      let v = Self.blend(
        Eight(truncatingIfNeeded: top & 255), Eight(truncatingIfNeeded: top &>> 8),
        Eight(truncatingIfNeeded: bottom & 255), Eight(truncatingIfNeeded: bottom &>> 8), (xs &>> 8) & Self.part,
        (ys &>> 8) & Self.part)
      Self.add(v * weight, to: out + i)
      i &+= 8
    }
    return i
  }

  func addSingly(_ luma: LumaView, _ weight: Float, from first: Int, to out: UnsafeMutablePointer<Float>) {
    for i in first..<Swift.max(first, count) { out[i] += value(i, luma) * weight }
  }

  /// A sample, in units of 65536 to a grey level.
  @inline(__always)
  private func value(_ i: Int, _ luma: LumaView) -> Float {
    // Rounding of the step may leave the picture by a fraction of a pixel at the end of the line.
    let cx = Swift.max(0, Swift.min(x &+ i &* dx, (luma.width - 1) << Self.fraction - 1))
    let cy = Swift.max(0, Swift.min(y &+ i &* dy, (luma.height - 1) << Self.fraction - 1))
    let p = luma.base + ((cy &>> Self.fraction) &* luma.stride &+ (cx &>> Self.fraction))
    let fx = (cx &>> 8) & 255
    let fy = (cy &>> 8) & 255
    let (a, b) = (Int(p[0]), Int(p[1]))
    let (c, d) = (Int(p[luma.stride]), Int(p[luma.stride &+ 1]))
    let top = (a &<< 8) &+ (b &- a) &* fx
    let bottom = (c &<< 8) &+ (d &- c) &* fx
    return Float((top &<< 8) &+ (bottom &- top) &* fy)
  }
}
