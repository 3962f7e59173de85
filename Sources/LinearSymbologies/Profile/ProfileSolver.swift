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

  /// What the characters cost that may stand at a place.
  typealias Row = [(code: UInt8, cost: Float)]

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
    let inner = (0..<grammar.characterCount).filter {
      !grammar.starts.contains(UInt8($0)) && UInt8($0) != grammar.stop
    }
    let rows = (0..<count).map { p in inner.map { (code: UInt8($0), cost: costs[p * lanes + $0]) } }
    return solve([[(start, 0)]] + rows + [[(grammar.stop, 0)]], isValid: grammar.verify)
  }

  /// - Parameters:
  ///   - rows: By place, from start to stop.
  ///   - isValid: Whether the check characters fit.
  static func solve(_ rows: [Row], isValid: ([UInt8]) -> Bool) -> Answer? {
    var codes: [UInt8] = []
    var exchanges: [Exchange] = []
    for (place, row) in rows.enumerated() {
      let order = row.filter { $0.cost.isFinite }.sorted { $0.cost < $1.cost }
      guard let first = order.first else { return nil }
      codes.append(first.code)
      for other in order.dropFirst().prefix(alternatives) {
        exchanges.append(Exchange(place: place, code: other.code, cost: other.cost - first.cost))
      }
    }
    let trials = trials(exchanges.sorted { $0.cost < $1.cost })
    var answer: Answer?
    for trial in trials {
      var tried = codes
      for e in trial.exchanges { tried[e.place] = e.code }
      guard isValid(tried) else { continue }
      guard var found = answer else {
        answer = Answer(codes: tried, gap: .infinity, excess: trial.cost)
        continue
      }
      found.gap = trial.cost - found.excess
      return found
    }
    // Nothing else is valid among what was tried.
    guard var only = answer else { return nil }
    only.gap = (trials.last?.cost ?? 0) - only.excess
    return only
  }

  /// No exchange, one, or two of the cheapest at different places, in order of what they cost.
  private static func trials(_ exchanges: [Exchange]) -> ArraySlice<(cost: Float, exchanges: [Exchange])> {
    var trials: [(cost: Float, exchanges: [Exchange])] = [(0, [])] + exchanges.map { ($0.cost, [$0]) }
    let few = exchanges.prefix(32)
    for (k, a) in few.enumerated() {
      for b in few.dropFirst(k + 1) where a.place != b.place { trials.append((a.cost + b.cost, [a, b])) }
    }
    trials.sort { $0.cost < $1.cost }
    return trials.prefix(mostTrials)
  }
}
