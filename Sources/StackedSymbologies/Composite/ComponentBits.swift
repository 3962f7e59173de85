import BarcodeCore

/// The bits that the data codewords of a composite component stand for.
enum ComponentBits {
  /// Bits of 0 to 7 codewords to the base 928.
  private static let bitsOfGroup = [0, 9, 19, 29, 39, 49, 59, 69]

  /// CC-A: groups of seven codewords are numbers to the base 928. Nil when a group has more bits than it may have.
  static func ofBase928(_ codewords: [Int]) -> GS1BitStream? {
    var stream = GS1BitStream()
    var rest = codewords[...]
    while !rest.isEmpty {
      var group = Array(rest.prefix(7))
      rest = rest.dropFirst(7)
      guard group.allSatisfy({ $0 < 928 }) else { return nil }
      let count = bitsOfGroup[group.count]
      var bits = [Int](repeating: 0, count: count)
      // Division by 2, the lowest bit first.
      for place in stride(from: count - 1, through: 0, by: -1) {
        var carry = 0
        for i in group.indices {
          let value = carry * 928 + group[i]
          group[i] = value / 2
          carry = value & 1
        }
        bits[place] = carry
      }
      guard group.allSatisfy({ $0 == 0 }) else { return nil }
      for bit in bits { stream.append(bit, count: 1) }
    }
    return stream
  }

  /// CC-B and CC-C: bytes.
  static func ofBytes(_ bytes: [UInt8]) -> GS1BitStream {
    var stream = GS1BitStream()
    for byte in bytes { stream.append(Int(byte), count: 8) }
    return stream
  }
}
