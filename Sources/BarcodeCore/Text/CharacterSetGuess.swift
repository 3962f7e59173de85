/// Judges by the bytes in which character set a text was written.
///
/// Each set gets a cost: how many bits an encoder that expects natural text in that set would roughly spend on these
/// bytes. The cheapest set wins; bytes that a set cannot hold rule it out.
package enum CharacterSetGuess {
  /// The most plausible set among UTF-8, UTF-16 with a byte order mark, ISO/IEC 8859-1, Windows 1252, Shift JIS,
  /// GB 18030, EUC-KR and Big5.
  package static func best(for bytes: [UInt8]) -> CodedCharacterSet {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return .ascii }
    if isUTF8BeyondASCII(bytes) { return .utf8 }
    if bytes.count >= 4, bytes.count % 2 == 0 {
      if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
      if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    }
    let hasControls = bytes.contains { $0 >= 0x80 && $0 < 0xA0 }
    var best = hasControls ? CodedCharacterSet.windows1252 : .iso8859Part1
    var bestCost = latinCost(bytes)
    for (set, prior) in multiByteSets {
      guard let cost = multiByteCost(bytes, in: set), cost + prior < bestCost else { continue }
      best = set
      bestCost = cost + prior
    }
    return best
  }

  /// Whether the bytes are valid UTF-8 with at least one character beyond ASCII.
  package static func isUTF8BeyondASCII(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return false }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }

  /// Sets of several bytes a character, with the bits by which each is rarer in symbols than Latin text.
  private static let multiByteSets: [(set: CodedCharacterSet, prior: Double)] = [
    (.shiftJIS, 2), (.gb18030, 2), (.korean, 4), (.big5, 5),
  ]

  /// Bits that an ASCII character costs in any set.
  private static let asciiCost = 5.0

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

  /// Latin text has single letters with diacritics between ASCII letters; runs of upper bytes are unlikely.
  private static func latinCost(_ bytes: [UInt8]) -> Double {
    var cost = 0.0
    var run = 0
    for (index, byte) in bytes.enumerated() {
      guard byte >= 0x80 else {
        run = 0
        cost += asciiCost
        continue
      }
      run += 1
      let besideLetter =
        index > 0 && isLetter(bytes[index - 1]) || index + 1 < bytes.count && isLetter(bytes[index + 1])
      switch byte {
      case 0x81, 0x8D, 0x8F, 0x90, 0x9D: cost += 16
      case 0x80..<0xA0: cost += 11
      case 0xA0..<0xC0: cost += 9
      default: cost += besideLetter ? 5 : 8
      }
      if run > 2 { cost += 4 }
    }
    return cost
  }

  /// The cost in a set of several bytes a character; nil when the bytes are not valid in it.
  private static func multiByteCost(_ bytes: [UInt8], in set: CodedCharacterSet) -> Double? {
    var cost = 0.0
    var index = 0
    var halfWidthRun = 0
    while index < bytes.count {
      let lead = bytes[index]
      let start = index
      let codePoint = set.nextCodePoint(in: bytes, at: &index)
      guard codePoint != UInt32(CharacterTable.undefined) else { return nil }
      if lead < 0x80 {
        cost += asciiCost
        halfWidthRun = 0
      } else if index - start == 1 {
        // Half-width katakana come in words; a single one is more likely a Latin letter.
        halfWidthRun += 1
        cost += halfWidthRun == 1 ? 9 : 5.5
      } else {
        halfWidthRun = 0
        cost += index - start == 4 ? 25 : characterCost(lead, in: set)
      }
    }
    return cost
  }

  /// Bits of a character of two bytes by its lead byte: kana and common ideographs stand in the first rows.
  private static func characterCost(_ lead: UInt8, in set: CodedCharacterSet) -> Double {
    switch (set, lead) {
    case (.shiftJIS, 0x82...0x83): 6.5
    case (.shiftJIS, 0x81): 8
    case (.shiftJIS, 0x88...0x97): 10
    case (.shiftJIS, 0xED...0xFF): 18
    case (.shiftJIS, _): 15
    case (.gb18030, 0xA1...0xA3): 8
    case (.gb18030, 0xB0...0xD7): 9.5
    case (.gb18030, 0xD8...0xF7): 14
    case (.gb18030, _): 18
    case (.korean, 0xB0...0xC8): 8.5
    case (.korean, 0xA1...0xA3): 9
    case (.korean, _): 16
    case (.big5, 0xA4...0xC6): 10.5
    case (.big5, 0xA1...0xA3): 9
    default: 16
    }
  }
}
