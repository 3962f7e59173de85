import BarcodeCore

/// Scans a part of the picture along parallel lines and collects guards into columns.
struct GuardSearch {
  let luma: LumaView
  /// Whether to look for PDF417, MicroPDF417, light symbols on dark ground.
  let findsPDF417: Bool
  var findsMicro: Bool
  let findsInverted: Bool
  let line: CoarseLine

  /// The lines' frame: `v` counts along `across`, positions along `axis`, both from `base`.
  struct Grid {
    var base: Point
    var axis: Point
    var across: Point

    func point(_ u: Double, _ v: Double) -> Point { base + axis * u + across * v }
  }

  /// Least width of a module, in pixels.
  static let leastModule: Float = 0.9

  /// Where guards are seen on a few lines over `height` pixels: the range of these lines, widened; nil where there is
  /// nothing.
  func glance(_ grid: Grid, length: Double, height: Double) -> (lines: ClosedRange<Double>, hasMicro: Bool)? {
    let spacing = max(GuardSearch.leastGlance, min(GuardSearch.mostGlance, height / 10))
    var first: Double?
    var last = 0.0
    var hasMicro = false
    // Of a blurred symbol of few pixels hardly a line is clear, and a small place is soon searched.
    let isSmall = length * height <= GuardSearch.smallPlace
    var v = min(spacing, height) / 2
    while v < height {
      let hits = hits(grid, v: v, length: length, isStrict: true)
      let isMicro = hits.contains {
        $0.0.isMicro && (hasMicro || isSmall ? isConfirmed($0.0, $0.2, grid) : goesOn($0.0, $0.2, grid))
      }
      if isMicro || hits.contains(where: { !$0.0.isMicro }) {
        first = first ?? v
        last = v
        hasMicro = hasMicro || isMicro
      }
      v += spacing
    }
    // Between the lines of a glance nothing taller than a few of them is overlooked.
    return first.map { (max(0, $0 - 4 * spacing)...min(height, last + 4 * spacing), hasMicro) }
  }

  /// Pixels of a place in which a column need not be followed.
  private static let smallPlace = 40_000.0

  /// Modules between a line of a glance and those that confirm what it hit: rows are at least two modules high,
  /// and inclined lines soon leave them.
  private static let nextLine = 0.4
  /// Modules beside a row address pattern that hold a character and a margin.
  private static let beside = 22.0

  /// Whether a line just above or below hits the same row address pattern or the next one.
  private func isConfirmed(_ key: GuardKey, _ hit: GuardHit, _ grid: Grid) -> Bool {
    let module = abs(hit.inner - hit.outer) / 10
    let start = min(hit.inner, hit.outer) - GuardSearch.beside * module
    let length = (2 * GuardSearch.beside + 11) * module
    return [-GuardSearch.nextLine, GuardSearch.nextLine].contains { shift in
      let v = hit.v + shift * module
      let part = Grid(base: grid.point(start, 0), axis: grid.axis, across: grid.across)
      return hits(part, v: v, length: length, isStrict: true).contains { other in
        guard other.0 == key, abs(other.2.outer + start - hit.outer) < 1.5 * module else { return false }
        let steps = (other.2.address - hit.address + RowAddressPatterns.count) % RowAddressPatterns.count
        return steps <= 1 || steps == RowAddressPatterns.count - 1
      }
    }
  }

  /// Lines above and below a hit on which its column is followed, and their distance in modules: less than a row, so
  /// that from one line to the next an address changes by one at the most.
  private static let followed = (lines: 10, distance: 1.6)
  /// Lines without the column after which it ends.
  private static let mostGaps = 4
  /// Rows that must follow one another for a symbol to be there, or lines on which its column is seen with a single
  /// change of rows: rows may be high.
  private static let leastChanges = 2
  private static let manyLines = 5

  /// Whether the addresses above and below a hit count through rows; those of texture are alike or have no order.
  private func goesOn(_ key: GuardKey, _ hit: GuardHit, _ grid: Grid) -> Bool {
    let module = abs(hit.inner - hit.outer) / 10
    let margin = GuardSearch.beside * module
    var seen = 0
    var changes = 0
    var order = 0
    for direction in [-1, 1] {
      var last = hit
      var gaps = 0
      for line in 1...GuardSearch.followed.lines where gaps <= GuardSearch.mostGaps {
        let v = hit.v + Double(direction * line) * GuardSearch.followed.distance * module
        let start = min(last.inner, last.outer) - margin
        let part = Grid(base: grid.point(start, 0), axis: grid.axis, across: grid.across)
        let next = hits(part, v: v, length: 2 * margin + 11 * module, isStrict: false).first { other in
          guard other.0 == key, abs(other.2.outer + start - last.outer) < 0.7 * abs(v - last.v) + module else {
            return false
          }
          let step = GuardSearch.step(from: last.address, to: other.2.address) * direction
          return abs(step) <= 1 + gaps && (step == 0 || order == 0 || (step > 0) == (order > 0))
        }
        guard let next else {
          gaps += 1
          continue
        }
        let step = GuardSearch.step(from: last.address, to: next.2.address) * direction
        if step != 0 {
          order = step
          changes += 1
        }
        seen += 1
        gaps = 0
        last = next.2
        last.outer += start
        last.inner += start
      }
      if changes >= GuardSearch.leastChanges { return true }
    }
    return changes > 0 && seen >= GuardSearch.manyLines
  }

  /// Steps in the cycle of row address patterns, the shorter way.
  private static func step(from: Int, to: Int) -> Int {
    let n = RowAddressPatterns.count
    return ((to - from + n + n / 2) % n) - n / 2
  }

  /// Distances of a glance's lines, in pixels: the lowest symbols are some ten modules high.
  private static let leastGlance = 2.0
  private static let mostGlance = 12.0

  /// A line with more hits than these crosses texture: a symbol has two or three row address patterns, and about as
  /// many places that look like one.
  private static let mostHits = 48

  /// Scans `length` by `height` pixels in steps of `spacing` lines.
  func columns(
    _ grid: Grid, length: Double, height: Double, spacing: Double
  ) -> [GuardColumn] {
    var open = OpenColumns(length: length)
    var v = spacing / 2
    while v < height {
      let hits = hits(grid, v: v, length: length, isStrict: false)
      for (key, modules, hit) in hits where hits.count <= GuardSearch.mostHits || !key.isMicro {
        open.take(hit, key, modules: modules, spacing: spacing)
      }
      open.close(before: v - spacing * 5)
      v += spacing
    }
    open.close(before: .infinity)
    var done = open.done
    for i in done.indices { done[i].fit() }
    return done.filter(\.isSteady)
  }

  private func hits(
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
