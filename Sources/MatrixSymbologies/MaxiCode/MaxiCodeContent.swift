import BarcodeCore

/// What the codewords of a MaxiCode symbol say.
struct MaxiCodeContent {
  private(set) var builder: ContentBuilder
  private(set) var structuredAppend: StructuredAppend?
  let mode: Int

  init?(_ message: MaxiCodeMessage, defaultECI: Int?) {
    mode = message.mode
    builder = ContentBuilder(defaultECI: defaultECI, guess: .latin1)
    let hasCarrier = mode == 2 || mode == 3
    let codewords = hasCarrier ? message.secondary : Array(message.primary.dropFirst()) + message.secondary
    let start = readStructuredAppend(codewords)
    guard let pieces = Self.decoded(codewords, from: start),
      let carrier = hasCarrier ? Self.carrier(message.primary, mode: mode) : []
    else { return nil }
    build(carrier, pieces)
  }

  /// The AIM symbology identifier.
  var identifier: String {
    "]U\((builder.hasECI ? 2 : 0) + (mode == 2 || mode == 3 ? 1 : 0))"
  }

  /// A pad in front announces structured append: place and count in three bits each. Returns where the message starts.
  private mutating func readStructuredAppend(_ codewords: [Int]) -> Int {
    guard codewords.count > 1, codewords[0] == 33 else { return 0 }
    let index = codewords[1] >> 3
    let count = codewords[1] & 7 + 1
    guard count > 1, index < count else { return 0 }
    structuredAppend = StructuredAppend(index: index, count: count, identifier: "")
    return 2
  }

  /// Postal code, country and class of service as text, each followed by GS; nil when they cannot be.
  private static func carrier(_ primary: [Int], mode: Int) -> [UInt8]? {
    func bits(_ from: Int, _ count: Int) -> Int {
      var value = 0
      for k in 0..<count where primary[(from + k) / 6] >> ((from + k) % 6) & 1 == 1 { value |= 1 << k }
      return value
    }
    func padded(_ value: Int, _ count: Int) -> [UInt8] {
      let digits = Array(String(value).utf8)
      return [UInt8](repeating: 0x30, count: max(0, count - digits.count)) + digits
    }
    let postal: [UInt8]
    if mode == 2 {
      let length = bits(34, 6)
      guard length <= 9 else { return nil }
      postal = padded(bits(4, 30), length)
    } else {
      postal = (0..<6).flatMap { k -> [UInt8] in
        let code = bits(4 + 6 * (5 - k), 6)
        return code == 33 ? [] : [MaxiCodeCodeSet.setA[code]]
      }
    }
    let country = bits(40, 10)
    let service = bits(50, 10)
    guard country < 1000, service < 1000 else { return nil }
    return postal + [0x1D] + padded(country, 3) + [0x1D] + padded(service, 3) + [0x1D]
  }

  /// A piece of the message in one interpretation.
  private struct Piece {
    var eci: Int?
    var bytes: [UInt8]
  }

  /// `[)>` RS `01` GS, which two digits of a version follow.
  private static let transportHeader: [UInt8] = [0x5B, 0x29, 0x3E, 0x1E, 0x30, 0x31, 0x1D]

  /// Joins the carrier's data and the secondary message: the former go behind the transport header if there is one.
  private mutating func build(_ carrier: [UInt8], _ pieces: [Piece]) {
    for (index, piece) in pieces.enumerated() {
      var bytes = piece.bytes
      if index == 0 {
        let hasHeader = bytes.count >= 9 && bytes.starts(with: Self.transportHeader)
        bytes.insert(contentsOf: carrier, at: hasHeader ? 9 : 0)
      }
      if let eci = piece.eci { builder.switchTo(eci: eci) }
      builder.append(contentsOf: bytes)
    }
  }

  private static func decoded(_ codewords: [Int], from start: Int) -> [Piece]? {
    var pieces = [Piece(eci: nil, bytes: [])]
    var rest = codewords[start...]
    var latched = MaxiCodeCodeSet.a
    var shifted: (set: MaxiCodeCodeSet, count: Int)?
    while let code = rest.popFirst() {
      let set = shifted?.set ?? latched
      let inShift = shifted != nil
      if let running = shifted { shifted = running.count > 1 ? (running.set, running.count - 1) : nil }
      switch set.action(code) {
      case .byte(let byte): pieces[pieces.count - 1].bytes.append(byte)
      case .pad: break
      case .latch(let to): (latched, shifted) = (to, nil)
      case .shift(let to, let count): shifted = (to, count)
      case .lockIn: if inShift { latched = set }
      case .numeric:
        guard let value = number(&rest, words: 5), value < 1_000_000_000 else { return nil }
        let digits = Array(String(value).utf8)
        pieces[pieces.count - 1].bytes += [UInt8](repeating: 0x30, count: 9 - digits.count) + digits
      case .eci:
        guard let eci = interpretation(&rest) else { return nil }
        pieces.append(Piece(eci: eci, bytes: []))
      }
    }
    return pieces
  }

  private static func number(_ rest: inout ArraySlice<Int>, words: Int, from start: Int = 0) -> Int? {
    var value = start
    for _ in 0..<words {
      guard let part = rest.popFirst() else { return nil }
      value = value << 6 | part
    }
    return value
  }

  /// The number of an interpretation in one to four codewords; the first one's leading ones tell how many.
  private static func interpretation(_ rest: inout ArraySlice<Int>) -> Int? {
    guard let first = rest.popFirst() else { return nil }
    let value: Int?
    switch first {
    case ..<0b100000: value = first
    case ..<0b110000: value = number(&rest, words: 1, from: first & 15)
    case ..<0b111000: value = number(&rest, words: 2, from: first & 7)
    case ..<0b111100: value = number(&rest, words: 3, from: first & 3)
    default: value = nil
    }
    guard let value, value < 1_000_000 else { return nil }
    return value
  }
}
