import BarcodeCore

/// Code 128 (ISO/IEC 15417) and GS1-128.
package enum Code128 {
  static let startA: UInt8 = 103
  static let startC: UInt8 = 105
  static let stop: UInt8 = 106

  static let grammar = LinearGrammar(
    symbology: .code128, elements: 6, modules: 11, widths: widths, starts: [103, 104, 105], stop: stop,
    terminationBar: 2, lengths: 2...250, quietZone: 10, checkChance: -2, verify: verify,
    interpret: { codes, _ in interpret(codes) })

  /// The check character is the weighted sum of all characters modulo 103; the start weighs 1 like the first one.
  package static func verify(_ codes: [UInt8]) -> Bool {
    guard codes.count >= 4 else { return false }
    var sum = Int(codes[0])
    for i in 1..<(codes.count - 2) {
      guard codes[i] < startA else { return false }
      sum += i * Int(codes[i])
    }
    return sum % 103 == Int(codes[codes.count - 2])
  }

  /// What the characters from start to stop say; nil when they say nothing.
  package static func interpret(_ codes: [UInt8]) -> LinearContent? {
    guard codes.count >= 4 else { return nil }
    var text = Code128Text(start: codes[0])
    for code in codes[1..<(codes.count - 2)] { text.add(code) }
    return text.content
  }
}

/// Turns the characters of a Code 128 symbol into bytes.
struct Code128Text {
  private enum CodeSet { case a, b, c }
  private var set: CodeSet
  private var shifted: CodeSet?
  private var bytes: [UInt8] = []
  private var count = 0
  private var isGS1 = false
  private var isIndustry = false
  private var isReaderInitialisation = false
  private var appends = false
  // FNC4 once adds 128 to the next character, twice to all that follow until it comes twice again.
  private var upperOnce = false
  private var upperLatched = false

  init(start: UInt8) { set = start == 103 ? .a : start == 104 ? .b : .c }

  mutating func add(_ code: UInt8) {
    let current = shifted ?? set
    shifted = nil
    if code == 102 {
      functionOne()
    } else if current == .c {
      addInC(code)
    } else if code < 96 {
      addCharacter(code, current)
    } else {
      addFunction(code, current)
    }
    count += 1
  }

  private mutating func addInC(_ code: UInt8) {
    switch code {
    case 100: set = .b
    case 101: set = .a
    default:
      bytes.append(48 + code / 10)
      bytes.append(48 + code % 10)
    }
  }

  private mutating func addCharacter(_ code: UInt8, _ current: CodeSet) {
    let ascii = current == .a && code >= 64 ? code - 64 : code + 32
    bytes.append(upperOnce != upperLatched ? ascii | 0x80 : ascii)
    upperOnce = false
  }

  private mutating func addFunction(_ code: UInt8, _ current: CodeSet) {
    switch code {
    case 96: isReaderInitialisation = true
    case 97: appends = true
    case 98: shifted = current == .a ? .b : .a
    case 99: set = .c
    case 100: if current == .b { functionFour() } else { set = .b }
    default: if current == .a { functionFour() } else { set = .a }
    }
  }

  private mutating func functionFour() {
    if upperOnce {
      upperOnce = false
      upperLatched.toggle()
    } else {
      upperOnce = true
    }
  }

  private mutating func functionOne() {
    if count == 0 {
      isGS1 = true
    } else if isApplicationIndicator, !isGS1 {
      isIndustry = true
    } else {
      bytes.append(0x1D)
    }
  }

  /// A letter or two digits before FNC1 in second position.
  private var isApplicationIndicator: Bool {
    if bytes.count == 1 { return (65...90).contains(bytes[0] & 0xDF) }
    return bytes.count == 2 && count == 1
  }

  /// The content, or nil when there is none.
  var content: LinearContent? {
    guard !bytes.isEmpty || isReaderInitialisation else { return nil }
    let identifier = isGS1 ? "]C1" : isIndustry ? "]C2" : "]C0"
    var details: [String] = []
    if appends { details.append("message append (FNC2)") }
    if isReaderInitialisation { details.append("reader initialisation (FNC3)") }
    return LinearContent(
      symbology: .code128, identifier: identifier, text: LinearText.decode(bytes), bytes: bytes, isGS1: isGS1,
      isReaderInitialisation: isReaderInitialisation, details: details.joined(separator: ", "))
  }
}
