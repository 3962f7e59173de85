/// One of the symbol sizes of ECC 200: its modules, data regions and error correction.
package struct DataMatrixSize: Sendable, Hashable {
  /// Modules from top to bottom and from left to right, finder pattern and timing pattern included.
  package let rows: Int
  package let columns: Int
  /// Data regions below each other and side by side.
  package let regionRows: Int
  package let regionColumns: Int
  /// Codewords of data and of error correction in the whole symbol.
  package let dataCodewords: Int
  package let checkCodewords: Int
  /// Interleaved Reed-Solomon blocks.
  package let blocks: Int

  /// Modules of one data region without its finder and timing pattern.
  package var regionHeight: Int { rows / regionRows - 2 }
  package var regionWidth: Int { columns / regionColumns - 2 }
  /// Rows and columns of the mapping matrix: all data regions put together.
  package var mappingRows: Int { regionHeight * regionRows }
  package var mappingColumns: Int { regionWidth * regionColumns }
  package var codewords: Int { dataCodewords + checkCodewords }
  package var isSquare: Bool { rows == columns }
  /// Check codewords of each block.
  package var checkCodewordsPerBlock: Int { checkCodewords / blocks }

  /// Data codewords of a block; in the largest symbol the last two blocks are one shorter.
  package func dataCodewords(ofBlock block: Int) -> Int {
    (dataCodewords - block + blocks - 1) / blocks
  }

  /// Whether a module of the finder and timing patterns, inner ones included, has ink; nil for data.
  @inline(__always)
  package func patternInk(column: Int, row: Int) -> Bool? {
    let (height, width) = (regionHeight + 2, regionWidth + 2)
    let (r, c) = (row % height, column % width)
    if c == 0 || r == height - 1 { return true }
    if r == 0 { return c % 2 == 0 }
    return c == width - 1 ? (height - 1 - r) % 2 == 0 : nil
  }

  /// The same size lying on its side, as a mirrored symbol is sampled.
  package var transposed: DataMatrixSize {
    DataMatrixSize(
      rows: columns, columns: rows, regionRows: regionColumns, regionColumns: regionRows,
      dataCodewords: dataCodewords, checkCodewords: checkCodewords, blocks: blocks)
  }

  /// The size with these modules, or nil when there is none.
  package static func of(rows: Int, columns: Int) -> DataMatrixSize? {
    all.first { $0.rows == rows && $0.columns == columns }
  }

  private static func square(_ n: Int, _ regions: Int, _ data: Int, _ checks: Int, _ blocks: Int = 1)
    -> DataMatrixSize
  {
    rectangle(n, n, regions, regions, data, checks, blocks)
  }

  private static func rectangle(
    _ rows: Int, _ columns: Int, _ regionRows: Int, _ regionColumns: Int, _ data: Int, _ checks: Int,
    _ blocks: Int = 1
  ) -> DataMatrixSize {
    DataMatrixSize(
      rows: rows, columns: columns, regionRows: regionRows, regionColumns: regionColumns, dataCodewords: data,
      checkCodewords: checks, blocks: blocks)
  }

  /// The sizes of ISO/IEC 16022, table 7 (squares by size, then rectangles), and the rectangles of ISO/IEC 21471.
  package static let all: [DataMatrixSize] = [
    square(10, 1, 3, 5), square(12, 1, 5, 7), square(14, 1, 8, 10), square(16, 1, 12, 12),
    square(18, 1, 18, 14), square(20, 1, 22, 18), square(22, 1, 30, 20), square(24, 1, 36, 24),
    square(26, 1, 44, 28), square(32, 2, 62, 36), square(36, 2, 86, 42), square(40, 2, 114, 48),
    square(44, 2, 144, 56), square(48, 2, 174, 68), square(52, 2, 204, 84, 2), square(64, 4, 280, 112, 2),
    square(72, 4, 368, 144, 4), square(80, 4, 456, 192, 4), square(88, 4, 576, 224, 4),
    square(96, 4, 696, 272, 4), square(104, 4, 816, 336, 6), square(120, 6, 1050, 408, 6),
    square(132, 6, 1304, 496, 8), square(144, 6, 1558, 620, 10),
    rectangle(8, 18, 1, 1, 5, 7), rectangle(8, 32, 1, 2, 10, 11), rectangle(12, 26, 1, 1, 16, 14),
    rectangle(12, 36, 1, 2, 22, 18), rectangle(16, 36, 1, 2, 32, 24), rectangle(16, 48, 1, 2, 49, 28),
    rectangle(8, 48, 1, 2, 18, 15), rectangle(8, 64, 1, 4, 24, 18), rectangle(8, 80, 1, 4, 32, 22),
    rectangle(8, 96, 1, 4, 38, 28), rectangle(8, 120, 1, 6, 49, 32), rectangle(8, 144, 1, 6, 63, 36),
    rectangle(12, 64, 1, 4, 43, 27), rectangle(12, 88, 1, 4, 64, 36), rectangle(16, 64, 1, 4, 62, 36),
    rectangle(20, 36, 1, 2, 44, 28), rectangle(20, 44, 1, 2, 56, 34), rectangle(20, 64, 1, 4, 84, 42),
    rectangle(22, 48, 1, 2, 72, 38), rectangle(24, 48, 1, 2, 80, 41), rectangle(24, 64, 1, 4, 108, 46),
    rectangle(26, 40, 1, 2, 70, 38), rectangle(26, 48, 1, 2, 90, 42), rectangle(26, 64, 1, 4, 118, 50),
  ]
}
