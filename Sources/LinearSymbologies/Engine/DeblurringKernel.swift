import BarcodeCore

/// Undoes a blur of normal distribution as far as noise allows (a Wiener filter).
struct DeblurringKernel: Sendable {
  /// Standard deviations that are undone, in samples.
  static let sigmas: [Float] = [0.8, 1, 1.25, 1.55, 1.95, 2.4, 3, 3.8, 4.8, 6, 7.5]
  static let bank: [DeblurringKernel] = sigmas.map { DeblurringKernel(sigma: Double($0)) }

  /// The middle weight and those to one side.
  let weights: [Float]
  var reach: Int { weights.count - 1 }

  /// Power of the noise relative to that of the signal: averaged lines have about this, and so much remains of what
  /// eight bits cut off.
  private static let noise = 0.0006
  /// Farther samples, in standard deviations, have no weight to speak of.
  private static let reach = 5.0
  /// Frequencies at which the response is summed up.
  private static let frequencies = 96

  init(sigma: Double) {
    let reach = Int((sigma * Self.reach).rounded(.up))
    var weights = [Double](repeating: 0, count: reach + 1)
    for f in 0..<Self.frequencies {
      // Cycles a sample.
      let frequency = (Double(f) + 0.5) / Double(2 * Self.frequencies)
      let angle = 2 * Double.pi * frequency
      let kept = BarcodeMath.exp(-angle * angle * sigma * sigma / 2)
      let gain = kept / (kept * kept + Self.noise)
      for k in 0...reach { weights[k] += gain * BarcodeMath.cos(angle * Double(k)) }
    }
    // Even ground stays as it is.
    let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
    self.weights = weights.map { Float($0 / sum) }
  }

  /// Filters `n` values; `padded` has room for `reach` more on either side.
  func apply(
    _ v: UnsafePointer<Float>, count n: Int, into out: UnsafeMutablePointer<Float>,
    padded: UnsafeMutablePointer<Float>
  ) {
    let r = reach
    for i in 0..<r { (padded[i], padded[r &+ n &+ i]) = (v[0], v[n &- 1]) }
    (padded + r).update(from: v, count: n)
    let middle = padded + r
    let own = weights[0]
    for i in 0..<n { out[i] = own * middle[i] }
    for k in 1...r {
      let w = weights[k]
      let (a, b) = (middle - k, middle + k)
      for i in 0..<n { out[i] += w * (a[i] + b[i]) }
    }
  }

  /// The strengths to try on a line: as far as its steepest place tells, blur is at most as strong as this.
  ///
  /// - Parameter sigma: Standard deviation of the blur in samples; what is left of it does not keep edges from being
  ///   found.
  static func indices(around sigma: Float) -> Range<Int> {
    let nearest = sigmas.firstIndex { $0 > sigma * Self.undone } ?? sigmas.count - 1
    return Swift.max(0, nearest - 2)..<Swift.min(sigmas.count, nearest + 1)
  }
  private static let undone: Float = 1
}
