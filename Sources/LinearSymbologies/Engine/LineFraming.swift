import BarcodeCore

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

  static func isFramed(_ s: EdgeSequence, _ ends: LineCuts) -> Bool {
    forEachRange(s, quiet: quiet) { ends.isSeen(s, $0) }
  }

  /// Edges that the shortest symbols keep under blur.
  private static let fewestOfShort = 13

  /// Whether it may be one of the shortest symbols.
  static func isShort(_ s: EdgeSequence, _ ends: LineCuts) -> Bool {
    s.count <= 2 * fewestEdges
      && forEachRange(s, quiet: quiet, fewest: fewestOfShort, mayBeRegular: true) { ends.isSeen(s, $0) }
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

/// Ends of a line that are those of the picture, so that no quiet zone is seen there.
package struct LineCuts {
  /// Where the line ends, in samples, if it goes from border to border.
  private let end: Float?

  /// Least quiet zone that is seen at a border, in elements of mean width.
  private static let quiet: Float = 2
  /// Shorter pictures, in pixels, and strips lower than this share of their length are cut out around a symbol, with
  /// quiet zones as narrow as they come.
  private static let cutOut = 480.0
  private static let stripShare = 0.45

  /// Of a line whose ends may be those of a symbol wherever they lie.
  init() { end = nil }

  /// - Parameters:
  ///   - count: Samples of the line.
  ///   - length: The same in pixels.
  ///   - side: The shorter side of the picture, in pixels.
  package init(count: Int, length: Double, side: Int, touches: (start: Bool, end: Bool)) {
    let isFrame = length > Self.cutOut && Double(side) > Self.stripShare * length
    end = isFrame && touches.start && touches.end ? Float(count - 1) : nil
  }

  init(_ line: ScanLine, in luma: LumaView) {
    self.init(
      count: line.count, length: Double(line.count - 1) * line.step, side: min(luma.width, luma.height),
      touches: line.touchesBorder(luma))
  }

  /// Whether the first or the last of all edges on the line, in samples, has a quiet zone beside it: what goes from
  /// border to border is texture.
  package func isQuiet(beside first: Float, _ last: Float, elements: Int) -> Bool {
    guard let end else { return true }
    return max(first, end - last) * Float(elements) > Self.quiet * (last - first)
  }

  /// Whether a quiet zone is seen on one side of a range of edges at the least.
  func isSeen(_ s: EdgeSequence, _ range: ClosedRange<Int>) -> Bool {
    range.lowerBound > 0 || range.upperBound < s.count - 1
      || isQuiet(beside: s.positions[0], s.positions[s.count - 1], elements: s.count - 1)
  }
}
