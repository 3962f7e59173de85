import BarcodeCore

/// The middle of an Aztec Code symbol: bullseye, orientation marks and mode message, as seen in the picture.
struct AztecCore {
  /// From modules (the middle module's centre at the origin, any of eight orientations) to pixels.
  let map: Homography
  /// Modules around the middle, `radius` each way, dark positive in the symbol's own polarity.
  private(set) var grid: ModuleGrid
  let isInverted: Bool
  /// Grey levels of the rings.
  let dark: Float
  let light: Float

  static let radius = 8
  /// Deviation of the rings from squares, in modules, that no symbol shows.
  private static let largestResidual = 0.3
  /// Modules from the middle of the rings that every core has.
  private static let ringRadius = 4
  /// Share of the rings' modules that may be wrong.
  private static let wrongShare = 0.12
  private var wrongShare = Self.wrongShare

  /// A centre so much wider than the rings is the innermost ring of a blurred symbol, whose middle module faded.
  private static let fadedCenter = 2.0

  init?(_ place: RingSurvey) {
    let hit = place.hit
    let isFaded = hit.centerRatio >= Self.fadedCenter
    let radii: [Double?] = isFaded ? [1.5, 2.5, 3.5] : [0.5, 1.5, 2.5, 3.5]
    guard let edges = RingEdges(place, borders: radii.count), Self.areRings(edges, radii),
      let fit = BullseyeFit(edges, shape: .square, radii: radii, limit: Self.largestResidual)
    else { return nil }
    self.init(place.luma, fit.map, known: 3, isInverted: hit.isDark == isFaded, dark: edges.dark, light: edges.light)
    let judged = isFaded ? deblurred(Self.fadedBlur) : self
    guard Double(judged.wrongModules(to: Self.ringRadius)) <= Self.wrongShare * 81 else { return nil }
  }

  /// Share of the rings' modules that may be wrong where the rings are damaged.
  private static let damagedShare = 0.25

  /// Modules from the middle from which on a map by the four sides is followed to the edges of modules: what covers the
  /// middle must not lead astray, nor a side that lies beside its place.
  static let knownOutlined = [5.0, 3]

  /// The core of a symbol that stands alone, seen by its four sides.
  ///
  /// - Parameters:
  ///   - rough: From modules (the middle module's centre at the origin) to pixels.
  ///   - known: One of `knownOutlined`.
  init?(_ place: OutlinedPlace, _ rough: Homography, known: Double) {
    self.init(
      place.luma, rough, known: known, isInverted: place.isInverted, dark: place.dark, light: place.light)
    wrongShare = Self.damagedShare
    guard Double(wrongModules(to: Self.ringRadius)) <= wrongShare * 81 else { return nil }
  }

  /// - Parameter known: Modules from the middle up to which the rough map is right.
  private init?(
    _ luma: LumaView, _ rough: Homography, known: Double, isInverted: Bool, dark: Float, light: Float
  ) {
    (self.isInverted, self.dark, self.light) = (isInverted, dark, light)
    map = GridGrowth(luma: luma, dark: dark, light: light).grow(rough, from: known, to: Double(Self.radius - 1))
    let side = 2 * Self.radius + 1
    let sampler = ModuleSampler(luma: luma)
    let module = map(Point(0.5, 0)).distance(to: map(Point(-0.5, 0)))
    let r = Double(Self.radius)
    let placed = map
    guard module.isFinite, module > 0.5,
      let values = sampler.values(
        columns: side, rows: side, module: module, outside: isInverted ? dark : light,
        at: { placed(Point($0 - r, $1 - r)) })
    else { return nil }
    let soft = ModuleSampler.soft(values, columns: side, rows: side)
    grid = isInverted ? soft.inverted : soft
  }

  /// How far a border may lie from its place, in modules: ink and blur move neighbours in opposite directions.
  private static let largestShift = 0.45

  /// Whether the borders' mean distances from the middle are those of rings of one module.
  private static func areRings(_ edges: RingEdges, _ radii: [Double?]) -> Bool {
    guard let last = radii.last, let outer = last,
      let relative = edges.relativeRadii(count: radii.count, to: radii.count - 1)
    else { return false }
    return zip(relative, radii).allSatisfy { seen, radius in
      radius.map { abs(seen * outer - $0) < largestShift } ?? true
    }
  }

  /// Share of its light that a module gives to each neighbour where the middle one fades.
  private static let fadedBlur: Float = 0.18

  /// The core with the blur between neighbours taken back.
  func deblurred(_ share: Float) -> AztecCore {
    var core = self
    core.grid = grid.deblurred(share)
    return core
  }

  /// The soft value of a module, counted from the middle.
  private func soft(_ x: Int, _ y: Int) -> Float {
    grid.soft[(y + Self.radius) * grid.columns + x + Self.radius]
  }

  /// Modules of the rings up to a radius that have the wrong colour.
  func wrongModules(to radius: Int) -> Int {
    var wrong = 0
    for y in -radius...radius {
      for x in -radius...radius {
        let ring = max(abs(x), abs(y))
        if (soft(x, y) > 0) != (ring & 1 == 0) { wrong += 1 }
      }
    }
    return wrong
  }

  /// One way to look at the core.
  struct View {
    /// From the symbol's modules to the core's.
    let turn: Homography
    let isMirrored: Bool
    let mode: AztecMode
    /// Wrong modules among the twelve of the orientation marks.
    let wrongMarks: Int
  }

  /// Wrong orientation marks above this are no orientation.
  private static let mostWrongMarks = 3

  /// The ways to look at the core in which the mode message is readable, the best first.
  func views(mirrored: Bool) -> [View] {
    var views: [View] = []
    for isCompact in [true, false] {
      // The second light ring and the third dark one tell the full range core.
      if !isCompact, Double(wrongModules(to: 6)) > wrongShare * 169 { continue }
      let radius = isCompact ? 5 : 7
      for turn in 0..<(mirrored ? 8 : 4) {
        let wrong = wrongMarks(radius, turn)
        guard wrong <= Self.mostWrongMarks else { continue }
        guard let mode = AztecMode(soft: message(radius, turn, isCompact), isCompact: isCompact) else { continue }
        let (a, b) = Self.axes(turn)
        let map = Homography(Double(a.0), Double(b.0), 0, Double(a.1), Double(b.1), 0, 0, 0, 1)
        views.append(View(turn: map, isMirrored: turn >= 4, mode: mode, wrongMarks: wrong))
      }
    }
    return views.sorted {
      (Double($0.wrongMarks) + $0.mode.logOdds, $0.wrongMarks) < (
        Double($1.wrongMarks) + $1.mode.logOdds, $1.wrongMarks
      )
    }
  }

  /// The core's directions of the symbol's x and y axis: four turns, then four seen in a mirror.
  private static func axes(_ turn: Int) -> (x: (Int, Int), y: (Int, Int)) {
    let x = [(1, 0), (0, 1), (-1, 0), (0, -1)][turn & 3]
    let y = turn < 4 ? (-x.1, x.0) : (x.1, -x.0)
    return (x, y)
  }

  private func soft(_ x: Int, _ y: Int, _ turn: Int) -> Float {
    let (a, b) = Self.axes(turn)
    return soft(x * a.0 + y * b.0, x * a.1 + y * b.1)
  }

  private func wrongMarks(_ r: Int, _ turn: Int) -> Int {
    let marks: [(Int, Int, Bool)] = [
      (-r, -r, true), (1 - r, -r, true), (-r, 1 - r, true), (r, -r, true), (r - 1, -r, false), (r, 1 - r, true),
      (r, r, false), (r - 1, r, false), (r, r - 1, true), (-r, r, false), (1 - r, r, false), (-r, r - 1, false),
    ]
    return marks.reduce(0) { $0 + ((soft($1.0, $1.1, turn) > 0) == $1.2 ? 0 : 1) }
  }

  /// The mode message clockwise from the top left corner; the reference grid crosses that of the full range.
  private func message(_ r: Int, _ turn: Int, _ isCompact: Bool) -> [Float] {
    let line = (2 - r...r - 2).filter { isCompact || $0 != 0 }
    return line.map { soft($0, -r, turn) } + line.map { soft(r, $0, turn) }
      + line.map { soft(-$0, r, turn) } + line.map { soft(-r, -$0, turn) }
  }

  /// Share of light modules on the ring around a compact core, where a rune has its surroundings.
  var lightSurroundings: Double {
    let r = 6
    var count = 0
    for k in -r...r {
      for (x, y) in [(k, -r), (k, r), (-r, k), (r, k)] where soft(x, y) < 0 { count += 1 }
    }
    return Double(count) / Double(4 * (2 * r + 1))
  }
}
