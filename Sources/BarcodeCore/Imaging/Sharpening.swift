extension LumaImage {
  /// The picture with a Gaussian blur taken back, as far as noise allows.
  ///
  /// - Parameters:
  ///   - luma: The blurred picture.
  ///   - sigma: Of the blur, in pixels, up to 8.
  package init(sharpening luma: LumaView, sigma: Double) {
    let sigma = Swift.min(Swift.max(sigma, 0.1), 8)
    let (width, height) = (luma.width, luma.height)
    var seen = FloatPlane(width: width, height: height)
    for y in 0..<height { for x in 0..<width { seen.values[y &* width &+ x] = Float(luma.row(y)[x]) } }
    let inverse = Self.inverse(sigma)
    var sharp = seen.filtered(inverse)
    // Of what the filter leaves, most is ripples beyond dark and light; without them the rest comes out better.
    let levels = Self.levels(seen: seen, sharp: sharp)
    sharp.clamp(levels)
    let missing = seen.subtracting(sharp.filtered(Self.gaussian(sigma)))
    sharp.add(missing.filtered(inverse))
    sharp.clamp(levels)
    let pixels = sharp.values.map { UInt8(Swift.min(Swift.max($0 + 0.5, 0), 255)) }
    self.init(width: width, height: height, pixels: pixels)
  }

  /// Share of the pixels beyond the levels of dark and light.
  private static let outliers = 0.03

  /// Dark and light: that of the ground is seen as it is, the other one only where it is sharp. On the side of the ground
  /// sharpening makes ripples alone, less than what it brings out on the other side.
  private static func levels(seen: FloatPlane, sharp: FloatPlane) -> ClosedRange<Float> {
    let (blurred, clear) = (seen.histogram(), sharp.histogram())
    func quantile(_ histogram: [Int], _ share: Double) -> Int {
      var rest = Int(share * Double(histogram.reduce(0, +)))
      return histogram.firstIndex {
        rest -= $0
        return rest < 0
      } ?? 255
    }
    var (low, high) = (quantile(clear, outliers), quantile(clear, 1 - outliers))
    let (least, most) = (quantile(blurred, outliers), quantile(blurred, 1 - outliers))
    if high - most < least - low { high = most } else { low = least }
    return low < high ? Float(low)...Float(high) : 0...255
  }

  /// Power of noise relative to the signal's for which the inverse is made: details weaker than a tenth stay weak.
  private static let noise = 0.01
  /// Kernels reach so many sigmas, and pixels beyond, to each side.
  private static let kernelReach = 4.0
  private static let kernelMargin = 2
  /// Frequencies at which the inverse is computed.
  private static let frequencies = 64

  /// A Wiener filter for a Gaussian blur, along one axis.
  private static func inverse(_ sigma: Double) -> [Float] {
    let reach = Int(kernelReach * sigma) + kernelMargin
    var half = [Double](repeating: 0, count: reach + 1)
    for k in 0..<frequencies {
      // The middles of equal parts of the band from 0 to half of the sampling rate.
      let omega = Double.pi * (Double(k) + 0.5) / Double(frequencies)
      let gain = BarcodeMath.exp(-0.5 * sigma * sigma * omega * omega)
      let inverse = gain / (gain * gain + noise)
      for n in 0...reach { half[n] += inverse * BarcodeMath.cos(omega * Double(n)) }
    }
    return symmetric(half)
  }

  private static func gaussian(_ sigma: Double) -> [Float] {
    let reach = Int(kernelReach * sigma) + kernelMargin
    return symmetric(
      (0...reach).map { n in
        let t = Double(n) / sigma
        return BarcodeMath.exp(-0.5 * t * t)
      })
  }

  /// A kernel whose weights sum up to 1, from its right half.
  private static func symmetric(_ half: [Double]) -> [Float] {
    let sum = half[0] + 2 * half.dropFirst().reduce(0, +)
    return (1 - half.count..<half.count).map { Float(half[abs($0)] / sum) }
  }
}

/// A picture of numbers.
private struct FloatPlane {
  let width: Int
  let height: Int
  var values: [Float]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    values = [Float](repeating: 0, count: width * height)
  }

  /// Share of each side that is left out of the histogram: what surrounds a label.
  private static let border = 8

  /// How many values of the middle part lie nearest to each grey level.
  func histogram() -> [Int] {
    var counts = [Int](repeating: 0, count: 256)
    for y in height / Self.border..<height - height / Self.border {
      for x in width / Self.border..<width - width / Self.border {
        counts[Int(min(max(values[y &* width &+ x] + 0.5, 0), 255))] += 1
      }
    }
    return counts
  }

  mutating func clamp(_ levels: ClosedRange<Float>) {
    for i in values.indices { values[i] = min(max(values[i], levels.lowerBound), levels.upperBound) }
  }

  mutating func add(_ other: FloatPlane) {
    for i in values.indices { values[i] += other.values[i] }
  }

  func subtracting(_ other: FloatPlane) -> FloatPlane {
    var out = self
    for i in values.indices { out.values[i] -= other.values[i] }
    return out
  }

  /// Filtered along columns and rows by a kernel of odd length; the border goes on outwards.
  func filtered(_ kernel: [Float]) -> FloatPlane {
    let reach = kernel.count / 2
    var out = FloatPlane(width: width, height: height)
    guard width > 0 else { return out }
    var padded = [Float](repeating: 0, count: width + 2 * reach)
    values.withUnsafeBufferPointer { values in
      out.values.withUnsafeMutableBufferPointer { out in
        padded.withUnsafeMutableBufferPointer { padded in
          guard let source = values.baseAddress, let out = out.baseAddress, let line = padded.baseAddress else {
            return
          }
          for y in 0..<height {
            let middle = line + reach
            middle.update(repeating: 0, count: width)
            for (k, weight) in kernel.enumerated() {
              Self.add(source + min(max(y + k - reach, 0), height - 1) &* width, weight, to: middle, width)
            }
            for x in 0..<reach {
              line[x] = middle[0]
              middle[width + x] = middle[width - 1]
            }
            for (k, weight) in kernel.enumerated() { Self.add(line + k, weight, to: out + y &* width, width) }
          }
        }
      }
    }
    return out
  }

  @inline(never)
  private static func add(
    _ row: UnsafePointer<Float>, _ weight: Float, to sums: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for x in 0..<count { sums[x] += weight * row[x] }
  }
}
