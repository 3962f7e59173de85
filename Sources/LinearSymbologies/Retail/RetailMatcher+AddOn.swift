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

  /// The module of an add-on, relative to the mean of its main symbol, where the surface may recede.
  private static let recedingModule: ClosedRange<Float> = 0.55...1.6
  /// Least gap before an add-on there, in modules of the main symbol: lines begin within it.
  private static let leastGap: Float = 2.5

  /// Quiet zone after two digits there, in modules, as the standard has it: what is less may be the rest of five.
  private static let clearQuiet: Float = 4.5

  /// The first add-on on a line that begins behind the main symbol.
  ///
  /// - Parameter module: Samples a module of the main symbol, in the mean.
  func addOn(_ s: EdgeSequence, startsDark: Bool, module: Float) -> AddOnHit? {
    let x = s.positions
    for i in 0..<s.count where s.isDark(i) == startsDark && x[i] > Self.leastGap * module {
      guard x[i] < Self.gap.upperBound * module else { break }
      guard i == 0 || x[i] - x[i - 1] > Self.leastGap * module else { continue }
      for count in [5, 2] {
        let (elements, modules) = Self.addOnSize(count)
        guard i + elements < s.count else { continue }
        let own = (x[i + elements] - x[i]) / modules
        guard Self.recedingModule.contains(own / module) else { continue }
        let isOpen = i + elements + 1 == s.count || x[i + elements + 1] - x[i + elements] > Self.clearQuiet * own
        guard count == 5 || isOpen else { continue }
        let growth = Self.addOnGrowth(x + i, module: own)
        if let hit = addOnDigits(s, i, count: count, module: own, bias: growth) { return hit }
      }
    }
    return nil
  }

  /// Elements and modules of an add-on: the start 1-1-2, digits of four elements, separators 1-1 between them.
  static func addOnSize(_ digits: Int) -> (elements: Int, modules: Float) {
    (3 + digits * 4 + (digits - 1) * 2, Float(4 + digits * 7 + (digits - 1) * 2))
  }

  /// By how many modules the bars of an add-on are too wide: those of its start are 1 and 2 modules wide, the space
  /// between them 1.
  static func addOnGrowth(_ x: UnsafePointer<Float>, module: Float) -> Float {
    let bars = (x[3] - x[2] + x[1] - x[0]) / module
    return (bars - 3) / 4 + (1 - (x[2] - x[1]) / module) / 2
  }

  /// The digits of an add-on whose first edge has the index `i`, and whose modules are about as wide as told.
  ///
  /// - Parameter bias: By how many modules bars are too wide.
  func addOnDigits(_ s: EdgeSequence, _ i: Int, count: Int, module: Float, bias: Float) -> AddOnHit? {
    let (elements, modules) = Self.addOnSize(count)
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
