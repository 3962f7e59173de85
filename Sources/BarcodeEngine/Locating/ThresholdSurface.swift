import BarcodeCore

/// The local threshold: for each tile the grey value at which its edges are crossed, carried on into places without
/// edges from the nearest ones. So it holds inside modules of any size, and does not favour dark or light.
struct ThresholdSurface {
  let columns: Int
  let rows: Int
  private(set) var values: [Float]

  /// Edge weight (grey levels summed over a tile) at which a tile's own threshold counts half. Less than one faint
  /// edge of 15 levels across a tile.
  private static let halfWeight: Float = 60
  /// Weight of what the next coarser level says, relative to a tile full of edges.
  private static let coarseWeight: Float = 0.02

  init(_ sums: TileSums) {
    columns = sums.columns
    rows = sums.rows
    var levels = [Level(columns: columns, rows: rows)]
    for i in 0..<(columns * rows) {
      let w = sums.weight[i]
      guard w > 0 else { continue }
      // Saturating, so that strong edges beside faint ones do not take over the neighbourhood.
      let saturated = w / (w + ThresholdSurface.halfWeight)
      levels[0].weight[i] = saturated
      levels[0].sum[i] = saturated * sums.weightedGrey[i] / w
    }
    levels[0] = levels[0].smoothed()
    while let last = levels.last, last.columns > 1 || last.rows > 1 {
      levels.append(last.halved())
    }
    var coarse: [Float] = []
    var coarseColumns = 1
    for level in levels.reversed() {
      coarse = level.filled(from: coarse, columns: coarseColumns, weight: ThresholdSurface.coarseWeight)
      coarseColumns = level.columns
    }
    values = coarse
  }

  /// Sums on a grid of tiles.
  private struct Level {
    let columns: Int
    let rows: Int
    var weight: [Float]
    var sum: [Float]

    init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
      weight = [Float](repeating: 0, count: columns * rows)
      sum = weight
    }

    /// Each tile with its eight neighbours, by 1:2:1 in both directions.
    func smoothed() -> Level {
      var result = self
      Level.smooth(&result.weight, columns, rows)
      Level.smooth(&result.sum, columns, rows)
      return result
    }

    private static func smooth(_ values: inout [Float], _ columns: Int, _ rows: Int) {
      values.withUnsafeMutableBufferPointer { all in
        guard let base = all.baseAddress else { return }
        // Smoothed along the rows: the row above, and this one.
        var above = [Float](repeating: 0, count: columns)
        var here = above
        smoothRow(base, columns)
        here.withUnsafeMutableBufferPointer { $0.baseAddress?.update(from: base, count: columns) }
        above = here
        for y in 0..<rows {
          let row = base + y * columns
          let below = y + 1 < rows ? row + columns : row
          if y + 1 < rows { smoothRow(below, columns) }
          mixRows(&above, &here, row, below, columns)
        }
      }
    }

    private static func smoothRow(_ row: UnsafeMutablePointer<Float>, _ columns: Int) {
      var left = row[0]
      for x in 0..<columns {
        let middle = row[x]
        row[x] = (left + 2 * middle + row[min(x &+ 1, columns &- 1)]) * 0.25
        left = middle
      }
    }

    /// Mixes a row with those above and below it; `above` and `here` move on to the next row.
    private static func mixRows(
      _ above: inout [Float], _ here: inout [Float], _ row: UnsafeMutablePointer<Float>,
      _ below: UnsafeMutablePointer<Float>, _ columns: Int
    ) {
      above.withUnsafeMutableBufferPointer { above in
        here.withUnsafeMutableBufferPointer { here in
          for x in 0..<columns {
            let (middle, next) = (here[x], below[x])
            row[x] = (above[x] + 2 * middle + next) * 0.25
            above[x] = middle
            here[x] = next
          }
        }
      }
    }

    func halved() -> Level {
      var half = Level(columns: (columns + 1) / 2, rows: (rows + 1) / 2)
      for y in 0..<rows {
        for x in 0..<columns {
          let to = (y / 2) * half.columns + x / 2
          half.weight[to] += weight[y * columns + x]
          half.sum[to] += sum[y * columns + x]
        }
      }
      for i in half.weight.indices where half.weight[i] > 1 {
        half.sum[i] /= half.weight[i]
        half.weight[i] = 1
      }
      return half
    }

    /// The values of this level, mixed with those of the coarser one; without any edge at all, mid grey.
    func filled(from coarse: [Float], columns coarseColumns: Int, weight extra: Float) -> [Float] {
      var values = [Float](repeating: 128, count: columns * rows)
      for y in 0..<rows {
        for x in 0..<columns {
          let i = y * columns + x
          if coarse.isEmpty {
            if weight[i] > 0 { values[i] = sum[i] / weight[i] }
          } else {
            let c = coarse[(y / 2) * coarseColumns + x / 2]
            values[i] = (sum[i] + extra * c) / (weight[i] + extra)
          }
        }
      }
      return values
    }
  }
}
