import BarcodeCore

/// Where the colour changes along rows of a plane; the memory is used again for each row.
package struct RowEdges {
  private var columns: [Int32]
  private var widths: [UInt16]
  /// How many there are, the ends of the part looked at included.
  package private(set) var count = 0

  /// - Parameter width: Of the plane.
  package init(width: Int) {
    columns = [Int32](repeating: 0, count: width + 10)
    // What is read at sixteen places at once may lie behind the last run.
    widths = [UInt16](repeating: 0, count: width + 10 + 3 * RunLanes.count)
  }

  /// Looks at the columns from `first` up to (not including) `last`.
  @inline(__always)
  package mutating func find(_ row: UnsafePointer<UInt8>, from first: Int, to last: Int) {
    count = columns.withUnsafeMutableBufferPointer { buffer -> Int in
      guard let edges = buffer.baseAddress, last > first, last &- first &+ 2 < buffer.count else { return 0 }
      return Self.edges(of: row, from: first, to: last, into: edges)
    }
  }

  /// The edges found last (the first column, those of a new colour, and the end) and the lengths of the runs between
  /// them, long ones cut.
  @inline(__always)
  mutating func withRuns(_ body: (UnsafePointer<Int32>, UnsafePointer<UInt16>) -> Void) {
    let count = count
    columns.withUnsafeBufferPointer { columns in
      widths.withUnsafeMutableBufferPointer { widths in
        guard let e = columns.baseAddress, let w = widths.baseAddress else { return }
        let longest = Int32(RunLanes.longest)
        for i in 0..<max(0, count &- 1) { w[i] = UInt16(truncatingIfNeeded: min(longest, e[i &+ 1] &- e[i])) }
        body(e, UnsafePointer(w))
      }
    }
  }

  private static func edges(
    of row: UnsafePointer<UInt8>, from first: Int, to last: Int, into edges: UnsafeMutablePointer<Int32>
  ) -> Int {
    edges[0] = Int32(truncatingIfNeeded: first)
    var count = 1
    var previous = UInt64(row[first])
    var x = first
    let raw = UnsafeRawPointer(row)
    while x &+ 8 <= last {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: x, as: UInt64.self))
      var changes = word ^ (word << 8 | previous)
      previous = word >> 56
      while changes != 0 {
        edges[count] = Int32(truncatingIfNeeded: x &+ changes.trailingZeroBitCount >> 3)
        count &+= 1
        changes &= changes &- 1
      }
      x &+= 8
    }
    while x < last {
      if UInt64(row[x]) != previous {
        edges[count] = Int32(truncatingIfNeeded: x)
        count &+= 1
        previous = UInt64(row[x])
      }
      x &+= 1
    }
    edges[count] = Int32(truncatingIfNeeded: last)
    return count &+ 1
  }
}
