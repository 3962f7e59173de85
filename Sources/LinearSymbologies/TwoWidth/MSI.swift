import BarcodeCore

/// MSI (modified Plessey): a digit is four bits, a bit is a bar and a space of which one is wide.
package enum MSI {
  static let grammar = WidthGrammar(
    symbology: .msi, characters: patterns, starts: [WidthPattern("wn")], stops: [WidthPattern("nwn")],
    startShowsRatio: false, lengths: 1...82, quietZone: 5, costLimit: 0.025, endsChance: 0.3, characterChance: -0.35,
    interpret: interpret, checkChance: checkChance)

  private static let patterns: [WidthPattern] = (0..<10).map { digit in
    let bits = (0..<4).map { digit >> (3 - $0) & 1 == 1 ? "wn" : "nw" }
    return WidthPattern(bits.joined(), code: UInt8(digit))
  }

  /// The check digit of modulo 10: every second digit from the right, beginning with the last, counts twice, and the
  /// digits of products are added.
  package static func mod10(_ digits: ArraySlice<UInt8>) -> UInt8 {
    var sum = 0
    for (k, digit) in digits.reversed().enumerated() {
      let product = Int(digit) * (k & 1 == 0 ? 2 : 1)
      sum += product / 10 + product % 10
    }
    return UInt8((10 - sum % 10) % 10)
  }

  /// The check digit of modulo 11 with weights from 2 to `most` from right to left; 10 is not a digit.
  package static func mod11(_ digits: ArraySlice<UInt8>, most: Int) -> UInt8 {
    var sum = 0
    for (k, digit) in digits.reversed().enumerated() { sum += Int(digit) * (k % (most - 1) + 2) }
    return UInt8((11 - sum % 11) % 11)
  }

  /// Whether the last digits are check digits, and how many.
  private static func checks(_ digits: ArraySlice<UInt8>, _ scheme: MSIOptions.Scheme) -> Int? {
    func fits(_ digits: ArraySlice<UInt8>, _ check: (ArraySlice<UInt8>) -> UInt8) -> Bool {
      digits.count >= 2 && check(digits.dropLast()) == digits.last
    }
    let ibm = { (d: ArraySlice<UInt8>) in mod11(d, most: 7) }
    let ncr = { (d: ArraySlice<UInt8>) in mod11(d, most: 9) }
    let first: (ArraySlice<UInt8>) -> UInt8
    switch scheme {
    case .mod10: return fits(digits, mod10) ? 1 : nil
    case .mod11IBM: return fits(digits, ibm) ? 1 : nil
    case .mod11NCR: return fits(digits, ncr) ? 1 : nil
    case .mod10mod10: first = mod10
    case .mod11IBMmod10: first = ibm
    case .mod11NCRmod10: first = ncr
    }
    return fits(digits, mod10) && fits(digits.dropLast(), first) ? 2 : nil
  }

  /// A check digit that fits although none is asked for says half of what it could.
  private static func checkChance(_ codes: [UInt8], _ options: LinearOptions) -> Double {
    let digits = codes.dropFirst().dropLast()
    guard let count = checks(digits, options.msi.scheme), digits.contains(where: { $0 != digits.first }) else {
      return 0
    }
    return Double(count) * (options.msi.check.isRequired ? -1 : -0.5)
  }

  static func interpret(_ codes: [UInt8], _ options: LinearOptions) -> LinearContent? {
    var digits = codes.dropFirst().dropLast()
    let check = options.msi.check
    var modifier = 0
    if check.isRequired {
      guard let count = checks(digits, options.msi.scheme) else { return nil }
      if !check.isTransmitted {
        digits.removeLast(count)
        modifier = 1
      }
    }
    return TwoOfFive.content(.msi, "]M\(modifier)", digits, options)
  }
}
