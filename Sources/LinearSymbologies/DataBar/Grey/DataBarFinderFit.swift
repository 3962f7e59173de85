import BarcodeCore

/// Compares the finder pattern that a row must have at a place with a line of grey values: far cheaper than looking for
/// all elements of the row, and most of what is no row ends here.
struct DataBarFinderFit {
  /// Where a row may have the finder pattern next to its first bar, in modules, and whether its narrow end comes first.
  struct Place: Sendable {
    let module: Int
    let isMirrored: Bool
  }

  /// How far patterns are moved, in modules, where they nearly fit: what is assumed of ends and perspective is not exact.
  private static let shifts = [-0.5, 0.5]
  private static let near: Float = 0.7
  private static let clear: Float = 0.1
  /// Unexplained share of the variance from which on there is no finder pattern.
  private static let strange: Float = 0.35
  /// Samples of a finder pattern that tell enough.
  private static let samples = 16
  private static let modules = Int(DataBarFinder.modules)

  private let line: GreyLine
  /// Comparisons that were made.
  private(set) var count = 0

  init(_ line: GreyLine) { self.line = line }

  /// The share of the variance that the best finder pattern leaves unexplained; nil where there is none.
  mutating func share(_ row: DataBarRow, _ grid: ModuleGrid) -> Float? {
    let patterns = row.kind == .expanded ? DataBarFinder.expanded.widths : DataBarFinder.omni.widths
    var best: Float = .infinity
    for place in row.finders {
      count += 1
      let plain = share(patterns, place, 0, grid)
      best = Swift.min(best, plain)
      guard plain < Self.near, plain > Self.clear else { continue }
      for shift in Self.shifts {
        count += 1
        best = Swift.min(best, share(patterns, place, shift, grid))
      }
    }
    return best < Self.strange ? best : nil
  }

  private func share(_ patterns: [[Int]], _ place: Place, _ shift: Double, _ grid: ModuleGrid) -> Float {
    let unit = Double(ElementGrammar.perModule)
    let n = Self.modules
    func position(_ module: Int) -> Float { Float(grid.position((Double(place.module + module) + shift) * unit)) }
    let (first, last) = (Int(position(0).rounded()), Int(position(n).rounded()))
    guard first > 0, last < line.count, last - first > 4 else { return 1 }
    let stride = Swift.max(1, (last - first) / Self.samples)
    let count = (last - first) / stride + 1
    let inverse = 1 / line.sigma
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: count * (n + 1)) { steps in
      BlurredStep.table.values.withUnsafeBufferPointer { table in
        for m in 0...n {
          let edge = position(place.isMirrored ? n - m : m)
          for i in 0..<count {
            let z = (Float(first + i * stride) - edge) * inverse
            steps[m * count + i] = table[BlurredStep.index(place.isMirrored ? -z : z)]
          }
        }
      }
      // Finder patterns begin with the colour that is the other one of what is before them, seen from the wide end.
      var least: Float = 1
      for p in patterns {
        var regression = LevelRegression()
        let (a, b) = (p[0], p[0] + p[1])
        let c = b + p[2]
        for i in 0..<count {
          let sum =
            steps[i] - steps[a * count + i] + steps[b * count + i] - steps[c * count + i] + steps[(c + 1) * count + i]
            - steps[n * count + i]
          regression.add(sum, line.values[first + i * stride])
        }
        least = Swift.min(least, regression.share)
      }
      return least
    }
  }
}
