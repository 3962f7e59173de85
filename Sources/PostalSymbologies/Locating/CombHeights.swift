import BarcodeCore

/// Tells by the heights of a comb's bars whether it may be a part of a postal symbol: bars of a symbol end at one or two
/// lines above and below, and are not all alike; those of texture end anywhere, all at once, or not at all.
struct CombHeights {
  /// The bars may be those of a symbol.
  let isLikely: Bool

  /// Steps along a bar to a pitch, and how many are looked at to either side: more than half of the tallest bars.
  private static let steps = EndLines.steps
  private static let mostSteps = 26
  /// Steps of paper after which a bar is over; a missing nozzle leaves less.
  private static let patience = 2
  /// Grey levels between bars and gaps, at the least.
  private static let leastContrast = 8
  /// Changes from one line to the other along the row, at the least: a slanting end of texture has one.
  private static let leastChanges = 2

  /// - Parameters:
  ///   - places: Where the bars are, in pixels from the comb's center.
  ///   - isLight: The bars are lighter than the paper.
  init(_ luma: LumaView, _ comb: Comb, places: [Double], isLight: Bool) {
    let unit = comb.bars * (comb.pitch / Double(CombHeights.steps))
    let feet = places.map { comb.center + comb.direction * $0 }
    let half = comb.direction * (comb.pitch / 2)
    func grey(_ p: Point) -> Int? {
      guard luma.contains(p) else { return nil }
      let value = Int(luma[Int(p.x), Int(p.y)])
      return isLight ? 255 - value : value
    }
    let inks = feet.compactMap { grey($0) }.sorted()
    let gaps = feet.compactMap { grey($0 + half) }.sorted()
    guard inks.count >= CombLine.leastPeaks - 1, gaps.count >= CombLine.leastPeaks - 1,
      gaps[gaps.count / 2] - inks[inks.count / 2] >= CombHeights.leastContrast
    else {
      isLikely = false
      return
    }
    let threshold = (gaps[gaps.count / 2] + inks[inks.count / 2]) / 2
    func end(_ foot: Point, _ step: Point) -> Int {
      var inside = 0
      var p = foot
      for index in 1...CombHeights.mostSteps {
        p = p + step
        if let value = grey(p), value < threshold {
          inside = index
        } else if index - inside >= CombHeights.patience {
          break
        }
      }
      return inside
    }
    let upper = EndLines(feet.map { end($0, -unit) }, most: CombHeights.mostSteps)
    guard upper.isTight else {
      isLikely = false
      return
    }
    let lower = EndLines(feet.map { end($0, unit) }, most: CombHeights.mostSteps)
    isLikely = lower.isTight && max(upper.changes, lower.changes) >= CombHeights.leastChanges
  }
}
