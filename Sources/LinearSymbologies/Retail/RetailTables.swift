/// Digits and parities of UPC and EAN (ISO/IEC 15420).
package enum RetailTables {
  /// Element widths of the digits in number set A, from the left; set C has the same widths in opposite colours and
  /// set B is set C from right to left.
  private static let widths: [[Float]] = [
    [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4], [1, 3, 1, 2],
    [1, 2, 1, 3], [3, 1, 1, 2],
  ]

  /// Positions of the three inner edges in modules: digits 0 to 9 of set A (or C), then those of set B.
  static let templates: [Float] = {
    var t: [Float] = []
    for w in widths { t += [w[0], w[0] + w[1], w[0] + w[1] + w[2]] }
    for w in widths { t += [w[3], w[3] + w[2], w[3] + w[2] + w[1]] }
    return t
  }()

  /// Which of the six left digits of an EAN-13 are of set B, by its first digit; bit 5 is the leftmost.
  static let firstDigit: [UInt8] = [0x00, 0x0B, 0x0D, 0x0E, 0x13, 0x19, 0x1C, 0x15, 0x16, 0x1A]

  /// Which of the six digits of a UPC-E of number system 0 are of set B, by its check digit; the complement for 1.
  static let checkDigitE: [UInt8] = [0x38, 0x34, 0x32, 0x31, 0x2C, 0x26, 0x23, 0x2A, 0x29, 0x25]

  /// Which of the five digits of an add-on are of set B, by its checksum; bit 4 is the leftmost.
  static let addOnFive: [UInt8] = [0x18, 0x14, 0x12, 0x11, 0x0C, 0x06, 0x03, 0x0A, 0x09, 0x05]

  /// The check digit that makes the weighted sum of all digits a multiple of 10.
  package static func checkDigit(_ digits: some BidirectionalCollection<UInt8>) -> UInt8 {
    var sum = 0
    var weight = 3
    for d in digits.reversed() {
      sum += Int(d) * weight
      weight = 4 - weight
    }
    return UInt8((10 - sum % 10) % 10)
  }

  /// The 12 digits of the UPC-A that 8 digits of a UPC-E (number system, six digits, check digit) stand for.
  package static func expand(_ e: [UInt8]) -> [UInt8]? {
    guard e.count == 8 else { return nil }
    let d = Array(e[1...6])
    var body: [UInt8]
    switch d[5] {
    case 0, 1, 2: body = [d[0], d[1], d[5], 0, 0, 0, 0, d[2], d[3], d[4]]
    case 3: body = [d[0], d[1], d[2], 0, 0, 0, 0, 0, d[3], d[4]]
    case 4: body = [d[0], d[1], d[2], d[3], 0, 0, 0, 0, 0, d[4]]
    default: body = [d[0], d[1], d[2], d[3], d[4], 0, 0, 0, 0, d[5]]
    }
    body.insert(e[0], at: 0)
    return body + [e[7]]
  }
}
