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
  /// Width of a module along the scan lines, in pixels.
  var module: Double {
    switch (left?.module, right?.module) {
    case (let a?, let b?): (a + b) / 2
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

  /// Width of the symbol in modules, as the distance of both ends tells; nil with one end.
  var estimatedModules: Double? {
    guard let left, let right, module > 0 else { return nil }
    let v = (vRange.lowerBound + vRange.upperBound) / 2
    return (right.outer.value(at: v) - left.outer.value(at: v)) * sign / module
  }

  /// Joins ends that belong together; ends without a partner stand alone.
  static func pair(_ columns: [GuardColumn], grid: GuardSearch.Grid) -> [StackedPlace] {
    var places: [StackedPlace] = []
    var used = Set<Int>()
    for left in columns where left.key.side == .left {
      var best: (index: Int, distance: Double)?
      for (r, right) in columns.enumerated() where right.key.side == .right && !used.contains(r) {
        guard let distance = distance(left, right) else { continue }
        if best.map({ distance < $0.distance }) ?? true { best = (r, distance) }
      }
      if let best {
        used.insert(best.index)
        places += [StackedPlace(grid: grid, left: left, right: columns[best.index])].compactMap { $0 }
      } else {
        places += [StackedPlace(grid: grid, left: left, right: nil)].compactMap { $0 }
      }
    }
    for (r, right) in columns.enumerated() where right.key.side == .right && !used.contains(r) {
      places += [StackedPlace(grid: grid, left: nil, right: right)].compactMap { $0 }
    }
    return places
  }

  /// The distance of two ends in modules, or nil when they cannot belong to one symbol.
  private static func distance(_ left: GuardColumn, _ right: GuardColumn) -> Double? {
    let a = left.key
    let b = right.key
    guard a.isMicro == b.isMicro, a.isReversed == b.isReversed, a.isInverted == b.isInverted else { return nil }
    // Perspective makes one end larger than the other.
    guard left.module < right.module * 1.8, right.module < left.module * 1.8 else { return nil }
    let overlap = min(left.lastV, right.lastV) - max(left.firstV, right.firstV)
    let least = min(left.lastV - left.firstV, right.lastV - right.firstV)
    guard overlap > 0.25 * least else { return nil }
    let v = (max(left.firstV, right.firstV) + min(left.lastV, right.lastV)) / 2
    let sign: Double = a.isReversed ? -1 : 1
    let modules =
      (right.outer.value(at: v) - left.outer.value(at: v)) * sign / ((left.module + right.module) / 2)
    let range = a.isMicro ? 34.0...110.0 : 72.0...660.0
    return range.contains(modules) ? modules : nil
  }
}
