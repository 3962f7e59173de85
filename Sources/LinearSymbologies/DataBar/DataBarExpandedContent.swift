import BarcodeCore

/// The encodation methods of GS1 DataBar Expanded: frequent element strings in fewer bits, anything else by
/// general-purpose compaction (ISO/IEC 24724).
enum DataBarExpandedContent {
  /// The element strings of a symbol's bits behind the linkage flag; nil when they break a rule.
  static func decode(_ bits: GS1BitStream) -> [UInt8]? {
    var bits = bits
    if bits.peek(1) == 1 { return gtinAndMore(&bits) }
    if bits.peek(2) == 0 {
      // Two bits tell classes of lengths.
      bits.skip(4)
      return compacted(bits)
    }
    switch bits.peek(4) {
    case 0b0100: return weight(&bits) { (Array("3103".utf8), $0) }
    case 0b0101: return weight(&bits) { $0 < 10_000 ? (Array("3202".utf8), $0) : (Array("3203".utf8), $0 - 10_000) }
    default: break
    }
    switch bits.peek(5) {
    case 0b01100: return price(&bits, indicator: "392", hasCurrency: false)
    case 0b01101: return price(&bits, indicator: "393", hasCurrency: true)
    default: return weightAndDate(&bits)
    }
  }

  private static func compacted(_ bits: GS1BitStream) -> [UInt8]? {
    var compaction = GS1Compaction(bits)
    return compaction.run()
  }

  /// A GTIN with its check digit: a first digit and twelve more in groups of three.
  private static func gtin(_ bits: inout GS1BitStream, first: Int) -> [UInt8]? {
    var digits = GS1Digits.characters(first, count: 1)
    for _ in 0..<4 {
      guard let three = bits.take(10), three < 1000 else { return nil }
      digits += GS1Digits.characters(three, count: 3)
    }
    return Array("01".utf8) + digits + [GS1Digits.check(digits)]
  }

  private static func gtinAndMore(_ bits: inout GS1BitStream) -> [UInt8]? {
    bits.skip(3)
    guard let first = bits.take(4), first < 10, let gtin = gtin(&bits, first: first), let rest = compacted(bits)
    else { return nil }
    return gtin + rest
  }

  /// A GTIN that begins with 9 and a weight of 15 bits.
  private static func weight(_ bits: inout GS1BitStream, _ split: (Int) -> ([UInt8], Int)) -> [UInt8]? {
    bits.skip(4)
    guard let gtin = gtin(&bits, first: 9), let value = bits.take(15) else { return nil }
    let (indicator, weight) = split(value)
    return gtin + indicator + GS1Digits.characters(weight, count: 6)
  }

  /// A GTIN that begins with 9, the decimals of a price, a currency where there is one, and the price.
  private static func price(_ bits: inout GS1BitStream, indicator: String, hasCurrency: Bool) -> [UInt8]? {
    bits.skip(7)
    guard let gtin = gtin(&bits, first: 9), let decimals = bits.take(2) else { return nil }
    var bytes = gtin + Array(indicator.utf8) + GS1Digits.characters(decimals, count: 1)
    if hasCurrency {
      guard let currency = bits.take(10), currency < 1000 else { return nil }
      bytes += GS1Digits.characters(currency, count: 3)
    }
    guard let rest = compacted(bits) else { return nil }
    return bytes + rest
  }

  /// Dates from this value on are none.
  private static let noDate = 38_400

  /// A GTIN that begins with 9, a weight of 20 bits and a date.
  private static func weightAndDate(_ bits: inout GS1BitStream) -> [UInt8]? {
    guard let method = bits.take(7), method >> 3 == 0b0111, let gtin = gtin(&bits, first: 9),
      let weight = bits.take(20), weight < 1_000_000, let date = bits.take(16), date <= noDate
    else { return nil }
    // Kilograms or pounds; the first digit of the weight is its number of decimals.
    var bytes = gtin + Array((method & 1 == 0 ? "310" : "320").utf8)
    bytes += GS1Digits.characters(weight / 100_000, count: 1) + GS1Digits.characters(weight % 100_000, count: 6)
    if date < noDate {
      let kind = ["11", "13", "15", "17"][method >> 1 & 3]
      bytes += Array(kind.utf8) + GS1Digits.characters(date / 384, count: 2)
      bytes += GS1Digits.characters(date / 32 % 12 + 1, count: 2) + GS1Digits.characters(date % 32, count: 2)
    }
    return bytes
  }
}
