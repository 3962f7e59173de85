/// A set of symbologies; a value of one machine word.
@frozen
public struct SymbologySet: SetAlgebra, Sendable, Hashable, Codable {
  public typealias Element = Symbology

  @usableFromInline var bits: UInt64

  @inlinable public init() { bits = 0 }
  @inlinable init(bits: UInt64) { self.bits = bits }

  /// Every symbology, those that are not read included.
  public static let all = SymbologySet(Symbology.allCases)

  // `ordinal` is the place in the enum's declaration, which fits in 64 bits (there are fewer cases).
  @inlinable static func bit(_ s: Symbology) -> UInt64 { 1 << UInt64(s.ordinal) }

  @inlinable public func contains(_ s: Symbology) -> Bool { bits & Self.bit(s) != 0 }
  @inlinable
  @discardableResult
  public mutating func insert(_ s: Symbology) -> (inserted: Bool, memberAfterInsert: Symbology) {
    let had = contains(s)
    bits |= Self.bit(s)
    return (!had, s)
  }
  @inlinable
  @discardableResult
  public mutating func remove(_ s: Symbology) -> Symbology? {
    guard contains(s) else { return nil }
    bits &= ~Self.bit(s)
    return s
  }
  @inlinable
  @discardableResult
  public mutating func update(with s: Symbology) -> Symbology? { insert(s).inserted ? nil : s }
  @inlinable public func union(_ o: SymbologySet) -> SymbologySet { SymbologySet(bits: bits | o.bits) }
  @inlinable public func intersection(_ o: SymbologySet) -> SymbologySet { SymbologySet(bits: bits & o.bits) }
  @inlinable public func symmetricDifference(_ o: SymbologySet) -> SymbologySet { SymbologySet(bits: bits ^ o.bits) }
  @inlinable public mutating func formUnion(_ o: SymbologySet) { bits |= o.bits }
  @inlinable public mutating func formIntersection(_ o: SymbologySet) { bits &= o.bits }
  @inlinable public mutating func formSymmetricDifference(_ o: SymbologySet) { bits ^= o.bits }
  @inlinable public var isEmpty: Bool { bits == 0 }

  /// The members in the order of `Symbology.allCases`.
  public var members: [Symbology] { Symbology.allCases.filter { contains($0) } }

  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Symbology].self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }
}

extension Symbology {
  /// The place in `allCases`. An enum without payloads of fewer than 256 cases is its ordinal in one byte.
  @inlinable
  public var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
