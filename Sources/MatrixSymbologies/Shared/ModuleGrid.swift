import BarcodeCore

/// What was seen of each module of a matrix symbol, row by row: not only dark or light, but how clearly.
@frozen
@usableFromInline
package struct ModuleGrid: Sendable {
  /// Modules in a row.
  @usableFromInline package let columns: Int
  /// Rows of modules.
  @usableFromInline package let rows: Int
  /// Distance from the local threshold, in units of half the local contrast: about +1 for a clean dark module, -1 for
  /// a clean light one, 0 at the threshold.
  @usableFromInline package var soft: [Float]

  @inlinable
  package init(columns: Int, rows: Int, soft: [Float]) {
    precondition(soft.count == columns * rows)
    self.columns = columns
    self.rows = rows
    self.soft = soft
  }

  /// Whether the module is dark; must lie inside.
  @inlinable
  package func isDark(_ x: Int, _ y: Int) -> Bool { soft[y &* columns &+ x] > 0 }

  /// The grid as seen in a mirror along the main diagonal.
  package var transposed: ModuleGrid {
    var out = [Float](repeating: 0, count: soft.count)
    for y in 0..<rows {
      for x in 0..<columns { out[x * rows + y] = soft[y * columns + x] }
    }
    return ModuleGrid(columns: rows, rows: columns, soft: out)
  }

  /// The grid with dark and light exchanged.
  package var inverted: ModuleGrid {
    ModuleGrid(columns: columns, rows: rows, soft: soft.map { -$0 })
  }
}
