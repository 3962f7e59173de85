/// How the members of the QR Code family write the segments of a message.
package struct QRSegmentRules: Sendable {
  /// What a mode indicator stands for.
  package enum Mode: Sendable {
    case terminator
    case numeric
    case alphanumeric
    case structuredAppend
    case byte
    case fnc1First
    case eci
    case kanji
    case fnc1Second
    /// Chinese characters of GB 2312, from the Chinese edition of the standard.
    case hanzi
  }

  /// Bits of a mode indicator.
  let indicatorBits: Int
  /// By the value of the indicator.
  private let modes: [Mode?]
  /// Bits of the character counts.
  let numericCount: Int
  let alphanumericCount: Int
  let byteCount: Int
  let kanjiCount: Int
  /// Whether the terminator is a numeric segment of no digits.
  let endsWithEmptyNumeric: Bool

  func mode(_ indicator: Int) -> Mode? { indicator < modes.count ? modes[indicator] : nil }

  /// QR Code of a version from 1 to 40.
  package static func qr(version: Int) -> QRSegmentRules {
    func bits(_ small: Int, _ middle: Int, _ large: Int) -> Int {
      version < 10 ? small : version < 27 ? middle : large
    }
    return QRSegmentRules(
      indicatorBits: 4,
      modes: [
        .terminator, .numeric, .alphanumeric, .structuredAppend, .byte, .fnc1First, nil, .eci, .kanji, .fnc1Second,
        nil, nil, nil, .hanzi,
      ],
      numericCount: bits(10, 12, 14), alphanumericCount: bits(9, 11, 13), byteCount: bits(8, 16, 16),
      kanjiCount: bits(8, 10, 12), endsWithEmptyNumeric: false)
  }

  /// Micro QR Code of a version from 1 to 4: each has one mode and one bit more than the one before.
  package static func micro(version: Int) -> QRSegmentRules {
    let modes: [Mode] = [.numeric, .alphanumeric, .byte, .kanji]
    return QRSegmentRules(
      indicatorBits: version - 1, modes: Array(modes.prefix(version == 1 ? 1 : version == 2 ? 2 : 4)),
      numericCount: version + 2, alphanumericCount: version + 1, byteCount: version + 1, kanjiCount: version,
      endsWithEmptyNumeric: true)
  }

  /// rMQR Code, with the widths of its character counts.
  static func rectangular(numeric: Int, alphanumeric: Int, byte: Int, kanji: Int) -> QRSegmentRules {
    QRSegmentRules(
      indicatorBits: 3,
      modes: [.terminator, .numeric, .alphanumeric, .byte, .kanji, .fnc1First, .fnc1Second, .eci],
      numericCount: numeric, alphanumericCount: alphanumeric, byteCount: byte, kanjiCount: kanji,
      endsWithEmptyNumeric: false)
  }
}
