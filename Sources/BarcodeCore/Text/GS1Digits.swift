/// Digits of GS1 keys.
package enum GS1Digits {
  /// The decimal digits of a number that is not negative as characters, with leading zeros up to `count`.
  package static func characters(_ number: Int, count: Int) -> [UInt8] {
    var rest = number
    var out = [UInt8](repeating: 48, count: count)
    for i in stride(from: count - 1, through: 0, by: -1) {
      out[i] = UInt8(48 + rest % 10)
      rest /= 10
    }
    return out
  }

  /// The check digit that follows digits, as a character: weights 3 and 1 from the right, modulo 10.
  package static func check(_ digits: [UInt8]) -> UInt8 {
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() { sum += Int(digit - 48) * (place & 1 == 0 ? 3 : 1) }
    return UInt8(48 + (10 - sum % 10) % 10)
  }
}
