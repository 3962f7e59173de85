import BarcodeCore

/// The bars of any four-state symbol as letters: D descender, A ascender, F full, T tracker.
enum RawStates {
  /// Bars of the shortest row that is taken for a symbol.
  private static let leastBars = 20
  /// log10 of the odds that bars of four even heights at one pitch are no symbol, a bar.
  private static let barChance = -0.3

  static func decode(_ states: BarStates) -> PostalMessage? {
    guard states.count >= leastBars, states.isFourState else { return nil }
    let text = String((0..<states.count).map { states.state($0).letter })
    let gap = zip(states.up, states.down).map { min(abs($0), abs($1)) }.min() ?? 0
    return PostalMessage(
      symbology: .daft, text: text, cost: 0, gap: gap, chance: Double(states.count) * barChance)
  }
}
