import BarcodeCore

/// Scans a part of the picture along parallel lines and collects guards into columns.
struct GuardSearch {
  let luma: LumaView
  /// Whether to look for PDF417, MicroPDF417, light symbols on dark ground.
  var findsPDF417: Bool
  var findsMicro: Bool
  let findsInverted: Bool
  let line: CoarseLine
  /// Lines along which columns of MicroPDF417 may yet be followed in vain: texture has such columns without number.
  let followed: FollowBudget

  /// The lines' frame: `v` counts along `across`, positions along `axis`, both from `base`.
  struct Grid {
    var base: Point
    var axis: Point
    var across: Point

    func point(_ u: Double, _ v: Double) -> Point { base + axis * u + across * v }
  }

  /// Least width of a module, in pixels.
  static let leastModule: Float = 0.9

  /// What a few lines over a place show.
  struct Glance {
    /// Lines between which guards of PDF417 were seen, widened.
    var pdf417: ClosedRange<Double>?
    /// Ends of MicroPDF417.
    var columns: [GuardColumn] = []
  }

  /// Looks for guards on a few lines over `height` pixels.
  func glance(_ grid: Grid, length: Double, height: Double) -> Glance {
    // Of a blurred symbol of few pixels hardly a line is clear, and a small place is soon searched.
    let isSmall = length * height <= GuardSearch.smallPlace
    let lines = isSmall ? GuardSearch.glancedLines.small : GuardSearch.glancedLines.large
    let spacing = max(GuardSearch.leastGlance, min(GuardSearch.mostGlance, height / lines))
    var glance = Glance()
    var first: Double?
    var last = 0.0
    var v = min(spacing, height) / 2
    while v < height {
      let hits = hits(grid, v: v, length: length, isStrict: true)
      if hits.contains(where: { !$0.0.isMicro }) {
        first = first ?? v
        last = v
      }
      for (key, _, hit) in hits where key.isMicro && followed.lines > 0 {
        if glance.columns.contains(where: { $0.holds(hit, key) }) { continue }
        if let column = follow(hit, key, grid, isSmall: isSmall) { glance.columns.append(column) }
      }
      v += spacing
    }
    // Between the lines of a glance nothing taller than a few of them is overlooked.
    glance.pdf417 = first.map { max(0, $0 - 4 * spacing)...min(height, last + 4 * spacing) }
    return glance
  }

  /// Lines of a glance.
  private static let glancedLines = (small: 25.0, large: 10.0)
  /// Pixels of a place of which little is asked.
  private static let smallPlace = 40_000.0

  /// Distances of a glance's lines, in pixels: the lowest symbols are some ten modules high.
  private static let leastGlance = 2.0
  private static let mostGlance = 12.0

  /// Scans `length` by `height` pixels in steps of `spacing` lines for ends of PDF417.
  func columns(
    _ grid: Grid, length: Double, height: Double, spacing: Double
  ) -> [GuardColumn] {
    var open = OpenColumns(length: length)
    var v = spacing / 2
    while v < height {
      let hits = hits(grid, v: v, length: length, isStrict: false)
      for (key, modules, hit) in hits where !key.isMicro {
        open.take(hit, key, modules: modules, spacing: spacing)
      }
      open.close(before: v - spacing * 5)
      v += spacing
    }
    open.close(before: .infinity)
    var done = open.done
    for i in done.indices { done[i].fit() }
    return done
  }

  func hits(
    _ grid: Grid, v: Double, length: Double, isStrict: Bool
  ) -> [(GuardKey, Double, GuardHit)] {
    line.find(luma, from: grid.point(0, v), along: grid.axis, length: length)
    guard line.count > 9 else { return [] }
    var found: [(GuardKey, Double, GuardHit)] = []
    if findsPDF417 { findGuards(line.edges, count: line.count, v: v, into: &found) }
    if findsMicro { findAddresses(line.edges, count: line.count, v: v, isStrict: isStrict, into: &found) }
    return found
  }

  /// Finds start and stop patterns.
  private func findGuards(
    _ e: UnsafePointer<Float>, count: Int, v: Double, into found: inout [(GuardKey, Double, GuardHit)]
  ) {
    for (pattern, side) in [(GuardPattern.start, GuardKey.Side.left), (GuardPattern.stop, .right)] {
      let n = pattern.widths.count
      guard count > n else { continue }
      for i in 0..<(count - n) {
        for isReversed in [false, true] where pattern.matches(e + i, isReversed: isReversed) {
          guard e[i + n] - e[i] >= GuardSearch.leastModule * pattern.modules else { continue }
          // The first bar in symbol order begins at e[i], or ends at e[i + n] when read backwards.
          let barFirst = isReversed ? !line.isDark(after: i + n) : line.isDark(after: i)
          if !barFirst && !findsInverted { continue }
          let begin = Double(isReversed ? e[i + n] : e[i])
          let end = Double(isReversed ? e[i] : e[i + n])
          var hit =
            side == .left
            ? GuardHit(v: v, outer: begin, inner: end) : GuardHit(v: v, outer: end, inner: begin)
          hit.bend = pattern.bend(e + i, isReversed: isReversed, innerIsFirst: side == .right)
          found.append(
            (
              GuardKey(side: side, isMicro: false, isReversed: isReversed, isInverted: !barFirst),
              Double(pattern.modules), hit
            ))
        }
      }
    }
  }
}
