/// Bytes as text that can be copied and pasted: Base64 of RFC 4648 for addresses, without padding.
enum KeyText {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | Int(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(digits[bits >> count & 63])
      }
      bits &= 0xFF
    }
    if count > 0 { text.append(digits[bits << (6 - count) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// nil for text that no bytes have.
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for character in text.utf8 {
      guard let value = digits.firstIndex(of: character) else { return nil }
      bits = (bits << 6 | value) & 0xFFF
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return count < 6 && bits & (1 << count - 1) == 0 ? bytes : nil
  }

  /// Tells a mistyped key from a forged one: the remainder of CRC-32.
  static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    let value = ~remainder
    return (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}
