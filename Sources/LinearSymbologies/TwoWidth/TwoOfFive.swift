import BarcodeCore

/// What all codes of two wide among five elements share.
enum TwoOfFive {
  /// Which elements are wide, by digit: places weigh 1, 2, 4, 7 and parity, and 0 has the places of 11.
  static let digits: [[Int]] = [
    [2, 3], [0, 4], [1, 4], [0, 1], [2, 4], [0, 2], [1, 2], [3, 4], [0, 3], [1, 3],
  ]

  /// Patterns of all digits.
  ///
  /// - Parameters:
  ///   - elements: Elements of a character.
  ///   - place: Which element of the character is the k-th of the five.
  static func patterns(_ table: [[Int]] = digits, elements: Int, place: (Int) -> Int) -> [WidthPattern] {
    table.enumerated().map { digit, wide in
      WidthPattern(elements: elements, wide: wide.reduce(0) { $0 | 1 << UInt32(place($1)) }, code: UInt8(digit))
    }
  }

  /// The check digit, modulo 10: weights 3 and 1 alternate, and the digit before the check digit weighs 3.
  static func verify(_ digits: ArraySlice<UInt8>) -> Bool {
    guard digits.count >= 2 else { return false }
    var sum = 0
    for (k, digit) in digits.reversed().enumerated() { sum += Int(digit) * (k & 1 == 1 ? 3 : 1) }
    return sum % 10 == 0
  }

  /// The digits without a check digit that is not to be reported, and the modifier of the AIM identifier; nil when a
  /// check digit is required that does not fit.
  static func checked(
    _ digits: ArraySlice<UInt8>, _ check: CheckOptions
  ) -> (digits: ArraySlice<UInt8>, modifier: Int)? {
    guard check.isRequired else { return (digits, 0) }
    guard verify(digits) else { return nil }
    return check.isTransmitted ? (digits, 1) : (digits.dropLast(), 3)
  }

  static func content(
    _ symbology: Symbology, _ identifier: String, _ digits: ArraySlice<UInt8>, _ options: LinearOptions,
    details: String = ""
  ) -> LinearContent? {
    guard options.lengths(of: symbology).contains(digits.count) else { return nil }
    let bytes = digits.map { 48 + $0 }
    return LinearContent(
      symbology: symbology, identifier: identifier, text: String(decoding: bytes, as: UTF8.self), bytes: bytes,
      details: details)
  }
}
