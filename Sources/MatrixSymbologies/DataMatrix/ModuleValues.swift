import BarcodeCore

/// Ink of every module of a symbol and how it compares with its neighbourhood.
package struct ModuleValues {
  package private(set) var size: DataMatrixSize
  /// Row by row.
  package private(set) var ink: [Float]
  /// Row by row: ink less local threshold, in units of half of the local contrast; positive is finder colour.
  package private(set) var margin: [Float] = []

  /// Samples a grid: the middle of each module, averaged over a part of it where modules are large enough.
  package init(_ grid: DataMatrixGrid, field: InkField) {
    size = grid.size
    let (rows, columns) = (size.rows, size.columns)
    // Averaging over a third of the module keeps clear of neighbours; below 2.2 pixels linear interpolation does so.
    let spread = grid.moduleSize > 2.2 ? 0.17 : 0
    ink = [Float](repeating: 0, count: rows * columns)
    for row in 0..<rows {
      for column in 0..<columns {
        let (u, v) = (Double(column) + 0.5, Double(row) + 0.5)
        var value = field.at(grid.place(u, v))
        if spread > 0 {
          value += field.at(grid.place(u - spread, v - spread)) + field.at(grid.place(u + spread, v - spread))
          value += field.at(grid.place(u - spread, v + spread)) + field.at(grid.place(u + spread, v + spread))
          value *= 0.2
        }
        ink[row * columns + column] = value
      }
    }
    judge()
  }

  private init(size: DataMatrixSize, ink: [Float]) {
    self.size = size
    self.ink = ink
    judge()
  }

  /// The same with what blur spilled into the neighbours taken back; `amount` is the share that each neighbour got.
  package func sharpened(_ amount: Float) -> ModuleValues {
    let (rows, columns) = (size.rows, size.columns)
    var sharp = ink
    for row in 0..<rows {
      for column in 0..<columns {
        let i = row * columns + column
        let center = ink[i]
        // Beyond the border lies ground; the module's own value there would do no harm either.
        let up = row > 0 ? ink[i - columns] : center
        let down = row + 1 < rows ? ink[i + columns] : center
        let left = column > 0 ? ink[i - 1] : center
        let right = column + 1 < columns ? ink[i + 1] : center
        sharp[i] = center + amount * (4 * center - up - down - left - right)
      }
    }
    return ModuleValues(size: size, ink: sharp)
  }

  /// The symbol as it is when seen in a mirror: finder legs swapped.
  package func mirrored(to other: DataMatrixSize) -> ModuleValues {
    var swapped = self
    swapped.size = other
    for row in 0..<other.rows {
      for column in 0..<other.columns {
        let from = (size.rows - 1 - column) * size.columns + (size.columns - 1 - row)
        swapped.ink[row * other.columns + column] = ink[from]
        swapped.margin[row * other.columns + column] = margin[from]
      }
    }
    return swapped
  }

  /// Modules to each side that the local threshold looks at.
  private static let radius = 2

  /// Local threshold: midway between the largest and the smallest value around, both smoothed.
  private mutating func judge() {
    var high = ink
    var low = ink
    Self.spread(&high, size.rows, size.columns) { max($0, $1) }
    Self.spread(&low, size.rows, size.columns) { min($0, $1) }
    Self.smooth(&high, size.rows, size.columns)
    Self.smooth(&low, size.rows, size.columns)
    margin = ink
    for i in ink.indices {
      let half = max((high[i] - low[i]) / 2, 1)
      margin[i] = (ink[i] - (high[i] + low[i]) / 2) / half
    }
  }

  private static func spread(_ a: inout [Float], _ rows: Int, _ columns: Int, _ pick: (Float, Float) -> Float) {
    let source = a
    var across = a
    for row in 0..<rows {
      for column in 0..<columns {
        var value = source[row * columns + column]
        for c in max(0, column - radius)...min(columns - 1, column + radius) {
          value = pick(value, source[row * columns + c])
        }
        across[row * columns + column] = value
      }
    }
    for row in 0..<rows {
      for column in 0..<columns {
        var value = across[row * columns + column]
        for r in max(0, row - radius)...min(rows - 1, row + radius) {
          value = pick(value, across[r * columns + column])
        }
        a[row * columns + column] = value
      }
    }
  }

  private static func smooth(_ a: inout [Float], _ rows: Int, _ columns: Int) {
    let source = a
    var across = a
    for row in 0..<rows {
      for column in 0..<columns {
        let (from, to) = (max(0, column - radius), min(columns - 1, column + radius))
        var sum: Float = 0
        for c in from...to { sum += source[row * columns + c] }
        across[row * columns + column] = sum / Float(to - from + 1)
      }
    }
    for row in 0..<rows {
      for column in 0..<columns {
        let (from, to) = (max(0, row - radius), min(rows - 1, row + radius))
        var sum: Float = 0
        for r in from...to { sum += across[r * columns + column] }
        a[row * columns + column] = sum / Float(to - from + 1)
      }
    }
  }

  /// Of the modules of finder and timing patterns, inner ones included: how many there are and how many are wrong.
  package func patternErrors() -> (wrong: Int, of: Int) {
    let (rows, columns) = (size.rows, size.columns)
    var wrong = 0
    var all = 0
    for row in 0..<rows {
      for column in 0..<columns {
        guard let isInk = size.patternInk(column: column, row: row) else { continue }
        all += 1
        if (margin[row * columns + column] > 0) != isInk { wrong += 1 }
      }
    }
    return (wrong, all)
  }
}
