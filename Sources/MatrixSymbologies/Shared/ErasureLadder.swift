import BarcodeCore

/// Corrects codewords of which some are less trustworthy than others: first as they are, then with growing numbers of
/// the weakest given as erasures.
struct ErasureLadder {
  let code: ReedSolomon
  /// Shares of the check codewords that are spent on erasures, one trial each.
  var shares = [0.0, 0.25, 0.5, 0.75]

  struct Result {
    var codewords: [Int]
    var correction: ReedSolomon.Correction
    /// log10 of the odds that chance would have been corrected, too, all trials counted.
    var logOdds: Double
  }

  /// - Parameters:
  ///   - trust: How sure each codeword is; those below zero are known to be wrong.
  ///   - accepts: Whether corrected codewords obey the symbology's rules.
  func correct(
    _ codewords: [Int], trust: [Float], checkCount: Int, accepts: ([Int]) -> Bool = { _ in true }
  ) -> Result? {
    guard codewords.count == trust.count else { return nil }
    let order = codewords.indices.sorted { trust[$0] < trust[$1] }
    let known = trust.count { $0 < 0 }
    var tried = -1
    var trials = 0
    for share in shares {
      let count = max(Int(share * Double(checkCount)), min(known, checkCount / 2))
      guard count > tried else { continue }
      tried = count
      trials += 1
      var corrected = codewords
      guard let correction = code.correct(&corrected, checkCount: checkCount, erasures: Array(order.prefix(count))),
        accepts(corrected)
      else { continue }
      let chance = ReedSolomon.logOddsOfChance(
        fieldSize: code.field.size, length: codewords.count, checkCount: checkCount, errors: correction.errors,
        erasures: correction.erasures)
      return Result(
        codewords: corrected, correction: correction, logOdds: chance + BarcodeMath.log10(Double(trials)))
    }
    return nil
  }
}
