import BarcodeCore

/// Code 39 (ISO/IEC 16388), with full ASCII and the pharmaceutical codes that are built upon it.
package enum Code39 {
  /// The characters by their value.
  static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
  /// The start and stop character, which is written as `*`.
  static let star: UInt8 = 43

  /// Whether a character has no wide bar: those of `$/+%`.
  static func hasNarrowBarsAlone(_ code: UInt8) -> Bool { (39...42).contains(code) }

  static let grammar = WidthGrammar(
    symbology: .code39, characters: patterns.filter { $0.code != star }, starts: patterns.filter { $0.code == star },
    stops: patterns.filter { $0.code == star }, gaps: 0.35...5.5, lengths: 1...250, quietZone: 4.5, borderedQuiet: 0.9,
    characterChance: -0.45, interpret: interpret,
    checkChance: { _, options in options.code39.check.isRequired ? -1.6 : 0 })

  /// Patterns by value. Bars of the first four decades of characters are the digits of Code 25 and one wide space tells
  /// the decade; the four signs have no wide bar and one narrow space.
  private static let patterns: [WidthPattern] = {
    let order = Array("1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ-. *".utf8)
    let decades: [[Int]] = [[1], [2], [3], [0]]
    var out: [WidthPattern] = []
    for (k, letter) in order.enumerated() {
      let digit = (k + 1) % 10
      out.append(pattern(bars: TwoOfFive.digits[digit], spaces: decades[k / 10], of: letter))
    }
    for (k, sign) in "$/+%".utf8.enumerated() {
      out.append(pattern(bars: [], spaces: (0..<4).filter { $0 != 3 - k }, of: sign))
    }
    return out
  }()

  private static func pattern(bars: [Int], spaces: [Int], of letter: UInt8) -> WidthPattern {
    var wide: UInt32 = 0
    for b in bars { wide |= 1 << UInt32(2 * b) }
    for s in spaces { wide |= 1 << UInt32(2 * s + 1) }
    let value = alphabet.firstIndex(of: letter).map { UInt8($0) } ?? star
    return WidthPattern(elements: 9, wide: wide, code: value)
  }

  /// The check character is the sum of all values modulo 43.
  package static func verify(_ values: ArraySlice<UInt8>) -> Bool {
    guard values.count >= 2, let check = values.last else { return false }
    return values.dropLast().reduce(0) { $0 + Int($1) } % 43 == Int(check)
  }

  /// What the characters from start to stop (both included) say, or nil when they break a rule.
  package static func interpret(_ codes: [UInt8], _ options: LinearOptions) -> LinearContent? {
    var values = codes.dropFirst().dropLast()
    let check = options.code39.check
    if check.isRequired {
      guard verify(values) else { return nil }
      if !check.isTransmitted { values.removeLast() }
    }
    let modifier = check.isRequired ? (check.isTransmitted ? 1 : 3) : 0
    let plain = values.map { alphabet[Int($0)] }
    if let content = Code39Pharmaceutical.convert(plain, options.code39) { return content }
    guard let bytes = text(plain, options.code39.characters),
      options.lengths(of: .code39).contains(bytes.count)
    else { return nil }
    let isFull = bytes != plain || options.code39.characters == .fullASCII
    return LinearContent(
      symbology: .code39, identifier: "]A\(modifier + (isFull ? 4 : 0))", text: String(decoding: bytes, as: UTF8.self),
      bytes: bytes, details: isFull ? "full ASCII" : "")
  }

  /// Fewest characters of a health industry bar code: the sign, a labeler of four, product, unit and check character.
  private static let leastHIBC = 8

  /// Health industry bar codes begin with a plus sign and a letter, too, have letters and digits alone, and end with a
  /// check character.
  private static func isHIBC(_ plain: [UInt8]) -> Bool {
    guard plain.count >= leastHIBC, plain[0] == UInt8(ascii: "+"),
      plain.dropFirst().dropLast().allSatisfy({ (48...57).contains($0) || (65...90).contains($0) })
    else { return false }
    return verify(plain.compactMap { c in alphabet.firstIndex(of: c).map { UInt8($0) } }[...])
  }

  private static func text(_ plain: [UInt8], _ characters: Code39Options.Characters) -> [UInt8]? {
    switch characters {
    case .standard: return plain
    case .fullASCII: return Code39FullASCII.decode(plain)?.bytes
    case .automatic:
      if isHIBC(plain) { return plain }
      return Code39FullASCII.decode(plain, endsInCheck: true)?.bytes ?? plain
    }
  }
}
