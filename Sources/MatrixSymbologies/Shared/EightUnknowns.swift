import BarcodeCore

/// Least squares for eight unknowns, such as those of a projective map, without allocation.
struct EightUnknowns {
  private var m0 = SIMD8<Double>.zero
  private var m1 = SIMD8<Double>.zero
  private var m2 = SIMD8<Double>.zero
  private var m3 = SIMD8<Double>.zero
  private var m4 = SIMD8<Double>.zero
  private var m5 = SIMD8<Double>.zero
  private var m6 = SIMD8<Double>.zero
  private var m7 = SIMD8<Double>.zero
  private var right = SIMD8<Double>.zero
  private(set) var count = 0

  /// The equation `row . x = value`.
  mutating func add(_ row: SIMD8<Double>, equals value: Double, weight: Double = 1) {
    let scaled = row * weight
    m0 += scaled * row[0]
    m1 += scaled * row[1]
    m2 += scaled * row[2]
    m3 += scaled * row[3]
    m4 += scaled * row[4]
    m5 += scaled * row[5]
    m6 += scaled * row[6]
    m7 += scaled * row[7]
    right += scaled * value
    count += 1
  }

  /// The solution, each unknown pulled towards zero by `damping` times its own weight; nil when it is not determined.
  func solve(damping: Double) -> SIMD8<Double>? {
    var rows = [m0, m1, m2, m3, m4, m5, m6, m7]
    var values = right
    var largest = 0.0
    for i in 0..<8 { largest = max(largest, rows[i][i]) }
    guard largest.isFinite, largest > 0 else { return nil }
    for i in 0..<8 { rows[i][i] += rows[i][i] * damping + largest * 1e-12 }
    for column in 0..<8 {
      var pivot = column
      for i in column..<8 where abs(rows[i][column]) > abs(rows[pivot][column]) { pivot = i }
      guard abs(rows[pivot][column]) > largest * 1e-14 else { return nil }
      rows.swapAt(pivot, column)
      let swapped = values[pivot]
      values[pivot] = values[column]
      values[column] = swapped
      let inverse = 1 / rows[column][column]
      for i in 0..<8 where i != column {
        let factor = rows[i][column] * inverse
        if factor == 0 { continue }
        rows[i] -= rows[column] * factor
        values[i] -= values[column] * factor
      }
    }
    var solution = SIMD8<Double>.zero
    for i in 0..<8 { solution[i] = values[i] / rows[i][i] }
    for i in 0..<8 where !solution[i].isFinite { return nil }
    return solution
  }
}
