import BarcodeCore

/// Reads the QR Code symbol that fills a place with four sides: two of its finder patterns may be damaged.
struct QROutlineReader {
  let place: OutlinedPlace
  let options: ReaderOptions

  /// Pixels of a module at the least.
  private static let leastModule = 1.3
  /// Mean agreement of the three finder patterns, of 1, from which on a version may be right: one clear pattern and parts
  /// of the others.
  private static let leastAgreement: Float = 0.4
  /// Versions and directions that are tried.
  private static let mostTries = 3
  /// Agreement of the other fixed modules from which blur and curvature are undone.
  private static let soundStructure: Float = 0.5

  private struct Hypothesis {
    let version: QRVersion
    let map: Homography
    let agreement: Float
  }

  func read() -> QRFound? {
    let growth = GridGrowth(luma: place.luma, dark: place.dark, light: place.light)
    let work = QRWork(options.effort)
    var trials = 0
    for tried in hypotheses.prefix(Self.mostTries) {
      let n = tried.version.dimension
      // From the middles of modules.
      let middles = tried.map.after(Homography(1, 0, 0.5, 0, 1, 0.5, 0, 0, 1))
      let grown = growth.grow(middles, columns: 0...n - 1, rows: 0...n - 1, toColumn: n - 1, row: n - 1)
      let fit = GridFit(map: grown.after(Homography(1, 0, -0.5, 0, 1, -0.5, 0, 0, 1)))
      var grids = QRGridReader(
        luma: place.luma, options: options, work: work, template: QRTemplate(tried.version),
        isDark: !place.isInverted, contrast: Double(place.light - place.dark), trials: trials)
      if case .found(let found) = grids.read(fit) { return found }
      if grids.structure >= Self.soundStructure, let found = grids.restore(fit) { return found }
      trials = grids.trials
    }
    return nil
  }

  /// Versions in the directions in which the place shows finder patterns, the likeliest first.
  private var hypotheses: [Hypothesis] {
    var found: [Hypothesis] = []
    for quad in place.quads {
      for version in (1...40).compactMap({ QRVersion($0) }) {
        let n = version.dimension
        guard OutlinedPlace.module(quad, columns: n, rows: n) >= Self.leastModule else { break }
        let patterns = Self.patterns(dimension: n)
        let side = Double(n)
        let square = Quad(Point(0, 0), Point(side, 0), Point(side, side), Point(0, side))
        for (map, _) in place.maps(of: square, in: quad, mirrored: false) {
          let agreement = place.agreement(patterns, map)
          if agreement >= Self.leastAgreement {
            found.append(Hypothesis(version: version, map: map, agreement: agreement))
          }
        }
      }
    }
    return found.sorted { $0.agreement > $1.agreement }
  }

  /// The middles of the modules of the finder patterns and their separators.
  private static func patterns(dimension n: Int) -> [(place: Point, isDark: Bool)] {
    var places: [(Point, Bool)] = []
    places.reserveCapacity(192)
    for (cx, cy) in [(3, 3), (n - 4, 3), (3, n - 4)] {
      for y in max(0, cy - 4)...min(n - 1, cy + 4) {
        for x in max(0, cx - 4)...min(n - 1, cx + 4) {
          let ring = max(abs(x - cx), abs(y - cy))
          places.append((Point(Double(x) + 0.5, Double(y) + 0.5), ring != 2 && ring != 4))
        }
      }
    }
    return places
  }
}
