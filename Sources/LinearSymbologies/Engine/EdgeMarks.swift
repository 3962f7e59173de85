/// Edges with the targets that they may belong to: a bit an edge and target.
struct EdgeMarks {
  /// Targets that are told apart.
  static let targets = 32
  /// Words of 64 edges that may have marks.
  private var words = 0
  /// By word, then by target.
  private let bits: UnsafeMutablePointer<UInt64>

  /// - Parameter words: Words of 64 edges that it has room for.
  init(words: Int) {
    bits = .allocate(capacity: words * Self.targets)
  }

  /// Gives the memory back; nothing may follow.
  func deallocate() { bits.deallocate() }

  /// Forgets all marks, and makes ready for so many words of 64 edges.
  mutating func clear(words: Int) {
    self.words = words
    bits.update(repeating: 0, count: words &* Self.targets)
  }

  /// Marks an edge.
  @inline(__always)
  func add(_ edge: Int, target: Int) {
    bits[(edge >> 6) &* Self.targets &+ target] |= 1 &<< UInt64(truncatingIfNeeded: edge & 63)
  }

  /// Visits the edges of a target in ascending order.
  @inline(__always)
  func forEach(target: Int, _ visit: (Int) -> Void) {
    for k in 0..<words {
      var rest = bits[k &* Self.targets &+ target]
      while rest != 0 {
        visit(k &<< 6 &+ rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
  }
}
