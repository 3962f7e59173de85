/// What the row indicators of a PDF417 symbol say, by votes.
struct PDF417Indicators {
  /// Votes for (rows - 1) / 3, for 3 * level + (rows - 1) % 3 and for columns - 1.
  private var rowGroups = [Int](repeating: 0, count: 30)
  private var levels = [Int](repeating: 0, count: 30)
  private var columns = [Int](repeating: 0, count: 30)

  /// Readings so far.
  private(set) var count = 0

  /// Takes a row indicator; returns the row's number.
  mutating func take(_ reading: SymbolCharacters.Reading, side: GuardKey.Side) -> Int {
    let value = reading.codeword % 30
    count += 1
    // Left and right indicators say the same in another order.
    switch (reading.cluster, side) {
    case (0, .left), (1, .right): rowGroups[value] += 1
    case (1, .left), (2, .right): levels[value] += 1
    default: columns[value] += 1
    }
    return PDF417Indicators.row(of: reading)
  }

  /// The number of the row that an indicator tells.
  static func row(of reading: SymbolCharacters.Reading) -> Int { reading.codeword / 30 * 3 + reading.cluster }

  /// Rows of a symbol at the most.
  static let mostRows = 90

  /// Size and error correction level.
  struct Parameters: Hashable {
    var rows: Int
    var columns: Int
    /// 0 to 8.
    var level: Int
    var checks: Int { 2 << level }
  }

  /// What most readings agree on.
  ///
  /// - Parameter estimatedColumns: Data columns by the distance of the symbol's ends.
  func parameters(estimatedColumns: Int?) -> Parameters? {
    guard let group = best(rowGroups), let level = best(levels), level < 27 else { return nil }
    var count = best(columns).map { $0 + 1 }
    if let estimated = estimatedColumns, let c = count, abs(c - estimated) > 1 + estimated / 8 { count = estimated }
    guard let columns = count ?? estimatedColumns else { return nil }
    let rows = 3 * group + level % 3 + 1
    let parameters = Parameters(rows: rows, columns: columns, level: level / 3)
    guard rows >= 3, rows <= PDF417Indicators.mostRows, columns >= 1, columns <= 30 else { return nil }
    let cells = rows * columns
    guard cells <= 928, parameters.checks < cells else { return nil }
    return parameters
  }

  private func best(_ votes: [Int]) -> Int? {
    let most = votes.max() ?? 0
    return most > 0 ? votes.firstIndex(of: most) : nil
  }
}
