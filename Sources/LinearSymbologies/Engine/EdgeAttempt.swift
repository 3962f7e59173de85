/// One way to find the edges of a line: the rungs of the ladder for a line, cheapest first.
struct EdgeAttempt {
  var method: EdgeMethod
  /// Sharpening of the interpolated line; nil for the line as it was sampled.
  var amount: Float?
  var isSensitive = false
  /// Distance, in samples, of the neighbours that a sample is sharpened against: blur of large modules reaches further.
  var reach = 1
  /// Small swings are taken for noise.
  var isCoarse = false
  /// The blur that is undone instead, as an index into the bank of kernels.
  var kernel: Int?

  /// Sharpened so much that swings of no bars appear beside strong edges.
  var isStrong: Bool { (amount ?? 0) >= 2 || kernel != nil }

  /// Edges are found among more samples than the line has.
  var isInterpolated: Bool { amount != nil || kernel != nil }

  /// The other method on the same values.
  var sibling: EdgeAttempt {
    var other = self
    other.method = method == .slope ? .local : .slope
    return other
  }

  /// Whether the same line of values is searched for edges.
  func isPrepared(by o: EdgeAttempt) -> Bool {
    amount == o.amount && reach == o.reach && isSensitive == o.isSensitive && isCoarse == o.isCoarse
      && kernel == o.kernel
  }

  /// What every line is tried with.
  static let cheap = [EdgeAttempt(method: .local), EdgeAttempt(method: .slope)]

  /// Against small modules, moderate and strong blur, and reflections.
  static let refinements = [
    EdgeAttempt(method: .slope, amount: 0), EdgeAttempt(method: .local, amount: 0),
    EdgeAttempt(method: .slope, amount: 0.8), EdgeAttempt(method: .local, amount: 0.8),
    EdgeAttempt(method: .slope, amount: 1.8), EdgeAttempt(method: .local, amount: 1.8),
    EdgeAttempt(method: .local, amount: 0, isSensitive: true),
    EdgeAttempt(method: .slope, amount: 0, isSensitive: true),
    EdgeAttempt(method: .slope, amount: 1.2, isSensitive: true),
    EdgeAttempt(method: .local, amount: 2.5, reach: 2), EdgeAttempt(method: .local, amount: 4, reach: 2),
  ]

  /// Against noise; an amount below zero smooths the line.
  static let coarse = [
    EdgeAttempt(method: .slope, amount: -0.5, isCoarse: true),
    EdgeAttempt(method: .local, amount: -0.5, isCoarse: true),
    EdgeAttempt(method: .local, amount: 0, isCoarse: true),
  ]

  /// Against small modules and moderate blur where there is noise.
  static let noisyRefinements = Array(refinements[0..<4])

  /// Against a blur of which the line's steepest place tells the standard deviation, in samples.
  static func deblurrings(sigma: Float) -> [EdgeAttempt] {
    DeblurringKernel.indices(around: sigma).reversed().flatMap {
      [EdgeAttempt(method: .slope, kernel: $0), EdgeAttempt(method: .local, kernel: $0)]
    }
  }
}
