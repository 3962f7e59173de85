/// Which elements of a start or stop are wider than the ones of their colour before, narrower or alike.
struct SignPattern: Sendable {
  let elements: Int
  /// Bit k: the element k + 2 is compared with element k at all, is wider, is alike. What is compared, but neither, is
  /// narrower.
  let compared: UInt32
  let wider: UInt32
  let alike: UInt32

  /// - Parameter widths: In modules. Elements that differ by a single one of more modules are not compared, since blur
  ///   may turn that round.
  init(_ widths: [Int]) {
    elements = widths.count
    var (compared, wider, alike): (UInt32, UInt32, UInt32) = (0, 0, 0)
    for k in 0..<Swift.max(0, widths.count - 2) {
      let change = widths[k + 2] - widths[k]
      guard change == 0 || abs(change) >= 2 else { continue }
      compared |= 1 << UInt32(k)
      if change > 0 { wider |= 1 << UInt32(k) }
      if change == 0 { alike |= 1 << UInt32(k) }
    }
    (self.compared, self.wider, self.alike) = (compared, wider, alike)
  }
}

/// How symbols of a symbology begin and end, and how far apart, as cheap tests need it.
struct SymbolFrame: Sendable {
  let starts: [SignPattern]
  let stops: [SignPattern]
  /// The same read backwards.
  let startsTurned: [SignPattern]
  let stopsTurned: [SignPattern]
  let span: SymbolSpan
  /// Narrower quiet zones do than two elements have.
  let hasLeanQuiet: Bool

  /// - Parameters:
  ///   - starts: Widths of the elements of each start, in modules; all have as many.
  ///   - stops: The same for the stop.
  ///   - inner: Elements between start and stop of the shortest symbol.
  ///   - period: Elements that a further character adds.
  ///   - hasLeanQuiet: Narrower quiet zones do than two elements have.
  init(starts: [[Int]] = [[1]], stops: [[Int]] = [[1]], inner: Int = 0, period: Int = 1, hasLeanQuiet: Bool = false) {
    self.starts = starts.map { SignPattern($0) }
    self.stops = stops.map { SignPattern($0) }
    startsTurned = starts.map { SignPattern($0.reversed()) }
    stopsTurned = stops.map { SignPattern($0.reversed()) }
    span = SymbolSpan(fewest: starts[0].count + inner + stops[0].count, period: period)
    self.hasLeanQuiet = hasLeanQuiet
  }
}

/// How far apart the ends of symbols are, in elements.
struct SymbolSpan: Sendable {
  /// Elements from the first edge to the last of the shortest symbol.
  let fewest: Int
  /// Elements that a further character adds, at most 16.
  private let period: Int
  /// 2^32 by the period, rounded up.
  private let inverse: UInt64

  init(fewest: Int, period: Int) {
    precondition((1...16).contains(period))
    self.fewest = fewest
    self.period = period
    inverse = (1 << 32) / UInt64(period) + 1
  }

  /// An edge's index modulo the period; exact below 2^24.
  @inline(__always)
  func remainder(_ i: Int) -> Int {
    i &- Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: i) &* inverse) &>> 32) &* period
  }
}
