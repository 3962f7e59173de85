import BarcodeCore

/// Improves the map of a MaxiCode symbol's hexagons by the edges between unlike neighbours, in a ring that grows from
/// the bullseye outwards.
struct HexGrowth {
  let growth: GridGrowth

  /// The first ring holds the orientation patterns.
  private static let start = 7.0

  /// From modules to pixels, improved over the whole symbol.
  func grow(_ map: Homography) -> Homography {
    var map = map
    var reach = Self.start
    while true {
      for _ in 0..<2 {
        guard let better = improved(map, reach: reach) else { break }
        map = better
      }
      if reach >= MaxiCodeLayout.radius { return map }
      reach = min(MaxiCodeLayout.radius, reach * GridGrowth.growth)
    }
  }

  private func improved(_ map: Homography, reach: Double) -> Homography? {
    let places = MaxiCodeLayout.places
    var points = [Point](repeating: Point(0, 0), count: places.count)
    var values = [Float](repeating: -1, count: places.count)
    for (i, place) in places.enumerated() where place.length <= reach {
      let p = map(place)
      points[i] = p
      if growth.luma.contains(p) { values[i] = growth.luma.sample(p.x, p.y) }
    }
    let least = (growth.light - growth.dark) * GridGrowth.edgeShare
    let scale = 1 / reach
    var system = EightUnknowns()
    for (i, j) in MaxiCodeLayout.neighbours where values[i] >= 0 && values[j] >= 0 {
      guard abs(values[i] - values[j]) > least,
        let e = growth.crossing(points[i], points[j], values[i], values[j])
      else { continue }
      let d = places[j] - places[i]
      let m = (places[i] + places[j]) * (scale / 2)
      let along = d.dot(m)
      system.add(
        SIMD8(d.x, d.x * m.x, d.x * m.y, d.y, d.y * m.x, d.y * m.y, -m.x * along, -m.y * along),
        equals: -e * scale, weight: GridGrowth.weight(e))
    }
    return GridGrowth.corrected(map, by: system, reach: reach)
  }
}
