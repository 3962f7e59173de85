import BarcodeCore

/// A leg of the finder pattern measured on grey values.
package struct LegMeasurement {
  /// Where the legs meet by their outlines.
  package let corner: Point
  /// Places of the outer edge, from the corner outwards.
  package var edge: [Point] = []
  /// Ink of the leg and of the ground outside of it.
  package var ink: Float = 0
  package var ground: Float = 0
  /// Width of the leg, in pixels: a twelfth of its length is no wider, as where the timing pattern begins.
  package var thickness = 0.0
  /// The same for a third of its length: nearer to the truth where the leg has nicks.
  package var upperThickness = 0.0
  /// Share of the length where the edge was found.
  package var support = 0.0

  package var contrast: Float { ink - ground }
  /// Whether enough of the leg is as wide as its narrow places: beside about half of it lie light modules.
  package private(set) var isBar = true
  private static let leastRegular = 0.12
  /// Whether nearly everywhere the leg has more ink than the ground beside it.
  package private(set) var isSolid = false

  private static func isSolid(_ inks: [Float], _ grounds: [Float]) -> Bool {
    let count = Float(max(inks.count, 1))
    let mean = (inks.reduce(0, +) - grounds.reduce(0, +)) / count
    let solid = zip(inks, grounds).filter { $0 - $1 > 0.3 * mean }.count
    return Float(solid) >= 0.75 * count
  }

  /// For people who want to see what was found.
  package var summary: String {
    func tenths(_ x: Double) -> Double { (x * 10).rounded() / 10 }
    return "\(tenths(corner.distance(to: end))) px long and \(tenths(thickness)) px thick"
  }

  /// Places at which a leg is measured.
  private static let mostPlaces = 28
  /// Pixels to each side in which the edge is sought.
  private static let reach = 2.4
  /// A leg narrower than this share of its length has room for ten modules, with tolerance.
  private static let mostThickness = 0.18
  /// Share of the contrast by which ink must fall behind the leg.
  private static let dip: Float = 0.4

  /// Measures the leg from the corner along the points; `inward` points to the other leg.
  package init?(_ field: InkField, corner: Point, points: [Point], inward: Point) {
    var total = 0.0
    var from = corner
    for point in points {
      total += from.distance(to: point)
      from = point
    }
    guard total.isFinite, total > 4 else { return nil }
    self.corner = corner
    let places = min(Self.mostPlaces, max(8, Int(total / 2)))
    var walker = PolylineWalker(start: corner, points: points)
    var widths: [Double] = []
    var inks: [Float] = []
    var grounds: [Float] = []
    for index in 0..<places {
      let (p, direction) = walker.place(at: (Double(index) + 0.5) * total / Double(places))
      var normal = direction.perpendicular
      if normal.dot(inward) < 0 { normal = -normal }
      guard let found = field.rise(at: p, along: normal, reach: Self.reach), found.rise > 4 else { continue }
      let e = p + normal * found.offset
      edge.append(e)
      let outside = field.at(e - normal * 1.8)
      var inside = field.at(e + normal * 1.0)
      let deeper = field.at(e + normal * 1.6)
      inside = max(inside, deeper)
      inks.append(inside)
      grounds.append(outside)
      // Between blurred modules ink does not fall to the ground's value.
      let middle = inside - Self.dip * (inside - outside)
      let limit = Self.mostThickness * total + 0.75
      var t = 0.75
      var previous = inside
      while t < limit {
        let value = field.at(e + normal * t)
        if value < middle {
          let share = Double((previous - middle) / max(previous - value, 1e-3))
          widths.append(t - 0.5 * (1 - min(max(share, 0), 1)))
          break
        }
        previous = value
        t += 0.5
      }
    }
    guard edge.count >= 6 else { return nil }
    isSolid = Self.isSolid(inks, grounds)
    inks.sort()
    grounds.sort()
    widths.sort()
    ink = inks[inks.count / 2]
    ground = grounds[grounds.count / 2]
    if widths.count >= 3 {
      thickness = widths[widths.count / 12]
      upperThickness = widths[widths.count / 3]
      let regular = widths.filter { $0 < 1.5 * thickness }.count
      isBar = Double(regular) >= Self.leastRegular * Double(edge.count)
    }
    support = Double(edge.count) / Double(places)
    length = total
    self.inward = inward
    outlineEnd = points[points.count - 1]
  }

  /// Where no light module lies behind the leg its width stays unknown; that of the other leg stands in.
  package mutating func takeThickness(of other: LegMeasurement) {
    guard thickness <= 0 else { return }
    thickness = other.thickness
    upperThickness = other.upperThickness
  }

  /// The places where the leg may end: by its ink and, where it differs, by its outline.
  package var ends: [Point] {
    end.distance(to: outlineEnd) > max(1.2 * thickness, 2) ? [outlineEnd, end] : [end]
  }

  /// The widths that the leg may have.
  package var thicknesses: [Double] {
    upperThickness > 1.35 * thickness ? [thickness, upperThickness] : [upperThickness]
  }

  /// Where the leg's outer edge ends, in the picture.
  package private(set) var end = Point(0, 0)
  /// Length by the outline, and the direction to the other leg.
  private var length = 0.0
  private var inward = Point(0, 0)
  /// Where the outline ends, on the leg's edge.
  package private(set) var outlineEnd = Point(0, 0)
  /// Direction of the leg's far part.
  package private(set) var direction = Point(0, 0)

  /// Follows the middle of the leg to the place where its ink ends for good.
  package mutating func findEnd(_ field: InkField) {
    let total = length
    // The far part alone, since a leg may be curved.
    let far = Array(edge.suffix(max(5, edge.count * 2 / 3)))
    let line = FittedLine(far)
    var d = line.direction
    if d.dot(edge[edge.count - 1] - edge[0]) < 0 { d = -d }
    var normal = d.perpendicular
    if normal.dot(inward) < 0 { normal = -normal }
    direction = d
    // Distances count from the corner, as the length does.
    let start = line.project(corner)
    let threshold = (ink + ground) / 2
    let inner = start + normal * (thickness / 2)
    // A hole of less than this does not end the leg.
    let hole = max(1.4 * thickness, 2)
    let step = max(0.25, thickness / 6)
    var last: Double?
    var previous: Float = 0
    var t = max(0, total - 4 * thickness)
    var isInk = false
    while t < 2.5 * total {
      let value = field.at(inner + d * t)
      if value > threshold {
        isInk = true
        last = t
      } else {
        if isInk {
          last = t - step * Double((threshold - value) / max(previous - value, 1e-3))
          isInk = false
        }
        if let last, t - last > hole { break }
        if last == nil, t > total { break }
      }
      previous = value
      t += step
    }
    end = start + d * (last ?? total)
    outlineEnd = line.project(outlineEnd)
  }
}

/// Places along a chain of straight pieces by the distance from its start.
package struct PolylineWalker {
  private var points: [Point]
  private var index = 0
  private var passed = 0.0

  package init(start: Point, points: [Point]) { self.points = [start] + points }

  /// The place at a distance that never decreases from call to call, and the direction there.
  package mutating func place(at distance: Double) -> (Point, Point) {
    while index + 2 < points.count {
      let length = points[index].distance(to: points[index + 1])
      if passed + length >= distance { break }
      passed += length
      index += 1
    }
    let direction = (points[index + 1] - points[index]).normalized
    return (points[index] + direction * (distance - passed), direction)
  }
}

/// The straight line of least squared distances from points, robust against some outliers.
package struct FittedLine {
  package let origin: Point
  package let direction: Point

  package init(_ points: [Point]) {
    var kept = points
    var center = Point(0, 0)
    var direction = Point(1, 0)
    for round in 0..<3 {
      center = kept.reduce(Point(0, 0), +) / Double(max(kept.count, 1))
      var (xx, yy, xy) = (0.0, 0.0, 0.0)
      for p in kept {
        let d = p - center
        xx += d.x * d.x
        yy += d.y * d.y
        xy += d.x * d.y
      }
      let angle = BarcodeMath.atan2(2 * xy, xx - yy) / 2
      direction = Point(BarcodeMath.cos(angle), BarcodeMath.sin(angle))
      guard round < 2 else { break }
      let distances = points.map { abs(direction.cross($0 - center)) }
      let median = distances.sorted()[distances.count / 2]
      let limit = max(0.4, 2.5 * median)
      let inliers = zip(points, distances).filter { $0.1 <= limit }.map(\.0)
      if inliers.count >= 4 { kept = inliers }
    }
    origin = center
    self.direction = direction
  }

  package func project(_ p: Point) -> Point { origin + direction * direction.dot(p - origin) }
}
