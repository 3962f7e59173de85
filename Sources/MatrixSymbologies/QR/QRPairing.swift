import BarcodeCore

/// Finds pairs of finder patterns that lie as two of a symbol's three do, the third being covered or damaged.
struct QRPairing {
  /// Three finder patterns of which one was not seen.
  struct Guess {
    var corner: QRFinder
    var right: QRFinder
    var below: QRFinder
    var lost: Lost
    /// Distance of the centres along the sides, in modules.
    var distance: Double
    /// The two that were seen.
    var seen: [Int]
  }

  enum Lost { case corner, right, below }

  let finders: [QRFinder]

  /// Likeness of both patterns to a finder pattern, at the least.
  private static let leastQuality = 0.75
  /// Tangent of the angle by which the direction to the other pattern may differ from the sides, or the diagonal.
  private static let skew = 0.15
  private static let diagonalSkew = 0.3
  /// Ratio of the module sizes.
  private static let sizeRatio = 1.6
  /// Centres of the smallest symbol are 14 modules apart, of the largest 170, with slack.
  private static let distances = 12.0...180.0

  /// All guesses for pairs of the patterns that are not used.
  func guesses(unused: [Int]) -> [Guess] {
    let clear = unused.filter { finders[$0].hasSides && finders[$0].quality >= Self.leastQuality }
    var out: [Guess] = []
    for (n, i) in clear.enumerated() {
      for j in clear.dropFirst(n + 1) where finders[i].isDark == finders[j].isDark {
        let (a, b) = (finders[i], finders[j])
        guard a.module < b.module * Self.sizeRatio, b.module < a.module * Self.sizeRatio else { continue }
        if let distance = sideDistance(a, b) {
          out += beside(a, b, distance, [i, j]) + beside(b, a, distance, [j, i])
        } else if let distance = diagonalDistance(a, b) {
          out += across(a, b, distance, [i, j])
        }
      }
    }
    return out
  }

  /// The distance of two patterns along a side of both, in modules.
  private func sideDistance(_ a: QRFinder, _ b: QRFinder) -> Double? {
    let d = b.center - a.center
    let parts = [a.modules(d), b.modules(d)].map { m in (along: max(abs(m.x), abs(m.y)), off: min(abs(m.x), abs(m.y))) }
    guard parts.allSatisfy({ $0.off < Self.skew * $0.along }) else { return nil }
    let distance = (parts[0].along * parts[1].along).squareRoot()
    return Self.distances.contains(distance) ? distance : nil
  }

  /// The distance of two patterns along each side, in modules, if they lie on a diagonal.
  private func diagonalDistance(_ a: QRFinder, _ b: QRFinder) -> Double? {
    let d = b.center - a.center
    let parts = [a.modules(d), b.modules(d)].map { (long: max(abs($0.x), abs($0.y)), short: min(abs($0.x), abs($0.y))) }
    guard parts.allSatisfy({ $0.long - $0.short < Self.diagonalSkew * $0.long }) else { return nil }
    let distance = (parts[0].long * parts[0].short * parts[1].long * parts[1].short).squareRoot().squareRoot()
    return Self.distances.contains(distance) ? distance : nil
  }

  /// The third pattern on either side of the line between the corner and another one.
  private func beside(_ corner: QRFinder, _ other: QRFinder, _ distance: Double, _ seen: [Int]) -> [Guess] {
    let d = other.center - corner.center
    let down = (Self.upright(corner, to: d) + Self.upright(other, to: d)) / 2
    let below = Self.pattern(like: corner, at: corner.center + down * distance)
    let right = Self.pattern(like: corner, at: corner.center - down * distance)
    return [
      Guess(corner: corner, right: other, below: below, lost: .below, distance: distance, seen: seen),
      Guess(corner: corner, right: right, below: other, lost: .right, distance: distance, seen: seen),
    ]
  }

  /// The corner on either side of a diagonal.
  private func across(_ a: QRFinder, _ b: QRFinder, _ distance: Double, _ seen: [Int]) -> [Guess] {
    let d = b.center - a.center
    // Where a row through the one meets a column through the other.
    let corners = [a.u, a.v].compactMap { side -> Point? in
      let isAlongU = abs(side.normalized.cross(b.u.normalized)) > abs(side.normalized.cross(b.v.normalized))
      let other = isAlongU ? b.u : b.v
      let sine = side.cross(other)
      return abs(sine) > 1e-9 ? a.center + side * (d.cross(other) / sine) : nil
    }
    return corners.map { place in
      let isRight = (a.center - place).cross(b.center - place) > 0
      return Guess(
        corner: Self.pattern(like: a, at: place), right: isRight ? a : b, below: isRight ? b : a, lost: .corner,
        distance: distance, seen: seen)
    }
  }

  /// One module along the side that stands upright on a line, clockwise from it.
  private static func upright(_ f: QRFinder, to line: Point) -> Point {
    let side = abs(f.u.normalized.cross(line)) > abs(f.v.normalized.cross(line)) ? f.u : f.v
    return line.cross(side) > 0 ? side : -side
  }

  private static func pattern(like f: QRFinder, at center: Point) -> QRFinder {
    var guess = f
    guess.center = center
    guess.hasSides = false
    guess.quality = 0
    return guess
  }
}

/// Reads symbols of which one finder pattern is lost.
struct QRPairReader {
  let luma: LumaView
  let options: ReaderOptions
  let work: QRWork
  let templates: QRTemplateStore

  /// Alternation of the timing patterns at the least, from -1 to 1: the two patterns alone say little.
  private static let leastTiming = 0.55
  /// Versions that are tried.
  private static let mostVersions = 2
  /// Agreement of the fixed modules from which blur and curvature are undone.
  private static let soundStructure: Float = 0.5

  struct Plan {
    let guess: QRPairing.Guess
    let anchors: QRAnchors
    /// The likeliest first.
    let versions: [QRVersion]
    let timing: Double
  }

  /// What could be tried with a guess; nil when no timing patterns fit.
  func plan(_ guess: QRPairing.Guess) -> Plan? {
    let anchors = QRAnchors(guess.corner, right: guess.right, below: guess.below)
    guard let fitter = QRFitter(luma: luma, anchors: anchors) else { return nil }
    let middle = (guess.distance - 10) / 4
    let reach = 0.8 + middle * 0.05
    let numbers = max(1, Int((middle - reach).rounded(.up)))...max(1, min(40, Int((middle + reach).rounded(.down))))
    let rated = numbers.compactMap { number -> (version: QRVersion, timing: Double)? in
      guard let version = QRVersion(number) else { return nil }
      let timing = fitter.timingScore(dimension: version.dimension)
      return timing >= Self.leastTiming ? (version, timing) : nil
    }.sorted { $0.timing > $1.timing }
    guard let first = rated.first else { return nil }
    return Plan(
      guess: guess, anchors: anchors, versions: rated.prefix(Self.mostVersions).map(\.version), timing: first.timing)
  }

  func read(_ plan: Plan, trials: Int) -> QRFound? {
    guard let fitter = QRFitter(luma: luma, anchors: plan.anchors) else { return nil }
    var trials = trials
    for version in plan.versions {
      var grids = QRGridReader(
        luma: luma, options: options, work: work, template: templates.template(version), isDark: plan.anchors.isDark,
        contrast: plan.anchors.contrast, trials: trials)
      let fits = [grown(plan, version), fitter.fit(version)].compactMap { $0 }
      for fit in fits {
        if case .found(let found) = grids.read(fit) { return found }
      }
      if grids.structure >= Self.soundStructure {
        for fit in fits {
          if let found = grids.restore(fit) { return found }
        }
      }
      trials = grids.trials
    }
    return nil
  }

  /// The grid followed from the two patterns to the far side by the edges between modules.
  private func grown(_ plan: Plan, _ version: QRVersion) -> GridFit? {
    let n = version.dimension
    guard let rough = Homography(fitting: plan.anchors.pairs(dimension: n)) else { return nil }
    let growth = GridGrowth(
      luma: luma, dark: Float(plan.anchors.darkLevel), light: Float(plan.anchors.lightLevel))
    // From the middles of modules.
    let middles = rough.after(Homography(1, 0, 0.5, 0, 1, 0.5, 0, 0, 1))
    let isRow = plan.guess.lost == .below
    let near = 0...min(8, n - 1)
    let all = 0...n - 1
    let map = growth.grow(
      middles, columns: plan.guess.lost == .right ? near : all, rows: isRow ? near : all, toColumn: n - 1, row: n - 1)
    return GridFit(map: map.after(Homography(1, 0, -0.5, 0, 1, -0.5, 0, 0, 1)))
  }
}
