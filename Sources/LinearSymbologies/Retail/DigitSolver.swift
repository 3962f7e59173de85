import BarcodeCore

/// Finds the cheapest digits that number sets and check digit allow, and the next cheapest, from the costs of every
/// digit at every place.
struct DigitSolver {
  /// Digits in reading order, those that number sets say included, and what they cost.
  struct Answer {
    var codes: [UInt8]
    var cost: Float
    /// How much more the next best digits cost that would be valid, too.
    var gap: Float
    /// How much less the digits cost that are cheapest without regard to number sets and check digit.
    var excess: Float
  }

  /// Two cheapest strings; digits are packed four bits each.
  private struct Pair {
    var cost: (Float, Float) = (.infinity, .infinity)
    var digits: (UInt64, UInt64) = (.max, .max)

    mutating func offer(_ c: Float, _ d: UInt64) {
      if c < cost.0 {
        if d != digits.0 {
          cost.1 = cost.0
          digits.1 = digits.0
        }
        cost.0 = c
        digits.0 = d
      } else if c < cost.1, d != digits.0 {
        cost.1 = c
        digits.1 = d
      }
    }
  }

  /// `costs` has 20 values a digit: sets A (or C) 0 to 9, then set B 0 to 9.
  static func solve(_ symbology: Symbology, _ costs: [Float]) -> Answer? {
    var total = Pair()
    let n = costs.count / 20
    switch symbology {
    case .ean13:
      guard n == 12 else { return nil }
      for first in 0..<10 {
        let mask = Int(RetailTables.firstDigit[first])
        let rows = (0..<12).map { k in row(costs, k, isB: k < 6 && mask >> (5 - k) & 1 == 1) }
        let weights = (0..<12).map { $0 & 1 == 0 ? 3 : 1 }
        merge(cheapest(rows, weights, sum: (10 - first) % 10, below: total.cost.1), prefix: UInt64(first), &total, 12)
      }
    case .ean8:
      guard n == 8 else { return nil }
      let rows = (0..<8).map { row(costs, $0, isB: false) }
      merge(cheapest(rows, (0..<8).map { $0 & 1 == 0 ? 3 : 1 }, sum: 0, below: .infinity), prefix: 0, &total, 8)
    case .upcE:
      guard n == 6 else { return nil }
      solveE(costs, &total)
    default: return nil
    }
    guard total.cost.0.isFinite else { return nil }
    let count = symbology == .ean13 ? 13 : 8
    let codes = (0..<count).map { UInt8(truncatingIfNeeded: total.digits.0 >> UInt64(4 * (count - 1 - $0)) & 15) }
    var free: Float = 0
    for k in 0..<n {
      let isLeft = symbology == .upcE || (symbology == .ean13 && k < 6)
      free += costs[(k * 20)..<(k * 20 + (isLeft ? 20 : 10))].min() ?? 0
    }
    return Answer(
      codes: codes, cost: total.cost.0, gap: total.cost.1 - total.cost.0, excess: total.cost.0 - free)
  }

  private static func row(_ costs: [Float], _ k: Int, isB: Bool) -> ArraySlice<Float> {
    let at = k * 20 + (isB ? 10 : 0)
    return costs[at..<(at + 10)]
  }

  private static func merge(_ p: Pair, prefix: UInt64, _ total: inout Pair, _ digits: Int) {
    let high = prefix << UInt64(4 * digits)
    if p.cost.0.isFinite { total.offer(p.cost.0, high | p.digits.0) }
    if p.cost.1.isFinite { total.offer(p.cost.1, high | p.digits.1) }
  }

  /// The cheapest digits whose weighted sum has the residue `sum` modulo 10.
  private static func cheapest(_ rows: [ArraySlice<Float>], _ weights: [Int], sum: Int, below: Float) -> Pair {
    let least = rows.reduce(Float(0)) { $0 + ($1.min() ?? 0) }
    guard least < below else { return Pair() }
    var states = [Pair](repeating: Pair(), count: 10)
    states[0].cost.0 = 0
    states[0].digits.0 = 0
    for (row, weight) in zip(rows, weights) {
      var next = [Pair](repeating: Pair(), count: 10)
      for r in 0..<10 where states[r].cost.0.isFinite {
        for d in 0..<10 {
          let c = row[row.startIndex + d]
          let to = (r + weight * d) % 10
          next[to].offer(states[r].cost.0 + c, states[r].digits.0 << 4 | UInt64(d))
          if states[r].cost.1.isFinite {
            next[to].offer(states[r].cost.1 + c, states[r].digits.1 << 4 | UInt64(d))
          }
        }
      }
      states = next
    }
    return states[sum]
  }

  /// UPC-E: the last digit says where the others stand in the full number, the number sets say the check digit.
  private static func solveE(_ costs: [Float], _ total: inout Pair) {
    for system in 0..<2 {
      for check in 0..<10 {
        let key = Int(RetailTables.checkDigitE[check])
        let mask = system == 0 ? key : ~key & 0x3F
        let rows = (0..<5).map { row(costs, $0, isB: mask >> (5 - $0) & 1 == 1) }
        for last in 0..<10 {
          let c = costs[100 + (mask & 1) * 10 + last]
          let (weights, lastWeight) = weightsE(last)
          let rest = system * 3 + check + lastWeight * last
          let p = cheapest(rows, weights, sum: (10 - rest % 10) % 10, below: total.cost.1 - c)
          let high = UInt64(system) << 28
          let low = UInt64(last) << 4 | UInt64(check)
          if p.cost.0.isFinite { total.offer(p.cost.0 + c, high | p.digits.0 << 8 | low) }
          if p.cost.1.isFinite { total.offer(p.cost.1 + c, high | p.digits.1 << 8 | low) }
        }
      }
    }
  }

  /// Weights of the first five digits of a UPC-E, and of the sixth, at their places in the full number.
  private static func weightsE(_ last: Int) -> ([Int], Int) {
    switch last {
    case 0, 1, 2: return ([1, 3, 3, 1, 3], 1)
    case 3: return ([1, 3, 1, 1, 3], 0)
    case 4: return ([1, 3, 1, 3, 3], 0)
    default: return ([1, 3, 1, 3, 1], 3)
    }
  }
}
