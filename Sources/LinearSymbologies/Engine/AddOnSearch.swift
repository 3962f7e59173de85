import BarcodeCore

extension LinearSession {
  /// Lines through the ground beside a symbol, as shares of its height from its upper edge on: add-ons reach below it, and
  /// farther up or down where the surface recedes.
  private static let addOnHeights = [0.5, 0.3, 0.7, 0.4, 0.6, 0.8, 0.9, 1.0, 1.1, 1.3, 0.1]
  /// Where such lines begin behind a symbol, in modules: within the gap, which has at least 4.5.
  private static let addOnStart = 1.5
  /// Where they end: behind the widest gap, five digits and their quiet zone, of modules that grow along the line.
  private static let addOnEnd = 104.0
  /// Tiles with edges that even the smallest add-on has.
  private static let fewestAddOnTiles = 4
  /// Lines that have to agree on five digits, and on two, which much else looks like.
  private static let fewestAddOnLines = (five: 2, two: 4)
  /// Fewest edges of an add-on: start, two digits and the separator, and an edge more.
  private static let fewestAddOnEdges = 14
  /// What lines are tried with where the symbol's own lines showed no add-on: blur is likely. Stronger means make two
  /// digits of the first of five.
  private static let addOnAttempts = EdgeAttempt.cheap + EdgeAttempt.refinements[0..<6]

  /// Looks for add-ons beside UPC/EAN symbols whose own lines did not cross one: those of blurred symbols are compared
  /// only as far as the symbol goes, and on receding surfaces rows run down or up.
  func findAddOns() {
    guard let retail else { return }
    for k in found.indices where found[k].addOn == nil && found[k].hit.takesAddOn(options.retail) {
      found[k].addOn = addOn(beside: found[k], retail)
    }
  }

  /// So many edges before an add-on, no farther away than a main symbol and its gap reach, in modules, are those of a main
  /// symbol: the shortest has 34, of which blur leaves a part.
  private static let fewestMainEdges = 16
  private static let mainReach = 130.0

  /// Heights at which they are looked for: add-ons begin below their upper edge and reach below their lower one.
  private static let mainHeights = [0.5, 0.2, 0.8]

  /// Whether an add-on stands beside bars that may be those of a main symbol, which is looked for: then it is left to
  /// whoever reads that one.
  func isBesideMain(_ addOn: LinearReading) -> Bool {
    guard retail != nil, addOn.hit.symbology.info.family == .retailAddOn else { return false }
    let q = addOn.corners
    let before = (q.topLeft + q.bottomLeft - q.topRight - q.bottomRight).normalized * addOn.module
    return Self.mainHeights.contains { height in
      let start = q.topLeft + (q.bottomLeft - q.topLeft) * height
      let room = ScanLine(
        in: frame.luma, from: start + before * Self.addOnStart, to: start + before * Self.mainReach,
        rows: BarPlace.mostRows, across: (q.bottomLeft - q.topLeft).normalized)
      guard let room else { return false }
      take(room)
      return edgeCount(room) >= Self.fewestMainEdges
    }
  }

  private func addOn(beside main: LinearReading, _ retail: RetailMatcher) -> LinearReading.AddOnReading? {
    let q = main.corners
    let right = (q.topRight + q.bottomRight) / 2
    let along = (right - (q.topLeft + q.bottomLeft) / 2).normalized
    let down = q.bottomRight - q.topRight
    let (start, end) = (along * (main.module * Self.addOnStart), along * (main.module * Self.addOnEnd))
    var tiles = 0
    frame.tiles.forEachTile(in: Quad(q.topRight + start, q.topRight + end, q.bottomRight + end, q.bottomRight + start))
    {
      if frame.tiles.energy[$0] > 0 { tiles += 1 }
    }
    guard tiles >= Self.fewestAddOnTiles else { return nil }
    var seen: [(hit: AddOnHit, first: Point, last: Point)] = []
    for height in Self.addOnHeights {
      let edge = q.topRight + down * height
      let line = ScanLine(
        in: frame.luma, from: edge + start, to: edge + end, rows: BarPlace.mostRows, across: down.normalized)
      guard let line, let hit = addOn(on: line, main, retail) else { continue }
      seen.append((hit, line.point(at: hit.first), line.point(at: hit.last)))
    }
    return agreed(seen, along: down)
  }

  /// The add-on that a line shows.
  private func addOn(on line: ScanLine, _ main: LinearReading, _ retail: RetailMatcher) -> AddOnHit? {
    take(line)
    for attempt in Self.addOnAttempts {
      guard let edges = edges(on: line, attempt, fewest: Self.fewestAddOnEdges) else { continue }
      let scale = attempt.isInterpolated ? Float(ProfileRefiner.factor) : 1
      let module = Float(main.module / line.step) * scale
      if let hit = retail.addOn(edges, startsDark: !main.hit.isInverted, module: module) {
        return hit.scaled(by: 1 / scale)
      }
    }
    return nil
  }

  /// What most lines say.
  private func agreed(
    _ seen: [(hit: AddOnHit, first: Point, last: Point)], along down: Point
  ) -> LinearReading.AddOnReading? {
    let best = AddOnHit.mostAlike(seen, \.hit)
    let sorted = best.sorted { $0.first.dot(down) < $1.first.dot(down) }
    guard let top = sorted.first, let bottom = sorted.last else { return nil }
    let fewest = top.hit.digits.count == 5 ? Self.fewestAddOnLines.five : Self.fewestAddOnLines.two
    guard best.count >= fewest, best.count * 3 > seen.count * 2 else { return nil }
    return LinearReading.AddOnReading(
      digits: top.hit.digits, corners: Quad(top.first, top.last, bottom.last, bottom.first),
      evidence: LinearEvidence.addOn(digits: top.hit.digits.count, lines: best.count), lines: best.count)
  }
}
