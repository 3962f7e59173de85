extension HanXinContent {
  /// Bytes of UTF-8, as groups of equal length whose columns hold what exceeds the least byte of each.
  mutating func readByteGroups() -> Bool {
    while let width = take(4) {
      if width == 15 { return true }
      guard (1...4).contains(width), let count = takeCount(), count > 0 else { return false }
      var bits: [Int] = []
      var least: [Int] = []
      for _ in 0..<width {
        guard let value = take(4), value <= 8 else { return false }
        bits.append(value)
      }
      for _ in 0..<width {
        guard let value = take(8) else { return false }
        least.append(value)
      }
      guard count * bits.reduce(0, +) <= left else { return false }
      for _ in 0..<count {
        for column in 0..<width {
          guard let more = take(bits[column]), least[column] + more <= 0xFF else { return false }
          builder.append(UInt8(least[column] + more))
        }
      }
    }
    return false
  }

  /// The number of groups: 3, 6, 9, 12 or 15 bits behind as many ones and a zero as there are more than three.
  private mutating func takeCount() -> Int? {
    var bits = 3
    while bits < 15 {
      guard let more = take(1) else { return nil }
      if more == 0 { return take(bits) }
      bits += 3
    }
    return take(1) == 0 ? take(bits) : nil
  }
}
