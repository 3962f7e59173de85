import BarcodeCore

/// Interleaved 2 of 5 (ISO/IEC 16390) and ITF-14: of a pair of digits, bars show the first and spaces the second.
enum InterleavedTwoOfFive {
  static let grammar = WidthGrammar(
    symbology: .itf, characters: pairs, starts: [WidthPattern("nnnn")], stops: [WidthPattern("wnn")],
    startShowsRatio: false, lengths: 1...60, quietZone: 5, endsChance: -1.1, characterChance: -0.5,
    interpret: interpret, checkChance: checkChance)

  /// The code of a pair is its number from 0 to 99.
  private static let pairs: [WidthPattern] = {
    let bars = TwoOfFive.patterns(elements: 10) { 2 * $0 }
    let spaces = TwoOfFive.patterns(elements: 10) { 2 * $0 + 1 }
    return bars.flatMap { bar in
      spaces.map { WidthPattern(elements: 10, wide: bar.wide | $0.wide, code: bar.code * 10 + $0.code) }
    }
  }()

  /// 14 digits of which the last one fits are an ITF-14 most likely.
  private static func checkChance(_ codes: [UInt8], _ options: LinearOptions) -> Double {
    if options.interleaved.isRequired { return -1 }
    let all = digits(codes)
    return isITF14(all) ? -0.7 : 0
  }

  private static func digits(_ codes: [UInt8]) -> ArraySlice<UInt8> {
    codes.dropFirst().dropLast().flatMap { [$0 / 10, $0 % 10] }[...]
  }

  private static func isITF14(_ digits: ArraySlice<UInt8>) -> Bool { digits.count == 14 && TwoOfFive.verify(digits) }

  static func interpret(_ codes: [UInt8], _ options: LinearOptions) -> LinearContent? {
    let all = digits(codes)
    guard let (digits, modifier) = TwoOfFive.checked(all, options.interleaved) else { return nil }
    return TwoOfFive.content(.itf, "]I\(modifier)", digits, options, details: isITF14(all) ? "ITF-14" : "")
  }
}
