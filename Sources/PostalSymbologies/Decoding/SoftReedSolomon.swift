import BarcodeCore

/// Corrects codewords of which the likelihoods of all values are known.
struct SoftReedSolomon {
  let code: ReedSolomon
  let checkCount: Int

  struct Result {
    var codewords: [Int]
    /// Likelihood lost in total.
    var cost: Double
    /// Likelihood by which the next best valid sequence that was met is worse.
    var gap: Double
    /// Codewords that differ from their likeliest value.
    var corrected: Int
    /// log10 of the share of valid sequences.
    var chance: Double
  }

  /// Codewords in doubt that are tried with their second value.
  private static let doubtful = 4
  /// Codewords in doubt of which any two are taken for lost.
  private static let lost = 6

  /// Likelihood by which a codeword's best value is better than any other, below which its own bars leave it open. There
  /// must be more check codewords than open ones: as many can be filled in whatever the others are, and a single wrong
  /// half of a bar makes another message.
  private static let settled = 2.5

  /// - Parameter costs: For each codeword what each of its values costs; infinite for impossible ones.
  func correct(_ costs: [[Double]]) -> Result? {
    let ranked = costs.map { SoftReedSolomon.twoBest($0) }
    let hard = ranked.map(\.best)
    guard zip(costs, hard).reduce(0, { $0 + $1.0[$1.1] }) <= PostalEvidence.mostCost,
      ranked.count(where: { $0.margin < SoftReedSolomon.settled }) < checkCount
    else { return nil }
    let order = ranked.indices.sorted { ranked[$0].margin < ranked[$1].margin }
    var found: [(codewords: [Int], cost: Double)] = []
    func attempt(_ start: [Int], _ erasures: [Int]) {
      var codewords = start
      guard code.correct(&codewords, checkCount: checkCount, erasures: erasures) != nil else { return }
      // Whether the correction is worth its cost, the evidence says.
      var cost = 0.0
      for (index, value) in codewords.enumerated() {
        guard value < costs[index].count else { return }
        cost += costs[index][value]
      }
      guard cost < .infinity, !found.contains(where: { $0.codewords == codewords }) else { return }
      found.append((codewords, cost))
    }
    for erased in 0..<checkCount {
      attempt(hard, Array(order.prefix(erased)))
    }
    let pairs = order.prefix(SoftReedSolomon.lost)
    for (index, first) in pairs.enumerated() {
      for second in pairs.dropFirst(index + 1) { attempt(hard, [first, second]) }
    }
    for mask in 1..<(1 << SoftReedSolomon.doubtful) {
      var changed = hard
      for bit in 0..<SoftReedSolomon.doubtful where mask >> bit & 1 == 1 {
        changed[order[bit]] = ranked[order[bit]].second
      }
      attempt(changed, [])
    }
    found.sort { $0.cost < $1.cost }
    guard let best = found.first else { return nil }
    // Sequences that were not met differ from this one in as many places as there are check codewords and one more.
    let corrected = zip(best.codewords, hard).filter { $0 != $1 }.count
    let other = found.count > 1 ? found[1].cost - best.cost : .infinity
    // How many rows of states were as likely is counted elsewhere; each of them would have been valid by this chance.
    let chance = -Double(checkCount) * BarcodeMath.log10(Double(code.field.size))
    return Result(
      codewords: best.codewords, cost: best.cost, gap: min(other, 50), corrected: corrected, chance: chance)
  }

  private static func twoBest(_ costs: [Double]) -> (best: Int, second: Int, margin: Double) {
    var best = 0
    var second = -1
    for index in costs.indices.dropFirst() {
      if costs[index] < costs[best] {
        second = best
        best = index
      } else if second < 0 || costs[index] < costs[second] {
        second = index
      }
    }
    return (best, max(second, 0), second < 0 ? .infinity : costs[second] - costs[best])
  }
}
