import BarcodeCore

/// Lengths of neighbouring runs of a row at sixteen places at once.
package struct RunLanes {
  package typealias Widths = SIMD16<UInt16>
  package typealias Mask = SIMDMask<SIMD16<Int16>>

  /// Longer runs count as this long, so that sums of a few of them, and small multiples of these, fit into 16 bits.
  package static let longest = 1023
  static let count = 16

  /// The length of the first run of the first place.
  let base: UnsafePointer<UInt16>

  /// The lengths of the runs this far behind the first of each place.
  @inline(__always)
  package subscript(run: Int) -> Widths { UnsafeRawPointer(base + run).loadUnaligned(as: Widths.self) }
}

extension RowEdges {
  /// Calls `body` with the index of the first edge of every place whose runs look wanted. Since long runs are cut,
  /// `body` must look at the edges themselves.
  ///
  /// - Parameters:
  ///   - first: The first edge at which a place may begin.
  ///   - edges: How many edges must be there from the first one of a place on.
  @inline(__always)
  package mutating func forEachPlace(
    from first: Int, edges: Int, where isWanted: (RunLanes) -> RunLanes.Mask,
    _ body: (UnsafePointer<Int32>, Int) -> Void
  ) {
    let end = count &- edges &+ 1
    withRuns { columns, widths in
      var i = first
      while i < end {
        var places = Self.bytes(isWanted(RunLanes(base: widths + i)))
        // Two bytes a place, all of their bits set or none.
        while places.low | places.high != 0 {
          let bit = places.low != 0 ? places.low.trailingZeroBitCount : 64 &+ places.high.trailingZeroBitCount
          let at = i &+ bit >> 3
          if at < end { body(columns, at) }
          if bit < 64 { places.low &= ~(0xff &<< UInt64(bit)) } else { places.high &= ~(0xff &<< UInt64(bit &- 64)) }
        }
        i &+= RunLanes.count
      }
    }
  }

  /// A byte a place.
  @inline(__always)
  private static func bytes(_ mask: RunLanes.Mask) -> (low: UInt64, high: UInt64) {
    let ones = SIMD16<Int16>.zero.replacing(with: -1, where: mask)
    let bytes = SIMD16<UInt8>(truncatingIfNeeded: ones)
    let words = unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
    return (words[0].littleEndian, words[1].littleEndian)
  }
}
