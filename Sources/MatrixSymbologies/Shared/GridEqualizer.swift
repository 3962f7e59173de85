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
  /// Beyond so many known modules more of them make nothing better.
  private static let enough = 900

  /// The grid unmixed. `known` holds +1 (dark), -1 (light) or 0 (not known) for each module; at a distance of two
  /// modules from the border nothing is changed.
  package func equalize(_ soft: [Float], known: [Float]) -> [Float] {
    guard columns > 4, rows > 4, soft.count == columns * rows, known.count == soft.count else { return soft }
    let clear = soft.map { max(-2, min(2, $0)) }
    let offsets = Self.taps.map { $0.dy * columns + $0.dx }
    guard let weights = train(clear, known, offsets) else { return soft }
    var out = soft
    let bias = weights[offsets.count]
    for y in 2..<rows - 2 {
      for x in 2..<columns - 2 {
        let place = y &* columns &+ x
        var sum = bias
        for i in 0..<offsets.count { sum += weights[i] * clear[place &+ offsets[i]] }
        out[place] = sum
      }
    }
    return out
  }

  /// The weights of the neighbours, and a constant, that best give the known colours.
  private func train(_ clear: [Float], _ known: [Float], _ offsets: [Int]) -> [Float]? {
    let count = offsets.count
    var places: [Int] = []
    for y in 2..<rows - 2 {
      for x in 2..<columns - 2 where known[y * columns + x] != 0 { places.append(y * columns + x) }
    }
    guard places.count > count * 2 else { return nil }
    let step = max(1, places.count / Self.enough)
    var system = NormalEquations(unknowns: count + 1)
    var row = [Double](repeating: 1, count: count + 1)
    var samples = 0.0
    for index in stride(from: 0, to: places.count, by: step) {
      let place = places[index]
      for i in 0..<count { row[i] = Double(clear[place &+ offsets[i]]) }
      system.add(row, equals: Double(known[place]))
      samples += 1
    }
    for i in 0...count { system.pull(i, to: i == 0 ? 1 : 0, weight: samples * Self.inertia) }
    return system.solve()?.map { Float($0) }
  }
}
