import BarcodeCore

/// GS1 DataBar Expanded and Expanded Stacked: what all characters together say.
enum DataBarExpanded {
  /// A finder pattern with its characters in reading order.
  struct Pair {
    let finder: Int
    /// Whether the finder pattern is one of the symbol's second, fourth …, which are turned around.
    let isTurned: Bool
    let first: DataBarCharacter?
    let second: DataBarCharacter?

    /// - Parameter isForward: Whether the fragment's line runs in reading direction.
    init(_ f: DataBarFragment, isForward: Bool) {
      finder = f.finder
      isTurned = f.isMirrored == isForward
      first = isForward ? f.before : f.behind
      second = isForward ? f.behind : f.before
    }

    /// Tells the pairs of a symbol apart.
    var place: Int { finder * 2 + (isTurned ? 1 : 0) }
  }

  /// Finder patterns of symbols of 2, 3 … 11 of them.
  private static let sequences: [[Int]] = [
    [0, 0], [0, 1, 1], [0, 2, 1, 3], [0, 4, 1, 3, 2], [0, 4, 1, 3, 3, 5], [0, 4, 1, 3, 4, 5, 5],
    [0, 0, 1, 1, 2, 2, 3, 3], [0, 0, 1, 1, 2, 2, 3, 4, 4], [0, 0, 1, 1, 2, 2, 3, 4, 5, 5],
    [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5],
  ]

  /// Values of the weighted sum; the check character carries the number of characters besides.
  private static let modulus = 211

  /// The number of characters, the check character included, that a symbol's first pair tells; nil when it is none.
  static func characters(_ first: Pair) -> Int? {
    guard first.place == 0, let check = first.first else { return nil }
    let count = check.value / modulus + 4
    return count <= 22 ? count : nil
  }

  /// Places of the pairs of a symbol of so many characters, in reading order.
  static func places(characters: Int) -> [Int] {
    let finders = sequences[(characters + 1) / 2 - 2]
    return finders.enumerated().map { $0.element * 2 + ($0.offset & 1) }
  }

  /// The values of all characters, the check character first; nil when something does not fit.
  static func values(_ pairs: [Pair]) -> [Int]? {
    guard let first = pairs.first, let count = characters(first), pairs.count == (count + 1) / 2,
      pairs.map(\.place) == places(characters: count), let check = first.first
    else { return nil }
    var values = [check.value]
    var sum = 0
    for pair in pairs {
      for (k, character) in [pair.first, pair.second].enumerated() where values.count < count || k == 0 {
        if pair.place == 0, k == 0 { continue }
        guard let character else { return nil }
        values.append(character.value)
        // Eight weights a character, powers of 3; the check character has none.
        let weight = power(8 * (pair.place * 2 + k - 1))
        sum += DataBarCharacter.weightedSum(character.widths, first: weight, modulus: modulus)
      }
    }
    guard values.count == count, sum % modulus == check.value % modulus else { return nil }
    return values
  }

  private static func power(_ exponent: Int) -> Int {
    var value = 1
    for _ in 0..<exponent { value = value * 3 % modulus }
    return value
  }

  /// Values as two bytes each.
  static func codes(_ values: [Int]) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  /// Modules of a symbol in one row without its guards.
  static func modules(characters: Int) -> Float { Float(17 * characters + 15 * ((characters + 1) / 2)) }

  /// The element strings.
  static func interpret(_ symbology: Symbology, _ codes: [UInt8]) -> LinearContent? {
    guard codes.count >= 8, codes.count & 1 == 0 else { return nil }
    var stream = GS1BitStream()
    for i in stride(from: 2, to: codes.count, by: 2) {
      stream.append(Int(codes[i]) << 8 | Int(codes[i + 1]), count: 12)
    }
    guard let flag = stream.take(1), let bytes = DataBarExpandedContent.decode(stream) else { return nil }
    return LinearContent(
      symbology: symbology, identifier: "]e0", text: String(decoding: bytes, as: UTF8.self), bytes: bytes, isGS1: true,
      isLinked: flag == 1, details: flag == 1 ? "linked to a 2D component" : "")
  }
}
