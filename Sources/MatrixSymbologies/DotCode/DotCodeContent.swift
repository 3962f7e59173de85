import BarcodeCore

/// What the codewords of a DotCode symbol say.
struct DotCodeContent {
  private(set) var builder: ContentBuilder
  private(set) var isGS1 = false
  private(set) var hasSecondFNC1 = false
  private(set) var isReaderInitialisation = false
  private(set) var structuredAppend: StructuredAppend?

  private enum Table { case a, b, c, binary }

  private var rest: ArraySlice<Int>
  private var latched = Table.c
  /// What a macro in front adds at the end.
  private var trailer: [UInt8] = []
  /// Values of base 259 of a run of binary codewords.
  private var digits: [Int] = []

  /// - Parameter codewords: From 0 to 112, without check codewords.
  init?(_ codewords: [Int], defaultECI: Int?) {
    builder = ContentBuilder(defaultECI: defaultECI, guess: .latin1)
    rest = codewords[...]
    takeLink()
    guard readStart(), decode() else { return nil }
    builder.append(contentsOf: trailer)
  }

  /// Structured append: FNC2 at the end (padding latches aside) behind two characters for place and count.
  private mutating func takeLink() {
    var end = rest.endIndex
    while end > rest.startIndex, rest[end - 1] == 106 || rest[end - 1] == 109 { end -= 1 }
    guard end - rest.startIndex > 3, rest[end - 1] == 108, let index = Self.linkNumber(rest[end - 3]),
      let count = Self.linkNumber(rest[end - 2]), index <= count
    else { return }
    structuredAppend = StructuredAppend(index: index - 1, count: count, identifier: "")
    rest = rest[..<(end - 3)]
  }

  /// 1 to 9, then A to Z, in code set A or B.
  private static func linkNumber(_ code: Int) -> Int? {
    switch code {
    case 17...25: code - 16
    case 33...58: code - 33 + 10
    default: nil
    }
  }

  /// The AIM symbology identifier.
  var identifier: String {
    "]J\((builder.hasECI ? 3 : 0) + (isGS1 ? 1 : hasSecondFNC1 ? 2 : 0))"
  }

  /// Reader initialisation, macros, and digits in front, which mean GS1 unless FNC1 precedes.
  private mutating func readStart() -> Bool {
    if rest.first == 109 {
      isReaderInitialisation = true
      rest.removeFirst()
    }
    guard let first = rest.first else { return false }
    if first == 107 {
      rest.removeFirst()
    } else if first <= 100 {
      isGS1 = true
    } else if first == 106, let macro = rest.dropFirst().first, (97...100).contains(macro) {
      rest.removeFirst(2)
      latched = .b
      builder.append(contentsOf: Array("[)>\u{1E}".utf8))
      trailer = [0x04]
      if macro < 100 {
        builder.append(contentsOf: Array(["05", "06", "12"][macro - 97].utf8) + [0x1D])
        trailer = [0x1E, 0x04]
      }
    }
    return true
  }

  private mutating func decode() -> Bool {
    var shifted: (table: Table, count: Int)?
    while let code = rest.popFirst() {
      let table = shifted?.table ?? latched
      if let running = shifted { shifted = running.count > 1 ? (running.table, running.count - 1) : nil }
      if table == .binary {
        guard readBinary(code, &shifted) else { return false }
        continue
      }
      switch (table, code) {
      case (_, 107): separator()
      case (_, 108): guard readECI() else { return false }
      case (_, 109): break
      case (_, 110), (_, 111):
        guard let next = rest.popFirst(), let byte = Self.byte(code == 110 ? .a : .b, next) else { return false }
        builder.append(byte | 0x80)
      case (_, 112): latched = .binary
      case (.c, 0...99): appendPair(code)
      case (.c, 100):
        appendPair(17)
        for _ in 0..<3 {
          guard let pair = rest.popFirst(), pair < 100 else { return false }
          appendPair(pair)
        }
        appendPair(10)
      case (.c, 101): latched = .a
      case (.c, 102...105): shifted = (.b, code - 101)
      case (.c, 106): latched = .b
      case (.b, 96): builder.append(contentsOf: [13, 10])
      case (.b, 101): shifted = (.a, 1)
      case (.b, 102): latched = .a
      case (.a, 96...101): shifted = (.b, code - 95)
      case (.a, 102): latched = .b
      case (_, 103...105): shifted = (.c, code - 101)
      case (_, 106): latched = .c
      default:
        guard let byte = Self.byte(table, code) else { return false }
        builder.append(byte)
      }
    }
    return flush()
  }

  /// A character of code set A or B.
  private static func byte(_ table: Table, _ code: Int) -> UInt8? {
    switch (table, code) {
    case (.a, 0...63), (.b, 0...95): UInt8(code + 32)
    case (.a, 64...95): UInt8(code - 64)
    case (.b, 97...100): [9, 28, 29, 30][code - 97]
    default: nil
    }
  }

  private mutating func appendPair(_ pair: Int) {
    builder.append(contentsOf: [UInt8(0x30 + pair / 10), UInt8(0x30 + pair % 10)])
  }

  private mutating func separator() {
    let bytes = builder.bytes
    let isLetter = bytes.count == 1 && ((0x41...0x5A).contains(bytes[0]) || (0x61...0x7A).contains(bytes[0]))
    if isLetter, !isGS1, !hasSecondFNC1 {
      hasSecondFNC1 = true
    } else {
      builder.append(0x1D)
    }
  }

  /// An extended channel interpretation in one or three codewords.
  private mutating func readECI() -> Bool {
    guard let first = rest.popFirst() else { return false }
    var eci = first
    if first >= 40 {
      guard let second = rest.popFirst(), let third = rest.popFirst() else { return false }
      eci = (first - 40) * 12769 + second * 113 + third + 40
    }
    guard eci < 1_000_000 else { return false }
    builder.switchTo(eci: eci)
    return true
  }

  /// Codewords of binary mode: up to six of base 103 are up to five bytes of base 259; others leave it.
  private mutating func readBinary(_ code: Int, _ shifted: inout (table: Table, count: Int)?) -> Bool {
    if code < 103 {
      digits.append(code)
      return digits.count < 6 || flush()
    }
    guard flush() else { return false }
    switch code {
    case 103...108: shifted = (.c, code - 101)
    case 109: latched = .a
    case 110: latched = .b
    case 111: latched = .c
    default: return false
    }
    return true
  }

  /// Bytes of an announced interpretation that are still to come in binary mode, and its number so far.
  private var pendingECI: (left: Int, value: Int) = (0, 0)

  private mutating func flush() -> Bool {
    guard !digits.isEmpty else { return true }
    var value = digits.reduce(0) { $0 * 103 + $1 }
    var bytes: [Int] = []
    for _ in 1..<max(digits.count, 1) {
      bytes.insert(value % 259, at: 0)
      value /= 259
    }
    guard value == 0 else { return false }
    digits = []
    for byte in bytes {
      if pendingECI.left > 0 {
        guard byte < 256 else { return false }
        pendingECI = (pendingECI.left - 1, pendingECI.value << 8 | byte)
        if pendingECI.left == 0 { builder.switchTo(eci: min(pendingECI.value, 999_999)) }
      } else if byte > 255 {
        pendingECI = (byte - 255, 0)
      } else {
        builder.append(UInt8(byte))
      }
    }
    return true
  }
}
