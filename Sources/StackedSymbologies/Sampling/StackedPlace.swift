import BarcodeCore

/// A place where a symbol was located: one or both of its ends, on a grid of scan lines.
struct StackedPlace {
  let grid: GuardSearch.Grid
  let left: GuardColumn?
  let right: GuardColumn?
  let isMicro: Bool
  let isReversed: Bool
  let isInverted: Bool

  init?(grid: GuardSearch.Grid, left: GuardColumn?, right: GuardColumn?) {
    guard let key = left?.key ?? right?.key else { return nil }
    self.grid = grid
    self.left = left
    self.right = right
    isMicro = key.isMicro
    isReversed = key.isReversed
    isInverted = key.isInverted
  }

  /// From the symbol's left to its right along the scan lines.
  var direction: Point { isReversed ? -grid.axis : grid.axis }
  /// +1 when positions along the scan lines grow in that direction, else -1.
  var sign: Double { isReversed ? -1 : 1 }
  /// Width of a module along the scan lines, in pixels. With perspective the geometric mean of both ends is the mean of
  /// the whole.
  var module: Double {
    switch (left?.module, right?.module) {
    case (let a?, let b?): (a * b).squareRoot()
    case (let a?, nil): a
    case (nil, let b?): b
    case (nil, nil): 0
    }
  }
  /// The range of scan lines on which an end was seen.
  var vRange: ClosedRange<Double> {
    let low = min(left?.firstV ?? .infinity, right?.firstV ?? .infinity)
    let high = max(left?.lastV ?? -.infinity, right?.lastV ?? -.infinity)
    return low < high ? low...high : low...(low + 1)
  }

  /// The ends that were seen, the one that was seen on more lines first.
  var sides: [GuardKey.Side] {
    let left = left?.hits.count ?? 0
    let right = right?.hits.count ?? 0
    return (left >= right ? [.left, .right] : [.right, .left]).filter { ($0 == .left ? left : right) > 0 }
  }

  /// Points in the middle of the guards that were seen.
  var ends: [Point] {
    [left, right].compactMap { $0 }.map { column in
      grid.point((column.outer.value(at: column.middle) + column.inner.value(at: column.middle)) / 2, column.middle)
    }
  }

  /// Width of the symbol in modules, as the distance of both ends tells; nil with one end.
  var estimatedModules: Double? {
    guard let left, let right, module > 0 else { return nil }
    let v = (vRange.lowerBound + vRange.upperBound) / 2
    return (right.outer.value(at: v) - left.outer.value(at: v)) * sign / module
  }

  /// Lines on which a single end must be seen where nothing else tells of a symbol.
  static let leastSingleHits = 6

  /// Ends that may belong together, the best seen ones first, then single ends.
  ///
  /// - Parameter leastHits: Lines on which a single end must be seen to be worth a try without the other one.
  static func places(
    _ columns: [GuardColumn], grid: GuardSearch.Grid, leastHits: Int = leastSingleHits
  ) -> [StackedPlace] {
    var pairs: [(place: StackedPlace, hits: Int, distance: Double)] = []
    for left in columns where left.key.side == .left {
      for right in columns where right.key.side == .right {
        guard let distance = distance(left, right), let place = StackedPlace(grid: grid, left: left, right: right)
        else { continue }
        pairs.append((place, min(left.hits.count, right.hits.count), distance))
      }
    }
    pairs.sort { $0.hits != $1.hits ? $0.hits > $1.hits : $0.distance < $1.distance }
    let singles = columns.filter { $0.hits.count >= leastHits }.sorted { $0.hits.count > $1.hits.count }
      .compactMap {
        StackedPlace(grid: grid, left: $0.key.side == .left ? $0 : nil, right: $0.key.side == .right ? $0 : nil)
      }
    // Start and stop patterns are rarely seen by chance; row address patterns are.
    let all = pairs.map(\.place) + singles
    return all.filter { !$0.isMicro } + all.filter(\.isMicro)
  }

  /// The distance of two ends in modules, or nil when they cannot belong to one symbol.
  private static func distance(_ left: GuardColumn, _ right: GuardColumn) -> Double? {
    let a = left.key
    let b = right.key
    guard a.isMicro == b.isMicro, a.isReversed == b.isReversed, a.isInverted == b.isInverted else { return nil }
    // Perspective makes one end larger than the other.
    guard left.module < right.module * 2.6, right.module < left.module * 2.6 else { return nil }
    let overlap = min(left.lastV, right.lastV) - max(left.firstV, right.firstV)
    let least = min(left.lastV - left.firstV, right.lastV - right.firstV)
    guard overlap > 0.25 * least else { return nil }
    let v = (max(left.firstV, right.firstV) + min(left.lastV, right.lastV)) / 2
    let sign: Double = a.isReversed ? -1 : 1
    let modules =
      (right.outer.value(at: v) - left.outer.value(at: v)) * sign / (left.module * right.module).squareRoot()
    if a.isMicro {
      let fits = (1...4).contains { columns in
        let nominal = Double(SymbolLayout.microModules(columns: columns))
        return abs(modules - nominal) < 0.12 * nominal
      }
      return fits ? modules : nil
    }
    // 1 to 30 data columns.
    return modules > 72 && modules < 660 ? modules : nil
  }
}
