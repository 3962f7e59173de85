/// Finds the cheapest characters whose check characters fit, and the next cheapest.
struct ProfileSolver {
  struct Answer {
    /// From start to stop.
    var codes: [UInt8]
    /// How much more the next best characters cost that would be valid, too; at least so much.
    var gap: Float
    /// How much less the characters cost that are cheapest without regard to check characters.
    var excess: Float
  }

  /// Others than the cheapest that are considered at a place.
  private static let alternatives = 3
  /// Exchanges of one or two characters that are tried at the most.
  private static let mostTrials = 600

  private struct Exchange {
    var place: Int
    var code: UInt8
    var cost: Float
  }

  static func solve(_ grammar: LinearGrammar, start: UInt8, costs: [Float], lanes: Int, count: Int) -> Answer? {
    var codes = [start]
    var exchanges: [Exchange] = []
    for p in 0..<count {
      let row = costs[p * lanes..<(p * lanes + grammar.characterCount)]
      let order = row.indices.sorted { row[$0] < row[$1] }
        .filter { !grammar.starts.contains(UInt8($0 - row.startIndex)) && UInt8($0 - row.startIndex) != grammar.stop }
      guard let first = order.first else { return nil }
      codes.append(UInt8(first - row.startIndex))
      for k in order.dropFirst().prefix(alternatives) {
        exchanges.append(Exchange(place: p + 1, code: UInt8(k - row.startIndex), cost: row[k] - row[first]))
      }
    }
    codes.append(grammar.stop)
    exchanges.sort { $0.cost < $1.cost }
    var trials: [(cost: Float, exchanges: [Exchange])] = [(0, [])] + exchanges.map { ($0.cost, [$0]) }
    let few = exchanges.prefix(32)
    for (k, a) in few.enumerated() {
      for b in few.dropFirst(k + 1) where a.place != b.place { trials.append((a.cost + b.cost, [a, b])) }
    }
    trials.sort { $0.cost < $1.cost }
    var answer: Answer?
    for trial in trials.prefix(mostTrials) {
      var tried = codes
      for e in trial.exchanges { tried[e.place] = e.code }
      guard grammar.verify(tried) else { continue }
      guard var found = answer else {
        answer = Answer(codes: tried, gap: .infinity, excess: trial.cost)
        continue
      }
      found.gap = trial.cost - found.excess
      return found
    }
    // Nothing else is valid among what was tried.
    guard var only = answer else { return nil }
    only.gap = (trials.prefix(mostTrials).last?.cost ?? 0) - only.excess
    return only
  }
}
