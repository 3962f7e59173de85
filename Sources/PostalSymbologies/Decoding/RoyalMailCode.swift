import BarcodeCore

/// RM4SCC of Royal Mail and KIX of PostNL: four bars a character.
///
/// Of the upper halves of the four bars two are long, and of the lower halves; the six patterns above and the six
/// below stand for the row and the column of a table of 36 characters. RM4SCC starts with an ascender, ends with a full
/// bar and has a check character; KIX has none of them.
enum RoyalMailCode {
  private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  /// Long halves of the four bars, as bits from the left, in the order of rows and columns.
  private static let patterns = [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]
  /// log10 of the share of four bars that are a character.
  private static let characterChance = -0.852
  /// log10 of the share of right check characters, and of right first and last bars.
  private static let checkChance = -1.556
  private static let frameChance = -1.204

  /// Characters of RM4SCC, the check character included; the shortest is a postcode's, the longest is what is used.
  private static let characterCounts = 5...30
  /// Characters of KIX.
  private static let kixCounts = 7...18

  static func decodeRM4SCC(_ states: BarStates) -> PostalMessage? {
    let count = (states.count - 2) / 4
    guard states.count == 4 * count + 2, characterCounts.contains(count), states.isFourState else { return nil }
    let ends = states.cost(0, .ascender) + states.cost(states.count - 1, .full)
    guard ends < BarStates.hopeless else { return nil }
    // The sum is kept as row * 6 + column.
    var trellis = ChecksumTrellis(modulus: 36, of: states) { (($0 / 6 + $1 / 6) % 6) * 6 + ($0 % 6 + $1 % 6) % 6 }
    for character in 0..<count {
      let isCheck = character == count - 1
      trellis.append(
        choices(states, 1 + 4 * character) { row, column in
          // Rows and columns count from one; the check character has to make up for the others.
          isCheck ? (11 - row) % 6 * 6 + (11 - column) % 6 : (row + 1) % 6 * 6 + (column + 1) % 6
        })
    }
    guard let path = trellis.path() else { return nil }
    return PostalMessage(
      symbology: .rm4scc, text: String(path.values.dropLast().map { alphabet[$0] }), cost: path.cost + ends,
      gap: path.gap, chance: Double(count) * characterChance + checkChance + frameChance)
  }

  static func decodeKIX(_ states: BarStates) -> PostalMessage? {
    let count = states.count / 4
    guard states.count == 4 * count, kixCounts.contains(count), states.isFourState else { return nil }
    guard states.touched <= mostTouched, isOnlyOneInDoubt(states) else { return nil }
    var trellis = ChecksumTrellis(modulus: 1, of: states)
    for character in 0..<count { trellis.append(choices(states, 4 * character) { _, _ in 0 }) }
    guard let path = trellis.path() else { return nil }
    return PostalMessage(
      symbology: .kix, text: String(path.values.map { alphabet[$0] }), cost: path.cost, gap: path.gap,
      chance: Double(count) * characterChance)
  }

  /// Halves of a KIX that something may have touched: a speck lies between two bars.
  private static let mostTouched = 2
  /// Odds below which a half of a bar is in doubt.
  private static let doubt = 4.0

  /// At most one pattern of four halves has some that are in doubt. That two of four are long restores them, but nothing
  /// then tells that another one is wrong: where more is damaged, one may be. Of a faint bar in a row that nothing has
  /// touched, both halves may be in doubt.
  private static func isOnlyOneInDoubt(_ states: BarStates) -> Bool {
    let bars = [states.up, states.down].flatMap { odds in odds.indices.filter { abs(odds[$0]) < doubt } }
    if states.touched == 0, bars.count == 2, bars[0] == bars[1] { return true }
    return [states.up, states.down].reduce(0) { count, odds in
      count
        + stride(from: 0, to: odds.count, by: 4).count { first in
          odds[first..<min(odds.count, first + 4)].contains { abs($0) < doubt }
        }
    } <= 1
  }

  /// All characters for four bars.
  private static func choices(
    _ states: BarStates, _ first: Int, addend: (_ row: Int, _ column: Int) -> Int
  ) -> [ChecksumTrellis.Choice] {
    func costs(_ odds: [Double]) -> [Double] {
      patterns.map { pattern in
        var sum = 0.0
        for bar in 0..<4 { sum += BarStates.cost(odds[first + bar], isLong: pattern >> (3 - bar) & 1 == 1) }
        return sum
      }
    }
    let rows = costs(states.up)
    let columns = costs(states.down)
    return (0..<36).map { value in
      .init(value: value, cost: rows[value / 6] + columns[value % 6], addend: addend(value / 6, value % 6))
    }
  }
}

extension BarStates {
  /// Both ends of the bars have two heights.
  var isFourState: Bool { hasAscenders && hasDescenders }
}
