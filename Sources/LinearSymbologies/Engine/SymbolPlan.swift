/// The starts and stops of all symbologies that are looked for, arranged so that most are ruled out by one look-up.
final class SymbolPlan: Sendable {
  /// What begins on the left of a line: starts, and stops of what is read backwards; and what ends on the right.
  let openings: SignTable
  let closings: SignTable
  /// Of those alone that do with lean quiet zones.
  let leanOpenings: SignTable
  let leanClosings: SignTable

  /// By the index of the symbology.
  let spans: [SymbolSpan]

  /// Symbologies that a plan has room for.
  static let mostFrames = 16

  init(_ frames: [SymbolFrame]) {
    precondition(frames.count <= Self.mostFrames)
    typealias Some = (patterns: [SignPattern], target: UInt32)
    func table(isLean: Bool, _ some: (Int, SymbolFrame) -> [Some], fromEnd: Bool) -> SignTable {
      SignTable(
        frames.enumerated().filter { !isLean || $0.element.hasLeanQuiet }.flatMap { some($0.offset, $0.element) },
        fromEnd: fromEnd)
    }
    func opens(_ k: Int, _ f: SymbolFrame) -> [Some] {
      [(f.starts, Self.target(k, backwards: false)), (f.stopsTurned, Self.target(k, backwards: true))]
    }
    func closes(_ k: Int, _ f: SymbolFrame) -> [Some] {
      [(f.stops, Self.target(k, backwards: false)), (f.startsTurned, Self.target(k, backwards: true))]
    }
    spans = frames.map(\.span)
    openings = table(isLean: false, opens, fromEnd: false)
    closings = table(isLean: false, closes, fromEnd: true)
    leanOpenings = table(isLean: true, opens, fromEnd: false)
    leanClosings = table(isLean: true, closes, fromEnd: true)
  }

  /// The bit of a symbology and a direction.
  static func target(_ index: Int, backwards: Bool) -> UInt32 {
    1 << UInt32(2 * index + (backwards ? 1 : 0))
  }
}

/// Patterns by what their first (or last) comparisons ask for.
///
/// What it points to is written by the initialiser alone, so that many threads may read it.
final class SignTable: @unchecked Sendable {
  private struct Row {
    let compared: UInt32
    let wider: UInt32
    let alike: UInt32
    let target: UInt32
  }

  private let rows: UnsafeMutableBufferPointer<Row>
  /// Rows that are possible with the outermost comparisons, four of each kind, as one number; the list of a number
  /// runs from one place to the next.
  private let lists: UnsafeMutableBufferPointer<UInt8>
  private let places: UnsafeMutableBufferPointer<UInt16>
  private let isFromEnd: Bool
  private static let depth: UInt32 = 4
  private static let mask: UInt32 = 1 << depth - 1
  private static let keys = 1 << (2 * depth)

  var isEmpty: Bool { rows.isEmpty }

  /// - Parameter fromEnd: Bit 31 of what is compared with the patterns belongs to their last comparison.
  init(_ all: [(patterns: [SignPattern], target: UInt32)], fromEnd: Bool) {
    isFromEnd = fromEnd
    var rows: [Row] = []
    for (patterns, target) in all {
      for p in patterns {
        let shift = fromEnd ? UInt32(Swift.max(0, 34 - p.elements)) : 0
        rows.append(
          Row(
            compared: (p.compared & ~p.alike) << shift, wider: p.wider << shift, alike: p.alike << shift,
            target: target))
      }
    }
    var lists: [UInt8] = []
    var places: [UInt16] = [0]
    let top = fromEnd ? 32 - Self.depth : 0
    let seen = Self.mask << top
    for key in 0..<UInt32(Self.keys) {
      let (wider, alike) = ((key & Self.mask) << top, (key >> Self.depth) << top)
      for (k, row) in rows.enumerated()
      where (wider ^ row.wider) & row.compared & seen == 0 && ~alike & row.alike & seen == 0 {
        lists.append(UInt8(k))
      }
      places.append(UInt16(lists.count))
    }
    self.rows = Self.copy(rows)
    self.lists = Self.copy(lists)
    self.places = Self.copy(places)
  }

  deinit {
    rows.deallocate()
    lists.deallocate()
    places.deallocate()
  }

  private static func copy<T>(_ values: [T]) -> UnsafeMutableBufferPointer<T> {
    let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: values.count)
    _ = memory.initialize(from: values)
    return memory
  }

  /// The targets of the patterns that fit comparisons.
  @inline(__always)
  func targets(_ wider: UInt32, _ alike: UInt32) -> UInt32 {
    let top: UInt32 = isFromEnd ? 32 - Self.depth : 0
    let key = Int((wider &>> top) & Self.mask | ((alike &>> top) & Self.mask) &<< Self.depth)
    var out: UInt32 = 0
    for k in Int(places[key])..<Int(places[key &+ 1]) {
      let row = rows[Int(lists[k])]
      let differs = (wider ^ row.wider) & row.compared | ~alike & row.alike
      out |= differs == 0 ? row.target : 0
    }
    return out
  }
}
