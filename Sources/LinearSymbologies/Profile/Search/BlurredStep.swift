/// A step blurred by a normal distribution, and its slope, by the distance in standard deviations.
struct BlurredStep: Sendable {
  /// Distances beyond this are as far as any.
  static let reach: Float = 4
  static let perUnit: Float = 48
  private static let count = Int(2 * reach * perUnit) + 1
  static let table = BlurredStep()

  let values: [Float]
  let slopes: [Float]

  private init() {
    let places = (0..<Self.count).map { Double($0) / Double(Self.perUnit) - Double(Self.reach) }
    values = places.map { Float(BlurKernel.step($0)) }
    let half = 0.5 / Double(Self.perUnit)
    slopes = places.map { Float((BlurKernel.step($0 + half) - BlurKernel.step($0 - half)) / (2 * half)) }
  }

  /// The index of a distance in standard deviations.
  @inline(__always)
  static func index(_ z: Float) -> Int {
    Int(Swift.max(0, Swift.min(Float(count &- 1), (z + reach) * perUnit + 0.5)))
  }
}
