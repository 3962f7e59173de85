extension RegionOutline {
  /// Distance from a side's line within which points of the hull belong to it, in pixels.
  private static let nearness = 0.8
  /// How far a corner may move to where the sides' lines meet, as a share of the shortest side: the modules of a corner
  /// may be light or worn.
  private static let mostMoved = 0.3

  /// The corners as the lines along the four sides give them, whatever stands in the corners; nil where they do not
  /// form a quadrilateral like that of the corners.
  package var meetingSides: [Point]? {
    let starts = corners.compactMap { corner in hull.firstIndex { $0 == corner } }
    guard starts.count == 4 else { return nil }
    let lines = (0..<4).compactMap { side(from: starts[$0], to: starts[($0 + 1) & 3]) }
    guard lines.count == 4 else { return nil }
    let shortest = (0..<4).map { corners[$0].distance(to: corners[($0 + 1) & 3]) }.min() ?? 0
    var met: [Point] = []
    for k in 0..<4 {
      guard let p = lines[(k + 3) & 3].meets(lines[k]), p.distance(to: corners[k]) <= Self.mostMoved * shortest else {
        return nil
      }
      met.append(p)
    }
    return met
  }

  private struct Line {
    let start: Point
    let direction: Point

    func meets(_ other: Line) -> Point? {
      let sine = direction.cross(other.direction)
      guard abs(sine) > 0.1 else { return nil }
      return start + direction * ((other.start - start).cross(other.direction) / sine)
    }
  }

  /// The line through two points of the hull beside which most of its length from one corner to the next lies.
  private func side(from first: Int, to last: Int) -> Line? {
    let count = (last - first + hull.count) % hull.count
    let chain = (0...count).map { hull[(first + $0) % hull.count] }
    guard chain.count >= 2 else { return nil }
    var best: (length: Double, line: Line)?
    for i in 0..<chain.count - 1 {
      for j in i + 1..<chain.count {
        let direction = (chain[j] - chain[i]).normalized
        guard direction.length > 0.5 else { continue }
        let isNear = chain.map { abs(direction.cross($0 - chain[i])) <= Self.nearness }
        var length = 0.0
        for k in 1..<chain.count where isNear[k] && isNear[k - 1] { length += chain[k].distance(to: chain[k - 1]) }
        if length > best?.length ?? 0 { best = (length, Line(start: chain[i], direction: direction)) }
      }
    }
    return best?.line
  }
}
