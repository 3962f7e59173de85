import BarcodeCore

/// Tells the dots among extremes of grey values from the ripples between them, which sharpening and noise leave.
enum DotProminence {
  /// Pixels on a side of a block, with whose dots and those of the blocks around it a dot is compared.
  private static let block = 32.0
  /// Rises are counted in classes of so many grey levels.
  private static let classWidth = 2.0
  private static let classes = 48
  /// The share of the extremes that are dots at the least: of as many as there are places without one, each may be a
  /// ripple.
  private static let strongShare = 0.25
  /// A dot rises by this share of what the strong ones do: dots in a row and alone differ by less than two times,
  /// ripples stay below a third.
  private static let leastShare = 0.45

  /// The dots that rise about as much as those around them.
  static func prominent(_ dots: [Dot]) -> [Dot] {
    guard dots.count >= DotLattice.leastDots else { return dots }
    let columns = Int((dots.map(\.center.x).max() ?? 0) / block) + 1
    let rows = Int((dots.map(\.center.y).max() ?? 0) / block) + 1
    let blocks = dots.map { Int($0.center.y / block) * columns + Int($0.center.x / block) }
    var counts = [UInt16](repeating: 0, count: columns * rows * classes)
    for (dot, block) in zip(dots, blocks) {
      counts[block * classes + min(classes - 1, Int(dot.rise / classWidth))] += 1
    }
    var strong = [Double](repeating: -1, count: columns * rows)
    return zip(dots, blocks).compactMap { dot, block in
      if strong[block] < 0 { strong[block] = Self.strong(counts, columns, rows, block) }
      return dot.rise >= leastShare * strong[block] ? dot : nil
    }
  }

  /// What the strong extremes in and around a block rise by.
  private static func strong(_ counts: [UInt16], _ columns: Int, _ rows: Int, _ block: Int) -> Double {
    var sum = [Int](repeating: 0, count: classes)
    let (x, y) = (block % columns, block / columns)
    for v in max(0, y - 1)...min(rows - 1, y + 1) {
      for u in max(0, x - 1)...min(columns - 1, x + 1) {
        let start = (v * columns + u) * classes
        for k in 0..<classes { sum[k] += Int(counts[start + k]) }
      }
    }
    var left = Int(strongShare * Double(sum.reduce(0, +)))
    let strongest = sum.indices.reversed().first { k in
      left -= sum[k]
      return left < 0
    }
    return Double(strongest ?? 0) * classWidth
  }
}
