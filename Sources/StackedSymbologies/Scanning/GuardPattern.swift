/// A fixed sequence of bars and spaces at an end of a symbol: what the detector looks for on scan lines.
struct GuardPattern {
  /// Widths in modules, from the symbol's left to its right.
  let widths: [Float]
  /// Sum of the widths.
  let modules: Float
  /// Distances of similar edges, in modules.
  private let distances: [Float]
  /// Index of the widest element, whose share of the whole is tested first.
  private let widest: Int

  /// Edges into bars, by their numbers in symbol order, and their distances in modules: the first one, one near the
  /// middle, and the last one.
  let bars: (middle: Int, last: Int, share: Float)

  /// PDF417's start pattern.
  static let start = GuardPattern([8, 1, 1, 1, 1, 1, 1, 3])
  /// PDF417's stop pattern.
  static let stop = GuardPattern([7, 1, 1, 3, 1, 1, 1, 2, 1])

  init(_ widths: [Float]) {
    self.widths = widths
    modules = widths.reduce(0, +)
    distances = (0..<(widths.count - 1)).map { widths[$0] + widths[$0 + 1] }
    widest = 0
    let middle = 2
    let last = widths.count / 2 * 2
    bars = (middle, last, widths[..<middle].reduce(0, +) / widths[..<last].reduce(0, +))
  }

  /// How perspective bends the pitch, from the outer to the inner edge, where the pattern begins at `e`.
  func bend(_ e: UnsafePointer<Float>, isReversed: Bool, innerIsFirst: Bool) -> Double {
    let n = widths.count
    func edge(_ i: Int) -> Float { isReversed ? e[n - i] : e[i] }
    return innerIsFirst
      ? GuardHit.bend(outer: edge(bars.last), between: edge(bars.middle), inner: edge(0), share: 1 - bars.share)
      : GuardHit.bend(outer: edge(0), between: edge(bars.middle), inner: edge(bars.last), share: bars.share)
  }

  /// How far the distance of two similar edges may lie from its nominal value, in modules. Below 0.5 where two
  /// neighbouring values must be told apart; here the whole sequence has to fit, and blur moves edges.
  private static let tolerance: Float = 0.7

  /// Whether the edges that begin at `e` fit the pattern; read backwards when `isReversed`.
  @inline(__always)
  func matches(_ e: UnsafePointer<Float>, isReversed: Bool) -> Bool {
    let n = widths.count
    let whole = e[n] - e[0]
    // The widest bar has 7/18 or 8/17 of the pattern; blur and print take or give at most a module or so.
    let wide = isReversed ? e[n] - e[n &- 1] : e[1] - e[0]
    guard wide > whole * 0.32, wide < whole * 0.56 else { return false }
    let module = whole / modules
    let slack = module * GuardPattern.tolerance
    for i in 0..<(n &- 1) {
      let distance = isReversed ? e[n &- i] - e[n &- i &- 2] : e[i &+ 2] - e[i]
      if abs(distance - distances[i] * module) > slack { return false }
    }
    return true
  }
}
