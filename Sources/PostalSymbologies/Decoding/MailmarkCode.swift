import BarcodeCore

/// The 4-state Mailmark of Royal Mail: bar code C of 66 bars and bar code L of 78.
///
/// The fields become one number, the number data codewords to the base of 30 or 32, Reed–Solomon over GF(32) adds six
/// or seven check codewords, and each codeword becomes six bits of even or odd parity: a group of three bars. The
/// groups stand in a fixed order; in every second group upper and lower halves change places.
enum MailmarkCode {
  static let lengths = [66, 78]

  /// What differs between bar codes C and L.
  private struct Layout {
    var dataCount: Int
    var checkCount: Int
    /// Codewords to the base of 30, of even parity; they come first.
    var evenCount: Int
    /// Digits of the supply chain's identification.
    var supplyChainDigits: Int
    /// For each codeword the group of bars that holds it.
    var groups: [Int]
  }

  private static let layoutC = Layout(
    dataCount: 16, checkCount: 6, evenCount: 9, supplyChainDigits: 2,
    groups: [3, 5, 7, 11, 13, 14, 16, 17, 19, 0, 1, 2, 4, 6, 8, 9, 10, 12, 15, 18, 20, 21])
  private static let layoutL = Layout(
    dataCount: 19, checkCount: 7, evenCount: 11, supplyChainDigits: 6,
    groups: [2, 5, 7, 8, 13, 14, 15, 16, 21, 22, 23, 0, 1, 3, 4, 6, 9, 10, 11, 12, 17, 18, 19, 20, 24, 25])

  private static let field = GaloisField.gf32
  /// The six-bit patterns of odd parity, and those of even parity but for all and no bits, by value.
  private static let odd = (0..<64).filter { $0.nonzeroBitCount % 2 == 1 }
  private static let even = (1..<63).filter { $0.nonzeroBitCount % 2 == 0 }

  static func decode(_ states: BarStates) -> PostalMessage? {
    guard lengths.contains(states.count), states.isFourState else { return nil }
    let layout = states.count == 66 ? layoutC : layoutL
    let costs = layout.groups.enumerated().map { codeword, group in
      groupCosts(states, group: group, patterns: codeword < layout.evenCount ? even : odd)
    }
    let correction = SoftReedSolomon(code: ReedSolomon(field: field, firstRoot: 1), checkCount: layout.checkCount)
    guard let result = correction.correct(costs),
      let text = text(result.codewords.prefix(layout.dataCount), layout)
    else { return nil }
    // Parity halves the patterns of each group: of a chance find one in two a codeword would be valid. The correction
    // takes the nearest valid one, so only its own chance counts.
    return PostalMessage(
      symbology: .mailmark, text: text, cost: result.cost, gap: result.gap, chance: result.chance,
      corrected: result.corrected,
      unusedCorrection: 1 - Double(min(2 * result.corrected, layout.checkCount)) / Double(layout.checkCount),
      details: states.count == 66 ? "bar code C" : "bar code L")
  }

  /// What each value costs for a group of three bars.
  private static func groupCosts(_ states: BarStates, group: Int, patterns: [Int]) -> [Double] {
    let isSwapped = group % 2 == 1
    return patterns.map { pattern in
      var sum = 0.0
      for bar in 0..<3 {
        let high = pattern >> (5 - bar) & 1 == 1
        let low = pattern >> (2 - bar) & 1 == 1
        sum += BarStates.cost(states.up[3 * group + bar], isLong: isSwapped ? low : high)
        sum += BarStates.cost(states.down[3 * group + bar], isLong: isSwapped ? high : low)
      }
      return sum
    }
  }

  /// The fields: format, version, class, supply chain, item, destination with delivery point suffix.
  private static func text(_ codewords: ArraySlice<Int>, _ layout: Layout) -> String? {
    var number = WideNumber()
    for (index, codeword) in codewords.enumerated() {
      guard number.multiply(by: index < layout.evenCount ? 30 : 32, adding: UInt64(codeword)) else { return nil }
    }
    let version = number.divide(by: 4) + 1
    let format = number.divide(by: 5)
    let itemClass = number.divide(by: 15)
    let supplyChain = number.divide(by: layout.supplyChainDigits == 2 ? 100 : 1_000_000)
    let item = number.divide(by: 100_000_000)
    guard number.high == 0, let destination = destination(number.low) else { return nil }
    return "\(format)\(version)" + String(itemClass, radix: 16, uppercase: true)
      + paddedDigits(supplyChain, layout.supplyChainDigits) + paddedDigits(item, 8) + destination
  }

  /// Forms of postcode and suffix: A a letter, L one of twenty letters, N a digit, S a space.
  private static let forms = ["ANANLLNLS", "AANNLLNLS", "AANNNLLNL", "AANANLLNL", "ANNLLNLSS", "ANNNLLNLS"]
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  private static let limitedLetters = Array("ABDEFGHJLNPQRSTUWXYZ")

  /// The nine characters of a destination; 0 stands for abroad.
  private static func destination(_ value: UInt64) -> String? {
    if value == 0 { return "XY11     " }
    var rest = value - 1
    for form in forms {
      let count = form.reduce(UInt64(1)) { $0 * size($1) }
      guard rest >= count else { return spelled(rest, form) }
      rest -= count
    }
    return nil
  }

  /// Characters that a place of a form may have.
  private static func size(_ kind: Character) -> UInt64 {
    switch kind {
    case "A": 26
    case "L": 20
    case "N": 10
    default: 1
    }
  }

  private static func spelled(_ value: UInt64, _ form: String) -> String {
    var rest = value
    var text: [Character] = []
    for kind in form.reversed() {
      let index = Int(rest % size(kind))
      rest /= size(kind)
      switch kind {
      case "A": text.append(letters[index])
      case "L": text.append(limitedLetters[index])
      case "N": text.append(Character(String(index)))
      default: text.append(" ")
      }
    }
    return String(text.reversed())
  }
}
