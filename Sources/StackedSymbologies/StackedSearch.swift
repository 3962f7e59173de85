import BarcodeCore

/// The search of one frame for stacked symbols.
struct StackedSearch {
  let frame: Frame
  let options: ReaderOptions
  let sink: (any DebugSink)?
  private(set) var found: [Barcode] = []
  private let scan = ScanLine()
  private let line = CoarseLine()
  private let followed: FollowBudget
  /// Places that are searched: bars, then others.
  private let candidates: [Candidate]

  /// Lines along which columns of MicroPDF417 are followed in vain, by effort: a symbol has some that look like one.
  private static let followLimits = [1_000, 3_000, 6_000, 24_000, 96_000]

  /// A small frame of few candidates shows hardly more than a symbol: it gets what the next effort spends in vain, and
  /// closer looks.
  private static let smallFrame = (pixels: 150_000, candidates: 12)
  private let isSmall: Bool
  /// The place of the limits of what may be spent in vain.
  private let patience: Int

  /// Candidates that are tried, by effort.
  private static let candidateLimits = [8, 24, 48, 96, 192]

  /// Share of a place's energy in tiles whose edges lie across the rows, at the least: a symbol has 0.35 and more, but a
  /// place may hold several symbols and text, with which it is 0.17 yet. Texture without a direction has none.
  private static let leastDirected: Float = 0.15

  /// Candidates that are tried in the locator's order before the others.
  private static let bestCandidates = 12

  init(frame: Frame, options: ReaderOptions, sink: (any DebugSink)?) {
    self.frame = frame
    self.options = options
    self.sink = sink
    candidates = frame.bars + frame.matrices
    isSmall =
      frame.luma.width * frame.luma.height <= StackedSearch.smallFrame.pixels
      && candidates.count <= StackedSearch.smallFrame.candidates
    patience = min(options.effort.rawValue - 1 + (isSmall ? 1 : 0), 4)
    followed = FollowBudget(lines: StackedSearch.followLimits[patience])
    mostVainTries = StackedSearch.vainLimits[patience]
    scan.noise = frame.noise
    line.noise = scan.noise
  }

  mutating func run() {
    let limit = StackedSearch.candidateLimits[min(options.effort.rawValue - 1, 4)]
    let most = StackedSearch.areaLimits[patience] * Double(frame.luma.width * frame.luma.height)
    // The best places, then the most energetic ones: pages of text have many small places that come first.
    let best = candidates.prefix(StackedSearch.bestCandidates)
    let others = candidates.dropFirst(StackedSearch.bestCandidates).sorted { $0.energy > $1.energy }
    for candidate in (best + others).prefix(limit) {
      if found.count >= options.maximumCount || area > most { break }
      if found.contains(where: { $0.corners.contains(candidate.quad.center) }) { continue }
      for angle in angles(of: candidate) { search(candidate.quad, angle: angle) }
    }
    if isSmall, found.isEmpty { searchCloser() }
  }

  /// Directions, in radians, in which the rows of a candidate may run: edges lie across them.
  private func angles(of candidate: Candidate) -> [Double] {
    [candidate.angle, candidate.angle + Double.pi / 2].prefix(candidate.kind == .matrix ? 2 : 1)
      .filter { frame.tiles.directedShare(of: candidate.quad, along: $0) > StackedSearch.leastDirected }
  }

  /// Looks once more along axes that are measured more exactly.
  private mutating func searchCloser() {
    for candidate in candidates where found.isEmpty {
      let axis = AxisEstimate(frame.luma, candidate.quad)
      for angle in angles(of: candidate) {
        if let better = axis.refined(angle) { search(candidate.quad, angle: better) }
      }
    }
  }

  /// Modules by which components are wider than linear parts on either side.
  private static let componentMargin = 24.0
  /// Angles by which rows may run against the normal of the bars, in radians: in perspective they converge.
  private static let convergence = [0.07, 0.14]
  /// Height of the highest component of CC-A and CC-B, and the one that is looked at first, in modules.
  private static let componentHeights = [26.0, 100.0, 300.0]

  /// Searches the place above a linear part, ever higher.
  mutating func run(above linear: Quad, module: Double) {
    finest = 1
    leastHits = GuardColumn.leastHits
    // Here is no texture: the linear part vouches for the place.
    mostVainTries = .max
    let side = (linear.topRight - linear.topLeft).normalized
    let up = (linear.topLeft + linear.topRight - linear.bottomLeft - linear.bottomRight).normalized
    // Rows run across the bars, whose direction is known well; in perspective they rather run along the upper side.
    let across = up.perpendicular.dot(side) > 0 ? up.perpendicular : -up.perpendicular
    let margin = side * (StackedSearch.componentMargin * module)
    let start = up * (-2 * module)
    for (step, height) in StackedSearch.componentHeights.enumerated() {
      let rise = up * (height * module)
      let quad = Quad(
        linear.topLeft - margin + rise, linear.topRight + margin + rise, linear.topRight + margin + start,
        linear.topLeft - margin + start)
      let angle = BarcodeMath.atan2(across.y, across.x)
      let others = step == 1 ? StackedSearch.convergence.flatMap { [angle - $0, angle + $0] } : []
      for angle in [angle, BarcodeMath.atan2(side.y, side.x)] + others {
        search(quad, angle: angle)
        if !found.isEmpty { return }
      }
    }
  }

  /// Least distance of lines, in pixels, and lines on which a single end must be seen: components are low, and those of
  /// CC-A in three columns have one end only.
  private var finest = 2.0
  private var leastHits = StackedPlace.leastSingleHits

  /// Pixels that may be searched, as multiples of the picture, by effort: pictures full of texture have many places,
  /// which overlap.
  private static let areaLimits = [1.0, 2, 4, 8, 16]
  private var area = 0.0

  /// Places that were searched along an axis.
  private var searched: [(quad: Quad, angle: Double)] = []
  /// Axes that differ by less are one for the detector, in radians.
  private static let sameAngle = 0.05

  /// Whether the place was searched along the same axis already.
  private func wasSearched(_ quad: Quad, angle: Double) -> Bool {
    searched.contains { other in
      let turns = (angle - other.angle) / Double.pi
      guard abs(turns - turns.rounded()) * Double.pi < StackedSearch.sameAngle else { return false }
      return quad.points.allSatisfy { other.quad.contains($0) }
    }
  }

  /// Searches a place along an axis.
  private mutating func search(_ quad: Quad, angle: Double) {
    let axis = Point(BarcodeMath.cos(angle), BarcodeMath.sin(angle))
    let across = axis.perpendicular
    let us = quad.points.map { $0.dot(axis) }
    let vs = quad.points.map { $0.dot(across) }
    guard var u0 = us.min(), var u1 = us.max(), var v0 = vs.min(), var v1 = vs.max(), u0.isFinite, u1.isFinite,
      v0.isFinite, v1.isFinite
    else { return }
    v0 -= 4
    v1 += 4
    func corner(_ u: Double, _ v: Double) -> Point { axis * u + across * v }
    // What was located may be a part of the symbol only; its wide bars and its margin have little energy.
    while hasEnergy(from: corner(u1, v0), to: corner(u1, v1)) { u1 += StackedSearch.stride }
    while hasEnergy(from: corner(u0, v0), to: corner(u0, v1)) { u0 -= StackedSearch.stride }
    let margin = StackedSearch.margin + (u1 - u0) / 8
    u0 -= margin
    u1 += margin
    if wasSearched(quad, angle: angle) { return }
    searched.append((Quad(corner(u0, v0), corner(u1, v0), corner(u1, v1), corner(u0, v1)), angle))
    area += (u1 - u0) * (v1 - v0)
    let length = min(u1 - u0, 20_000)
    let height = min(v1 - v0, 20_000)
    let grid = GuardSearch.Grid(base: axis * u0 + across * v0, axis: axis, across: across)
    var guards = GuardSearch(
      luma: frame.luma, findsPDF417: !options.symbologies.isDisjoint(with: [.pdf417, .composite]),
      findsMicro: !options.symbologies.isDisjoint(with: [.microPDF417, .composite]) && vainTries < mostVainTries,
      findsInverted: options.readsInverted, line: line, followed: followed)
    guard length >= StackedSearch.leastLength, guards.findsPDF417 || guards.findsMicro else { return }
    let glance = guards.glance(grid, length: length, height: height)
    if let lines = glance.pdf417 {
      var plain = guards
      plain.findsMicro = false
      let part = lines.upperBound - lines.lowerBound
      let partGrid = GuardSearch.Grid(base: grid.point(0, lines.lowerBound), axis: axis, across: across)
      let columns = plain.columns(partGrid, length: length, height: part, spacing: max(finest, min(6, part / 40)))
      read(columns, grid: partGrid, around: quad)
    }
    if !glance.columns.isEmpty {
      guards.findsPDF417 = false
      var columns = glance.columns
      for partner in glance.columns.flatMap({ guards.partners(of: $0, grid) }) where !columns.contains(partner) {
        columns.append(partner)
      }
      read(columns, grid: grid, around: quad)
    }
  }

  /// Pixels by which a search is extended along its axis at once, and the least margin at its ends: gaps between
  /// energetic tiles of a symbol are shorter, and its first bar is at most an eighth of it.
  private static let stride = 24.0
  private static let margin = 24.0
  /// Shortest place, in pixels: the narrowest symbol has 38 modules.
  private static let leastLength = 40.0
  /// Places with both ends or one that are tried on one search.
  private static let placeLimit = 24

  /// Places between ends of MicroPDF417 that were tried in vain since the last symbol; texture has such ends without
  /// number, since a row address pattern has six elements only.
  private var vainTries = 0
  private static let vainLimits = [6, 6, 48, 192, 768]
  private var mostVainTries: Int

  /// Whether there are energetic tiles along a line across the axis.
  private func hasEnergy(from: Point, to: Point) -> Bool {
    let tiles = frame.tiles
    let size = Double(TileMap.size)
    let steps = max(1, min(64, Int(min(from.distance(to: to), 1e4) / size)))
    for i in 0...steps {
      let p = (from + (to - from) * (Double(i) / Double(steps))) / size
      guard p.x >= 0, p.y >= 0, p.x < Double(tiles.columns), p.y < Double(tiles.rows) else { continue }
      if tiles.energy[Int(p.y) * tiles.columns + Int(p.x)] > 0 { return true }
    }
    return false
  }

  /// Reads what stands between ends of symbols. Ends in one line may belong to several symbols.
  private mutating func read(_ columns: [GuardColumn], grid: GuardSearch.Grid, around quad: Quad) {
    var columns = columns
    var tries = 0
    var isDone = false
    while !isDone {
      isDone = true
      for place in StackedPlace.places(columns, grid: grid, leastHits: leastHits) {
        if found.count >= options.maximumCount || tries >= StackedSearch.placeLimit { return }
        if place.isMicro, vainTries >= mostVainTries { continue }
        if found.contains(where: { barcode in place.ends.contains { barcode.corners.contains($0) } }) { continue }
        tries += 1
        if place.isMicro { vainTries += 1 }
        sink?.note(place.isMicro ? "micropdf417" : "pdf417", at: quad, StackedSearch.describe(place))
        guard let barcode = read(place, around: quad) else { continue }
        found.append(barcode)
        vainTries = 0
        columns = StackedSearch.outside(of: barcode, columns, grid: grid)
        isDone = false
        break
      }
    }
  }

  private func read(_ place: StackedPlace, around quad: Quad) -> Barcode? {
    let note: (String) -> Void = { sink?.note(place.isMicro ? "micropdf417" : "pdf417", at: quad, $0) }
    return place.isMicro
      ? MicroPDF417Reader(luma: frame.luma, scan: scan, options: options, note: note).read(place)
      : PDF417Reader(luma: frame.luma, scan: scan, options: options, note: note).read(place)
  }

  /// What is left of ends when those of a symbol are taken away.
  private static func outside(of barcode: Barcode, _ columns: [GuardColumn], grid: GuardSearch.Grid) -> [GuardColumn] {
    let center = barcode.corners.center
    // A little larger, since hits lie on the symbol's outline.
    let area = barcode.corners.map { center + ($0 - center) * 1.05 }
    return columns.compactMap { column in
      column.keeping { !area.contains(grid.point(($0.outer + $0.inner) / 2, $0.v)) }
    }
  }

  private static func describe(_ place: StackedPlace) -> String {
    let left = place.left.map { "left end on \($0.hits.count) lines" } ?? "no left end"
    let right = place.right.map { "right end on \($0.hits.count) lines" } ?? "no right end"
    let module = (place.module * 100).rounded() / 100
    return "\(left), \(right), \(module) pixels a module\(place.isInverted ? ", inverted" : "")"
  }
}
