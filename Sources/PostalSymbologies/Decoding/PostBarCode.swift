import BarcodeCore

/// PostBar of Canada Post (US patent 5,602,382): 34, 49, 56 or 79 bars.
///
/// Between start and stop (ascender, tracker) stand a data content identifier, the fields that it announces, and check
/// codewords over GF(64), each of three bars. Postal and country codes have letters of three and digits of two bars of
/// their own; all else is characters of three bars. Symbols of 56 bars end with four bars of a machine's number, which
/// no check covers.
enum PostBarCode {
  static let lengths = [34, 49, 56, 79]

  /// What differs between the numbers of bars.
  private struct Layout {
    /// Codewords with the check codewords.
    var codewords: Int
    var checkCount: Int
    /// Bars of the machine's number.
    var machineBars: Int
  }

  private static let frame: [BarState] = [.ascender, .tracker]
  private static let code = ReedSolomon(field: .gf64, firstRoot: 1)
  /// log10 of the share of right start and stop bars, of letters and digits of postal codes, and of other characters.
  private static let frameChance = -2.408
  private static let letterChance = -0.391
  private static let digitChance = -0.204
  private static let characterChance = -0.238

  private static func layout(_ bars: Int) -> Layout {
    let machineBars = bars == 56 ? 4 : 0
    return Layout(
      codewords: (bars - 2 * frame.count - machineBars) / FourStateWords.barsPerWord,
      checkCount: bars == 56 ? 10 : 4, machineBars: machineBars)
  }

  static func decode(_ states: BarStates) -> PostalMessage? {
    let count = states.count
    guard lengths.contains(count), states.isFourState else { return nil }
    let ends = states.cost(from: 0, frame) + states.cost(from: count - frame.count, frame)
    guard ends < BarStates.hopeless else { return nil }
    let layout = layout(count)
    let costs = (0..<layout.codewords).map {
      FourStateWords.costs(states, frame.count + FourStateWords.barsPerWord * $0)
    }
    // Full bars alone are valid, too, as nothing but zeros always is: texture looks like that.
    guard let result = SoftReedSolomon(code: code, checkCount: layout.checkCount).correct(costs),
      result.codewords.contains(where: { $0 != 0 })
    else { return nil }
    let bars = result.codewords.dropLast(layout.checkCount).flatMap { FourStateWords.bars($0) }
    guard let form = form(bars, count: count), let fields = text(bars, form) else { return nil }
    let machine = machineNumber(states, layout)
    let chance = form.reduce(result.chance + frameChance) { $0 + share($1) }
    return PostalMessage(
      symbology: .canadaPost, text: fields + machine.text, cost: result.cost + ends,
      gap: min(result.gap, machine.gap), chance: chance, corrected: result.corrected,
      unusedCorrection: 1 - Double(min(2 * result.corrected, layout.checkCount)) / Double(layout.checkCount))
  }

  /// Kinds of characters, the data content identifier first: Z of three bars, A a letter of three and N a digit of two
  /// bars of a postal or country code, # what fills up; nil where the identifier does not go with the number of bars.
  private static func form(_ bars: [Int], count: Int) -> String? {
    guard let identifier = character(bars[0..<3]) else { return nil }
    let postalCode = "ZANANAN"
    switch (identifier, count) {
    case ("A"..."L", 34): return postalCode
    case ("A"..."L", 49): return postalCode + "ZZZZ#"
    case ("A"..."L", 79): return postalCode + String(repeating: "Z", count: 15)
    case ("M"..."U", 34): return "ZZZZZZ"
    case ("M"..."U", 49): return String(repeating: "Z", count: 11)
    case ("M"..."U", 79): return String(repeating: "Z", count: 21)
    case ("1"..."9", 49): return "ZNNN" + String(repeating: "Z", count: 8)
    case ("1"..."9", 79): return "ZNNN" + String(repeating: "Z", count: 18)
    case ("V"..."Z", 56): return postalCode
    default: return nil
    }
  }

  /// log10 of the share of bars that are a character.
  private static func share(_ kind: Character) -> Double {
    switch kind {
    case "A": letterChance
    case "N": digitChance
    default: characterChance
    }
  }

  /// Characters by the value of their bars to the base of three; a first tracker counts on. The space stands apart.
  private static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  private static let letters: [Character?] = [
    "M", "H", "A", "B", "C", "D", "E", "F", "G", "Z", "I", "J", "K", "L", nil, "N", "O", "P", "Q", "R", "S", "T", "U",
    "V", "W", "X", "Y",
  ]
  private static let space = [0, 0, 3]

  private static func text(_ bars: [Int], _ form: String) -> String? {
    var text = ""
    var next = 0
    for kind in form {
      let end = next + (kind == "N" ? 2 : 3)
      guard end <= bars.count else { return nil }
      let group = bars[next..<end]
      next = end
      switch kind {
      case "A":
        guard let value = ternary(group), value < letters.count, let letter = letters[value] else { return nil }
        text.append(letter)
      case "N":
        guard let value = ternary(group), value < 10 else { return nil }
        text += String(value)
      case "#":
        guard Array(group) == space else { return nil }
      default:
        guard let found = character(group) else { return nil }
        text.append(found)
      }
    }
    return next == bars.count ? text : nil
  }

  private static func character(_ bars: ArraySlice<Int>) -> Character? {
    if Array(bars) == space { return " " }
    guard let value = ternary(bars), value < characters.count else { return nil }
    return characters[value]
  }

  /// The value of bars to the base of three; only the first bar may be a tracker.
  private static func ternary(_ bars: ArraySlice<Int>) -> Int? {
    guard bars.dropFirst().allSatisfy({ $0 < 3 }) else { return nil }
    return bars.reduce(0) { 3 * $0 + $1 }
  }

  /// The machine's number as digits to the base of four, and how much likelier it is than any other.
  private static func machineNumber(_ states: BarStates, _ layout: Layout) -> (text: String, gap: Double) {
    let end = states.count - frame.count
    var text = ""
    var gap = Double.infinity
    for bar in (end - layout.machineBars)..<end {
      text += String(states.state(bar).rawValue)
      gap = min(gap, abs(states.up[bar]), abs(states.down[bar]))
    }
    return (text, gap)
  }
}
