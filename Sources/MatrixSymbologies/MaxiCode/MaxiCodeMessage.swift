import BarcodeCore

/// The codewords of a MaxiCode symbol, corrected: the primary message of 10 and the secondary one of 84 or 68.
struct MaxiCodeMessage {
  /// 2 to 6.
  let mode: Int
  /// The ten codewords of the primary message.
  let primary: [Int]
  let secondary: [Int]
  let correctedErrors: Int
  /// Share of the check codewords left unused.
  let unused: Double
  /// log10 of the odds that chance would have been corrected, too.
  let logOdds: Double

  private static let code = ReedSolomon(field: .gf64, firstRoot: 1)
  private static let primaryData = 10
  private static let primaryChecks = 10
  private static let codewords = 144

  /// - Parameter soft: Modules row by row, 30 a row, dark positive.
  init?(soft: [Float]) {
    var words = [Int](repeating: 0, count: Self.codewords)
    var trust = [Float](repeating: .infinity, count: Self.codewords)
    guard soft.count == MaxiCodeLayout.bits.count else { return nil }
    for (module, bit) in MaxiCodeLayout.bits.enumerated() where bit >= 0 {
      let word = Int(bit) / 6
      if soft[module] > 0 { words[word] |= 1 << (5 - Int(bit) % 6) }
      trust[word] = min(trust[word], abs(soft[module]))
    }
    let ladder = ErasureLadder(code: Self.code)
    let first = Self.primaryData + Self.primaryChecks
    guard
      let head = ladder.correct(
        Array(words[..<first]), trust: Array(trust[..<first]), checkCount: Self.primaryChecks,
        accepts: { (2...6).contains($0[0] & 15) })
    else { return nil }
    mode = head.codewords[0] & 15
    primary = Array(head.codewords[..<Self.primaryData])
    // Mode 5 has enhanced correction in the secondary message.
    let checks = mode == 5 ? 28 : 20
    var used = head.correction.used
    var changed = head.correction.changed
    var odds = head.logOdds
    var data = [Int](repeating: 0, count: Self.codewords - first - 2 * checks)
    for parity in 0..<2 {
      let indices = Array(stride(from: first + parity, to: Self.codewords, by: 2))
      guard
        let half = ladder.correct(indices.map { words[$0] }, trust: indices.map { trust[$0] }, checkCount: checks)
      else { return nil }
      for k in 0..<data.count / 2 { data[2 * k + parity] = half.codewords[k] }
      used += half.correction.used
      changed += half.correction.changed
      odds += half.logOdds
    }
    secondary = data
    correctedErrors = changed
    logOdds = odds
    unused = 1 - Double(used) / Double(Self.primaryChecks + 2 * checks)
  }
}
