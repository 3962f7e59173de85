/// Where the bits of the codewords stand in a symbol of one size.
package struct DataMatrixPlacement: Sendable {
  /// For each bit of each codeword, most significant first, its module: row * columns of the symbol + column.
  package let modules: [Int32]
  /// Modules that carry no codeword bit and have fixed values: index and whether it is dark.
  package let fixedModules: [(module: Int32, isDark: Bool)]

  package init(_ size: DataMatrixSize) {
    var builder = PlacementBuilder(size)
    builder.fill()
    modules = builder.modules
    fixedModules = builder.unusedCorner()
  }
}

/// Walks the mapping matrix in the diagonal way of ISO/IEC 16022, annex F.
private struct PlacementBuilder {
  let size: DataMatrixSize
  let rows: Int
  let columns: Int
  var taken: [Bool]
  var modules: [Int32]
  var codeword = 0

  init(_ size: DataMatrixSize) {
    self.size = size
    rows = size.mappingRows
    columns = size.mappingColumns
    taken = [Bool](repeating: false, count: rows * columns)
    modules = [Int32](repeating: 0, count: size.codewords * 8)
  }

  /// The module of the symbol that a module of the mapping matrix is.
  func symbolModule(_ row: Int, _ column: Int) -> Int32 {
    let r = row / size.regionHeight * 2 + 1 + row
    let c = column / size.regionWidth * 2 + 1 + column
    return Int32(r * size.columns + c)
  }

  mutating func put(_ row: Int, _ column: Int, bit: Int) {
    var r = row
    var c = column
    if r < 0 {
      r += rows
      c += 4 - (rows + 4) % 8
    }
    if c < 0 {
      c += columns
      r += 4 - (columns + 4) % 8
    }
    if r >= rows { r -= rows }
    guard codeword < size.codewords, r >= 0, c >= 0, r < rows, c < columns else { return }
    taken[r * columns + c] = true
    modules[codeword * 8 + bit] = symbolModule(r, c)
  }

  /// The usual shape of a codeword: eight modules whose last one stands at the given place.
  mutating func utah(_ row: Int, _ column: Int) {
    put(row - 2, column - 2, bit: 0)
    put(row - 2, column - 1, bit: 1)
    put(row - 1, column - 2, bit: 2)
    put(row - 1, column - 1, bit: 3)
    put(row - 1, column, bit: 4)
    put(row, column - 2, bit: 5)
    put(row, column - 1, bit: 6)
    put(row, column, bit: 7)
    codeword += 1
  }

  /// A codeword that is split over corners of the mapping matrix.
  mutating func corner(_ places: [(Int, Int)]) {
    for (bit, place) in places.enumerated() { put(place.0, place.1, bit: bit) }
    codeword += 1
  }

  mutating func cornersAt(_ row: Int, _ column: Int) {
    let (m, n) = (rows, columns)
    if row == m, column == 0 {
      corner([
        (m - 1, 0), (m - 1, 1), (m - 1, 2), (0, n - 2), (0, n - 1), (1, n - 1), (2, n - 1), (3, n - 1),
      ])
    }
    if row == m - 2, column == 0, n % 4 != 0 {
      corner([
        (m - 3, 0), (m - 2, 0), (m - 1, 0), (0, n - 4), (0, n - 3), (0, n - 2), (0, n - 1), (1, n - 1),
      ])
    }
    if row == m - 2, column == 0, n % 8 == 4 {
      corner([
        (m - 3, 0), (m - 2, 0), (m - 1, 0), (0, n - 2), (0, n - 1), (1, n - 1), (2, n - 1), (3, n - 1),
      ])
    }
    if row == m + 4, column == 2, n % 8 == 0 {
      corner([
        (m - 1, 0), (m - 1, n - 1), (0, n - 3), (0, n - 2), (0, n - 1), (1, n - 3), (1, n - 2), (1, n - 1),
      ])
    }
  }

  func isFree(_ row: Int, _ column: Int) -> Bool {
    row >= 0 && row < rows && column >= 0 && column < columns && !taken[row * columns + column]
  }

  mutating func fill() {
    var row = 4
    var column = 0
    repeat {
      cornersAt(row, column)
      repeat {
        if isFree(row, column) { utah(row, column) }
        row -= 2
        column += 2
      } while row >= 0 && column < columns
      row += 1
      column += 3
      repeat {
        if isFree(row, column) { utah(row, column) }
        row += 2
        column -= 2
      } while row < rows && column >= 0
      row += 3
      column += 1
    } while row < rows || column < columns
  }

  /// The four modules in the lower right corner that some sizes leave over: a chequerboard, dark at the corner.
  func unusedCorner() -> [(module: Int32, isDark: Bool)] {
    guard !taken[rows * columns - 1] else { return [] }
    return [(1, 1, true), (2, 2, true), (1, 2, false), (2, 1, false)].map {
      (symbolModule(rows - $0.0, columns - $0.1), $0.2)
    }
  }
}
