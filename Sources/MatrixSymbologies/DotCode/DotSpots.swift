import BarcodeCore

/// Connected spots of one colour, joined row by row from the runs of a plane; each is handed out once it has ended.
/// Only the spots that the last row crosses are kept.
package struct DotSpots: ~Copyable {
  /// Spots that ended since the caller emptied this.
  package var closed: [Spot] = []
  /// Spots that were begun so far.
  package private(set) var count = 0

  package struct Spot {
    fileprivate var parent: Int32
    package fileprivate(set) var area: Int32 = 0
    fileprivate var x: Int64 = 0
    fileprivate var y: Int64 = 0
    fileprivate var minX = Int32.max
    fileprivate var maxX = Int32.min
    fileprivate var minY: Int32
    fileprivate var maxY: Int32
    fileprivate var isBroken = false
    package let isDark: Bool
  }

  private struct Run {
    var first: Int32
    var last: Int32
    var spot: Int32
  }

  /// The longest run and highest spot of a dot, in pixels.
  private static let longest: Int32 = 64

  private let room: Int
  /// The runs of two rows, whose colours alternate.
  private let runs: UnsafeMutablePointer<Run>
  private var above: (runs: UnsafeMutablePointer<Run>, count: Int, startsDark: Bool)
  private var free: (runs: UnsafeMutablePointer<Run>, count: Int)
  /// Spots of both rows, and the places among them that are not used.
  private let spots: UnsafeMutablePointer<Spot>
  private let unused: UnsafeMutablePointer<Int32>
  private var unusedCount: Int

  package init(width: Int) {
    room = width + 2
    runs = .allocate(capacity: 2 * room)
    above = (runs, 0, false)
    free = (runs + room, 0)
    spots = .allocate(capacity: 2 * room)
    unused = .allocate(capacity: 2 * room)
    unusedCount = 2 * room
    for k in 0..<(2 * room) { unused[k] = Int32(truncatingIfNeeded: k) }
  }

  deinit {
    runs.deallocate()
    spots.deallocate()
    unused.deallocate()
  }

  /// Goes on with the part of a row from `first` up to (not including) `last`.
  package mutating func add(_ row: UnsafePointer<UInt8>, from first: Int, to last: Int, y: Int) {
    guard first < last else { return endRow() }
    let startsDark = row[first] != 0
    findRuns(row, first, last)
    join(startsDark, Int32(truncatingIfNeeded: y))
    close(before: Int32(truncatingIfNeeded: y))
    (above, free) = ((free.runs, free.count, startsDark), (above.runs, 0))
  }

  /// Nothing of the next row is looked at: all spots end.
  package mutating func endRow() {
    close(before: .max)
    above.count = 0
  }

  private mutating func findRuns(_ row: UnsafePointer<UInt8>, _ first: Int, _ last: Int) {
    let raw = UnsafeRawPointer(row)
    let out = free.runs
    var n = 0
    var start = Int32(truncatingIfNeeded: first)
    var x = first
    var previous = UInt64(row[first])
    while x < last {
      // Eight pixels, or the few that are left.
      var word: UInt64
      if x &+ 8 <= last {
        word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: x, as: UInt64.self))
      } else {
        word = 0
        for k in 0..<(last &- x) { word |= UInt64(row[x &+ k]) &<< UInt64(8 &* k) }
        for k in (last &- x)..<8 { word |= UInt64(row[last &- 1]) &<< UInt64(8 &* k) }
      }
      var changes = word ^ (word << 8 | previous)
      previous = word >> 56
      while changes != 0 {
        let end = Int32(truncatingIfNeeded: x &+ changes.trailingZeroBitCount >> 3)
        out[n] = Run(first: start, last: end, spot: -1)
        n &+= 1
        start = end
        changes &= changes &- 1
      }
      x &+= 8
    }
    out[n] = Run(first: start, last: Int32(truncatingIfNeeded: last), spot: -1)
    free.count = n &+ 1
  }

  /// Gives every run its spot, that of a run of its colour above it or a new one.
  private mutating func join(_ startsDark: Bool, _ y: Int32) {
    let (upper, upperCount) = (above.runs, above.count)
    var j = 0
    for i in 0..<free.count {
      let run = free.runs[i]
      let isDark = (i & 1 == 0) == startsDark
      while j < upperCount, upper[j].last <= run.first { j &+= 1 }
      var root: Int32 = -1
      // Colours alternate: the first run above, or the one behind it, has this colour.
      var k = (j & 1 == 0) == (above.startsDark == isDark) ? j : j &+ 1
      while k < upperCount, upper[k].first < run.last {
        let other = self.root(upper[k].spot)
        if root < 0 { root = other } else if root != other { merge(root, other) }
        k &+= 2
      }
      if root < 0 {
        unusedCount &-= 1
        root = unused[unusedCount]
        spots[Int(root)] = Spot(parent: root, minY: y, maxY: y, isDark: isDark)
        count &+= 1
      }
      extend(Int(root), run, y)
      free.runs[i].spot = root
    }
  }

  @inline(__always)
  private func extend(_ spot: Int, _ run: Run, _ y: Int32) {
    let width = run.last &- run.first
    spots[spot].maxY = y &+ 1
    if width > Self.longest {
      spots[spot].isBroken = true
      return
    }
    spots[spot].area &+= width
    spots[spot].x &+= Int64(width) &* Int64(run.first &+ run.last)
    spots[spot].y &+= Int64(width) &* Int64(2 &* y &+ 1)
    spots[spot].minX = min(spots[spot].minX, run.first)
    spots[spot].maxX = max(spots[spot].maxX, run.last)
  }

  /// Hands out the spots of the row above that do not go on in row `y`. A spot that another one took up is in use until
  /// the row that follows has let go of it.
  private mutating func close(before y: Int32) {
    for k in 0..<free.count { free.runs[k].spot = root(free.runs[k].spot) }
    for k in 0..<above.count {
      let index = above.runs[k].spot
      let spot = spots[Int(index)]
      // Of several runs of one spot the first one settles it.
      guard spot.parent >= 0, spot.parent != index || spot.maxY <= y else { continue }
      if spot.parent == index, !spot.isBroken { closed.append(spot) }
      spots[Int(index)].parent = -1
      unused[unusedCount] = index
      unusedCount &+= 1
    }
  }

  private func root(_ index: Int32) -> Int32 {
    var i = index
    while spots[Int(i)].parent != i { i = spots[Int(i)].parent }
    return i
  }

  private func merge(_ into: Int32, _ from: Int32) {
    let (a, b) = (Int(into), Int(from))
    spots[b].parent = into
    spots[a].area &+= spots[b].area
    spots[a].x &+= spots[b].x
    spots[a].y &+= spots[b].y
    spots[a].minX = min(spots[a].minX, spots[b].minX)
    spots[a].maxX = max(spots[a].maxX, spots[b].maxX)
    spots[a].minY = min(spots[a].minY, spots[b].minY)
    spots[a].maxY = max(spots[a].maxY, spots[b].maxY)
    if spots[b].isBroken { spots[a].isBroken = true }
  }
}

extension DotSpots.Spot {
  /// Height of a dot, in pixels, at the most.
  private static let highest: Int32 = 64
  /// Length to width of a dot seen at 60 degrees of tilt, or smeared.
  private static let longestShape: Int32 = 3
  /// Share of its bounding box that a dot fills, in tenths; a disc fills 7.9, one turned and stretched less.
  private static let leastFill: Int32 = 4

  private var width: Int32 { maxX &- minX }
  private var height: Int32 { maxY &- minY }
  /// The longer side, in pixels.
  package var size: Int32 { max(width, height) }

  /// Whether it has the shape of a dot.
  package var isCompact: Bool {
    height <= Self.highest && width <= Self.longestShape &* height &+ 1 && height <= Self.longestShape &* width &+ 1
      && 10 &* area >= Self.leastFill &* width &* height
  }

  /// In pixels.
  package var center: Point {
    let scale = 1 / (2 * Double(area))
    return Point(Double(x) * scale, Double(y) * scale)
  }
}
