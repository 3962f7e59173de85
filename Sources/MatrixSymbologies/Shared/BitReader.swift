/// Reads bit fields from bytes, the most significant bit first.
package struct BitReader: Sendable {
  private let bytes: [UInt8]
  /// Bits read so far.
  package private(set) var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Bits left.
  package var available: Int { bytes.count * 8 - position }

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
