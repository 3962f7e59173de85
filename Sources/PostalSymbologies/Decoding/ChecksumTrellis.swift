/// Finds the likeliest row of characters whose check sum is right.
///
/// Each character adds to a sum that is taken modulo a number; the sum of a valid row is 0. All rows are weighed at
/// once, so that a character in doubt is settled by the check.
struct ChecksumTrellis {
  /// One of the values that a character may have.
  struct Choice {
    var value: Int
    /// Likelihood lost, in natural logarithms.
    var cost: Double
    /// What it adds to the sum, from 0 to `modulus - 1`.
    var addend: Int
  }

  struct Path {
    var values: [Int]
    var cost: Double
    /// Likelihood by which the second best valid row is worse.
    var gap: Double
  }

  let modulus: Int
  private var best: [Double]
  private var second: [Double]
  private var steps: [[(choice: Int, from: Int)]] = []
  private let add: (Int, Int) -> Int
  /// What the row costs at the least, whatever its sum.
  private var floor = 0.0

  /// - Parameters:
  ///   - states: The row.
  ///   - add: Adds an addend to a sum; by default modulo `modulus`.
  init(modulus: Int, of states: BarStates, add: ((Int, Int) -> Int)? = nil) {
    mostOpen = states.touched > 0 ? ChecksumTrellis.mostOpenTouched : .max
    self.modulus = modulus
    self.add = add ?? { ($0 + $1) % modulus }
    best = [Double](repeating: .infinity, count: modulus)
    second = best
    best[0] = 0
  }

  /// Characters that their own bars leave open.
  private var open = 0
  /// Likelihood by which a character's best value must be better than the next one to be settled by its own bars.
  private static let settled = 6.0
  /// Characters that may be open in a row that something touched: with more, the sum fits by chance too often where
  /// another one is damaged unseen.
  private static let mostOpenTouched = 2
  private let mostOpen: Int

  /// Appends a character; of a row that is hopeless already, nothing is kept.
  mutating func append(_ choices: [Choice]) {
    let least = choices.reduce(.infinity) { min($0, $1.cost) }
    floor += least
    if choices.count(where: { $0.cost < least + ChecksumTrellis.settled }) > 1 { open += 1 }
    guard floor <= PostalEvidence.mostCost else { return }
    var newBest = [Double](repeating: .infinity, count: modulus)
    var newSecond = newBest
    var step = [(choice: Int, from: Int)](repeating: (0, 0), count: modulus)
    for sum in 0..<modulus where best[sum] < .infinity {
      for choice in choices {
        let target = add(sum, choice.addend)
        let cost = best[sum] + choice.cost
        if cost < newBest[target] {
          newSecond[target] = newBest[target]
          newBest[target] = cost
          step[target] = (choice.value, sum)
        } else {
          newSecond[target] = min(newSecond[target], cost)
        }
        newSecond[target] = min(newSecond[target], second[sum] + choice.cost)
      }
    }
    best = newBest
    second = newSecond
    steps.append(step)
  }

  /// The likeliest valid row, or nil when there is none.
  func path() -> Path? {
    guard floor <= PostalEvidence.mostCost, best[0] < .infinity, open <= mostOpen else { return nil }
    var values: [Int] = []
    var sum = 0
    for step in steps.reversed() {
      values.append(step[sum].choice)
      sum = step[sum].from
    }
    return Path(values: values.reversed(), cost: best[0], gap: second[0] - best[0])
  }
}
