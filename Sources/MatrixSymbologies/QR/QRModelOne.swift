/// QR Code model 1, the first form of the symbology (versions 1 to 14): no alignment patterns, codewords in upright
/// blocks of 2 by 4 modules at the sides and flat ones of 4 by 2 between, blocks not interleaved.
package enum QRModelOne {
  static let lastVersion = 14

  /// The 32 format sequences; only the mask differs from model 2.
  static let formatSequences: [UInt32] = QRFormat.sequences.map { $0 ^ 0x5412 ^ 0x2825 }

  /// Error correction codewords of a block and blocks, by version and level (L, M, Q, H).
  private static let correction: [[(perBlock: Int, blocks: Int)]] = [
    [(7, 1), (10, 1), (13, 1), (17, 1)],
    [(10, 1), (16, 1), (22, 1), (30, 1)],
    [(15, 1), (28, 1), (36, 1), (48, 1)],
    [(20, 1), (40, 1), (50, 1), (66, 1)],
    [(26, 1), (52, 1), (66, 1), (44, 2)],
    [(34, 1), (32, 2), (42, 2), (56, 2)],
    [(42, 1), (40, 2), (52, 2), (46, 3)],
    [(24, 2), (48, 2), (64, 2), (56, 3)],
    [(30, 2), (60, 2), (50, 3), (68, 3)],
    [(34, 2), (68, 2), (58, 3), (58, 4)],
    [(40, 2), (40, 4), (52, 4), (54, 5)],
    [(46, 2), (46, 4), (58, 4), (62, 5)],
    [(36, 3), (52, 4), (66, 4), (58, 6)],
    [(40, 3), (60, 4), (60, 5), (66, 6)],
  ]

  /// How the codewords are divided; all blocks are equal. Nil for a version that model 1 does not have.
  package static func blocks(version: Int, level: QRLevel, codewordCount: Int) -> QRBlocks? {
    guard (1...lastVersion).contains(version) else { return nil }
    let entry = correction[version - 1][level.rawValue]
    let data = codewordCount / entry.blocks - entry.perBlock
    guard data > 0 else { return nil }
    return QRBlocks(correctionPerBlock: entry.perBlock, shortBlocks: entry.blocks, shortData: data, longBlocks: 0)
  }

  /// Index (`y * dimension + x`) of each module in the order of the bits of the codewords.
  package static func path(dimension n: Int) -> [Int32] {
    var out: [Int32] = []
    func block(_ right: Int, _ bottom: Int, width: Int) {
      for bit in 0..<8 { out.append(Int32((bottom - bit / width) * n + right - bit % width)) }
    }
    let columns = n / 4 + 3
    for column in 0..<columns {
      if column < 2 {
        // Beside the upper right pattern and below; the border column has an extension module between its blocks.
        let rows = (n - 8) / 4
        for row in 0..<rows where column == 1 || row % 2 == 1 || row == 0 || row == rows - 1 {
          block(n - 1 - 2 * column, n - 1 - 4 * row, width: 2)
        }
      } else if columns - column > 4 {
        let rows = n / 2
        for row in 0..<rows {
          // The upper right pattern, and extension modules along the lower border.
          if column == 2 && row >= rows - 4 { continue }
          if row == 0 && column % 2 == 1 && column + 1 != columns - 4 { continue }
          // The timing pattern takes a row.
          block(n - 5 - 4 * (column - 2), n - 1 - 2 * row - (row >= rows - 3 ? 1 : 0), width: 4)
        }
      } else {
        let left = columns - column
        for row in 0..<(n - 16) / 4 {
          block((left - 1) * 2 + 1 + (left == 4 ? 1 : 0), n - 9 - 4 * row, width: 2)
        }
      }
    }
    return out
  }
}
