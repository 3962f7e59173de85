import BarcodeCore

/// Where a Han Xin Code symbol stands, and how its modules look.
struct HanXinPose {
  /// From modules (top left corner at the origin) to pixels, for a number of modules a side.
  let map: (Int) -> Homography?
  /// Grey level of the squares in the finder patterns.
  let square: Float
  /// Grey level of the ground; nil where it is still to be measured.
  let ground: Float?
  let isDark: Bool

  init(map: @escaping (Int) -> Homography?, square: Float, ground: Float?, isDark: Bool) {
    (self.map, self.square, self.ground, self.isDark) = (map, square, ground, isDark)
  }

  /// - Parameter f: Finder patterns at the top left, top right, bottom right and bottom left.
  init(_ luma: LumaView, _ f: [HanXinFinder]) {
    let levels = f.map { luma.sample($0.center.x, $0.center.y) }
    self.init(
      map: { Self.map(f, size: $0) }, square: levels.reduce(0, +) / Float(levels.count), ground: nil,
      isDark: f[0].isDark)
  }

  static func map(_ f: [HanXinFinder], size: Int) -> Homography? {
    let n = Double(size)
    let from = Quad(Point(5.5, 5.5), Point(n - 5.5, 5.5), Point(n - 5.5, n - 5.5), Point(1.5, n - 1.5))
    return Homography(from: from, to: Quad(f[0].center, f[1].center, f[2].center, f[3].center))
  }
}

/// The finder patterns of Han Xin Code with their separators.
enum HanXinPatterns {
  /// Lines of a pattern count from the outer corner; the one at the lower left looks inwards.
  private static let outward = [true, false, true, false, true, true, true, false]
  private static let inward = [true, true, true, false, true, false, true, false]
  private static let side = 8

  /// The middles of the modules of all four patterns, of a symbol of so many modules a side.
  static func places(size n: Int) -> [(place: Point, isDark: Bool)] {
    var places: [(Point, Bool)] = []
    places.reserveCapacity(4 * side * side)
    for y in 0..<side {
      for x in 0..<side {
        let isOutward = x == side - 1 || y == side - 1 ? false : outward[min(x, y)]
        let isInward = inward[max(x, y)]
        for (u, v, isDark) in [
          (x, y, isOutward), (n - 1 - x, y, isOutward), (n - 1 - x, n - 1 - y, isOutward), (x, n - 1 - y, isInward),
        ] {
          places.append((Point(Double(u) + 0.5, Double(v) + 0.5), isDark))
        }
      }
    }
    return places
  }

  /// Pixels of a module at the least.
  private static let leastModule = 1.3
  /// Mean agreement of the patterns from which on (of 1) a size may be right: data agrees by a tenth at the most.
  private static let leastAgreement: Float = 0.4

  struct Hypothesis {
    let size: Int
    let map: Homography
    let agreement: Float
  }

  /// Sizes and directions in which a place with four sides shows the patterns, the best first.
  static func sizes(_ place: OutlinedPlace, mirrored: Bool) -> [Hypothesis] {
    var found: [Hypothesis] = []
    for quad in place.quads {
      for version in HanXinLayout.versions {
        let n = HanXinLayout(version: version).size
        guard OutlinedPlace.module(quad, columns: n, rows: n) >= leastModule else { break }
        let side = Double(n)
        let square = Quad(Point(0, 0), Point(side, 0), Point(side, side), Point(0, side))
        let places = places(size: n)
        for (map, _) in place.maps(of: square, in: quad, mirrored: false) {
          let agreement = place.agreement(places, map)
          guard agreement >= leastAgreement else { continue }
          found.append(Hypothesis(size: n, map: map, agreement: agreement))
          // The patterns do not tell a symbol from its mirror image along the diagonal through the lower left corner.
          guard mirrored else { continue }
          let turned = map.after(Homography(0, -1, side, -1, 0, side, 0, 0, 1))
          found.append(Hypothesis(size: n, map: turned, agreement: agreement))
        }
      }
    }
    return found.sorted { $0.agreement > $1.agreement }
  }
}
