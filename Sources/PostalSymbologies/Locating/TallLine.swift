/// A straight line through the middles of all tall bars of a row.
///
/// Those of full bars, or of as many that reach up as down, lie on the middle line, even where the bars close by are too
/// much alike to show it.
struct TallLine {
  private var line = BarLine()

  /// Share of the longest bar's length from which a bar is a tall one, and how many make a line.
  private static let tallPart = 0.85
  private static let leastTall = 5.0

  /// Nil where too few bars are tall.
  init?(_ bars: [BarWalk.Bar]) {
    let longest = bars.reduce(0) { max($0, $1.length) }
    for bar in bars where bar.length > TallLine.tallPart * longest { line.add(Double(bar.number), bar.y) }
    guard line.n >= TallLine.leastTall else { return nil }
  }

  /// Distance across the row, in pixels, of the line at a bar.
  func offset(_ number: Int) -> Double { line.value(Double(number), slope: line.slope) }
}
