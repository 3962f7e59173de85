/// Takes back the blur between neighbouring hexagons of a MaxiCode symbol.
enum HexDeblur {
  private static let steps = 8
  private static let gain: Float = 1.3

  /// - Parameters:
  ///   - soft: Modules row by row, dark positive.
  ///   - share: What each module gives to each of its six neighbours.
  static func deblurred(_ soft: [Float], share: Float) -> [Float] {
    let columns = MaxiCodeLayout.columns
    let rows = MaxiCodeLayout.rows
    guard soft.count == columns * rows else { return soft }
    var estimate = soft
    for _ in 0..<steps {
      let last = estimate
      // Around the symbol it is light.
      func value(_ column: Int, _ row: Int) -> Float {
        guard row >= 0, row < rows, column >= 0, MaxiCodeLayout.hasModule(column: column, row: row) else { return -1 }
        return last[row * columns + column]
      }
      for row in 0..<rows {
        // Odd rows stand half a module to the right.
        let shift = row & 1 == 1 ? 0 : -1
        for column in 0..<columns where MaxiCodeLayout.hasModule(column: column, row: row) {
          let i = row * columns + column
          let around =
            value(column - 1, row) + value(column + 1, row) + value(column + shift, row - 1)
            + value(column + shift + 1, row - 1) + value(column + shift, row + 1) + value(column + shift + 1, row + 1)
          let blurred = last[i] * (1 - 6 * share) + around * share
          estimate[i] = Swift.max(-1, Swift.min(1, last[i] + gain * (soft[i] - blurred)))
        }
      }
    }
    return estimate
  }
}
