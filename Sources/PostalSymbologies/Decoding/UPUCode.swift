import BarcodeCore

/// The four-state ID-tag of UPU S18 (Postal-4i symbology) with 75 bars.
///
/// Each codeword is three bars. Ten codewords are followed by twelve check codewords over GF(64) and three more of the
/// message. The third and the third last one are fixed and tell the direction. The other eleven hold the tag: format,
/// issuer, equipment, priority, serial number and tracking indicator.
enum UPUCode {
  static let bars = 75
  private static let checkCount = 12
  /// Places of the codewords of the message, and of the check codewords.
  private static let messagePlaces = Array(0..<10) + Array(22..<25)
  private static let checkPlaces = Array(10..<22)
  /// Place and value of the fixed codewords: ascender, ascender, descender; descender, ascender, descender.
  private static let synchronization = [(place: 2, value: 0b01_01_10), (place: 22, value: 0b10_01_10)]
  private static let code = ReedSolomon(field: .gf64, firstRoot: 1)
  /// log10 of the share of right synchronization codewords, and of tags with known formats and times.
  private static let synchronizationChance = -3.61
  private static let tagChance = -1.2

  static func decode(_ states: BarStates) -> PostalMessage? {
    guard states.count == bars, states.isFourState else { return nil }
    var costs = (messagePlaces + checkPlaces).map { FourStateWords.costs(states, FourStateWords.barsPerWord * $0) }
    var fixed = 0.0
    for (place, value) in synchronization {
      guard let index = messagePlaces.firstIndex(of: place) else { return nil }
      fixed += costs[index][value]
      for other in costs[index].indices where other != value { costs[index][other] = .infinity }
    }
    guard fixed < BarStates.hopeless,
      let result = SoftReedSolomon(code: code, checkCount: checkCount).correct(costs),
      let text = text(result.codewords)
    else { return nil }
    return PostalMessage(
      symbology: .upu, text: text, cost: result.cost, gap: result.gap,
      chance: result.chance + synchronizationChance + tagChance, corrected: result.corrected,
      unusedCorrection: 1 - Double(min(2 * result.corrected, checkCount)) / Double(checkCount))
  }

  /// Characters of an issuer's code, by value.
  private static let issuerCharacters = Array("ZYXWVUTSRQPONMLKJIHGFEDCBA9876543210")
  /// Each character of an issuer's code may take so many values, of which the last ones are not used.
  private static let issuerBase = 40
  private static let priorities = Array("NLHU")
  private static let trackings = Array("TFDN")
  /// Binary format identifiers: 18C has the time of tagging and a number, 18D a longer number.
  private static let timed = 2
  private static let numbered = 3

  /// The tag in its usual form, or nil when it is none.
  private static func text(_ codewords: [Int]) -> String? {
    let fixed = Set(synchronization.compactMap { messagePlaces.firstIndex(of: $0.place) })
    var bits: [Int] = []
    for index in messagePlaces.indices where !fixed.contains(index) {
      for bit in stride(from: 5, through: 0, by: -1) { bits.append(codewords[index] >> bit & 1) }
    }
    func number(_ range: Range<Int>) -> Int { bits[range].reduce(0) { $0 << 1 | $1 } }
    guard let issuer = issuer(number(4..<20)) else { return nil }
    let equipment = String(number(20..<32), radix: 16, uppercase: true)
    let head = issuer + String(repeating: "0", count: 3 - equipment.count) + equipment
    let priority = String(priorities[number(32..<34)])
    // Before the last ten bits of the serial number stand the two of the tracking indicator.
    let tracking = String(trackings[number(54..<56)])
    let lowBits = number(56..<66)
    switch number(0..<4) {
    case timed:
      guard let time = time(number(34..<50)) else { return nil }
      let serial = number(50..<54) << 10 | lowBits
      return "J18C" + head + priority + time + paddedDigits(UInt64(serial), 5) + tracking
    case numbered:
      let serial = number(34..<54) << 10 | lowBits
      return "J18D" + head + priority + paddedDigits(UInt64(serial), 12) + tracking
    default: return nil
    }
  }

  private static func issuer(_ value: Int) -> String? {
    let indices = [value / (issuerBase * issuerBase), value / issuerBase % issuerBase, value % issuerBase]
    guard indices.allSatisfy({ $0 < issuerCharacters.count }) else { return nil }
    return String(indices.map { issuerCharacters[$0] })
  }

  /// Month, day, hour and tens of minutes.
  private static func time(_ value: Int) -> String? {
    let (month, day) = (value / 5120 + 1, value % 5120 / 160)
    let (hour, tens) = (value % 160 / 6, value % 160 % 6)
    guard month <= 12, (1...31).contains(day), hour < 24 else { return nil }
    return [month, day, hour].map { paddedDigits(UInt64($0), 2) }.joined() + String(tens)
  }
}
