/// A coded character set that bar codes use, and how its bytes become characters.
package enum CodedCharacterSet: Sendable, Hashable, CaseIterable {
  case ascii
  /// ISO/IEC 646, whose characters outside of the invariant set are national.
  case iso646Invariant
  case codePage437
  case iso8859Part1
  case iso8859Part2
  case iso8859Part3
  case iso8859Part4
  case iso8859Part5
  case iso8859Part6
  case iso8859Part7
  case iso8859Part8
  case iso8859Part9
  case iso8859Part10
  case iso8859Part11
  case iso8859Part13
  case iso8859Part14
  case iso8859Part15
  case iso8859Part16
  case windows1250
  case windows1251
  case windows1252
  case windows1256
  case shiftJIS
  case big5
  case gb2312
  case korean
  case gbk
  case gb18030
  case utf8
  case utf16BigEndian
  case utf16LittleEndian
  case utf32BigEndian
  case utf32LittleEndian
  /// Bytes without characters; as text each byte is the character of its number.
  case binary

  /// The set that an extended channel interpretation (AIM ITS/04-023) stands for; nil for one that is not known.
  package init?(eci: Int) {
    guard let match = Self.assignments.first(where: { $0.eci == eci }) else { return nil }
    self = match.set
  }

  /// The extended channel interpretations in use. The first number of a set is the one to name it by.
  package static let assignments: [(eci: Int, set: CodedCharacterSet)] = [
    (2, .codePage437), (0, .codePage437), (3, .iso8859Part1), (1, .iso8859Part1), (4, .iso8859Part2),
    (5, .iso8859Part3), (6, .iso8859Part4), (7, .iso8859Part5), (8, .iso8859Part6), (9, .iso8859Part7),
    (10, .iso8859Part8), (11, .iso8859Part9), (12, .iso8859Part10), (13, .iso8859Part11), (15, .iso8859Part13),
    (16, .iso8859Part14), (17, .iso8859Part15), (18, .iso8859Part16), (20, .shiftJIS), (21, .windows1250),
    (22, .windows1251), (23, .windows1252), (24, .windows1256), (25, .utf16BigEndian), (26, .utf8), (27, .ascii),
    (28, .big5), (29, .gb2312), (30, .korean), (31, .gbk), (32, .gb18030), (33, .utf16LittleEndian),
    (34, .utf32BigEndian), (35, .utf32LittleEndian), (170, .iso646Invariant), (899, .binary),
  ]

  /// Upper half of a set of one byte a character.
  var upperHalf: CharacterTable? {
    switch self {
    case .codePage437: SingleByteTables.codePage437
    case .iso8859Part2: SingleByteTables.iso8859Part2
    case .iso8859Part3: SingleByteTables.iso8859Part3
    case .iso8859Part4: SingleByteTables.iso8859Part4
    case .iso8859Part5: SingleByteTables.iso8859Part5
    case .iso8859Part6: SingleByteTables.iso8859Part6
    case .iso8859Part7: SingleByteTables.iso8859Part7
    case .iso8859Part8: SingleByteTables.iso8859Part8
    case .iso8859Part9: SingleByteTables.iso8859Part9
    case .iso8859Part10: SingleByteTables.iso8859Part10
    case .iso8859Part11: SingleByteTables.iso8859Part11
    case .iso8859Part13: SingleByteTables.iso8859Part13
    case .iso8859Part14: SingleByteTables.iso8859Part14
    case .iso8859Part15: SingleByteTables.iso8859Part15
    case .iso8859Part16: SingleByteTables.iso8859Part16
    case .windows1250: SingleByteTables.windows1250
    case .windows1251: SingleByteTables.windows1251
    case .windows1252: SingleByteTables.windows1252
    case .windows1256: SingleByteTables.windows1256
    default: nil
    }
  }
}
