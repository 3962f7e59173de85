import BarcodeCore

/// The Intelligent Mail bar code of the United States Postal Service (USPS-B-3200): 65 bars.
///
/// A number of up to 102 bits (routing code, then tracking code) becomes ten codewords, each of them a character of 13
/// bits of which 5 or 2 are set. A remainder of 11 bits says which characters are inverted and how the first codeword
/// is shifted. The bits of the ten characters are spread over the halves of the 65 bars.
enum IntelligentMailCode {
  static let bars = 65
  private static let characters = 10
  private static let bits = 13
  private static let shift = 659
  /// Digits of the tracking code; those of the routing code follow.
  private static let trackingLength = 20
  private static let generator = 0xF35

  /// Of each pattern of 13 bits its codeword, or -1; the inverted patterns are not among them.
  private static let codewords: [Int16] = {
    var table = [Int16](repeating: -1, count: 1 << bits)
    fill(&table, setBits: 5, first: 0, count: 1287)
    fill(&table, setBits: 2, first: 1287, count: 78)
    return table
  }()

  /// Patterns with a number of set bits in their order: each before its mirror image, symmetric ones last.
  private static func fill(_ table: inout [Int16], setBits: Int, first: Int, count: Int) {
    var lower = first
    var upper = first + count - 1
    for pattern in 0..<(1 << bits) where pattern.nonzeroBitCount == setBits {
      let mirrored = (0..<bits).reduce(0) { $0 << 1 | pattern >> $1 & 1 }
      if mirrored == pattern {
        table[pattern] = Int16(upper)
        upper -= 1
      } else if mirrored > pattern {
        table[pattern] = Int16(lower)
        table[mirrored] = Int16(lower + 1)
        lower += 2
      }
    }
  }

  /// A reading of one character.
  private struct Choice {
    var codeword: Int
    var isInverted: Bool
    var cost: Double
  }

  /// Readings of a character that are weighed, the likeliest first.
  private static let choicesKept = 8
  /// Likelihood by which a message must be the best to be certain; readings that are worse need not be weighed.
  private static let enoughGap = 14.0
  /// log10 of the share of all rows of bars that are a message.
  private static let chance = -8.4

  static func decode(_ states: BarStates) -> PostalMessage? {
    guard states.count == bars, states.isFourState, isLikely(states) else { return nil }
    let choices = choices(states)
    guard choices.count == characters else { return nil }
    var best: (text: String, cost: Double)?
    let base = choices.reduce(0) { $0 + $1[0].cost }
    let combinations = combinations(choices)
    // Rows beyond the last one that is tried may be messages, too.
    var second = combinations.count < mostCombinations ? .infinity : combinations.last?.cost ?? 0
    for (cost, picks) in combinations {
      if let best, cost > best.cost + enoughGap { break }
      guard let text = text(zip(choices, picks).map { $0[$1] }) else { continue }
      if best == nil {
        best = (text, cost)
      } else {
        second = min(second, cost)
        break
      }
    }
    guard let best else { return nil }
    // Worse readings than those kept may be messages, too.
    let beyond = choices.map { ($0.last?.cost ?? 0) - $0[0].cost }.min() ?? 0
    let gap = min(second, base + max(beyond, enoughGap)) - best.cost
    let routing = best.text.dropFirst(trackingLength)
    return PostalMessage(
      symbology: .imb, text: best.text, cost: best.cost, gap: gap, chance: chance,
      details: "tracking \(best.text.prefix(trackingLength))" + (routing.isEmpty ? "" : ", routing \(routing)"))
  }

  /// Characters whose bits are those of one, or are in doubt, at the least: of those of random bars, a third are.
  private static let leastRight = 6
  /// Odds below which a bit is in doubt.
  private static let doubt = 2.0

  private static func isLikely(_ states: BarStates) -> Bool {
    var patterns = [Int](repeating: 0, count: characters)
    var isDoubtful = [Bool](repeating: false, count: characters)
    for (bar, map) in barMap.enumerated() {
      if states.down[bar] > 0 { patterns[map.0] |= 1 << map.1 }
      if states.up[bar] > 0 { patterns[map.2] |= 1 << map.3 }
      if abs(states.down[bar]) < doubt { isDoubtful[map.0] = true }
      if abs(states.up[bar]) < doubt { isDoubtful[map.2] = true }
    }
    return zip(patterns, isDoubtful).filter { pattern, isDoubtful in
      isDoubtful || codewords[pattern] >= 0 || codewords[(1 << bits) - 1 - pattern] >= 0
    }.count >= leastRight
  }

  /// For each character its likeliest readings.
  private static func choices(_ states: BarStates) -> [[Choice]] {
    var odds = [[Double]](repeating: [Double](repeating: 0, count: bits), count: characters)
    for (bar, map) in barMap.enumerated() {
      odds[map.0][map.1] = states.down[bar]
      odds[map.2][map.3] = states.up[bar]
    }
    return odds.map { likeliest($0) }
  }

  /// All patterns that are codewords.
  private static let patterns = (0..<(1 << bits)).filter { codewords[$0] >= 0 }
  /// Bits whose costs are added up in one table; the others are in a second one.
  private static let lowBits = 7

  /// The likeliest readings of a character whose bits have some odds.
  private static func likeliest(_ odds: [Double]) -> [Choice] {
    func table(_ odds: ArraySlice<Double>) -> [Double] {
      (0..<(1 << odds.count)).map { pattern in
        odds.enumerated().reduce(0) { $0 + BarStates.cost($1.element, isLong: pattern >> $1.offset & 1 == 1) }
      }
    }
    let low = table(odds[..<lowBits])
    let high = table(odds[lowBits...])
    var kept: [Choice] = []
    for pattern in patterns {
      for isInverted in [false, true] {
        let set = isInverted ? ~pattern & ((1 << bits) - 1) : pattern
        let cost = low[set & ((1 << lowBits) - 1)] + high[set >> lowBits]
        if kept.count == choicesKept, let last = kept.last, cost >= last.cost { continue }
        let place = kept.firstIndex { $0.cost > cost } ?? kept.count
        kept.insert(Choice(codeword: Int(codewords[pattern]), isInverted: isInverted, cost: cost), at: place)
        if kept.count > choicesKept { kept.removeLast() }
      }
    }
    return kept
  }

  /// Rows of readings that are tried, the likeliest first.
  private static let mostCombinations = 400
  /// Likelihood that a row may lose against the likeliest one.
  private static let mostLoss = 40.0

  /// The likeliest rows of readings, as the number of the reading of each character.
  private static func combinations(_ choices: [[Choice]]) -> [(cost: Double, picks: [Int])] {
    var found: [(cost: Double, picks: [Int])] = [(0, [])]
    for (count, readings) in choices.enumerated() {
      let base = choices[0..<count].reduce(0) { $0 + $1[0].cost }
      var longer: [(cost: Double, picks: [Int])] = []
      for row in found {
        for (index, reading) in readings.enumerated() {
          let cost = row.cost + reading.cost
          if cost > base + readings[0].cost + mostLoss { break }
          longer.append((cost, row.picks + [index]))
        }
      }
      longer.sort { $0.cost < $1.cost }
      found = Array(longer.prefix(mostCombinations))
    }
    return found
  }

  /// The digits of ten characters, or nil when they are no message.
  private static func text(_ picked: [Choice]) -> String? {
    var first = picked[0].codeword
    guard first < 2 * shift, picked[9].codeword % 2 == 0, picked[9].codeword / 2 < 636 else { return nil }
    var check = 0
    if first >= shift {
      first -= shift
      check = 1 << 10
    }
    for (index, choice) in picked.enumerated() where choice.isInverted { check |= 1 << index }
    var number = WideNumber(high: 0, low: UInt64(first))
    for choice in picked[1..<9] { number.multiply(by: 1365, adding: UInt64(choice.codeword)) }
    number.multiply(by: 636, adding: UInt64(picked[9].codeword / 2))
    guard remainder(number) == check else { return nil }
    return digits(number)
  }

  /// The remainder of 11 bits over the number's lowest 102 bits.
  private static func remainder(_ number: WideNumber) -> Int {
    var register = 0x7FF
    for weight in stride(from: 101, through: 0, by: -1) {
      let carry = (register >> 10 & 1 == 1) != number.bit(weight)
      register = (register << 1 & 0x7FF) ^ (carry ? generator & 0x7FF : 0)
    }
    return register
  }

  /// Tracking code and routing code of a number.
  private static func digits(_ message: WideNumber) -> String? {
    var number = message
    let serial = number.divide(by: 1_000_000_000_000_000_000)
    let second = number.divide(by: 5)
    let first = number.divide(by: 10)
    guard number.high == 0 else { return nil }
    let tracking = String(first) + String(second) + paddedDigits(serial, 18)
    var routing = number.low
    if routing == 0 { return tracking }
    routing -= 1
    for (length, count) in [(5, UInt64(100_000)), (9, 1_000_000_000), (11, 100_000_000_000)] {
      if routing < count { return tracking + paddedDigits(routing, length) }
      routing -= count
    }
    return nil
  }
}
