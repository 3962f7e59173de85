import BarcodeCore

/// Code 11.
package enum Code11 {
  private static let alphabet = Array("0123456789-".utf8)
  /// The character that starts and ends symbols.
  private static let ends = WidthPattern("nnwwn", code: 11)

  static let grammar = WidthGrammar(
    symbology: .code11, characters: patterns, starts: [ends], stops: [ends], gaps: 0.5...2.2, lengths: 1...84,
    quietZone: 5, endsChance: -0.8, characterChance: -0.3, interpret: interpret, checkChance: checkChance)

  private static let patterns: [WidthPattern] = [
    "nnnnw", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "wnnnn", "nnwnn",
  ].enumerated().map { WidthPattern($1, code: UInt8($0)) }

  /// The sum modulo 11 with weights that grow from right to left from 1 to `most` and begin again.
  private static func sum(_ values: ArraySlice<UInt8>, most: Int) -> Int {
    var sum = 0
    for (k, value) in values.reversed().enumerated() { sum += Int(value) * (k % most + 1) }
    return sum % 11
  }

  /// Whether the last value is the first check character (weights to 10) of those before it.
  package static func fitsOne(_ values: ArraySlice<UInt8>) -> Bool {
    guard values.count >= 2, let check = values.last else { return false }
    return sum(values.dropLast(), most: 10) == Int(check)
  }

  /// Whether the last two values are both check characters; the second has weights to 9 and takes in the first.
  package static func fitsTwo(_ values: ArraySlice<UInt8>) -> Bool {
    guard values.count >= 3, let check = values.last else { return false }
    return sum(values.dropLast(), most: 9) == Int(check) && fitsOne(values.dropLast())
  }

  /// Content longer than this has two check characters.
  private static let mostWithOne = 10

  /// Number of check characters, or nil when those that are asked for do not fit.
  private static func checks(_ values: ArraySlice<UInt8>, _ rule: Code11Options.Check) -> Int? {
    switch rule {
    case .ignored: return 0
    case .one: return fitsOne(values) ? 1 : nil
    case .two: return fitsTwo(values) ? 2 : nil
    case .automatic:
      if values.count - 2 > mostWithOne, fitsTwo(values) { return 2 }
      return fitsOne(values) ? 1 : fitsTwo(values) ? 2 : nil
    }
  }

  private static func checkChance(_ codes: [UInt8], _ options: LinearOptions) -> Double {
    Double(checks(codes.dropFirst().dropLast(), options.code11.check) ?? 0) * -1
  }

  static func interpret(_ codes: [UInt8], _ options: LinearOptions) -> LinearContent? {
    var values = codes.dropFirst().dropLast()
    guard let count = checks(values, options.code11.check) else { return nil }
    // Without a test whatever check characters there are remain in the content, as with the modifier 0.
    let modifier = count == 0 ? 0 : options.code11.transmitsCheck ? count - 1 : 3
    if !options.code11.transmitsCheck { values.removeLast(count) }
    guard options.lengths(of: .code11).contains(values.count) else { return nil }
    let bytes = values.map { alphabet[Int($0)] }
    return LinearContent(
      symbology: .code11, identifier: "]H\(modifier)", text: String(decoding: bytes, as: UTF8.self), bytes: bytes)
  }
}
