import BarcodeCore

extension LinearSession {
  /// Mean darkness, as a share of the contrast, where a narrow bar would be that blur hides: such have a third, quiet
  /// zones have less than a twentieth.
  private static let hiddenDarkness: Float = 0.15
  /// Where the next bar would be, from the outermost edge on, in modules: behind a space of two. And where there is
  /// surely nothing but ground.
  private static let nextBar: ClosedRange<Float> = 2...3
  private static let ground: ClosedRange<Float> = 4.5...6

  /// Whether a Pharmacode goes on beyond its ends with a bar too faint to be found: it has neither start nor stop, so that
  /// the rest is another number.
  func hidesBar(_ hit: LineHit, on line: ScanLine) -> Bool {
    take(line)
    let n = line.count
    let module = hit.module
    func mean(_ from: Float, _ to: Float) -> Float? {
      let (a, b) = (Int(Swift.min(from, to).rounded(.up)), Int(Swift.max(from, to)))
      guard a >= 0, b < n, a <= b else { return nil }
      return (a...b).reduce(0) { $0 + scratch.grey[$1] } / Float(b - a + 1)
    }
    guard let low = (Swift.max(0, Int(hit.first))...Swift.min(n - 1, Int(hit.last))).map({ scratch.grey[$0] }).min(),
      let high = (Swift.max(0, Int(hit.first))...Swift.min(n - 1, Int(hit.last))).map({ scratch.grey[$0] }).max()
    else { return false }
    let darkest = hit.isInverted ? high : low
    return [(hit.first, -module), (hit.last, module)].contains { edge, module in
      guard let bar = mean(edge + Self.nextBar.lowerBound * module, edge + Self.nextBar.upperBound * module),
        let ground = mean(edge + Self.ground.lowerBound * module, edge + Self.ground.upperBound * module),
        abs(ground - darkest) > 1
      else { return false }
      return (ground - bar) / (ground - darkest) > Self.hiddenDarkness
    }
  }
}
