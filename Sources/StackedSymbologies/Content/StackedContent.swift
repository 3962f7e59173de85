import BarcodeCore

/// The content of a PDF417 or MicroPDF417 symbol.
struct StackedContent {
  var content: Content
  var macro: MacroBlock?
  var isReaderInitialisation = false
  /// AIM modifier of a symbol that stands for a Code 128 symbol: 3 to 5.
  var emulation: Int?
  /// The symbol is the 2D component of a GS1 Composite symbol.
  var isGS1Linked = false
}

/// The control block of a Macro PDF417 symbol: its place in a file that spans several symbols.
struct MacroBlock: Hashable {
  /// From 0.
  var segment = 0
  /// Three digits a codeword.
  var fileIdentifier = ""
  /// Number of segments, where the symbol tells.
  var segmentCount: Int?
  /// The last segment of the file.
  var isLast = false
}

/// Decodes data codewords: compaction modes, ECI, macro control block.
struct StackedContentDecoder {
  private enum Mode { case text, byte, byteOfSix, numeric }

  /// Codewords with a function.
  private enum Function {
    static let text = 900
    static let byte = 901
    static let numeric = 902
    static let byteShift = 913
    static let macro05 = 916
    static let macro06 = 917
    static let linkageOther = 918
    static let linkageGS1 = 920
    static let readerInitialisation = 921
    static let macroEnd = 922
    static let macroField = 923
    static let byteOfSix = 924
    static let eciUser = 925
    static let eciGeneral = 926
    static let eciCharacterSet = 927
    static let macroBlock = 928
  }

  private let codewords: [Int]
  private let isMicro: Bool
  private var at = 0
  private var mode: Mode
  private var text = TextCompaction()
  private var builder: ContentBuilder
  private var result: StackedContent?
  private var macro: MacroBlock?
  private var isReaderInitialisation = false
  private var emulation: Int?
  private var isGS1Linked = false
  private var tail: [UInt8] = []

  /// - Parameters:
  ///   - codewords: Data codewords without the length descriptor, pads included.
  ///   - isMicro: MicroPDF417 begins in byte compaction, PDF417 in text compaction.
  init(_ codewords: [Int], isMicro: Bool, defaultECI: Int?) {
    self.codewords = codewords
    self.isMicro = isMicro
    mode = isMicro ? .byte : .text
    builder = ContentBuilder(defaultECI: defaultECI, guess: .latin1)
  }

  /// The content, or nil when the codewords break the rules.
  mutating func decode() -> StackedContent? {
    while at < codewords.count {
      let codeword = codewords[at]
      if codeword < 900 {
        guard takeData() else { return nil }
      } else {
        at += 1
        guard takeFunction(codeword) else { return nil }
      }
    }
    builder.append(contentsOf: tail)
    return StackedContent(
      content: builder.finish(), macro: macro, isReaderInitialisation: isReaderInitialisation, emulation: emulation,
      isGS1Linked: isGS1Linked)
  }

  /// Takes codewords below 900 in the current mode.
  private mutating func takeData() -> Bool {
    var end = at
    while end < codewords.count, codewords[end] < 900 { end += 1 }
    let run = codewords[at..<end]
    at = end
    switch mode {
    case .text:
      for codeword in run { text.take(codeword) { builder.append($0) } }
    case .byte: takeBytes(run, isOfSix: false)
    case .byteOfSix: takeBytes(run, isOfSix: true)
    case .numeric:
      var rest = run
      while !rest.isEmpty {
        guard let digits = NumericCompaction.digits(of: rest.prefix(NumericCompaction.group)) else { return false }
        builder.append(contentsOf: digits)
        rest = rest.dropFirst(NumericCompaction.group)
      }
    }
    return true
  }

  /// Five codewords are six bytes; what is left over is a byte a codeword.
  private mutating func takeBytes(_ run: ArraySlice<Int>, isOfSix: Bool) {
    var rest = run
    // Without the mark for multiples of six, the last five codewords are single bytes, unless they cannot be.
    while rest.count >= 5, isOfSix || rest.count > 5 || rest.contains(where: { $0 > 255 }) {
      var value = rest.prefix(5).reduce(0) { $0 * 900 + $1 }
      var bytes = [UInt8](repeating: 0, count: 6)
      for i in stride(from: 5, through: 0, by: -1) {
        bytes[i] = UInt8(truncatingIfNeeded: value)
        value >>= 8
      }
      builder.append(contentsOf: bytes)
      rest = rest.dropFirst(5)
    }
    builder.append(contentsOf: rest.map { UInt8(truncatingIfNeeded: $0) })
  }

  private mutating func takeFunction(_ codeword: Int) -> Bool {
    text.dropShift()
    switch codeword {
    case Function.text:
      mode = .text
      text.reset()
    case Function.byte: mode = .byte
    case Function.byteOfSix: mode = .byteOfSix
    case Function.numeric: mode = .numeric
    case Function.byteShift:
      guard at < codewords.count, codewords[at] < 256 else { return false }
      builder.append(UInt8(codewords[at]))
      at += 1
    case Function.eciCharacterSet:
      guard let value = next() else { return false }
      builder.switchTo(eci: value)
    case Function.eciGeneral:
      guard let high = next(), let low = next() else { return false }
      builder.switchTo(eci: 900 * (high + 1) + low)
    case Function.eciUser:
      guard let value = next() else { return false }
      builder.switchTo(eci: 810_900 + value)
    case Function.macroBlock: return takeMacro()
    case Function.readerInitialisation: isReaderInitialisation = true
    case Function.macro05, Function.macro06:
      builder.append(contentsOf: Array("[)>\u{1E}\(codeword == Function.macro05 ? "05" : "06")\u{1D}".utf8))
      tail = Array("\u{1E}\u{4}".utf8)
    case Function.linkageOther: break
    case Function.linkageGS1: isGS1Linked = true
    case 903...912: return isMicro && takeEmulation(codeword)
    default: return false
    }
    return true
  }

  /// MicroPDF417 in the place of a Code 128 symbol: with a function character in the first position, in the second
  /// one, or without any. Codewords that stand for application identifiers whose coding is not public are refused.
  private mutating func takeEmulation(_ codeword: Int) -> Bool {
    switch codeword {
    case 903, 906:
      emulation = 3
      mode = .text
    case 904, 907:
      emulation = 3
      mode = .numeric
    case 905:
      emulation = 3
      mode = .numeric
      // The identifier of a trade item number, whose digits follow.
      builder.append(contentsOf: Array("01".utf8))
    case 908:
      emulation = 4
      mode = .text
    case 909:
      emulation = 4
      mode = .numeric
    case 910:
      emulation = 5
      mode = .text
    case 911:
      emulation = 5
      mode = .numeric
    default: return false
    }
    text.reset()
    return true
  }

  private mutating func next() -> Int? {
    guard at < codewords.count, codewords[at] < 900 else { return nil }
    defer { at += 1 }
    return codewords[at]
  }

  private mutating func takeMacro() -> Bool {
    guard macro == nil, let high = next(), let low = next() else { return false }
    // Five digits behind the leading 1.
    let segment = high * 900 + low - 100_000
    guard segment >= 0 else { return false }
    var block = MacroBlock(segment: segment)
    while let part = next() { block.fileIdentifier += threeDigits(part) }
    while at < codewords.count {
      let codeword = codewords[at]
      at += 1
      if codeword == Function.macroField {
        guard let designator = next() else { return false }
        let start = at
        while at < codewords.count, codewords[at] < Function.macroEnd { at += 1 }
        if designator == 1 {
          let field = codewords[start..<at].filter { $0 < 900 }
          guard let digits = NumericCompaction.digits(of: field[...]) else { return false }
          block.segmentCount = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        }
      } else if codeword == Function.macroEnd {
        block.isLast = true
      } else if codeword != Function.text {
        return false
      }
    }
    macro = block
    return true
  }

  private func threeDigits(_ value: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }
}
