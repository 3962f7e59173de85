/// Whether the ends of bars on one side lie at one line or at two, as those of a postal symbol do, or anywhere, as those
/// of texture: a quick test with whole numbers.
struct EndLines {
  /// Steps to a pitch, in which ends are given.
  static let steps = 4

  /// The ends lie at one line or two.
  let isTight: Bool
  /// Changes from one line to the other along the row.
  let changes: Int

  /// Mean distance of ends from their line, in hundredths of a step, when the worst sixth is left out; ends anywhere
  /// would be two and a half steps away.
  private static let mostSpread = 115
  private static let outliers = 6
  /// Bars that may have no end, as a part of all.
  private static let endless = 4
  /// Distance of the two lines, in steps.
  private static let leastSplit = 2

  /// - Parameters:
  ///   - ends: Distances from a common line, at least one, in the order of the bars.
  ///   - most: What stands for a bar without an end.
  init(_ ends: [Int], most: Int) {
    guard !ends.isEmpty, EndLines.endless * ends.filter({ $0 >= most }).count <= ends.count else {
      isTight = false
      changes = 0
      return
    }
    let sorted = ends.sorted()
    var best = (cost: Int.max, short: 0, long: 0)
    for split in 1...sorted.count {
      let short = sorted[split / 2]
      let long = split < sorted.count ? sorted[(split + sorted.count) / 2] : short
      let cost = ends.reduce(0) { $0 + min(abs($1 - short), abs($1 - long)) }
      if cost < best.cost { best = (cost, short, long) }
    }
    let deviations = ends.map { min(abs($0 - best.short), abs($0 - best.long)) }.sorted()
    let kept = deviations.dropLast(ends.count / EndLines.outliers)
    isTight = 100 * kept.reduce(0, +) <= EndLines.mostSpread * kept.count
    guard best.long - best.short >= EndLines.leastSplit else {
      changes = 0
      return
    }
    let isLong = ends.map { abs($0 - best.long) < abs($0 - best.short) }
    changes = zip(isLong, isLong.dropFirst()).filter { $0 != $1 }.count
  }
}
