import BarcodeCore

/// Corrects the codewords of a symbol, trying which of the weak ones to leave out.
struct CodewordCorrection {
  /// Codewords after correction, and what it took.
  struct Result {
    var codewords: [Int]
    var correction: ReedSolomon.Correction
    /// Sets of erasures and alternatives that were tried, this one included.
    var trials: Int
    /// log10 of the odds that random codewords would have been corrected, too.
    var logOdds: Double
  }

  private static let code = ReedSolomon(field: .gf929, firstRoot: 1)
  /// Lead of a template below which its codeword is not trusted at first.
  private static let weakLead: Float = 0.02

  let cells: [CellReader.Cell]
  let checkCount: Int
  /// log10 of the odds that a result must stay below.
  let limit: Double

  /// The best correction, or nil.
  func run() -> Result? {
    let order = cells.indices.sorted { cells[$0].reliability < cells[$1].reliability }
    let unread = order.filter { cells[$0].codeword < 0 }.count
    let weak = order.filter { cells[$0].reliability < CodewordCorrection.weakLead }.count
    var trials = 0
    // First what was not read; then weak codewords, too; then ever more of the least sure ones.
    var counts = [unread, weak]
    for share in stride(from: 2, through: 10, by: 2) { counts.append(checkCount * share / 12) }
    var tried = Set<Int>()
    for count in counts where count >= unread && count <= checkCount && tried.insert(count).inserted {
      trials += 1
      if let result = attempt(Array(order.prefix(count)), trials: trials) { return result }
    }
    return nil
  }

  private func attempt(_ erasures: [Int], trials: Int) -> Result? {
    var codewords = cells.map { max(0, $0.codeword) }
    guard
      let correction = CodewordCorrection.code.correct(&codewords, checkCount: checkCount, erasures: erasures)
    else { return nil }
    let logOdds =
      ReedSolomon.logOddsOfChance(
        fieldSize: 929, length: codewords.count, checkCount: checkCount, errors: correction.errors,
        erasures: correction.erasures) + BarcodeMath.log10(Double(trials))
    guard logOdds < limit else { return nil }
    return Result(codewords: codewords, correction: correction, trials: trials, logOdds: logOdds)
  }
}
