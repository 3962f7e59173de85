/// A whole number of up to 128 bits, for messages that are one large number.
struct WideNumber {
  var high: UInt64 = 0
  var low: UInt64 = 0

  /// Makes this number `self * factor + addend`; false when it no longer fits.
  @discardableResult
  mutating func multiply(by factor: UInt64, adding addend: UInt64) -> Bool {
    let product = low.multipliedFullWidth(by: factor)
    let (upper, overflow) = high.multipliedReportingOverflow(by: factor)
    let (newLow, carry) = product.low.addingReportingOverflow(addend)
    let (partial, overflowOfHigh) = upper.addingReportingOverflow(product.high)
    let (newHigh, overflowOfCarry) = partial.addingReportingOverflow(carry ? 1 : 0)
    low = newLow
    high = newHigh
    return !(overflow || overflowOfHigh || overflowOfCarry)
  }

  /// Divides by a positive number and gives the remainder.
  mutating func divide(by divisor: UInt64) -> UInt64 {
    let upper = high.quotientAndRemainder(dividingBy: divisor)
    let lower = divisor.dividingFullWidth((upper.remainder, low))
    high = upper.quotient
    low = lower.quotient
    return lower.remainder
  }

  /// The bit of a weight, from 0 to 127.
  func bit(_ weight: Int) -> Bool {
    weight < 64 ? (low >> UInt64(weight)) & 1 == 1 : (high >> UInt64(weight - 64)) & 1 == 1
  }
}

/// A number as decimal digits, with leading zeros up to a length.
func paddedDigits(_ value: UInt64, _ length: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, length - digits.count)) + digits
}
