import BarcodeCore

/// Where the modules of a Han Xin Code symbol stand. Columns and rows count from the top left corner.
struct HanXinLayout: Hashable {
  /// 1 to 84.
  let version: Int

  static let versions = 1...84
  /// Modules of a corner that hold a finder pattern, its separator and function information.
  static let corner = 9

  /// Modules on a side.
  var size: Int { 21 + 2 * version }

  /// Columns at which lines of the alignment pattern begin and end; their rows are the same counted from below.
  private var boundaries: [Int] {
    let (pitch, cells) = Self.alignment[version - 1]
    guard cells > 0 else { return [] }
    // All cells are as wide but the first, which takes the rest.
    let first = size - 1 - (cells - 1) * pitch
    return [0] + (0..<cells).map { first + $0 * pitch }
  }

  /// Modules in the order of the data, row by row: all that have no other function.
  func dataPlaces() -> [Int] {
    var isFree = [Bool](repeating: true, count: size * size)
    let n = size
    for y in 0..<n {
      for x in 0..<n where (x < Self.corner || x >= n - Self.corner) && (y < Self.corner || y >= n - Self.corner) {
        isFree[y * n + x] = false
      }
    }
    markAlignment { x, y in
      if x >= 0, y >= 0, x < n, y < n { isFree[y * n + x] = false }
    }
    return isFree.indices.filter { isFree[$0] }
  }

  /// Lines that go like stairs from boundary to boundary, dark with a light one beside them to the lower left, and
  /// marks of three by two modules where a boundary meets the border without a line.
  private func markAlignment(_ mark: (Int, Int) -> Void) {
    let columns = boundaries
    guard columns.count > 2 else { return }
    let m = columns.count - 1
    let rows = columns.reversed().map { size - 1 - $0 }
    for i in 0...m {
      for j in 0..<m where (i + j + m) & 1 == 0 && !(i == m && j == 0) {
        for y in rows[j]...rows[j + 1] {
          mark(columns[i], y)
          mark(columns[i] - 1, y + 1)
        }
      }
    }
    for j in 0...m {
      for i in 0..<m where (i + j + m) & 1 == 1 && !(j == 0 && i == m - 1) {
        for x in columns[i]...columns[i + 1] {
          mark(x, rows[j])
          mark(x - 1, rows[j] + 1)
        }
      }
    }
    for k in 1..<m {
      for d in -1...1 {
        for depth in 0...1 {
          if (k + m) & 1 == 1 { mark(columns[k] + d, depth) } else { mark(depth, rows[k] + d) }
          if k & 1 == 0 { mark(columns[k] + d, size - 1 - depth) } else { mark(size - 1 - depth, rows[k] + d) }
        }
      }
    }
  }

  /// Whether a mask inverts a module.
  static func isMasked(_ mask: Int, column: Int, row: Int) -> Bool {
    let i = row + 1
    let j = column + 1
    switch mask {
    case 1: return (i + j) & 1 == 0
    case 2: return ((i + j) % 3 + j % 3) & 1 == 0
    case 3: return (i % j + j % i + i % 3 + j % 3) & 1 == 0
    default: return false
    }
  }

  /// A run of equal blocks of codewords.
  struct Blocks {
    var count: Int
    /// Codewords of a block, check codewords included.
    var length: Int
    var checks: Int
  }

  /// - Parameter level: Level of error correction, 1 to 4.
  func blocks(level: Int) -> [Blocks] {
    let start = ((version - 1) * 4 + level - 1) * 9
    return stride(from: start, to: start + 9, by: 3).compactMap { k in
      let row = Self.blockTable
      guard row[k] > 0 else { return nil }
      return Blocks(count: Int(row[k]), length: Int(row[k + 1]), checks: Int(row[k + 2]))
    }
  }
}

/// What the function information tells.
struct HanXinFunction: Hashable {
  let version: Int
  /// Level of error correction, 1 to 4.
  let level: Int
  let mask: Int
  /// Wrong words of four bits.
  let errors: Int

  private static let code = ReedSolomon(field: .gf16, firstRoot: 1)

  /// Places of the 28 bits in the upper corners, from the size of the symbol; the lower ones hold them again, turned
  /// by half a turn.
  static func places(size n: Int) -> [(x: Int, y: Int)] {
    (0...8).map { ($0, 8) } + (0...7).reversed().map { (8, $0) } + (0...8).map { (n - 9, $0) } + [
      (n - 8, 8), (n - 7, 8),
    ]
  }

  /// - Parameter soft: The 28 bits, dark positive.
  init?(soft: [Float]) {
    guard soft.count == 28 else { return nil }
    var words = (0..<7).map { word in (0..<4).reduce(0) { $0 << 1 | (soft[word * 4 + $1] > 0 ? 1 : 0) } }
    guard let correction = Self.code.correct(&words, checkCount: 4) else { return nil }
    version = words[0] << 4 + words[1] - 20
    level = words[2] >> 2 + 1
    mask = words[2] & 3
    errors = correction.errors
    guard HanXinLayout.versions.contains(version) else { return nil }
  }
}
