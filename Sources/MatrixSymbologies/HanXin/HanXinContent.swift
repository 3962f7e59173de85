import BarcodeCore

/// What the data codewords of a Han Xin Code symbol say.
package struct HanXinContent {
  package var builder: ContentBuilder
  /// The content is element strings of GS1.
  package private(set) var isGS1 = false

  private let data: [UInt8]
  private var position = 0

  /// Characters were encoded as such of GB 18030.
  private var hasCharacters = false
  /// Characters were encoded in UTF-8, by the mode for them.
  private var hasUnicode = false

  /// Bytes for which the symbol names no interpretation are GB 18030, by the standard.
  private static let defaultECI = 32
  private static let utf8 = 26

  /// - Parameters:
  ///   - data: Data codewords, corrected.
  ///   - defaultECI: What bytes mean for which the symbol names no interpretation; nil as the standard has it.
  package init?(_ data: [UInt8], defaultECI: Int?) {
    self.data = data
    builder = ContentBuilder(defaultECI: defaultECI ?? Self.defaultECI, guess: .latin1)
    guard decode() else { return nil }
    // Encoders write UTF-8 without saying so, too; valid UTF-8 is hardly ever anything else.
    let isUTF8 = hasUnicode || defaultECI == nil && CharacterSetGuess.isUTF8BeyondASCII(builder.bytes)
    guard isUTF8, !hasCharacters else { return }
    builder = ContentBuilder(defaultECI: Self.utf8, guess: .latin1)
    position = 0
    guard decode() else { return nil }
  }

  /// The AIM symbology identifier.
  var identifier: String { builder.hasECI ? "]h1" : "]h0" }

  /// Bits that were not taken yet.
  var left: Int { data.count * 8 - position }

  /// The next bits as a number; nil when there are not so many.
  mutating func take(_ count: Int) -> Int? {
    guard count <= left else { return nil }
    var value = 0
    for at in position..<position + count { value = value << 1 | Int(data[at >> 3] >> UInt8(7 - at & 7) & 1) }
    position += count
    return value
  }

  private mutating func decode() -> Bool {
    while left >= 4, let mode = take(4), mode != 0 {
      if (4...7).contains(mode) { hasCharacters = true }
      let isRight =
        switch mode {
        case 1: readNumeric()
        case 2: readText()
        case 3: readBinary()
        case 4: readRegion(first: true)
        case 5: readRegion(first: false)
        case 6: readDoubleByte()
        case 7: readFourByte()
        case 8: readECI()
        case 9: readUnicode()
        case 14: readFramed()
        // The frame of element strings ends with eight ones.
        case 15: isGS1 && take(4) == 15
        default: false
        }
      guard isRight else { return false }
    }
    return !builder.isEmpty
  }

  /// What says of itself what it is: element strings of GS1, whose segments follow, or a URI.
  private mutating func readFramed() -> Bool {
    switch take(4) {
    case 1:
      isGS1 = true
      return true
    case 2: return readURI()
    default: return false
    }
  }

  private mutating func readUnicode() -> Bool {
    hasUnicode = true
    return readByteGroups()
  }

  /// What stands for a separator between digits of element strings.
  private static let separator = 1000

  /// Three digits in ten bits; the end tells how many digits the last group has.
  private mutating func readNumeric() -> Bool {
    var last: Int?
    while let group = take(10) {
      if group > Self.separator {
        guard group >= 1021 else { return false }
        return appendDigits(last, count: group - 1020)
      }
      guard group < Self.separator || isGS1 else { return false }
      guard last == nil || appendDigits(last, count: 3) else { return false }
      last = group
    }
    return false
  }

  private mutating func appendDigits(_ value: Int?, count: Int) -> Bool {
    guard let value else { return true }
    if value == Self.separator {
      builder.append(0x1D)
      return true
    }
    let text = Array(String(value).utf8)
    guard text.count <= count else { return false }
    builder.append(contentsOf: [UInt8](repeating: 0x30, count: count - text.count) + text)
    return true
  }

  private static let text: [[UInt8]] = [
    Array(0x30...0x39) + Array(0x41...0x5A) + Array(0x61...0x7A),
    Array(0...27) + Array(0x20...0x2F) + Array(0x3A...0x40) + Array(0x5B...0x60) + Array(0x7B...0x7F),
  ]

  private mutating func readText() -> Bool {
    var submode = 0
    while let code = take(6) {
      switch code {
      case 62: submode ^= 1
      case 63: return true
      default:
        guard code < Self.text[submode].count else { return false }
        builder.append(Self.text[submode][code])
      }
    }
    return false
  }

  private mutating func readBinary() -> Bool {
    guard let count = take(13), count * 8 <= left else { return false }
    for _ in 0..<count {
      guard let byte = take(8) else { return false }
      builder.append(UInt8(byte))
    }
    return true
  }

  /// Common characters of GB 18030 in 12 bits: the first region (level 1 and symbols) or the second one (level 2).
  private mutating func readRegion(first: Bool) -> Bool {
    var first = first
    while let code = take(12) {
      switch code {
      case 0xFFF: return true
      case 0xFFE: first.toggle()
      default:
        let (row, cell): (Int, Int)
        switch (first, code) {
        case (true, ..<0xEB0): (row, cell) = (0xB0 + code / 94, 0xA1 + code % 94)
        case (true, ..<0xFCA): (row, cell) = (0xA1 + (code - 0xEB0) / 94, 0xA1 + (code - 0xEB0) % 94)
        case (true, ..<0xFEA): (row, cell) = (0xA8, 0xA1 + code - 0xFCA)
        case (false, ..<0xBC0): (row, cell) = (0xD8 + code / 94, 0xA1 + code % 94)
        default: return false
        }
        builder.append(contentsOf: [UInt8(row), UInt8(cell)])
      }
    }
    return false
  }

  private mutating func readDoubleByte() -> Bool {
    while let code = take(15) {
      if code == 0x7FFF { return true }
      let row = 0x81 + code / 190
      let cell = code % 190
      guard row <= 0xFE else { return false }
      builder.append(contentsOf: [UInt8(row), UInt8(cell < 63 ? 0x40 + cell : 0x41 + cell)])
    }
    return false
  }

  /// One character of four bytes.
  private mutating func readFourByte() -> Bool {
    guard let code = take(21), code < 126 * 12600 else { return false }
    builder.append(
      contentsOf: [
        UInt8(0x81 + code / 12600), UInt8(0x30 + code / 1260 % 10), UInt8(0x81 + code / 10 % 126),
        UInt8(0x30 + code % 10),
      ])
    return true
  }

  private mutating func readECI() -> Bool {
    guard let first = take(8) else { return false }
    switch first {
    case ..<0x80: builder.switchTo(eci: first)
    case ..<0xC0:
      guard let more = take(8) else { return false }
      builder.switchTo(eci: (first & 0x3F) << 8 | more)
    case ..<0xE0:
      guard let more = take(16) else { return false }
      let eci = (first & 0x1F) << 16 | more
      guard eci < 1_000_000 else { return false }
      builder.switchTo(eci: eci)
    default: return false
    }
    return true
  }
}
