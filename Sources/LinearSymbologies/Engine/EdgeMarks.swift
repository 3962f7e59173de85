/// Edges with the targets that they may belong to.
struct EdgeMarks {
  /// Marked edges; setting it to 0 forgets them.
  var count = 0
  private let edges: UnsafeMutablePointer<Int32>
  private let targets: UnsafeMutablePointer<UInt32>

  /// - Parameter capacity: Edges that it has room for.
  init(capacity: Int) {
    edges = .allocate(capacity: capacity)
    targets = .allocate(capacity: capacity)
  }

  /// Gives the memory back; nothing may follow.
  func deallocate() {
    edges.deallocate()
    targets.deallocate()
  }

  /// Marks an edge, the marks being in ascending order.
  @inline(__always)
  mutating func add(_ edge: Int, _ set: UInt32) {
    edges[count] = Int32(truncatingIfNeeded: edge)
    targets[count] = set
    count &+= 1
  }

  /// Visits the edges of a target.
  @inline(__always)
  func forEach(_ target: UInt32, _ visit: (Int32) -> Void) {
    for k in 0..<count where targets[k] & target != 0 { visit(edges[k]) }
  }
}
