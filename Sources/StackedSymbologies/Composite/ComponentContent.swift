import BarcodeCore

/// The encodation methods of composite components (ISO/IEC 24723): general-purpose compaction, a date and a lot number
/// first, or data for internal use (AI 90) that begins with digits and a letter.
enum ComponentContent {
  /// The element strings that a component's bits stand for, separators between them; nil when they break a rule.
  static func decode(_ bits: GS1BitStream) -> [UInt8]? {
    var bits = bits
    switch bits.peek(2) {
    case 2:
      bits.skip(2)
      return dateAndLot(&bits)
    case 3:
      bits.skip(2)
      return internalUse(&bits)
    default:
      bits.skip(1)
      var compaction = GS1Compaction(bits)
      let bytes = compaction.run()
      return bytes?.isEmpty ?? true ? nil : bytes
    }
  }

  /// A production (11) or expiration date (17), if there is one, and a lot number (10) unless a separator follows.
  private static func dateAndLot(_ bits: inout GS1BitStream) -> [UInt8]? {
    var bytes: [UInt8] = []
    if bits.peek(2) == 3 {
      bits.skip(2)
    } else {
      guard let date = bits.take(16), let isExpiration = bits.take(1), date < 100 * 384 else { return nil }
      bytes += Array((isExpiration == 1 ? "17" : "11").utf8) + GS1Digits.characters(date / 384, count: 2)
      bytes += GS1Digits.characters(date / 32 % 12 + 1, count: 2) + GS1Digits.characters(date % 32, count: 2)
    }
    var compaction = GS1Compaction(bits)
    guard let rest = compaction.run() else { return nil }
    if rest.isEmpty { return bytes.isEmpty ? nil : bytes }
    return bytes + (rest[0] == GS1Compaction.separator ? Array(rest.dropFirst()) : Array("10".utf8) + rest)
  }

  /// Letters that follow small numbers in four bits.
  private static let frequentLetters = Array("BDHIJKLNPQRSTVWZ".utf8)

  private static func internalUse(_ bits: inout GS1BitStream) -> [UInt8]? {
    guard let isOther = bits.take(1) else { return nil }
    let isAlpha = isOther == 1 && bits.take(1) == 1
    var following: [UInt8] = []
    if bits.take(1) == 1 { following = Array((bits.take(1) == 1 ? "8004" : "21").utf8) }
    guard let start = firstCharacters(&bits) else { return nil }
    var bytes = Array("90".utf8) + start
    if isAlpha {
      guard takeLetters(&bits, into: &bytes) else { return nil }
    }
    var compaction = GS1Compaction(
      bits, mode: isOther == 0 ? .alphanumeric : .numeric, startsWithIdentifiers: following.isEmpty)
    guard let rest = compaction.run() else { return nil }
    if isAlpha {
      return rest.isEmpty ? bytes : bytes + [GS1Compaction.separator] + following + rest
    }
    guard !following.isEmpty else { return bytes + rest }
    // The next application identifier is left out behind the separator that ends AI 90.
    guard let end = rest.firstIndex(of: GS1Compaction.separator) else { return nil }
    return bytes + rest[...end] + following + rest[(end + 1)...]
  }

  /// A number, left out when it is 0, and a letter.
  private static func firstCharacters(_ bits: inout GS1BitStream) -> [UInt8]? {
    guard let small = bits.take(5) else { return nil }
    if small < 31 {
      guard let letter = bits.take(4) else { return nil }
      return digits(small) + [frequentLetters[letter]]
    }
    guard let number = bits.take(10), number < 1000, let letter = bits.take(5), letter < 26 else { return nil }
    return digits(number) + [UInt8(65 + letter)]
  }

  private static func digits(_ number: Int) -> [UInt8] { number == 0 ? [] : Array(String(number).utf8) }

  /// Letters in five bits and digits in six, up to a separator or the end.
  private static func takeLetters(_ bits: inout GS1BitStream, into bytes: inout [UInt8]) -> Bool {
    while let five = bits.peek(5) {
      if five < 26 {
        bits.skip(5)
        bytes.append(UInt8(65 + five))
      } else if five == 31 {
        bits.skip(5)
        return true
      } else {
        guard let six = bits.take(6) else { break }
        guard (52..<62).contains(six) else { return false }
        bytes.append(UInt8(six - 4))
      }
    }
    bits.skip(5)
    return true
  }
}
