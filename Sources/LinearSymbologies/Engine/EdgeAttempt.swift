/// One way to find the edges of a line: the rungs of the ladder for a line, cheapest first.
struct EdgeAttempt {
  var method: EdgeMethod
  /// Sharpening of the interpolated line; nil for the line as it was sampled.
  var amount: Float?
  var isSensitive = false
  /// Distance, in samples, of the neighbours that a sample is sharpened against: blur of large modules reaches further.
  var reach = 1

  /// Sharpened so much that swings of no bars appear beside strong edges.
  var isStrong: Bool { (amount ?? 0) >= 2 }

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
}
