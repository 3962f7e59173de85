import BarcodeCore

/// What the data bits of an Aztec Code symbol say.
struct AztecContent {
  private(set) var builder: ContentBuilder
  private(set) var isGS1 = false
  /// FNC1 stood in second position: an AIM application indicator precedes.
  private(set) var hasSecondFNC1 = false
  private(set) var structuredAppend: StructuredAppend?

  private enum Table { case upper, lower, mixed, punctuation, digit }

  private let bits: [Bool]
  private var position = 0
  private var latched = Table.upper
  /// Bytes still to come that belong to the structured append header.
  private var skipped = 0

  /// - Parameters:
  ///   - bits: Data bits without the stuffed ones.
  ///   - defaultECI: See `TextOptions.defaultECI`.
  init?(bits: [Bool], defaultECI: Int?) {
    self.bits = bits
    builder = ContentBuilder(defaultECI: defaultECI, guess: .latin1)
    let hasHeader = readsHeader()
    guard decode() else { return nil }
    guard hasHeader else { return }
    // The header is known only after it was decoded; the message is what follows it.
    skipped = takeHeader(from: builder.bytes)
    builder = ContentBuilder(defaultECI: defaultECI, guess: .latin1)
    isGS1 = false
    hasSecondFNC1 = false
    latched = .upper
    position = 10
    guard decode() else { return nil }
  }

  private mutating func put(_ byte: UInt8) {
    if skipped > 0 { skipped -= 1 } else { builder.append(byte) }
  }

  /// The modifier of the AIM symbology identifier.
  var identifier: String {
    let modifiers = Array("0123456789ABC")
    let first = isGS1 ? 1 : hasSecondFNC1 ? 2 : 0
    let index = (structuredAppend != nil ? 6 : 0) + (builder.hasECI ? 3 : 0) + first
    return "]z\(modifiers[index])"
  }

  /// The next bits as a number, the highest first; nil when there are not so many.
  private mutating func take(_ count: Int) -> Int? {
    guard position + count <= bits.count else { return nil }
    var value = 0
    for i in position..<position + count { value = value << 1 | (bits[i] ? 1 : 0) }
    position += count
    return value
  }

  private mutating func decode() -> Bool {
    var shifted: Table?
    while true {
      let table = shifted ?? latched
      let wasShifted = shifted != nil
      guard let code = take(table == .digit ? 4 : 5) else { return true }
      shifted = nil
      // A shift or latch after a shift holds from the table shifted to: U/S B/S in digits leads back to upper case.
      if table != .digit, code == 0 || code > 27, wasShifted, table == .upper { latched = .upper }
      switch table {
      case .upper:
        switch code {
        case 0: shifted = .punctuation
        case 1: put(0x20)
        case 2...27: put(UInt8(0x41 + code - 2))
        case 28: latched = .lower
        case 29: latched = .mixed
        case 30: latched = .digit
        default: guard readBytes() else { return true }
        }
      case .lower:
        switch code {
        case 0: shifted = .punctuation
        case 1: put(0x20)
        case 2...27: put(UInt8(0x61 + code - 2))
        case 28: shifted = .upper
        case 29: latched = .mixed
        case 30: latched = .digit
        default: guard readBytes() else { return true }
        }
      case .mixed:
        switch code {
        case 0: shifted = .punctuation
        case 1...27: put(Self.mixed[code])
        case 28: latched = .lower
        case 29: latched = .upper
        case 30: latched = .punctuation
        default: guard readBytes() else { return true }
        }
      case .punctuation:
        switch code {
        case 0: guard readFlag() else { return position >= bits.count }
        case 31: if wasShifted { return false } else { latched = .upper }
        default: Self.punctuation[code].forEach { put($0) }
        }
      case .digit:
        switch code {
        case 0: shifted = .punctuation
        case 1: put(0x20)
        case 2...11: put(UInt8(0x30 + code - 2))
        case 12: put(0x2C)
        case 13: put(0x2E)
        case 14: latched = .upper
        default: shifted = .upper
        }
      }
    }
  }

  /// Binary shift; false when the bits end before it does, as padding of ones looks like its start.
  private mutating func readBytes() -> Bool {
    guard let short = take(5) else { return false }
    var count = short
    if short == 0 {
      guard let long = take(11) else { return false }
      count = long + 31
    }
    for _ in 0..<count {
      guard let byte = take(8) else { return false }
      put(UInt8(byte))
    }
    return true
  }

  /// FLG(n): FNC1 or an extended channel interpretation. False when it is broken.
  private mutating func readFlag() -> Bool {
    guard let digits = take(3) else {
      position = bits.count
      return false
    }
    if digits == 0 {
      fnc1()
      return true
    }
    guard digits < 7 else { return false }
    var eci = 0
    for _ in 0..<digits {
      guard let code = take(4) else { return false }
      guard code >= 2, code <= 11 else { return false }
      eci = eci * 10 + code - 2
    }
    builder.switchTo(eci: eci)
    return true
  }

  private mutating func fnc1() {
    let before = builder.bytes
    if before.isEmpty, !isGS1, !hasSecondFNC1 {
      isGS1 = true
    } else if !isGS1, !hasSecondFNC1, Self.isApplicationIndicator(before) {
      hasSecondFNC1 = true
    } else {
      put(0x1D)
    }
  }

  /// One letter or two digits.
  private static func isApplicationIndicator(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 1: bytes.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    case 2: bytes.allSatisfy { (0x30...0x39).contains($0) }
    default: false
    }
  }

  /// Structured append starts with M/L U/L.
  private mutating func readsHeader() -> Bool {
    guard take(5) == 29, take(5) == 29 else {
      position = 0
      return false
    }
    return true
  }

  /// The header in front of the message: an identification between spaces if there is one, two letters for place and
  /// count. Returns its length, 0 when there is none.
  private mutating func takeHeader(from bytes: [UInt8]) -> Int {
    var name = ArraySlice<UInt8>()
    var at = 0
    if bytes.first == 0x20, let end = bytes.dropFirst().firstIndex(of: 0x20) {
      name = bytes[1..<end]
      at = end + 1
    }
    guard at + 2 <= bytes.count else { return 0 }
    let index = Int(bytes[at]) - 0x41
    let count = Int(bytes[at + 1]) - 0x40
    guard index >= 0, count <= 26, index < count, count > 1 else { return 0 }
    structuredAppend = StructuredAppend(
      index: index, count: count, identifier: String(name.map { Character(UnicodeScalar($0)) }))
    return at + 2
  }

  private static let mixed: [UInt8] =
    [0, 0x20] + Array(1...13) + Array(27...31) + Array("@\\^_`|~".utf8) + [127]

  private static let punctuation: [[UInt8]] =
    [[], [13], [13, 10]] + [". ", ", ", ": "].map { Array($0.utf8) }
    + "!\"#$%&'()*+,-./:;<=>?[]{}".utf8.map { [$0] } + [[]]
}
