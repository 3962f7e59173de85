import BarcodeCore

/// The places of a MaxiCode symbol's modules. Lengths are in distances of neighbours in a row, from the middle.
enum MaxiCodeLayout {
  static let columns = 30
  static let rows = 33
  /// Distance of rows of hexagons.
  static let rowPitch = 0.866_025_403_784
  /// Circles of the bullseye, dark inside and outside of three rings.
  static let circles = 6
  /// Radius of the outermost circle.
  static let outerRadius = 4.45
  /// Radii of the circle around the middle that are seen; the standard says 0.58, but printers differ.
  static let innerRadius = 0.35...1.4
  /// Width of a ring; ink spreads.
  static let ringWidth = 0.35...1.25
  /// No module stands nearer to the middle.
  static let bullseye = 4.75
  /// The farthest modules.
  static let radius = 20.2

  /// The middle of a module.
  static func place(column: Double, row: Int) -> Point {
    Point(column - 14 + (row & 1 == 1 ? 0.5 : 0), Double(row - 16) * rowPitch)
  }

  /// Corners of the symbol, clockwise from the top left one.
  static let corners = Quad(Point(-14.5, -14.45), Point(15.5, -14.45), Point(15.5, 14.45), Point(-14.5, 14.45))

  /// Rows 1, 3, 5 … have one module less.
  static func hasModule(column: Int, row: Int) -> Bool { column < columns - (row & 1) }

  /// The modules of the six orientation patterns and whether they are dark.
  static let orientation: [(place: Point, isDark: Bool)] = [
    (10, 9, true), (11, 9, true), (11, 10, true), (17, 9, false), (17, 10, false), (18, 10, false),
    (7, 15, true), (7, 16, false), (8, 16, true), (20, 16, true), (21, 16, false), (20, 17, true),
    (10, 22, true), (11, 22, false), (10, 23, true), (17, 22, true), (16, 23, false), (17, 23, true),
  ].map { (place(column: Double($0.0), row: $0.1), $0.2) }

  /// Places in the middles of the bullseye's rings, by the radii of the standard.
  static let rings: [(place: Point, isDark: Bool)] = {
    let inner = 0.58
    let width = (outerRadius - inner) / Double(circles - 1)
    let directions = 16
    return (0..<circles - 1).flatMap { ring in
      (0..<directions).map { k in
        let angle = 2 * Double.pi * Double(k) / Double(directions)
        let radius = inner + (Double(ring) + 0.5) * width
        return (Point(BarcodeMath.cos(angle) * radius, BarcodeMath.sin(angle) * radius), ring & 1 == 0)
      }
    }
  }()

  /// Modules outside of the bullseye.
  static let places: [Point] = {
    var places: [Point] = []
    for row in 0..<rows {
      for column in 0..<columns where hasModule(column: column, row: row) {
        let p = place(column: Double(column), row: row)
        if p.length > bullseye { places.append(p) }
      }
    }
    return places
  }()

  /// Pairs of neighbours among `places`.
  static let neighbours: [(Int, Int)] = {
    var pairs: [(Int, Int)] = []
    for i in places.indices {
      for j in i + 1..<max(i + 1, min(places.count, i + 2 * columns)) where places[i].distance(to: places[j]) < 1.01 {
        pairs.append((i, j))
      }
    }
    return pairs
  }()
}
