import BarcodeCore

/// GS1 DataBar Omnidirectional, Truncated and Stacked: what both halves together say.
enum DataBarOmni {
  /// Values of a half.
  private static let half = 4_537_077
  /// Values of the inner character.
  private static let innerValues = 1597
  /// Values above this carry the flag that a composite component belongs to the symbol.
  private static let linkage = 10_000_000_000_000

  /// Modules of a symbol in one row without its guards.
  static let modules: Float = 92

  /// The symbol's value; nil when the check does not fit.
  static func value(left: DataBarFragment, right: DataBarFragment) -> Int? {
    guard let a = left.outer, let b = left.inner, let c = right.outer, let d = right.inner else { return nil }
    let sum =
      DataBarCharacter.weightedSum(a.widths, first: 1, modulus: 79)
      + DataBarCharacter.weightedSum(b.widths, first: 4, modulus: 79)
      + DataBarCharacter.weightedSum(c.widths, first: 16, modulus: 79)
      + DataBarCharacter.weightedSum(d.widths, first: 64, modulus: 79)
    // Two of the 81 pairs of finder patterns are not used.
    var check = left.finder * 9 + right.finder
    if check > 72 { check -= 1 }
    if check > 8 { check -= 1 }
    guard sum % 79 == check else { return nil }
    let value = (a.value * innerValues + b.value) * half + c.value * innerValues + d.value
    return value < 2 * linkage ? value : nil
  }

  /// Whether halves that are valid would be so backwards in the other polarity, too, as one symbol in 79 is, and the
  /// ground does not tell which is right: a symbol begins with an element of the ground's colour and ends with one of the
  /// bars'. Where nothing is known of the ground, symbols are dark on light.
  static func isAmbiguous(left: DataBarFragment, right: DataBarFragment, isInverted: Bool) -> Bool {
    guard value(left: right, right: left) != nil else { return false }
    switch (left.joinsGround, right.joinsGround) {
    case (nil, nil): return isInverted
    case (let begins, let ends): return begins == false || ends == true
    }
  }

  /// A value as bytes, the highest first, and back.
  static func codes(_ value: Int) -> [UInt8] {
    (0..<6).map { UInt8(truncatingIfNeeded: value >> (40 - 8 * $0)) }
  }

  static func value(_ codes: [UInt8]) -> Int { codes.reduce(0) { $0 << 8 | Int($1) } }

  /// The element string of a GTIN.
  static func interpret(_ symbology: Symbology, _ codes: [UInt8]) -> LinearContent? {
    let value = value(codes)
    guard value >= 0, value < 2 * linkage else { return nil }
    return content(symbology, gtin: value % linkage, isLinked: value >= linkage)
  }

  static func content(_ symbology: Symbology, gtin: Int, isLinked: Bool) -> LinearContent {
    let digits = GS1Digits.characters(gtin, count: 13)
    let bytes = Array("01".utf8) + digits + [GS1Digits.check(digits)]
    return LinearContent(
      symbology: symbology, identifier: "]e0", text: String(decoding: bytes, as: UTF8.self), bytes: bytes, isGS1: true,
      isLinked: isLinked, details: isLinked ? "linked to a 2D component" : "")
  }
}
