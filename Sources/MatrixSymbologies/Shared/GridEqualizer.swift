import BarcodeCore

/// Undoes what blur, coarse pixels and a slightly shifted grid do to a symbol: each module's value is a mixture with its
/// neighbours', and modules of known colour tell how to unmix them.
package struct GridEqualizer {
  /// Modules in a row of the grid that is given, the margin included.
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The neighbours that count: all at most two steps away along rows and columns.
  private static let taps: [(dx: Int, dy: Int)] = {
    var out: [(Int, Int)] = [(0, 0)]
    for dy in -2...2 {
      for dx in -2...2 where (dx, dy) != (0, 0) && abs(dx) + abs(dy) <= 2 { out.append((dx, dy)) }
    }
    return out
  }()

  /// Weight of the assumption that there is nothing to undo, relative to the number of known modules.
  private static let inertia = 0.02

  /// The grid unmixed. `known` holds +1 (dark), -1 (light) or 0 (not known) for each module; at a distance of two
  /// modules from the border nothing is changed.
  package func equalize(_ soft: [Float], known: [Float]) -> [Float] {
    let count = Self.taps.count
    var system = NormalEquations(unknowns: count + 1)
    let offsets = Self.taps.map { $0.dy * columns + $0.dx }
    var row = [Double](repeating: 0, count: count + 1)
    var samples = 0.0
    for y in 2..<max(2, rows - 2) {
      for x in 2..<max(2, columns - 2) {
        let place = y * columns + x
        if known[place] == 0 { continue }
        for (i, offset) in offsets.enumerated() { row[i] = Double(Self.clip(soft[place + offset])) }
        row[count] = 1
        system.add(row, equals: Double(known[place]), weight: Double(abs(known[place])))
        samples += 1
      }
    }
    guard samples > Double(count) * 2 else { return soft }
    for i in 0...count { system.pull(i, to: i == 0 ? 1 : 0, weight: samples * Self.inertia) }
    guard let weights = system.solve()?.map({ Float($0) }) else { return soft }
    var out = soft
    for y in 2..<rows - 2 {
      for x in 2..<columns - 2 {
        let place = y * columns + x
        var sum = weights[count]
        for (i, offset) in offsets.enumerated() { sum += weights[i] * Self.clip(soft[place + offset]) }
        out[place] = sum
      }
    }
    return out
  }

  /// Highlights and dirt count no more than clear modules do.
  private static func clip(_ value: Float) -> Float { max(-2, min(2, value)) }
}
