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

  /// Whether what looks like a quiet zone is a highlight, which may hide the rest of the bars.
  func isCutByHighlight(_ hit: LineHit, on line: ScanLine) -> Bool {
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
    return high >= Self.washedOut && high - low > Swift.max(Self.leastRise, Self.rise * (low - darkest))
  }
}
