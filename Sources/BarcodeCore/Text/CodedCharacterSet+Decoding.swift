extension CodedCharacterSet {
  /// The bytes as text; what is no character of the set becomes U+FFFD.
  package func text(of bytes: [UInt8]) -> String {
    switch self {
    case .utf8:
      return String(decoding: bytes, as: UTF8.self)
    case .utf16BigEndian, .utf16LittleEndian:
      let high = self == .utf16BigEndian ? 0 : 1
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
        UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
      }
      let text = String(decoding: units, as: UTF16.self)
      return bytes.count % 2 == 0 ? text : text + "\u{FFFD}"
    default:
      var text = String.UnicodeScalarView()
      var index = 0
      while index < bytes.count {
        text.append(Unicode.Scalar(nextCodePoint(in: bytes, at: &index)) ?? "\u{FFFD}")
      }
      return String(text)
    }
  }

  /// The code point that begins at `index`, which moves behind it; U+FFFD when there is none. Not for UTF-8 and UTF-16.
  func nextCodePoint(in bytes: [UInt8], at index: inout Int) -> UInt32 {
    let lead = UInt32(bytes[index])
    switch self {
    case .utf32BigEndian, .utf32LittleEndian:
      return nextUnit32(in: bytes, at: &index)
    case .iso8859Part1, .binary:
      index += 1
      return lead
    default:
      break
    }
    guard lead >= 0x80 else {
      index += 1
      return lead
    }
    switch self {
    case .shiftJIS: return nextShiftJIS(in: bytes, at: &index)
    case .korean: return nextKorean(in: bytes, at: &index)
    case .big5: return nextBig5(in: bytes, at: &index)
    case .gb2312, .gbk, .gb18030: return nextChinese(in: bytes, at: &index)
    default:
      index += 1
      return upperHalf?.codePoint(at: Int(lead) - 0x80) ?? UInt32(CharacterTable.undefined)
    }
  }

  private func nextUnit32(in bytes: [UInt8], at index: inout Int) -> UInt32 {
    guard index + 4 <= bytes.count else {
      index = bytes.count
      return UInt32(CharacterTable.undefined)
    }
    let quad = bytes[index..<(index + 4)]
    index += 4
    let ordered = self == .utf32BigEndian ? Array(quad) : Array(quad.reversed())
    return ordered.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The trail byte behind a lead byte, -1 at the end.
  private func trail(in bytes: [UInt8], after index: Int) -> Int {
    index + 1 < bytes.count ? Int(bytes[index + 1]) : -1
  }

  /// Moves behind a character of two bytes, or behind the lead byte alone when the trail byte is a character by itself.
  private func advance(_ index: inout Int, codePoint: UInt32, trail: Int) {
    let isBroken = codePoint == UInt32(CharacterTable.undefined) && trail < 0x80
    index += isBroken ? 1 : 2
  }

  private func nextShiftJIS(in bytes: [UInt8], at index: inout Int) -> UInt32 {
    let lead = Int(bytes[index])
    if lead >= 0xA1 && lead <= 0xDF {
      // Half-width katakana of JIS X 0201.
      index += 1
      return UInt32(0xFF61 + lead - 0xA1)
    }
    let trail = trail(in: bytes, after: index)
    var codePoint = UInt32(CharacterTable.undefined)
    if lead != 0x80, lead != 0xA0, lead <= 0xFC, trail >= 0x40, trail != 0x7F, trail <= 0xFC {
      let row = lead < 0xA0 ? lead - 0x81 : lead - 0xE0 + 31
      let column = trail < 0x7F ? trail - 0x40 : trail - 0x41
      codePoint = DoubleByteTables.shiftJIS.codePoint(at: row * 188 + column)
    }
    advance(&index, codePoint: codePoint, trail: trail)
    return codePoint
  }

  private func nextKorean(in bytes: [UInt8], at index: inout Int) -> UInt32 {
    let lead = Int(bytes[index])
    let trail = trail(in: bytes, after: index)
    var codePoint = UInt32(CharacterTable.undefined)
    if lead >= 0xA1, lead <= 0xFE, trail >= 0xA1, trail <= 0xFE {
      codePoint = DoubleByteTables.korean.codePoint(at: (lead - 0xA1) * 94 + trail - 0xA1)
    } else if lead >= 0x81, lead <= 0xC6, let column = addedHangulColumn(trail) {
      // Below lead byte 0xA1 rows have 178 places; from there on only the 84 whose trail byte KS X 1001 leaves free.
      let place = lead < 0xA1 ? (lead - 0x81) * 178 + column : 32 * 178 + (lead - 0xA1) * 84 + column
      let added = DoubleByteTables.addedHangul
      if place < added.count { codePoint = UInt32(added[place]) }
    }
    advance(&index, codePoint: codePoint, trail: trail)
    return codePoint
  }

  private func addedHangulColumn(_ trail: Int) -> Int? {
    switch trail {
    case 0x41...0x5A: trail - 0x41
    case 0x61...0x7A: trail - 0x61 + 26
    case 0x81...0xFE: trail - 0x81 + 52
    default: nil
    }
  }

  private func nextBig5(in bytes: [UInt8], at index: inout Int) -> UInt32 {
    let lead = Int(bytes[index])
    let trail = trail(in: bytes, after: index)
    var codePoint = UInt32(CharacterTable.undefined)
    if lead >= 0xA1, lead <= 0xF9 {
      switch trail {
      case 0x40...0x7E: codePoint = DoubleByteTables.big5.codePoint(at: (lead - 0xA1) * 157 + trail - 0x40)
      case 0xA1...0xFE: codePoint = DoubleByteTables.big5.codePoint(at: (lead - 0xA1) * 157 + trail - 0xA1 + 63)
      default: break
      }
    }
    advance(&index, codePoint: codePoint, trail: trail)
    return codePoint
  }

  private func nextChinese(in bytes: [UInt8], at index: inout Int) -> UInt32 {
    let lead = Int(bytes[index])
    let trail = trail(in: bytes, after: index)
    var codePoint = UInt32(CharacterTable.undefined)
    if lead >= 0x81, lead <= 0xFE {
      switch trail {
      case 0x30...0x39:
        if let long = fourByteCodePoint(in: bytes, at: index) {
          index += 4
          return long
        }
      case 0x40...0x7E: codePoint = DoubleByteTables.gb18030.codePoint(at: (lead - 0x81) * 190 + trail - 0x40)
      case 0x80...0xFE: codePoint = DoubleByteTables.gb18030.codePoint(at: (lead - 0x81) * 190 + trail - 0x41)
      default: break
      }
    }
    advance(&index, codePoint: codePoint, trail: trail)
    return codePoint
  }

  /// GB 18030's codes of four bytes: lead 0x81…0xFE, digit, 0x81…0xFE, digit.
  private func fourByteCodePoint(in bytes: [UInt8], at index: Int) -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    let digits = (0..<4).map { Int(bytes[index + $0]) - ($0 % 2 == 0 ? 0x81 : 0x30) }
    guard digits[2] >= 0, digits[2] < 126, digits[3] >= 0, digits[3] < 10 else { return nil }
    let linear = ((digits[0] * 10 + digits[1]) * 126 + digits[2]) * 10 + digits[3]
    // The supplementary planes begin at lead byte 0x90.
    let supplementary = linear - 15 * 12600
    if supplementary >= 0 { return supplementary < 0x100000 ? UInt32(0x10000 + supplementary) : nil }
    guard linear < 39420, let run = DoubleByteTables.gb18030Runs.last(where: { Int($0.index) <= linear }) else {
      return nil
    }
    return run.codePoint == CharacterTable.undefined ? nil : UInt32(run.codePoint) + UInt32(linear - Int(run.index))
  }
}
