/// The edges along a line, whoever found them: positions in samples, alternating in polarity.
///
/// Element `i` is what lies between edge `i` and edge `i + 1`.
struct EdgeSequence {
  /// Positions in ascending order; owned by the scratch memory.
  let positions: UnsafePointer<Float>
  /// Number of edges.
  let count: Int
  /// Whether element 0 is dark.
  let startsDark: Bool

  /// Whether element `i` is dark.
  func isDark(_ i: Int) -> Bool { (i & 1 == 0) == startsDark }

  /// The same edges seen from the other end, written to the scratch.
  func reversed(into scratch: LinearScratch) -> EdgeSequence {
    let out = scratch.reversed
    for i in 0..<count { out[i] = -positions[count &- 1 &- i] }
    // The first element of the reversed line is the last one of this line.
    let lastIsDark = count >= 2 ? isDark(count - 2) : startsDark
    return EdgeSequence(positions: out, count: count, startsDark: lastIsDark)
  }
}

/// How edges are found on a line of grey values.
enum EdgeMethod: CaseIterable {
  /// Crossings of the middle between the local lightest and darkest, which no swing is lost to.
  case local
  /// Steepest points (zero crossings of the second derivative) of every swing.
  case slope
}
