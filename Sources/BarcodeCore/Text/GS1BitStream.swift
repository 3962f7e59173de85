/// Bits in reading order, as GS1 DataBar Expanded and composite components carry them.
package struct GS1BitStream: Sendable {
  /// One bit an element, 0 or 1.
  private var bits: [UInt8] = []
  /// Index of the next bit.
  package private(set) var position = 0

  package init() {}

  /// Bits that are left.
  package var count: Int { bits.count - position }

  /// Adds the lowest `count` bits of a value, the highest of them first.
  package mutating func append(_ value: Int, count: Int) {
    for place in stride(from: count - 1, through: 0, by: -1) { bits.append(UInt8(value >> place & 1)) }
  }

  /// The next `count` bits (at most 62) as a number, without taking them; nil when fewer are left.
  package func peek(_ count: Int) -> Int? {
    guard count <= self.count else { return nil }
    var value = 0
    for i in position..<(position + count) { value = value << 1 | Int(bits[i]) }
    return value
  }

  /// Takes the next `count` bits (at most 62) as a number; nil when fewer are left.
  package mutating func take(_ count: Int) -> Int? {
    guard let value = peek(count) else { return nil }
    position += count
    return value
  }

  /// Passes over bits, as many of them as there are.
  package mutating func skip(_ count: Int) { position = min(bits.count, position + count) }
}
