/// Whether a line shows what a symbol shows that is too blurred for its elements to be told apart: many edges between
/// two quiet zones, of widths that differ.
struct LineFraming {
  /// Edges that the leanest symbols keep under blur.
  private static let fewestEdges = 23
  /// Quiet zones are wider than this many elements of mean width, which have 1.5 to 2 modules each.
  private static let quiet: Float = 4
  /// The same where the grey values themselves are compared next: blurred elements run into each other, which makes
  /// them wide.
  static let leanQuiet: Float = 1.8
  /// Elements beside a quiet zone that it is compared with first.
  private static let near = 4
  /// Elements of one colour differ from their neighbours by this factor, and at least this share of them does: bars of
  /// gratings and fences are all alike.
  private static let difference: Float = 1.5
  private static let varied = 4
  /// Quiet zones that are tried on either side.
  private static let mostEnds = 12

  static func isFramed(_ s: EdgeSequence) -> Bool { forEachRange(s, quiet: quiet) { _ in true } }

  /// Edges that the shortest symbols keep under blur.
  private static let fewestOfShort = 13

  /// Whether it may be one of the shortest symbols.
  static func isShort(_ s: EdgeSequence) -> Bool {
    s.count <= 2 * fewestEdges && forEachRange(s, quiet: quiet, fewest: fewestOfShort, mayBeRegular: true) { _ in true }
  }

  /// Visits the first and the last edge of whatever quiet zones frame, beginning with the widest, until told to stop;
  /// returns whether it was.
  @discardableResult
  static func forEachRange(
    _ s: EdgeSequence, quiet: Float, fewest fewestEdges: Int = fewestEdges, mayBeRegular: Bool = false,
    _ visit: (ClosedRange<Int>) -> Bool
  ) -> Bool {
    guard s.count > fewestEdges else { return false }
    let x = s.positions
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: mostEnds) { starts in
      var n = 0
      for i in 0..<(s.count &- fewestEdges) where n < mostEnds {
        guard i == 0 || (x[i] - x[i &- 1]) * Float(near) > quiet * (x[i &+ near] - x[i]) else { continue }
        starts[n] = Int32(truncatingIfNeeded: i)
        n &+= 1
      }
      guard n > 0 else { return false }
      var tried = 0
      var j = s.count &- 1
      while j >= fewestEdges, tried < mostEnds {
        defer { j &-= 1 }
        let after = j &+ 1 < s.count ? x[j &+ 1] - x[j] : .infinity
        guard after * Float(near) > quiet * (x[j] - x[j &- near]) else { continue }
        tried += 1
        for k in 0..<n {
          let i = Int(starts[k])
          guard j &- i >= fewestEdges, (j &- i) & 1 == 1 else { continue }
          let needed = quiet * (x[j] - x[i]) / Float(j &- i)
          guard after > needed, i == 0 || x[i] - x[i &- 1] > needed else { continue }
          if mayBeRegular || isVaried(x, i, j), visit(i...j) { return true }
        }
      }
      return false
    }
  }

  private static func isVaried(_ x: UnsafePointer<Float>, _ i: Int, _ j: Int) -> Bool {
    var different = 0
    for k in i..<(j &- 2) {
      let a = x[k &+ 1] - x[k]
      let b = x[k &+ 3] - x[k &+ 2]
      if a > b * difference || b > a * difference { different &+= 1 }
    }
    return different &* varied > j &- i &- 2
  }
}
