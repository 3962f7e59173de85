import BarcodeCore

extension RetailMatcher {
  /// Distance of an add-on from its main symbol, in modules. The standard has 7 to 12; printers vary.
  private static let gap: ClosedRange<Float> = 4.5...22
  /// Fewest modules of quiet zone after an add-on.
  private static let quietAfter: Float = 2.5

  /// The add-on that follows the main symbol of a layout whose last edge has the index `end`.
  func addOn(_ s: EdgeSequence, after end: Int, _ layout: RetailLayout, bias: Float) -> AddOnHit? {
    guard end + 14 <= s.count, let closing = layout.guards.last else { return nil }
    let x = s.positions
    // Perspective makes modules of the last digit and the guard more like those of the add-on than the mean is.
    let module = (x[end] - x[end - closing.elements - 4]) / (closing.modules + 7)
    let gap = (x[end + 1] - x[end]) / module
    guard Self.gap.contains(gap) else { return nil }
    return addOnDigits(s, end + 1, count: 5, module: module, bias: bias)
      ?? addOnDigits(s, end + 1, count: 2, module: module, bias: bias)
  }

  private func addOnDigits(_ s: EdgeSequence, _ i: Int, count: Int, module: Float, bias: Float) -> AddOnHit? {
    // The start 1-1-2, digits of four elements, separators 1-1 between them.
    let elements = 3 + count * 4 + (count - 1) * 2
    let modules = Float(4 + count * 7 + (count - 1) * 2)
    guard i + elements < s.count else { return nil }
    let x = s.positions + i
    let own = (x[elements] - x[0]) / modules
    guard own > module * 0.75, own < module * 1.33 else { return nil }
    if i + elements + 1 < s.count, x[elements + 1] - x[elements] < Self.quietAfter * own { return nil }
    guard abs(x[2] - x[0] - 2 * own) < 0.8 * own, abs(x[3] - x[1] - 3 * own) < 1.0 * own else { return nil }
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: 20) { cost in
      guard let c = cost.baseAddress else { return nil }
      var digits: [UInt8] = []
      var sets = 0
      var total: Float = 0
      for k in 0..<count {
        let e = 3 + k * 6
        guard abs(x[e + 4] - x[e] - 7 * own) < 1.6 * own else { return nil }
        Self.costs(x + e, bias: -bias, into: c)
        var best = 0
        for j in 1..<20 where c[j] < c[best] { best = j }
        guard c[best] < digitLimit else { return nil }
        total += c[best]
        digits.append(UInt8(best % 10))
        sets = sets << 1 | (best >= 10 ? 1 : 0)
      }
      guard Self.parityFits(digits, sets), total < meanLimit * Float(count) else { return nil }
      return AddOnHit(digits: digits, first: x[0], last: x[elements], cost: total / Float(count))
    }
  }

  /// Whether the number sets are those that the add-on's value asks for.
  static func parityFits(_ d: [UInt8], _ sets: Int) -> Bool {
    if d.count == 2 { return (Int(d[0]) * 10 + Int(d[1])) % 4 == sets }
    guard d.count == 5 else { return false }
    let odd = Int(d[0]) + Int(d[2]) + Int(d[4])
    let even = Int(d[1]) + Int(d[3])
    return Int(RetailTables.addOnFive[(odd * 3 + even * 9) % 10]) == sets
  }
}
