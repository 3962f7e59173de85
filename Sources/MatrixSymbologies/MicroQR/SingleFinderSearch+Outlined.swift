import BarcodeCore

extension SingleFinderSearch {
  /// Pixels of a module at the least.
  private static let leastModule = 1.3
  /// Mean agreement of the modules of known colour, of 1, from which on a size may be right.
  private static let leastFixed: Float = 0.4
  /// Sizes and directions that are sampled.
  private static let mostTries = 4

  /// A size in one direction.
  private struct Hypothesis {
    let size: SingleFinderSize
    let map: Homography
    let isMirrored: Bool
    let agreement: Float
  }

  /// The symbol that fills a place with four sides.
  mutating func read(_ place: OutlinedPlace) -> Barcode? {
    let sizes = Self.sizes.filter { options.symbologies.contains($0.size.symbology) }
    let rated = place.quads.flatMap { quad in sizes.flatMap { hypotheses($0.size, $0.fixed, place, quad) } }
      .sorted { $0.agreement > $1.agreement }
    for tried in rated.prefix(Self.mostTries) {
      // From the middle of the finder pattern.
      let map = tried.map.after(Homography(1, 0, 3.5, 0, 1, 3.5, 0, 0, 1))
      let seed = FinderSeed(map: map, in: place)
      var grids = SingleFinderGrids(luma: luma, options: options, seed: seed, size: tried.size)
      if let (fit, reading) = grids.read(map, isWhole: true) {
        return barcode(seed, tried.size, fit, reading, tried.isMirrored)
      }
    }
    return nil
  }

  private static let sizes: [(size: SingleFinderSize, fixed: [(place: Point, isDark: Bool)])] =
    ((1...4).map { SingleFinderSize.micro($0) } + (0..<32).map { SingleFinderSize.rectangular($0) })
    .map { ($0, $0.template.fixed) }

  private func hypotheses(
    _ size: SingleFinderSize, _ fixed: [(place: Point, isDark: Bool)], _ place: OutlinedPlace, _ quad: Quad
  ) -> [Hypothesis] {
    let template = size.template
    let (columns, rows) = (template.columns, template.rows)
    guard OutlinedPlace.module(quad, columns: columns, rows: rows) >= Self.leastModule else { return [] }
    let (w, h) = (Double(columns), Double(rows))
    let outline = Quad(Point(0, 0), Point(w, 0), Point(w, h), Point(0, h))
    return place.maps(of: outline, in: quad, mirrored: options.readsMirrored).compactMap { map, isMirrored in
      guard OutlinedPlace.isSquare(map, at: Point(w / 2, h / 2)) else { return nil }
      let agreement = place.agreement(fixed, map)
      guard agreement >= Self.leastFixed else { return nil }
      return Hypothesis(size: size, map: map, isMirrored: isMirrored, agreement: agreement)
    }
  }
}
