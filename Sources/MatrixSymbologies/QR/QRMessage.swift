import BarcodeCore

/// What the data codewords of a symbol say.
package struct QRMessage: Sendable {
  package var content: Content
  /// Position and parity in a message of several symbols.
  package var structuredAppend: StructuredAppend?
  /// FNC1 in first position: GS1 element strings.
  package var isGS1: Bool
  /// FNC1 in second position: the application indicator.
  package var applicationIndicator: String?
  /// Padding codewords that are as they should be, and those that are not.
  package var padding: (right: Int, wrong: Int)
  /// Of QR Code model 1.
  package var isModelOne = false

  /// Modifier of the AIM symbology identifier.
  package var modifier: Int {
    if isModelOne { return 0 }
    let base = isGS1 ? 3 : applicationIndicator != nil ? 5 : 1
    return base + (content.hasECI ? 1 : 0)
  }
}

/// Splits the data codewords into segments and decodes them.
package struct QRMessageDecoder {
  private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
  private static let groupSeparator: UInt8 = 0x1D

  private var bits: BitReader
  private let data: [UInt8]
  private let rules: QRSegmentRules
  private var builder: ContentBuilder
  private var isGS1 = false
  private var indicator: String?
  private var append: StructuredAppend?

  /// The message of the data codewords of a symbol, or nil when it breaks the standard's rules or is empty.
  package static func decode(
    _ data: [UInt8], version: Int, defaultECI: Int?, isModelOne: Bool = false
  ) -> QRMessage? {
    var decoder = QRMessageDecoder(data, .qr(version: version), defaultECI)
    // Model 1 begins with four bits without meaning.
    if isModelOne { guard decoder.bits.read(4) != nil else { return nil } }
    return decoder.message(isModelOne: isModelOne)
  }

  /// The same for another member of the family. `bitCount` is the number of data bits where they end within a byte.
  package static func decode(
    _ data: [UInt8], rules: QRSegmentRules, bitCount: Int? = nil, defaultECI: Int?
  ) -> QRMessage? {
    var decoder = QRMessageDecoder(data, rules, defaultECI, bitCount: bitCount)
    return decoder.message(isModelOne: false)
  }

  private mutating func message(isModelOne: Bool) -> QRMessage? {
    guard run(), !builder.isEmpty else { return nil }
    return QRMessage(
      content: builder.finish(), structuredAppend: append, isGS1: isGS1, applicationIndicator: indicator,
      padding: padding(), isModelOne: isModelOne)
  }

  private init(_ data: [UInt8], _ rules: QRSegmentRules, _ defaultECI: Int?, bitCount: Int? = nil) {
    bits = BitReader(data, bitCount: bitCount)
    self.data = Array(data.prefix((bitCount ?? data.count * 8) / 8))
    self.rules = rules
    builder = ContentBuilder(defaultECI: defaultECI, guess: .qr)
  }

  private mutating func run() -> Bool {
    while bits.available >= max(1, rules.indicatorBits) {
      guard let value = bits.read(rules.indicatorBits), let mode = rules.mode(value) else { return false }
      switch mode {
      case .terminator: return true
      case .numeric:
        // Where the counts are short, what is left may be shorter than a terminator.
        if rules.endsWithEmptyNumeric, bits.available < rules.numericCount { return true }
        guard let count = bits.read(rules.numericCount) else { return false }
        if count == 0, rules.endsWithEmptyNumeric { return true }
        guard numeric(count) else { return false }
      case .alphanumeric: guard alphanumeric() else { return false }
      case .byte: guard byte() else { return false }
      case .kanji: guard kanji() else { return false }
      case .hanzi: guard hanzi() else { return false }
      case .eci: guard eci() else { return false }
      case .structuredAppend: guard structuredAppend() else { return false }
      case .fnc1First: isGS1 = true
      case .fnc1Second: guard applicationIndicator() else { return false }
      }
    }
    return true
  }

  private var hasFNC1: Bool { isGS1 || indicator != nil }

  private mutating func numeric(_ characters: Int) -> Bool {
    var count = characters
    while count > 0 {
      let digits = min(3, count)
      guard let value = bits.read(digits * 3 + 1), value < [1, 10, 100, 1000][digits] else { return false }
      var divisor = [1, 1, 10, 100][digits]
      while divisor > 0 {
        builder.append(UInt8(48 + value / divisor % 10))
        divisor /= 10
      }
      count -= digits
    }
    return true
  }

  private mutating func alphanumeric() -> Bool {
    guard let count = bits.read(rules.alphanumericCount) else { return false }
    var characters: [UInt8] = []
    characters.reserveCapacity(count)
    while characters.count < count {
      let pair = count - characters.count > 1
      guard let value = bits.read(pair ? 11 : 6), value < (pair ? 45 * 45 : 45) else { return false }
      if pair { characters.append(Self.alphabet[value / 45]) }
      characters.append(Self.alphabet[value % 45])
    }
    builder.append(contentsOf: hasFNC1 ? Self.resolvePercent(characters) : characters)
    return true
  }

  /// Under FNC1, `%` stands for the separator and `%%` for itself.
  private static func resolvePercent(_ characters: [UInt8]) -> [UInt8] {
    let percent = UInt8(ascii: "%")
    var out: [UInt8] = []
    var i = 0
    while i < characters.count {
      if characters[i] != percent {
        out.append(characters[i])
      } else if i + 1 < characters.count, characters[i + 1] == percent {
        out.append(percent)
        i += 1
      } else {
        out.append(groupSeparator)
      }
      i += 1
    }
    return out
  }

  private mutating func byte() -> Bool {
    guard let count = bits.read(rules.byteCount), count * 8 <= bits.available else { return false }
    var values: [UInt8] = []
    values.reserveCapacity(count)
    for _ in 0..<count {
      guard let value = bits.read(8) else { return false }
      values.append(UInt8(value))
    }
    builder.append(contentsOf: values)
    return true
  }

  private mutating func kanji() -> Bool {
    guard let count = bits.read(rules.kanjiCount), count * 13 <= bits.available else { return false }
    var values: [UInt8] = []
    for _ in 0..<count {
      guard let value = bits.read(13) else { return false }
      let pair = (value / 0xC0) << 8 | value % 0xC0
      let code = pair + (pair < 0x1F00 ? 0x8140 : 0xC140)
      values.append(UInt8(truncatingIfNeeded: code >> 8))
      values.append(UInt8(truncatingIfNeeded: code))
    }
    builder.append(contentsOf: values, in: .shiftJIS)
    return true
  }

  private mutating func hanzi() -> Bool {
    // The only subset is GB 2312.
    guard bits.read(4) == 1, let count = bits.read(rules.kanjiCount), count * 13 <= bits.available else {
      return false
    }
    var values: [UInt8] = []
    for _ in 0..<count {
      guard let value = bits.read(13) else { return false }
      let pair = (value / 0x60) << 8 | value % 0x60
      let code = pair + (pair < 0xA00 ? 0xA1A1 : 0xA6A1)
      values.append(UInt8(truncatingIfNeeded: code >> 8))
      values.append(UInt8(truncatingIfNeeded: code))
    }
    builder.append(contentsOf: values, in: .gb2312)
    return true
  }

  private mutating func eci() -> Bool {
    guard let first = bits.read(8) else { return false }
    if first & 0x80 == 0 {
      builder.switchTo(eci: first)
    } else if first & 0xC0 == 0x80, let second = bits.read(8) {
      builder.switchTo(eci: (first & 0x3F) << 8 | second)
    } else if first & 0xE0 == 0xC0, let rest = bits.read(16) {
      builder.switchTo(eci: (first & 0x1F) << 16 | rest)
    } else {
      return false
    }
    return true
  }

  private mutating func structuredAppend() -> Bool {
    guard let index = bits.read(4), let last = bits.read(4), let parity = bits.read(8), index <= last else {
      return false
    }
    append = StructuredAppend(index: index, count: last + 1, identifier: String(parity))
    return true
  }

  /// Two digits, or a Latin letter whose code is increased by 100; it is part of what is transmitted.
  private mutating func applicationIndicator() -> Bool {
    guard let value = bits.read(8) else { return false }
    switch value {
    case 0...99:
      indicator = "\(value / 10)\(value % 10)"
    case 165...190, 197...222:
      indicator = String(UnicodeScalar(UInt8(value - 100)))
    default:
      return false
    }
    if let indicator { builder.append(contentsOf: Array(indicator.utf8)) }
    return true
  }

  /// Compares what follows the terminator with the two padding codewords in turn.
  private func padding() -> (right: Int, wrong: Int) {
    var rest = bits
    rest.alignToByte()
    var right = 0
    var wrong = 0
    for (i, byte) in data.suffix(from: min(data.count, rest.position / 8)).enumerated() {
      if byte == (i & 1 == 0 ? 0xEC : 0x11) { right += 1 } else { wrong += 1 }
    }
    return (right, wrong)
  }
}
