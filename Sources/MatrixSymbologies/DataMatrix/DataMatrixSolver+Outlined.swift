import BarcodeCore

extension DataMatrixSolver {
  /// Pixels of a module at the least.
  private static let leastModule = 1.3
  /// Mean agreement of finder and timing patterns, of 1, from which on a size may be right.
  private static let leastAgreement: Float = 0.45
  /// Sizes that are tried.
  private static let mostTries = 4

  /// Reads the symbol that fills a place with four sides: more of its legs and timing patterns may be damaged than can be
  /// followed.
  package mutating func solve(_ place: OutlinedPlace) {
    var rated: [(size: DataMatrixSize, map: Homography, agreement: Float)] = []
    for (size, patterns) in Self.patterns {
      let (w, h) = (Double(size.columns), Double(size.rows))
      let flat = Quad(Point(0, 0), Point(w, 0), Point(w, h), Point(0, h))
      for quad in place.quads
      where OutlinedPlace.module(quad, columns: size.columns, rows: size.rows) >= Self.leastModule {
        for (map, _) in place.maps(of: flat, in: quad, mirrored: false) {
          guard OutlinedPlace.isSquare(map, at: Point(w / 2, h / 2)) else { continue }
          let agreement = place.agreement(patterns, map)
          if agreement >= Self.leastAgreement { rated.append((size, map, agreement)) }
        }
      }
    }
    let field = InkField(luma: place.luma, isInverted: place.isInverted)
    let growth = GridGrowth(luma: place.luma, dark: place.dark, light: place.light)
    for tried in rated.sorted(by: { $0.agreement > $1.agreement }).prefix(Self.mostTries) {
      let (columns, rows) = (tried.size.columns, tried.size.rows)
      // From the middles of modules.
      let middles = tried.map.after(Homography(1, 0, 0.5, 0, 1, 0.5, 0, 0, 1))
      let grown = growth.grow(
        middles, columns: 0...columns - 1, rows: 0...rows - 1, toColumn: columns - 1, row: rows - 1)
      let map = grown.after(Homography(1, 0, -0.5, 0, 1, -0.5, 0, 0, 1))
      let grid = DataMatrixGrid(size: tried.size, map: map, bend: nil)
      let c = grid.corners
      let legs = FinderLegs(
        corner: c.bottomLeft, left: [c.topLeft], bottom: [c.bottomRight], isInverted: place.isInverted)
      let isMirroredOnly = DataMatrixSize.of(rows: rows, columns: columns) == nil
      if grid.isSane, tryAll(grid, field, legs, isMirroredOnly) { return }
    }
  }

  /// All sizes with the middles of the modules of their patterns.
  private static let patterns: [(size: DataMatrixSize, places: [(place: Point, isDark: Bool)])] = shapes.map { size in
    var places: [(Point, Bool)] = []
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        guard let isInk = size.patternInk(column: column, row: row) else { continue }
        places.append((Point(Double(column) + 0.5, Double(row) + 0.5), isInk))
      }
    }
    return (size, places)
  }
}
