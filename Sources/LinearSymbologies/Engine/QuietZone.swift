/// How much ground there must be beside a symbol.
struct QuietZone {
  /// Narrow elements (or modules) that are asked for.
  let usual: Float
  /// The same where something begins behind them that is too wide for an element of a symbol: the border of a label.
  let bordered: Float

  /// So many narrow elements no element of a symbol has that is read by its quiet zones.
  private static let border: Float = 5

  /// Whether there is ground enough before the edge with a number.
  @inline(__always)
  func isBefore(_ s: EdgeSequence, _ i: Int, narrow: Float) -> Bool {
    guard i > 0 else { return true }
    let x = s.positions + i
    let room = x[0] - x[-1]
    return room >= usual * narrow
      || room >= bordered * narrow && (i < 2 || x[-1] - x[-2] >= Self.border * narrow)
  }

  /// Whether there is ground enough after the edge with a number.
  @inline(__always)
  func isAfter(_ s: EdgeSequence, _ i: Int, narrow: Float) -> Bool {
    guard i + 1 < s.count else { return true }
    let x = s.positions + i
    let room = x[1] - x[0]
    return room >= usual * narrow
      || room >= bordered * narrow && (i + 2 >= s.count || x[2] - x[1] >= Self.border * narrow)
  }
}
