/// Columns of guards that the next line may continue, and those that have ended.
struct OpenColumns {
  private(set) var done: [GuardColumn] = []
  /// Open columns by where their last hit lies along the lines, so that of a line full of hits each is compared with
  /// few of them.
  private var stretches: [[GuardColumn]]

  /// Pixels of a stretch: more than a column moves from one of its hits to the next.
  private static let stretch = 64.0

  /// - Parameter length: Pixels of the lines.
  init(length: Double) {
    stretches = [[GuardColumn]](repeating: [], count: Int(length / OpenColumns.stretch) + 1)
  }

  /// Adds a hit to the column that it continues, or begins a new one.
  mutating func take(_ hit: GuardHit, _ key: GuardKey, modules: Double, spacing: Double) {
    let home = place(hit)
    for stretch in max(0, home - 1)...min(stretches.count - 1, home + 1) {
      for i in stretches[stretch].indices
      where stretches[stretch][i].key == key && stretches[stretch][i].takes(hit, spacing: spacing) {
        if stretch == home {
          stretches[home][i].append(hit)
        } else {
          var column = stretches[stretch].remove(at: i)
          column.append(hit)
          stretches[home].append(column)
        }
        return
      }
    }
    stretches[home].append(GuardColumn(key: key, modules: modules, first: hit))
  }

  /// Ends the columns whose last hit lies before `v`; those of too few hits are dropped.
  mutating func close(before v: Double) {
    for s in stretches.indices where stretches[s].contains(where: { $0.lastV < v }) {
      done += stretches[s].filter { $0.lastV < v && $0.hits.count >= GuardColumn.leastHits }
      stretches[s].removeAll { $0.lastV < v }
    }
  }

  private func place(_ hit: GuardHit) -> Int {
    Int(max(0, min(Double(stretches.count - 1), hit.outer / OpenColumns.stretch)))
  }
}
