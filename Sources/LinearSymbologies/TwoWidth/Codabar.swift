import BarcodeCore

/// Codabar (EN 798).
enum Codabar {
  /// The characters by their value; the last four start and stop symbols.
  private static let alphabet = Array("0123456789-$:/.+ABCD".utf8)
  private static let firstLetter: UInt8 = 16

  /// The limits are wide, since in the original form of Codabar wide spaces have four widths.
  static let grammar = WidthGrammar(
    symbology: .codabar, characters: patterns.filter { $0.code < firstLetter },
    starts: patterns.filter { $0.code >= firstLetter }, stops: patterns.filter { $0.code >= firstLetter },
    gaps: 0.35...5.5, characterLimit: 0.12, endsLimit: 0.12, lengths: 1...82, quietZone: 4.5, costLimit: 0.06,
    characterChance: -0.35, interpret: interpret,
    checkChance: { _, options in options.codabar.check.isRequired ? -1.2 : 0 })

  private static let patterns: [WidthPattern] = [
    "nnnnnww", "nnnnwwn", "nnnwnnw", "wwnnnnn", "nnwnnwn", "wnnnnwn", "nwnnnnw", "nwnnwnn", "nwwnnnn", "wnnwnnn",
    "nnnwwnn", "nnwwnnn", "wnnnwnw", "wnwnnnw", "wnwnwnn", "nnwnwnw", "nnwwnwn", "nwnwnnw", "nnnwnww", "nnnwwwn",
  ].enumerated().map { WidthPattern($1, code: UInt8($0)) }

  /// What the characters from start to stop (both included) say. The check character makes the sum of all values, those
  /// of start and stop included, a multiple of 16.
  static func interpret(_ codes: [UInt8], _ options: LinearOptions) -> LinearContent? {
    guard let start = codes.first, let stop = codes.last else { return nil }
    var values = codes.dropFirst().dropLast()
    let check = options.codabar.check
    var modifier = 0
    if check.isRequired {
      guard values.count >= 2, codes.reduce(0, { $0 + Int($1) }) % 16 == 0 else { return nil }
      modifier = check.isTransmitted ? 2 : 4
      if !check.isTransmitted { values.removeLast() }
    }
    guard options.lengths(of: .codabar).contains(values.count) else { return nil }
    let sent = options.codabar.transmitsStartStop ? [start] + values + [stop] : Array(values)
    let bytes = sent.map { alphabet[Int($0)] }
    return LinearContent(
      symbology: .codabar, identifier: "]F\(modifier)", text: String(decoding: bytes, as: UTF8.self), bytes: bytes)
  }
}
