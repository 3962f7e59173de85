/// How modules become narrower along a line over a surface that recedes: with the square of the distance to where the
/// line would reach the surface's horizon.
struct Foreshortening {
  /// Samples with modules of one width, and the samples at equal distances that they are made of.
  let count: Int
  let plainCount: Int
  /// Pixels from plain sample to plain sample.
  let plainStep: Double
  /// Distance of the horizon from the first sample, in pixels; negative when it lies before it.
  let horizon: Double
  /// Inverse distances of both ends from the horizon.
  private let inverse: (first: Double, last: Double)

  /// The widest modules of a line are wider than the narrowest by less than this factor; beyond it, the narrow ones
  /// have less than a pixel when the wide ones have four.
  private static let mostRatio = 5.0
  /// Smaller ratios are what all matchers follow by themselves.
  private static let leastRatio = 1.4

  /// - Parameters:
  ///   - horizon: In pixels from the first sample along the line.
  ///   - count: Samples at equal distances.
  ///   - step: Pixels between them.
  init?(horizon: Double, count: Int, step: Double) {
    let length = Double(count - 1) * step
    let (a, b) = (horizon, horizon - length)
    guard a * b > 0 else { return nil }
    let ratio = Swift.max(a / b, b / a)
    guard ratio * ratio < Self.mostRatio, ratio * ratio > Self.leastRatio else { return nil }
    self.horizon = horizon
    inverse = (1 / a, 1 / b)
    plainCount = count
    plainStep = step
    // As dense as the plain samples where they are farthest apart.
    self.count = Int(Double(count - 1) * ratio) + 1
  }

  /// Pixels from the first sample to a position in samples.
  func distance(at position: Double) -> Double {
    let t = position / Double(count - 1)
    return horizon - 1 / (inverse.first + t * (inverse.last - inverse.first))
  }

  /// Where the horizon of a surface is on a line of which three points are at equal distances on the surface.
  static func horizon(_ a: Double, _ b: Double, _ c: Double) -> Double? {
    let share = (b - a) / (c - a)
    guard share > 0, share < 1, abs(share - 0.5) > 1e-6 else { return nil }
    let stretch = share / (1 - share)
    return a + (c - a) * stretch / (stretch - 1)
  }

  /// Whether two lines recede alike, by the distances of the horizon from both ends of what they show.
  static func isAlike(_ a: (Double, Double), _ b: (Double, Double)) -> Bool {
    guard a.0 * a.1 > 0, b.0 * b.1 > 0 else { return false }
    let (p, q) = (a.0 / a.1, b.0 / b.1)
    return p < q * mostDifference && q < p * mostDifference
  }
  /// Ratios of the width of modules at both ends differ from line to line by less than the square of this.
  private static let mostDifference = 1.12

  /// Cubic interpolation of the plain samples.
  func resample(_ v: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>) {
    let last = plainCount - 1
    for i in 0..<count {
      let x = Swift.max(0, Swift.min(Float(distance(at: Double(i)) / plainStep), Float(last)))
      let k = Swift.min(Int(x), last &- 1)
      let t = x - Float(k)
      let (a, b) = (v[Swift.max(0, k &- 1)], v[k])
      let (c, d) = (v[k &+ 1], v[Swift.min(last, k &+ 2)])
      let cubic = (3 * (b - c) + d - a) * t
      out[i] = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + cubic))
    }
  }
}
