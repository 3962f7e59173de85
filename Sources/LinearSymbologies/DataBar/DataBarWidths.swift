/// Numbers of element widths: how GS1 DataBar characters count the ways to share modules among elements
/// (ISO/IEC 24724, annex B).
enum DataBarWidths {
  /// Binomial coefficients up to 32 over 8: 26 modules in seven elements are the most that is asked for.
  private static let combinations: [[Int]] = {
    var rows: [[Int]] = []
    for n in 0...32 {
      var row = [Int](repeating: 0, count: 9)
      row[0] = 1
      if n > 0 { for k in 1...8 { row[k] = rows[n - 1][k - 1] + rows[n - 1][k] } }
      rows.append(row)
    }
    return rows
  }()

  private static func choose(_ n: Int, _ k: Int) -> Int {
    guard n >= 0, n <= 32, k >= 0, k <= 8 else { return 0 }
    return combinations[n][k]
  }

  /// The place of `widths` among all of the same sum and count whose elements have at most `widest` modules.
  ///
  /// - Parameter hasNarrow: Only those count that have an element of one module.
  static func value(_ widths: [Int], widest: Int, hasNarrow: Bool) -> Int {
    var left = widths.reduce(0, +)
    var value = 0
    var isNarrowSeen = false
    for bar in 0..<(widths.count - 1) {
      let rest = widths.count - bar - 1
      // All ways with a narrower element here come before.
      for width in 1..<max(1, widths[bar]) {
        var ways = choose(left - width - 1, rest - 1)
        let isNarrow = isNarrowSeen || width == 1
        if hasNarrow, !isNarrow, left - width - rest >= rest { ways -= choose(left - width - rest - 1, rest - 1) }
        if rest > 1 {
          var tooWide = 0
          var wide = left - width - (rest - 1)
          while wide > widest {
            tooWide += choose(left - width - wide - 1, rest - 2)
            wide -= 1
          }
          ways -= tooWide * rest
        } else if left - width > widest {
          ways -= 1
        }
        value += ways
      }
      if widths[bar] == 1 { isNarrowSeen = true }
      left -= widths[bar]
    }
    return value
  }
}
