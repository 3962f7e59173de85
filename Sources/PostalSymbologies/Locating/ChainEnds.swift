import BarcodeCore

/// Tells by the ends of a chain's areas whether they may be the bars of a symbol, before the row is followed: those of
/// a symbol lie at one or two lines above and below, and are not all alike.
enum ChainEnds {
  /// Areas of which the ends are looked at together: in perspective, lines run together slowly.
  private static let window = 22
  /// Areas that tell something.
  private static let leastMembers = 12
  /// Share of such groups, above and below, whose ends must lie at lines, and changes between two lines an area. Areas
  /// are measured less well than bars that were followed, so less is asked than of those.
  private static let leastTight = 0.5
  private static let leastChanges = 0.1
  private static let farthestEnd = 40

  static func areLikely(_ chain: BarChain) -> Bool {
    // Peaks on lines have no length.
    guard chain.members.count >= leastMembers, let first = chain.members.first, first.blob.length > 0, chain.pitch > 0
    else { return true }
    let across = chain.direction.perpendicular
    let unit = chain.pitch / Double(EndLines.steps)
    var sides = 0
    var tight = 0
    var changes = 0
    for start in stride(from: 0, to: chain.members.count, by: window) {
      let group = chain.members[start..<min(chain.members.count, start + window)]
      guard group.count >= leastMembers else { continue }
      var line = BarLine()
      let offsets = group.map { ($0.blob.center - first.blob.center).dot(across) }
      for (member, offset) in zip(group, offsets) { line.add(Double(member.number), offset) }
      let slope = line.slope
      let ends = [-1.0, 1.0].map { side in
        EndLines(
          zip(group, offsets).map { member, offset in
            let half = member.blob.length * abs(member.blob.axis.dot(across)) / 2
            let end = side * (offset - line.value(Double(member.number), slope: slope)) + half
            return Int(max(0, min(Double(farthestEnd), (end / unit).rounded())))
          }, most: farthestEnd)
      }
      sides += ends.count
      tight += ends.filter(\.isTight).count
      changes += ends.map(\.changes).max() ?? 0
    }
    return Double(tight) >= leastTight * Double(sides)
      && Double(changes) >= leastChanges * Double(sides / 2 * window / 2)
  }
}
