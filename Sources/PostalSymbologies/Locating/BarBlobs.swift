import BarcodeCore

/// A small connected dark area that may be a bar.
struct BarBlob {
  var center: Point
  /// Unit vector along the longer side.
  var axis: Point
  /// Of the rectangle with the same moments, in pixels.
  var length: Double
  var width: Double
}

/// Finds the dark areas of a frame that have the size and shape of postal bars.
struct BarBlobs {
  /// Bars of larger symbols are read on a halved picture.
  private static let mostArea = 12_000
  private static let mostLength = 260.0
  private static let mostWidth = 48.0
  private static let leastLength = 2.2
  /// A tracker bar is at least this much longer than wide; ink that spreads and pixels blur it.
  private static let leastAspect = 1.15
  /// Share of its rectangle that a bar fills; letters with bows fill less.
  private static let leastFill = 0.62

  private struct Run {
    var from: Int32
    var to: Int32
    var label: Int32
  }

  private struct Sums {
    var count = 0
    var x = 0
    var y = 0
    var xx = 0
    var xy = 0
    var yy = 0
  }

  private let plane: MadePlane
  private let width: Int
  private let height: Int
  private let paper: UInt8
  private let mask: [Bool]
  /// Of each row of tiles, the columns from the first to the last in the mask.
  private let spans: [Range<Int>]
  private let columns: Int
  private let rows: Int
  private var parents: [Int32] = []
  private var sums: [Sums] = []

  /// Light areas instead of dark ones when `isInverted`.
  init(_ frame: Frame, _ combs: Combs, isInverted: Bool) {
    paper = isInverted ? 1 : 0
    plane = frame.madePlane
    width = frame.luma.width
    height = frame.luma.height
    columns = frame.tiles.columns
    rows = frame.tiles.rows
    mask = combs.surroundings(frame.tiles, areLight: isInverted)
    let columns = columns
    spans = (0..<rows).map { [mask] row in
      let tiles = mask[(row * columns)..<((row + 1) * columns)]
      guard let first = tiles.firstIndex(of: true), let last = tiles.lastIndex(of: true) else { return 0..<0 }
      return (first - row * columns)..<(last + 1 - row * columns)
    }
    parents.reserveCapacity(4096)
    sums.reserveCapacity(4096)
  }

  /// The bars, in no certain order.
  mutating func find() -> [BarBlob] {
    label()
    var blobs: [BarBlob] = []
    for index in sums.indices where Int(parents[index]) == index {
      if let blob = BarBlobs.blob(sums[index]) { blobs.append(blob) }
    }
    return blobs
  }

  /// Labels the dark pixels of masked tiles, neighbours above and beside joined.
  private mutating func label() {
    var previous: [Run] = []
    var current: [Run] = []
    for y in 0..<height {
      current.removeAll(keepingCapacity: true)
      let tileRow = y / TileMap.size
      guard tileRow < rows else { break }
      if spans[tileRow].isEmpty {
        previous.removeAll(keepingCapacity: true)
        continue
      }
      appendRuns(y, tileRow, &current)
      join(&current, previous)
      for run in current { add(run, y) }
      swap(&previous, &current)
    }
    for index in parents.indices {
      let root = find(Int32(index))
      guard Int(root) != index else { continue }
      let part = sums[index]
      sums[Int(root)].count += part.count
      sums[Int(root)].x += part.x
      sums[Int(root)].y += part.y
      sums[Int(root)].xx += part.xx
      sums[Int(root)].xy += part.xy
      sums[Int(root)].yy += part.yy
    }
  }

  private func appendRuns(_ y: Int, _ tileRow: Int, _ runs: inout [Run]) {
    let span = spans[tileRow]
    let row = plane.row(y, tileColumns: span)
    var column = span.lowerBound
    mask.withUnsafeBufferPointer { mask in
      while column < span.upperBound {
        guard mask[tileRow &* columns &+ column] else {
          column += 1
          continue
        }
        var end = column + 1
        while end < span.upperBound, mask[tileRow &* columns &+ end] { end += 1 }
        var x = column &* TileMap.size
        let limit = min(width, end &* TileMap.size)
        while x < limit {
          x = BarBlobs.end(row, x, limit, of: paper)
          let from = x
          x = BarBlobs.end(row, x, limit, of: 1 - paper)
          if x > from { runs.append(Run(from: Int32(from), to: Int32(x), label: -1)) }
        }
        column = end
      }
    }
  }

  /// Where pixels of a value end, eight of them looked at together.
  @inline(__always)
  private static func end(_ row: UnsafePointer<UInt8>, _ start: Int, _ limit: Int, of value: UInt8) -> Int {
    let word = UInt64(value) &* 0x0101_0101_0101_0101
    let bytes = UnsafeRawPointer(row)
    var x = start
    while x &+ 8 <= limit, bytes.loadUnaligned(fromByteOffset: x, as: UInt64.self) == word { x &+= 8 }
    while x < limit, row[x] == value { x &+= 1 }
    return x
  }

  private mutating func join(_ current: inout [Run], _ previous: [Run]) {
    var above = 0
    for index in current.indices {
      let run = current[index]
      while above < previous.count, previous[above].to <= run.from { above += 1 }
      var label: Int32 = -1
      var other = above
      while other < previous.count, previous[other].from < run.to {
        let root = find(previous[other].label)
        if label < 0 {
          label = root
        } else if label != root {
          parents[Int(max(label, root))] = min(label, root)
          label = min(label, root)
        }
        other += 1
      }
      if label < 0 {
        label = Int32(parents.count)
        parents.append(label)
        sums.append(Sums())
      }
      current[index].label = label
    }
  }

  private mutating func find(_ label: Int32) -> Int32 {
    var root = label
    while parents[Int(root)] != root {
      parents[Int(root)] = parents[Int(parents[Int(root)])]
      root = parents[Int(root)]
    }
    return root
  }

  private mutating func add(_ run: Run, _ y: Int) {
    let from = Int(run.from)
    let to = Int(run.to)
    let count = to &- from
    let x = count &* (from &+ to &- 1) / 2
    let xx = BarBlobs.squares(to) &- BarBlobs.squares(from)
    let label = Int(run.label)
    sums[label].count &+= count
    sums[label].x &+= x
    sums[label].y &+= count &* y
    sums[label].xx &+= xx
    sums[label].xy &+= x &* y
    sums[label].yy &+= count &* y &* y
  }

  /// The sum of squares of the whole numbers below `n`.
  private static func squares(_ n: Int) -> Int { (n &- 1) &* n &* (2 &* n &- 1) / 6 }

  private static func blob(_ sums: Sums) -> BarBlob? {
    guard sums.count >= 3, sums.count <= mostArea else { return nil }
    let n = Double(sums.count)
    let x = Double(sums.x) / n
    let y = Double(sums.y) / n
    // A pixel is a square, not a point: its own moment is a twelfth.
    let xx = Double(sums.xx) / n - x * x + 1.0 / 12
    let yy = Double(sums.yy) / n - y * y + 1.0 / 12
    let xy = Double(sums.xy) / n - x * y
    let half = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
    let mean = (xx + yy) / 2
    let length = (12 * (mean + half)).squareRoot()
    let width = (12 * max(mean - half, 1.0 / 24)).squareRoot()
    guard length >= leastLength, length <= mostLength, width <= mostWidth, length >= leastAspect * width else {
      return nil
    }
    guard n >= leastFill * length * width else { return nil }
    let angle = BarcodeMath.atan2(2 * xy, xx - yy) / 2
    return BarBlob(
      center: Point(x + 0.5, y + 0.5), axis: Point(BarcodeMath.cos(angle), BarcodeMath.sin(angle)), length: length,
      width: width)
  }
}
