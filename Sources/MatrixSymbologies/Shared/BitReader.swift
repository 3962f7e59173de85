/// Reads bit fields from bytes, the most significant bit first.
package struct BitReader: Sendable {
  private let bytes: [UInt8]
  private let count: Int
  /// Bits read so far.
  package private(set) var position = 0

  /// Reads the first `bitCount` bits, all when it is nil.
  package init(_ bytes: [UInt8], bitCount: Int? = nil) {
    self.bytes = bytes
    count = max(0, min(bitCount ?? bytes.count * 8, bytes.count * 8))
  }

  /// Bits left.
  package var available: Int { max(0, count - position) }

  /// The next `count` bits (at most 32) as a number, or nil when there are not so many.
  package mutating func read(_ count: Int) -> Int? {
    guard count >= 0, count <= 32, count <= available else { return nil }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(bytes[position >> 3] >> UInt8(7 - position & 7) & 1)
      position += 1
    }
    return value
  }

  /// Goes on to the next whole byte.
  package mutating func alignToByte() { position = (position + 7) / 8 * 8 }
}
