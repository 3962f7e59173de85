/// Marks at equal distances: combs, rulers, fences. Where they beat against the pixels, or are sharpened, their widths
/// seem to differ, and what seems so long enough fits some symbology.
package struct LineGrating {
  /// Positions of the edges of a line, in samples.
  private let positions: [Float]

  /// Pixels by which two like lengths may seem to differ, and the share of the element's width besides.
  private static let slack: Float = 1.05
  private static let share: Float = 0.1
  /// Elements to one that differs from the one before of its colour. Of symbols more than a third do.
  private static let mostAlike = 12
  /// Fewer elements say nothing.
  private static let fewestElements = 8
  /// Elements beside a symbol that are a grating's: more than the digits printed there give.
  private static let fewestBeside = 6

  /// - Parameter positions: In ascending order.
  package init(positions: [Float]) { self.positions = positions }

  /// - Parameter scale: Samples of the line to one of those that the edges were found among.
  init(_ edges: EdgeSequence?, scale: Float = 1) {
    self.init(positions: edges.map { s in (0..<s.count).map { s.positions[$0] * scale } } ?? [])
  }

  /// Whether the elements of what may be a symbol, and as far again on both sides, are all alike: beside a symbol are
  /// quiet zones, beside a part of a grating is the rest of it.
  ///
  /// - Parameter mayBeRegular: Symbols may have bars that are all alike, so that only the rest beside them tells.
  package func holds(from first: Float, to last: Float, mayBeRegular: Bool = false) -> Bool {
    let length = last - first
    var alike = 0
    var beside = 0
    var different = 0
    let (low, high) = (first - length, last + length)
    for k in 0..<max(0, positions.count - 4) where positions[k] >= low && positions[k + 4] <= high {
      // An element and the next of its colour; then the distances of edges of one kind.
      let (a, b) = (positions[k + 1] - positions[k], positions[k + 3] - positions[k + 2])
      let (p, q) = (positions[k + 2] - positions[k], positions[k + 4] - positions[k + 2])
      let slack = Self.slack + Self.share * min(a, b)
      if abs(a - b) <= slack && abs(p - q) <= slack { alike += 1 } else { different += 1 }
      if positions[k] < first - slack || positions[k + 4] > last + slack { beside += 1 }
    }
    if mayBeRegular, beside < Self.fewestBeside { return false }
    return alike >= Self.fewestElements && different * Self.mostAlike <= alike
  }
}
