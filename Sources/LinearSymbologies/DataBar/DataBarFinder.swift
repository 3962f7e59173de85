/// The finder patterns of GS1 DataBar: 15 modules in five elements, the last two of one module each.
struct DataBarFinder: Sendable {
  /// Widths of the patterns' first three elements, in modules, from the wide end on.
  let patterns: [[Float]]

  /// The nine patterns of DataBar Omnidirectional.
  static let omni = DataBarFinder(patterns: [
    [3, 8, 2], [3, 5, 5], [3, 3, 7], [3, 1, 9], [2, 7, 4], [2, 5, 6], [2, 3, 8], [1, 5, 7], [1, 3, 9],
  ])
  /// The six patterns of DataBar Expanded.
  static let expanded = DataBarFinder(patterns: [
    [1, 8, 4], [3, 6, 4], [3, 4, 6], [3, 2, 8], [2, 6, 5], [2, 2, 9],
  ])

  /// Widths of all elements, in modules, from the wide end on.
  var widths: [[Int]] { patterns.map { $0.map { Int($0) } + [1, 1] } }

  static let elements = 5
  static let modules: Float = 15

  /// Ratio of the second and third element together, 10 to 12 modules, to the last two together, 2 modules.
  private static let ratio: ClosedRange<Float> = 3.4...9
  /// Largest sum of squared deviations of distances of similar edges, in square modules.
  private static let mostCost: Float = 0.9

  /// Cheap test: the distances of similar edges that all patterns have in common.
  ///
  /// - Parameters:
  ///   - at: Index of the edge at the wide end.
  ///   - step: 1 when the wide end comes first on the line, -1 when the narrow one does.
  @inline(__always)
  static func isLikely(_ x: UnsafePointer<Float>, at: Int, step: Int) -> Bool {
    let wide = x[at &+ 3 &* step] - x[at &+ step]
    let narrow = x[at &+ 5 &* step] - x[at &+ 3 &* step]
    // Both are negative against the line's direction.
    return abs(wide) > ratio.lowerBound * abs(narrow) && abs(wide) < ratio.upperBound * abs(narrow)
  }

  /// The pattern that fits best, and its deviation in square modules.
  ///
  /// - Parameter growth: Share by which a module is wider than the one before it on the line.
  func match(
    _ x: UnsafePointer<Float>, at: Int, step: Int, module: Float, growth: Float
  ) -> (index: Int, cost: Float)? {
    let scale = Float(step) / module
    let middle = (x[at] + x[at + 5 * step]) / 2
    func distance(_ i: Int) -> Float {
      let a = x[at + i * step]
      let b = x[at + (i + 2) * step]
      return (b - a) * scale * (1 - growth * ((a + b) / 2 - middle) / module)
    }
    let first = distance(0)
    let second = distance(1)
    let third = distance(2)
    let last = distance(3) - 2
    var best = -1
    var least = Self.mostCost
    for (index, p) in patterns.enumerated() {
      let a = first - p[0] - p[1]
      let b = second - p[1] - p[2]
      let c = third - p[2] - 1
      let cost = (a * a + b * b + c * c + last * last) / 2
      if cost < least {
        least = cost
        best = index
      }
    }
    return best >= 0 ? (best, least) : nil
  }
}
