import BarcodeCore

/// What the data codewords of a symbol say.
package struct DataMatrixContent: Sendable {
  /// The characters.
  package var builder: ContentBuilder
  /// FNC1 stood in first position (fifth in structured append): GS1 element strings follow.
  package var hasFNC1First = false
  /// FNC1 stood in second position (sixth in structured append): an AIM application indicator precedes.
  package var hasFNC1Second = false
  package var isReaderInitialisation = false
  package var structuredAppend: StructuredAppend?
  /// Padding codewords after the first that follow the 253-state rule, and those that do not.
  package var validPads = 0
  package var wrongPads = 0
  /// The content's last codeword was reached without meeting padding.
  package var fillsSymbol = true

  /// The modifier of the AIM symbology identifier.
  package var identifier: String {
    let modifier = (hasFNC1First ? 2 : hasFNC1Second ? 3 : 1) + (builder.hasECI ? 3 : 0)
    return "]d\(modifier)"
  }
}

/// Reads the encodation schemes of ISO/IEC 16022, one after another.
package struct DataMatrixContentDecoder {
  private let codewords: [UInt8]
  private var position = 0
  private var content: DataMatrixContent
  private var trailer: [UInt8] = []
  private var hasUpperShift = false
  /// Where the message proper starts: after a structured append header.
  private var start = 0

  /// The content of the data codewords, or nil when they break the rules of the encodation.
  package static func decode(_ codewords: [UInt8], defaultECI: Int? = nil) -> DataMatrixContent? {
    var decoder = DataMatrixContentDecoder(codewords: codewords, defaultECI: defaultECI)
    return decoder.run()
  }

  private init(codewords: [UInt8], defaultECI: Int?) {
    self.codewords = codewords
    content = DataMatrixContent(builder: ContentBuilder(defaultECI: defaultECI, guess: .latin1))
  }

  private enum Scheme { case ascii, c40, text, x12, edifact, base256, end }

  private var remaining: Int { codewords.count - position }

  private mutating func next() -> Int? {
    guard position < codewords.count else { return nil }
    position += 1
    return Int(codewords[position - 1])
  }

  private mutating func run() -> DataMatrixContent? {
    guard readHeader() else { return nil }
    var scheme = Scheme.ascii
    while scheme != .end, position < codewords.count {
      let following: Scheme?
      switch scheme {
      case .ascii: following = readASCII()
      case .c40, .text, .x12: following = readTriples(scheme)
      case .edifact: following = readEDIFACT()
      case .base256: following = readBase256()
      case .end: following = .end
      }
      guard let following else { return nil }
      scheme = following
    }
    guard !hasUpperShift else { return nil }
    if !trailer.isEmpty { content.builder.append(contentsOf: trailer) }
    return content
  }

  /// Structured append and reader programming, which stand before everything else.
  private mutating func readHeader() -> Bool {
    guard let first = codewords.first else { return false }
    if first == ASCIICodeword.structuredAppend {
      guard codewords.count > 4 else { return false }
      let count = 17 - Int(codewords[1] & 15)
      let index = Int(codewords[1] >> 4)
      guard count >= 2, index < count, codewords[2] != 0, codewords[3] != 0 else { return false }
      let identifier = Int(codewords[2]) << 8 | Int(codewords[3])
      content.structuredAppend = StructuredAppend(index: index, count: count, identifier: String(identifier))
      position = 4
    } else if first == ASCIICodeword.readerProgramming {
      content.isReaderInitialisation = true
      position = 1
    }
    start = position
    return true
  }

  private mutating func append(_ byte: Int) {
    content.builder.append(UInt8(truncatingIfNeeded: hasUpperShift ? byte + 128 : byte))
    hasUpperShift = false
  }

  /// FNC1: a flag in the first two positions, the group separator elsewhere.
  private mutating func readFNC1(at place: Int) {
    if place == start {
      content.hasFNC1First = true
    } else if place == start + 1, isApplicationIndicator {
      content.hasFNC1Second = true
    } else {
      append(Int(UInt8.groupSeparator))
    }
  }

  /// Whether what was read so far is a letter or two digits in one codeword.
  private var isApplicationIndicator: Bool {
    guard !content.builder.hasECI, !content.hasFNC1First else { return false }
    let bytes = content.builder.bytes
    if bytes.count == 2 { return bytes.allSatisfy { $0 >= 48 && $0 <= 57 } }
    guard bytes.count == 1, let letter = bytes.first else { return false }
    return letter >= 65 && letter <= 90 || letter >= 97 && letter <= 122
  }
}

extension UInt8 {
  fileprivate static let groupSeparator: UInt8 = 29
}

/// Codewords of ASCII encodation that are no characters.
private enum ASCIICodeword {
  static let pad = 129
  static let c40 = 230
  static let base256 = 231
  static let fnc1 = 232
  static let structuredAppend: UInt8 = 233
  static let readerProgramming: UInt8 = 234
  static let upperShift = 235
  static let macro05 = 236
  static let macro06 = 237
  static let x12 = 238
  static let text = 239
  static let edifact = 240
  static let eci = 241
  static let unlatch = 254
}

// MARK: ASCII encodation

extension DataMatrixContentDecoder {
  /// One codeword; the scheme that holds afterwards, or nil when it is not allowed.
  private mutating func readASCII() -> Scheme? {
    let place = position
    guard let codeword = next() else { return .end }
    if codeword >= 1, codeword <= 128 {
      append(codeword - 1)
      return .ascii
    }
    if codeword >= 130, codeword <= 229 {
      guard !hasUpperShift else { return nil }
      append(48 + (codeword - 130) / 10)
      append(48 + (codeword - 130) % 10)
      return .ascii
    }
    if codeword == ASCIICodeword.pad {
      // Some encoders fill up the last triple of C40 with an upper shift.
      hasUpperShift = false
    }
    guard !hasUpperShift else { return nil }
    switch codeword {
    case ASCIICodeword.pad:
      checkPadding()
      return .end
    case ASCIICodeword.c40: return .c40
    case ASCIICodeword.base256: return .base256
    case ASCIICodeword.fnc1:
      readFNC1(at: place)
      return .ascii
    case ASCIICodeword.upperShift:
      hasUpperShift = true
      return .ascii
    case ASCIICodeword.macro05, ASCIICodeword.macro06:
      return readMacro(codeword, at: place)
    case ASCIICodeword.x12: return .x12
    case ASCIICodeword.text: return .text
    case ASCIICodeword.edifact: return .edifact
    case ASCIICodeword.eci: return readECI() ? .ascii : nil
    case ASCIICodeword.unlatch:
      // Some encoders close the last scheme although the symbol is full.
      return remaining == 0 ? .end : nil
    default: return nil
    }
  }

  /// The header and trailer of ISO/IEC 15434 that a macro codeword stands for.
  private mutating func readMacro(_ codeword: Int, at place: Int) -> Scheme? {
    guard place == 0 else { return nil }
    content.builder.append(contentsOf: "[)>\u{1E}0\(codeword == ASCIICodeword.macro05 ? 5 : 6)\u{1D}".utf8)
    trailer = [30, 4]
    return .ascii
  }

  private mutating func readECI() -> Bool {
    guard let first = next(), first > 0, first <= 207 else { return false }
    let number: Int
    if first <= 127 {
      number = first - 1
    } else {
      guard let second = next(), second > 0, second < 255 else { return false }
      if first <= 191 {
        number = (first - 128) * 254 + second - 1 + 127
      } else {
        guard let third = next(), third > 0, third < 255 else { return false }
        number = (first - 192) * 64516 + (second - 1) * 254 + third - 1 + 16383
      }
    }
    content.builder.switchTo(eci: number)
    return true
  }

  /// Compares the padding after its first codeword with the 253-state rule.
  private mutating func checkPadding() {
    content.fillsSymbol = false
    while let codeword = next() {
      let sum = 129 + 149 * position % 253 + 1
      if codeword == (sum > 254 ? sum - 254 : sum) {
        content.validPads += 1
      } else {
        content.wrongPads += 1
      }
    }
  }
}

// MARK: C40, Text and X12 encodation

extension DataMatrixContentDecoder {
  private mutating func readTriples(_ scheme: Scheme) -> Scheme? {
    var shift = 0
    while position < codewords.count {
      // A single codeword at the end is ASCII, without unlatching.
      if remaining == 1 {
        guard codewords[position] != 254 else {
          position += 1
          return .end
        }
        return .ascii
      }
      guard let first = next() else { return .end }
      if first == ASCIICodeword.unlatch { return .ascii }
      guard let second = next() else { return nil }
      let value = first << 8 + second - 1
      guard value >= 0, value < 64000 else { return nil }
      for triple in [value / 1600, value / 40 % 40, value % 40] {
        let isValid = scheme == .x12 ? readX12(triple) : readC40(triple, isText: scheme == .text, shift: &shift)
        guard isValid else { return nil }
      }
    }
    return .end
  }

  private mutating func readX12(_ value: Int) -> Bool {
    switch value {
    case 0: append(13)
    case 1: append(42)
    case 2: append(62)
    case 3: append(32)
    case 4...13: append(value - 4 + 48)
    default: append(value - 14 + 65)
    }
    return true
  }

  private mutating func readC40(_ value: Int, isText: Bool, shift: inout Int) -> Bool {
    let set = shift
    shift = 0
    switch set {
    case 1:
      guard value < 32 else { return false }
      append(value)
    case 2: return readShiftTwo(value)
    case 3:
      guard value < 32 else { return false }
      append(isText && value >= 1 && value <= 26 ? value - 1 + 65 : value + 96)
    default:
      switch value {
      case 0...2: shift = value + 1
      case 3: append(32)
      case 4...13: append(value - 4 + 48)
      default: append(value - 14 + (isText ? 97 : 65))
      }
    }
    return true
  }

  private mutating func readShiftTwo(_ value: Int) -> Bool {
    switch value {
    case 0...14: append(value + 33)
    case 15...21: append(value - 15 + 58)
    case 22...26: append(value - 22 + 91)
    case 27:
      // Encoders that latch first mean the position among the characters.
      readFNC1(at: content.builder.isEmpty ? start : start + 1)
    case 30: hasUpperShift = true
    default: return false
    }
    return true
  }
}

// MARK: EDIFACT and Base 256 encodation

extension DataMatrixContentDecoder {
  private mutating func readEDIFACT() -> Scheme? {
    while true {
      // One or two codewords at the end are ASCII, without unlatching.
      if remaining <= 2 { return .ascii }
      let available = min(remaining, 3)
      var bits = 0
      for offset in 0..<3 { bits = bits << 8 | (offset < available ? Int(codewords[position + offset]) : 0) }
      for index in 0..<4 {
        let value = bits >> (18 - 6 * index) & 63
        if value == 31 {
          // Unlatching ends the codeword it stands in.
          position += min(index + 1, 3)
          return .ascii
        }
        append(value & 32 == 0 ? value | 64 : value)
      }
      position += available
    }
  }

  private mutating func readBase256() -> Scheme? {
    guard let first = nextUnrandomised() else { return nil }
    var count = first
    if first == 0 {
      count = remaining
    } else if first >= 250 {
      guard let second = nextUnrandomised() else { return nil }
      count = 250 * (first - 249) + second
    }
    guard count <= remaining, !hasUpperShift else { return nil }
    for _ in 0..<count {
      guard let value = nextUnrandomised() else { return nil }
      append(value)
    }
    return .ascii
  }

  /// The next codeword after undoing the 255-state rule.
  private mutating func nextUnrandomised() -> Int? {
    guard let codeword = next() else { return nil }
    let value = codeword - (149 * position % 255 + 1)
    return value < 0 ? value + 256 : value
  }
}
