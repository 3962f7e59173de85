import BarcodeCore

/// Work that may be spent in vain, shared by the searches of a frame.
final class FollowBudget {
  var lines: Int

  init(lines: Int) { self.lines = lines }
}

/// Ends of MicroPDF417 are followed from row to row from where a line crossed them: of six elements alone, texture has
/// too many that look like a row address pattern.
extension GuardSearch {
  /// Distance of the lines on which a column is followed, in modules: less than a row of two modules under 60 degrees of
  /// tilt, so that from one line to the next an address changes by one at the most.
  private static let pitch = 0.6
  /// Least distance of the lines, in pixels.
  private static let leastPitch = 1.0
  /// Lines without the column after which it ends: beyond it other things stand that look like it here and there.
  private static let mostGaps = 5
  /// Lines over a column at the most: 44 rows of four modules.
  private static let mostLines = 240

  /// Changes from a row to the next that must be seen for a symbol to be there.
  private static let leastChanges = 2
  /// Share of the lines from the first to the last one that crosses the column on which it must be seen.
  private static let leastSeen = 0.6

  /// The column that a hit belongs to; nil where addresses do not count through rows.
  ///
  /// - Parameter isSmall: The place has few lines in all.
  func follow(_ hit: GuardHit, _ key: GuardKey, _ grid: Grid, isSmall: Bool) -> GuardColumn? {
    let before = line.uses
    if let column = column(hit, key, grid, isSmall: isSmall) { return column }
    followed.lines -= line.uses - before
    return nil
  }

  private func column(_ hit: GuardHit, _ key: GuardKey, _ grid: Grid, isSmall: Bool) -> GuardColumn? {
    let module = abs(hit.inner - hit.outer) / GuardColumn.modules(key)
    let pitch = max(GuardSearch.leastPitch, GuardSearch.pitch * module)
    guard isConfirmed(hit, key, grid, pitch: pitch, module: module) else { return nil }
    var hits = [hit]
    var trail = Trail()
    for direction in [-1, 1] {
      let before = hits.count
      trail.turn(hit)
      var line = 1
      while line <= GuardSearch.mostLines, line - trail.lastLine <= GuardSearch.mostGaps + 1 {
        let v = hit.v + Double(direction * line) * pitch
        if let next = address(after: trail.expected(at: v), key, v: v, grid, reach: trail.reach(at: v, module)),
          trail.take(next, line: line, direction: direction)
        {
          hits.append(next)
          if trail.isUniform { return nil }
        }
        line += 1
      }
      if direction < 0 { hits[before...].reverse() }
    }
    // What was found upwards goes before the first hit.
    let upwards = trail.turnedAt
    let ordered = Array(hits[1..<(1 + upwards)]) + [hit] + Array(hits[(1 + upwards)...])
    guard trail.changes >= (isSmall ? 1 : GuardSearch.leastChanges), ordered.count >= GuardColumn.leastHits,
      Double(trail.seen) >= GuardSearch.leastSeen * Double(trail.covered)
    else { return nil }
    let column = GuardColumn(key: key, hits: ordered)
    return column.isSteady ? column : nil
  }

  /// Whether a line just above or below hits the same row address pattern or the next one.
  private func isConfirmed(_ hit: GuardHit, _ key: GuardKey, _ grid: Grid, pitch: Double, module: Double) -> Bool {
    [-pitch, pitch].contains { shift in
      let next = address(after: hit, key, v: hit.v + shift, grid, reach: 0.7 * pitch + module)
      return next.map { abs(GuardSearch.step(from: hit.address, to: $0.address)) <= 1 } ?? false
    }
  }

  /// The way along a column, and what its addresses have done so far.
  private struct Trail {
    private(set) var seen = 0
    private(set) var changes = 0
    private(set) var lastLine = 0
    /// Hits before the direction changed.
    private(set) var turnedAt = 0
    /// Lines from the first to the last hit.
    var covered: Int { before + lastLine }
    private var before = 0
    /// +1 or -1 as addresses grow or fall along the lines.
    private var order = 0
    private var last = GuardHit(v: 0, outer: 0, inner: 0)
    private var earlier: GuardHit?

    /// Lines without a change after which there will be none: no row is so high.
    private static let mostAlike = 24

    /// Whether nothing changes along the column, as between the bars of a fence.
    var isUniform: Bool { changes == 0 && seen > Trail.mostAlike }

    /// Begins a direction at the first hit.
    mutating func turn(_ hit: GuardHit) {
      before = lastLine
      turnedAt = seen
      lastLine = 0
      last = hit
      earlier = nil
    }

    /// Takes a hit unless its address contradicts the others.
    mutating func take(_ hit: GuardHit, line: Int, direction: Int) -> Bool {
      let step = GuardSearch.step(from: last.address, to: hit.address) * direction
      guard abs(step) <= line - lastLine, step == 0 || order == 0 || (step > 0) == (order > 0) else { return false }
      if step != 0 {
        order = step
        changes += 1
      }
      seen += 1
      lastLine = line
      if earlier == nil || abs(last.v - (earlier?.v ?? 0)) > 0 { slope = (hit.outer - last.outer) / (hit.v - last.v) }
      earlier = last
      last = hit
      return true
    }

    private var slope = 0.0

    /// Where the column is expected.
    func expected(at v: Double) -> GuardHit {
      var hit = last
      if earlier != nil {
        hit.outer += slope * (v - last.v)
        hit.inner += slope * (v - last.v)
      }
      return hit
    }

    /// How far from there it may be, in pixels: a column may lean by 35 degrees against the normal of the lines.
    func reach(at v: Double, _ module: Double) -> Double {
      (earlier == nil ? 0.7 : 0.4) * abs(v - last.v) + module
    }
  }

  /// Lines on which the other end of a symbol is looked for.
  private static let partnerLines = 10
  /// Modules of the widest symbol, and by how much perspective may widen them.
  private static let widest = 99.0 * 1.5

  /// The other ends of the symbols that a column may belong to.
  func partners(of column: GuardColumn, _ grid: Grid) -> [GuardColumn] {
    var found: [GuardColumn] = []
    let isForward = (column.key.side == .left) != column.key.isReversed
    let length = GuardSearch.widest * column.module
    for k in 0..<GuardSearch.partnerLines {
      let share = (Double(k) + 0.5) / Double(GuardSearch.partnerLines)
      let v = column.firstV + share * (column.lastV - column.firstV)
      let start = column.outer.value(at: v) - (isForward ? 2 * column.module : length)
      let part = Grid(base: grid.point(start, 0), axis: grid.axis, across: grid.across)
      for (key, _, other) in hits(part, v: v, length: length + 2 * column.module, isStrict: true)
      where key.isMicro && key.side != column.key.side && key.isReversed == column.key.isReversed
        && key.isInverted == column.key.isInverted
      {
        var hit = other
        hit.outer += start
        hit.inner += start
        if found.contains(where: { $0.holds(hit, key) }) { continue }
        if let partner = follow(hit, key, grid, isSmall: true) { found.append(partner) }
      }
    }
    return found
  }

  /// Steps in the cycle of row address patterns, the shorter way.
  static func step(from: Int, to: Int) -> Int {
    let n = RowAddressPatterns.count
    return ((to - from + n + n / 2) % n) - n / 2
  }
}
