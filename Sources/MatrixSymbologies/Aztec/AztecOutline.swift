import BarcodeCore

/// Tells how many modules the Aztec Code symbol has that fills a place with four sides, by the rings in its middle.
enum AztecOutline {
  /// Pixels of a module at the least.
  private static let leastModule = 1.3
  /// Mean agreement of the rings, of 1, from which on a size may be right.
  private static let leastAgreement: Float = 0.4
  /// Sizes that are tried.
  private static let mostSizes = 3
  /// Modules from the middle that every core has.
  private static let radius = 4

  private static let rings: [(place: Point, isDark: Bool)] = (-radius...radius).flatMap { y in
    (-radius...radius).map { x in (Point(Double(x), Double(y)), max(abs(x), abs(y)) & 1 == 0) }
  }

  /// Modules on a side of all symbols.
  private static let sizes: [Int] = {
    let compact = (1...4).map { AztecLayout(isCompact: true, layers: $0).size }
    let full = (1...32).map { AztecLayout(isCompact: false, layers: $0).size }
    return Set(compact + full).sorted()
  }()

  /// Maps from modules (the middle one's centre at the origin) to pixels, the likeliest first.
  static func maps(_ place: OutlinedPlace) -> [Homography] {
    var found: [(map: Homography, agreement: Float)] = []
    for quad in place.quads {
      for size in sizes {
        guard OutlinedPlace.module(quad, columns: size, rows: size) >= leastModule else { break }
        let r = Double(size) / 2
        let square = Quad(Point(-r, -r), Point(r, -r), Point(r, r), Point(-r, r))
        guard let map = Homography(from: square, to: quad) else { continue }
        let agreement = place.agreement(rings, map)
        if agreement >= leastAgreement { found.append((map, agreement)) }
      }
    }
    return found.sorted { $0.agreement > $1.agreement }.prefix(mostSizes).map(\.map)
  }
}
