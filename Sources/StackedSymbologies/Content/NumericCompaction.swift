/// Numeric compaction: up to 44 digits in 15 codewords, as a number to the base 900 that begins with a 1.
enum NumericCompaction {
  /// Codewords of a full group.
  static let group = 15

  /// The digits of a group of up to 15 codewords; nil when it does not begin with the digit 1.
  static func digits(of codewords: ArraySlice<Int>) -> [UInt8]? {
    // Decimal digits, the lowest first.
    var number: [Int] = [0]
    for codeword in codewords {
      var carry = codeword
      for i in number.indices {
        let value = number[i] * 900 + carry
        number[i] = value % 10
        carry = value / 10
      }
      while carry > 0 {
        number.append(carry % 10)
        carry /= 10
      }
    }
    guard number.last == 1 else { return nil }
    return number.dropLast().reversed().map { UInt8(48 + $0) }
  }
}
