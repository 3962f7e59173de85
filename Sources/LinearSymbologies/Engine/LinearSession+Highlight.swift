import BarcodeCore

extension LinearSession {
  /// Grey values from here on are those of washed-out places.
  private static let washedOut: Float = 252
  /// A highlight is lighter than the ground beside the other end by at least so many grey levels, and by this share of
  /// the contrast: light that falls from one side does not change as much.
  private static let leastRise: Float = 6
  private static let rise: Float = 0.05
  /// Beside an end, what lies within so many modules is looked at.
  private static let beside: Float = 12
  /// Fewer modules say nothing of the ground.
  private static let least: Float = 3
  /// A bar that keeps less than this share of the contrast under a highlight may have been a wide one.
  private static let faint: Float = 0.5

  /// Whether a highlight may have changed what a symbol says that little besides its structure confirms: what looks like
  /// a quiet zone may hide more bars, and bars under it are thinner than they were, so that other characters of Code 39
  /// look like those that have no wide bar.
  func isSpoiltByHighlight(_ hit: LineHit, on line: ScanLine) -> Bool {
    guard hit.structure != nil, !hit.isInverted else { return false }
    take(line)
    let v = scratch.grey
    let (first, last) = (Swift.max(0, Int(hit.first)), Swift.min(line.count - 1, Int(hit.last)))
    guard first < last else { return false }
    var darkest = v[first]
    for i in first...last { darkest = Swift.min(darkest, v[i]) }
    /// The lightest place between an end and the next dark one; nil where the line ends first.
    func lightest(from edge: Int, _ step: Int) -> Float? {
      var best = v[edge]
      let most = Int(Self.beside * hit.module)
      guard (0..<line.count).contains(edge + step * Int(Self.least * hit.module)) else { return nil }
      for i in stride(from: edge, through: edge + step * most, by: step) where (0..<line.count).contains(i) {
        if v[i] < (best + darkest) / 2, best > v[edge] { break }
        best = Swift.max(best, v[i])
      }
      return best
    }
    guard let before = lightest(from: first, -1), let after = lightest(from: last, 1) else { return false }
    let (low, high) = (Swift.min(before, after), Swift.max(before, after))
    // From here on it is lighter than the ground.
    let bright = low + Swift.max(Self.leastRise, Self.rise * (low - darkest))
    if high >= Self.washedOut, high > bright { return true }
    return hit.symbology == .code39 && hit.codes.contains(where: Code39.hasNarrowBarsAlone)
      && hasFaintBar(first...last, on: line, darkerThan: low - Self.faint * (low - darkest), beside: bright)
  }

  /// Whether some bar between two ends is not as dark as bars are, next to a space that is lighter than the ground.
  private func hasFaintBar(
    _ range: ClosedRange<Int>, on line: ScanLine, darkerThan dark: Float, beside bright: Float
  ) -> Bool {
    guard let edges = edges(on: line, EdgeAttempt.cheap[0], fewest: 2) else { return false }
    let v = scratch.grey
    func extreme(_ k: Int, _ pick: (Float, Float) -> Float) -> Float {
      let from = Swift.max(range.lowerBound, Int(edges.positions[k]))
      let to = Swift.min(range.upperBound, Int(edges.positions[k + 1]) + 1)
      return from <= to ? (from...to).reduce(v[from]) { pick($0, v[$1]) } : 0
    }
    for k in 1..<Swift.max(1, edges.count - 2) where edges.isDark(k) {
      guard range.contains(Int(edges.positions[k])), range.contains(Int(edges.positions[k + 1])) else { continue }
      if extreme(k, Swift.min) > dark,
        Swift.max(extreme(k - 1, Swift.max), extreme(k + 1, Swift.max)) > bright
      {
        return true
      }
    }
    return false
  }
}
