import BarcodeCore

/// Where the bits of a DotCode symbol stand. Dots lie where column and row are both even or both odd.
struct DotCodeLayout: Hashable {
  /// Columns and rows of places, of which one number is even and the other odd.
  let columns: Int
  let rows: Int

  /// Sizes that are looked at; the standard names 5 as the least and no largest one.
  static let sides = 5...200

  init?(columns: Int, rows: Int) {
    guard (columns + rows) & 1 == 1, Self.sides.contains(columns), Self.sides.contains(rows) else { return nil }
    self.columns = columns
    self.rows = rows
  }

  /// Dots of the symbol.
  var dotCount: Int { columns * rows / 2 }
  /// Codewords that fit behind the two dots of the mask.
  var capacity: Int { (dotCount - 2) / 9 }

  /// Codewords of data: three check codewords and one more for each two of data are needed.
  var dataCount: Int {
    var count = max(0, capacity - 3) * 2 / 3
    while count + 1 + 3 + (count + 1) / 2 <= capacity { count += 1 }
    while count > 0, count + 3 + count / 2 > capacity { count -= 1 }
    return count
  }

  var checkCount: Int { 3 + dataCount / 2 }

  /// Six dots at the corners, which come last in the order of the bits.
  private var corners: [Int] {
    let w = columns
    let h = rows
    let places: [(x: Int, y: Int)] =
      h & 1 == 1
      ? [(w - 2, 0), (w - 2, h - 1), (w - 1, 1), (w - 1, h - 2), (0, 0), (0, h - 1)]
      : [(w - 1, h - 2), (0, h - 2), (w - 2, h - 1), (1, h - 1), (w - 1, 0), (0, 0)]
    return places.map { $0.y * w + $0.x }
  }

  /// The place of each bit, row by row: with an odd number of rows along the rows from the lowest one upwards,
  /// otherwise down the columns from the left.
  func bitPlaces() -> [Int] {
    let last = corners
    let isLast = Set(last)
    var places: [Int] = []
    places.reserveCapacity(dotCount)
    if rows & 1 == 1 {
      for y in stride(from: rows - 1, through: 0, by: -1) {
        for x in stride(from: y & 1, to: columns, by: 2) where !isLast.contains(y * columns + x) {
          places.append(y * columns + x)
        }
      }
    } else {
      for x in 0..<columns {
        for y in stride(from: x & 1, to: rows, by: 2) where !isLast.contains(y * columns + x) {
          places.append(y * columns + x)
        }
      }
    }
    return places + last
  }
}
