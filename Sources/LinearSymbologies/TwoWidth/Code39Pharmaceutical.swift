import BarcodeCore

/// Pharmaceutical codes that are printed as Code 39: the Italian Code 32 and the German PZN.
package enum Code39Pharmaceutical {
  /// The content by the rules that are on, or nil where none fits.
  static func convert(_ plain: [UInt8], _ options: Code39Options) -> LinearContent? {
    guard !options.check.isRequired else { return nil }
    if options.convertsToCode32, let digits = code32(plain) {
      return content((options.prefixesCode32 ? [UInt8(ascii: "A")] : []) + digits, "Code 32")
    }
    if options.convertsToPZN, let digits = pzn(plain) { return content(digits, "PZN") }
    return nil
  }

  private static func content(_ bytes: [UInt8], _ name: String) -> LinearContent {
    LinearContent(
      symbology: .code39, identifier: "]A0", text: String(decoding: bytes, as: UTF8.self), bytes: bytes, details: name)
  }

  /// Digits of the number to the base 32 (no vowels), in order of their value.
  private static let base32 = Array("0123456789BCDFGHJKLMNPQRSTUVWXYZ".utf8)

  /// The nine digits of six characters of Code 32, the last of them the check digit.
  package static func code32(_ plain: [UInt8]) -> [UInt8]? {
    guard plain.count == 6 else { return nil }
    var value = 0
    for letter in plain {
      guard let digit = base32.firstIndex(of: letter) else { return nil }
      value = value * 32 + digit
    }
    guard value < 1_000_000_000 else { return nil }
    var digits = [Int](repeating: 0, count: 9)
    for k in stride(from: 8, through: 0, by: -1) {
      digits[k] = value % 10
      value /= 10
    }
    var sum = 0
    for k in 0..<8 {
      let product = digits[k] * (k % 2 == 0 ? 1 : 2)
      sum += product / 10 + product % 10
    }
    return sum % 10 == digits[8] ? digits.map { UInt8(48 + $0) } : nil
  }

  /// The 7 or 8 digits of a Pharmazentralnummer after its minus sign, the last of them the check digit, modulo 11.
  package static func pzn(_ plain: [UInt8]) -> [UInt8]? {
    guard plain.count == 8 || plain.count == 9, plain[0] == UInt8(ascii: "-"),
      plain.dropFirst().allSatisfy({ (48...57).contains($0) })
    else { return nil }
    let digits = Array(plain.dropFirst())
    // Weights run to 7 before the check digit: from 2 with seven digits, from 1 with eight.
    let first = 9 - digits.count
    var sum = 0
    for k in 0..<(digits.count - 1) { sum += (first + k) * Int(digits[k] - 48) }
    return sum % 11 == Int(digits[digits.count - 1]) - 48 ? digits : nil
  }
}
