import BarcodeCore

/// The 4-state customer bar codes of Australia Post: 37, 52 or 67 bars.
///
/// Between start and stop (ascender, tracker) stand the format control code and the sorting code in digits of two bars,
/// customer information in digits of two bars (table N) or characters of three (table C), a filler, and four check
/// codewords of three bars.
enum AustraliaPostCode {
  static let lengths = [37, 52, 67]
  private static let frame: [BarState] = [.ascender, .tracker]
  private static let checkCount = 4
  private static let filler = 3
  private static let code = ReedSolomon(field: .gf64, firstRoot: 1)
  /// Format control codes by the number of bars.
  private static let formats: [Int: Set<String>] = [
    37: ["11", "45", "87", "92"], 52: ["44", "59"], 67: ["44", "62"],
  ]
  /// Characters of table C in the order of their three bars as a number to the base of four.
  private static let characters = Array("ABC DEF#GHIabcdeJKLfMNOgPQRhijklSTUmVWXnYZ0opqrs123t456u789vwxyz")
  /// What three zeros at the start of a number are as characters.
  private static let zeros = "AA"
  /// log10 of the share of right start and stop bars, of valid digits and of known format control codes.
  private static let frameChance = -2.408
  private static let digitsChance = -2.04
  private static let formatChance = -1.3

  static func decode(_ states: BarStates, _ options: PostalOptions) -> PostalMessage? {
    let count = states.count
    guard lengths.contains(count), states.isFourState else { return nil }
    let ends = states.cost(from: 0, frame) + states.cost(from: count - 2, frame)
    guard ends < BarStates.hopeless else { return nil }
    let costs = stride(from: 2, to: count - 2, by: FourStateWords.barsPerWord).map { FourStateWords.costs(states, $0) }
    guard let result = SoftReedSolomon(code: code, checkCount: checkCount).correct(costs) else { return nil }
    let bars = result.codewords.dropLast(checkCount).flatMap { FourStateWords.bars($0) }
    guard let format = digits(bars[0..<4]), formats[count]?.contains(format) == true,
      let sorting = digits(bars[4..<20]),
      let customer = customerInformation(Array(bars[20...]), options.customerInformation)
    else { return nil }
    return PostalMessage(
      symbology: .ausPost, text: format + sorting + customer, cost: result.cost + ends, gap: result.gap,
      chance: result.chance + frameChance + digitsChance + formatChance, corrected: result.corrected,
      unusedCorrection: 1 - Double(min(2 * result.corrected, checkCount)) / Double(checkCount),
      details: "format \(format)")
  }

  /// Digits of two bars each, or nil when one is none.
  private static func digits(_ bars: ArraySlice<Int>) -> String? {
    var text = ""
    for first in stride(from: bars.startIndex, to: bars.endIndex - 1, by: 2) {
      let (a, b) = (bars[first], bars[first + 1])
      let digit = a == filler ? 9 : 3 * a + b
      guard b != filler, a != filler || b == 0 else { return nil }
      text += String(digit)
    }
    return text
  }

  /// Customer information without what fills it up.
  ///
  /// A symbol does not say which table it uses. Digits leave the last bar of 16 in use, characters do not. Of 31 bars
  /// both leave the last one, and ten capital letters could be fifteen digits without a nine, too: they are taken for
  /// letters unless they start as a number filled up by zeros does.
  private static func customerInformation(_ bars: [Int], _ table: PostalOptions.CustomerInformation) -> String? {
    var end = bars.count
    while end > 0, bars[end - 1] == filler { end -= 1 }
    if end == 0 { return "" }
    // The digit nine ends in no filler, so digits end with the last bar that is none, in pairs.
    let numeric = end % 2 == 0 ? digits(bars[0..<end]) : nil
    let characters = text(bars)
    switch table {
    case .numeric: return numeric
    case .character: return characters
    case .automatic:
      let isLetters = end % 3 == 0 && !bars[0..<end].contains(filler) && bars.count % 3 == 1 && end < bars.count
      return isLetters && !characters.hasPrefix(zeros) ? characters : numeric ?? characters
    }
  }

  /// Characters of three bars each.
  private static func text(_ bars: [Int]) -> String {
    let starts = stride(from: 0, to: bars.count / 3 * 3, by: 3)
    var text = starts.map { characters[bars[$0] << 4 | bars[$0 + 1] << 2 | bars[$0 + 2]] }
    // Three fillers are the letter z as well as nothing.
    while text.last == "z" { text.removeLast() }
    return String(text)
  }
}
