import BarcodeCore

extension LinearSession {
  /// Places around parts of GS1 DataBar symbols that are looked at closely, by effort.
  private var mostDataBarLooks: Int { [4, 8, 32, 64, 128][options.effort.rawValue - 1] }
  /// Lines that differ by less, in radians, show the same.
  private static let sameDirection = 0.03
  /// How far beside the parts on the first line others are looked for, in modules: a row of two parts more.
  private static let besideOmni = 62.0
  private static let besideExpanded = 110.0
  /// Lines without any part, in modules, behind which no further row is expected: separators have three modules.
  private static let patience = 12.0
  /// Most lines on either side.
  private static let mostLinesAround = 400
  /// Modules after which nothing new is expected: rows have at most 34.
  private static let highestRow = 48.0

  /// Places that are searched for symbols of several low rows at the most, in the locator's order.
  private var mostStackedPlaces: Int { options.effort > .balanced ? 6 : 2 }
  /// Those of them that are looked at as if they receded, and with noise and blur taken away.
  private var mostHardLooks: Int { options.effort > .balanced ? mostStackedPlaces : 1 }
  /// Lines through such a place, as fractions of its height.
  private static let stackedFractions = [-0.15, 0.15, -0.3, 0.3]
  /// Share of the edges that run in one direction: what symbols have and texture and text seldom do.
  private static let leastStackedAgreement: Float = 0.5
  /// Slopes against the located axis, which the separators between rows disturb.
  private static let stackedTurns = [0.0, 0.05, -0.05]

  /// Looks for stacked symbols around places of which the locator saw a part: separators have edges in all directions.
  func readStackedPlaces() {
    guard let dataBar, !options.symbologies.isDisjoint(with: [.dataBarStacked, .dataBarExpandedStacked]) else { return }
    var tried: [BarPlace] = []
    var hardLooks = mostHardLooks
    for candidate in frame.bars + frame.matrices where tried.count < mostStackedPlaces && !isFull {
      guard let place = BarPlace(candidate), !tried.contains(where: { $0.resembles(place) }) else { continue }
      tried.append(place)
      guard frame.tiles.agreement(in: place.quad).share >= Self.leastStackedAgreement else { continue }
      let before = found.count
      if !lookAlong(place, dataBar), found.count == before, hardLooks > 0, mayHide(place) {
        lookHarder(place, dataBar)
        hardLooks -= 1
      }
    }
  }

  /// Reads lines through the rows of a place that are averaged against noise, without blur, and as if it receded.
  private func lookHarder(_ place: BarPlace, _ dataBar: DataBarMatcher) {
    for fraction in Self.rowFractions where !isFull {
      if let horizon = horizon(of: place, at: fraction),
        let line = place.receding(to: horizon).line(fraction, in: frame.luma), line.foreshortening != nil,
        lookAround(line, EdgeAttempt.cheap + EdgeAttempt.refinements.prefix(4), dataBar)
      {
        return
      }
      guard let line = joined(place).averaged(most: Self.averagedRows).line(fraction, in: frame.luma),
        let few = place.line(fraction, in: frame.luma)
      else { continue }
      let look = quality(of: line, few)
      var attempts = look.isNoisy ? EdgeAttempt.cheap + EdgeAttempt.coarse : []
      if look.isBlurred { attempts += EdgeAttempt.deblurrings(sigma: look.blur) }
      if lookAround(line, attempts, dataBar) { return }
    }
  }

  /// Looks around the parts that a line shows. Returns whether a symbol was found.
  private func lookAround(_ line: ScanLine, _ attempts: [EdgeAttempt], _ dataBar: DataBarMatcher) -> Bool {
    take(line)
    for attempt in attempts {
      var parts: [DataBarFragment] = []
      add(attempt, line, dataBar, to: &parts)
      guard !parts.isEmpty else { continue }
      if lookAround(parts, on: line, by: attempt) { return true }
      // Looking around has used the scratch.
      take(line)
    }
    return false
  }
  /// Middles of the rows of symbols of two and of three rows, as fractions of their height.
  private static let rowFractions = [-0.25, 0.25, 0.0]
  /// Rows of pixels that are averaged within a row of a symbol.
  private static let averagedRows = 20

  /// Returns whether something was found, or there is nothing to be found.
  private func lookAlong(_ place: BarPlace, _ dataBar: DataBarMatcher) -> Bool {
    var isSighted = false
    for turn in Self.stackedTurns {
      for fraction in Self.stackedFractions {
        let run = place.right - place.left
        let skew = run.perpendicular * turn
        let middle = (place.left + place.right) / 2 + place.down * fraction
        guard
          let line = ScanLine(
            in: frame.luma, from: middle - (run + skew) * 1.5, to: middle + (run + skew) * 1.5, rows: 3,
            across: place.down.normalized)
        else { continue }
        let parts = fragments(on: line, dataBar, [EdgeAttempt.cheap])
        if !parts.isEmpty, lookAround(parts, on: line) { return true }
        isSighted = isSighted || !parts.isEmpty || dataBar.isSighted
        // Two lines without a finder pattern: no symbol.
        if !isSighted, fraction == Self.stackedFractions[1] { return false }
      }
    }
    return false
  }

  /// Follows parts of a symbol that a line shows across their rows. Returns whether a symbol was found.
  ///
  /// - Parameter attempt: How the parts were found, where ordinary means do not find them.
  func lookAround(_ parts: [DataBarFragment], on line: ScanLine, by attempt: EdgeAttempt? = nil) -> Bool {
    guard let dataBar, !isFull else { return false }
    var isNew = false
    let isHard = line.rows > BarPlace.mostRows || line.foreshortening != nil || attempt != nil
    func isAlong(_ other: Point) -> Bool { abs(other.cross(line.direction)) < Self.sameDirection }
    for part in parts.prefix(4) {
      let middle = (line.point(at: part.first) + line.point(at: part.last)) / 2
      let reach = Double(part.last - part.first) * line.step / 2
      if found.contains(where: { $0.covers(middle) }) { continue }
      let looks = dataBar.looks.filter { $0.isHard == isHard }
      guard looks.count < mostDataBarLooks,
        looks.count(where: { $0.middle.distance(to: middle) < $0.reach && isAlong($0.along) }) < 2
      else { continue }
      dataBar.looks.append((middle, reach, line.direction, isHard))
      if look(around: part, middle, parts, line, DataBarLook(line, attempt), dataBar) { isNew = true }
    }
    return isNew
  }

  private func look(
    around part: DataBarFragment, _ middle: Point, _ parts: [DataBarFragment], _ line: ScanLine, _ how: DataBarLook,
    _ dataBar: DataBarMatcher
  ) -> Bool {
    let module = Double(part.module) * line.step
    guard module > Swift.max(0.5, leastModule), module.isFinite else { return false }
    var area = DataBarNeighbourhood(origin: middle, along: line.direction)
    area.take(parts, on: line, offset: 0)
    let us = parts.flatMap { [$0.first, $0.last] }.map { (line.point(at: $0) - middle).dot(line.direction) }
    let beside = module * (part.family == .omni ? Self.besideOmni : Self.besideExpanded)
    let from = Swift.max(us.min() ?? 0, -600 * module) - beside
    let to = Swift.min(us.max() ?? 0, 600 * module) + beside
    func probe(_ o: Double) -> ScanLine? {
      let centre = middle + line.direction.perpendicular * o + line.direction * (area.slope * o)
      let probe = ScanLine(
        in: frame.luma, from: centre + line.direction * from, to: centre + line.direction * to,
        rows: how.rows(module: module), across: line.direction.perpendicular)
      return line.horizon.flatMap { probe?.rectified($0) } ?? probe
    }
    // What is part of a symbol is seen on the next line, too.
    let stride = how.stride(module: module)
    guard
      [stride, -stride].contains(where: { o in
        guard let next = probe(o) else { return false }
        return fragments(on: next, dataBar, how.attempts(isSmall: false)).contains { $0.key == part.key }
      })
    else { return false }
    // Symbols of one row need no other line; those of several rows show another part a row away.
    guard
      parts.contains(where: { $0.key != part.key && $0.family == part.family })
        || hasPartner(
          part, within: Self.highestRow * module, stride: Swift.max(stride, module * Self.roughStride),
          { o in probe(o).map { fragments(on: $0, dataBar, [how.first]) } ?? [] })
    else { return false }
    for sign in [1.0, -1.0] {
      var last = 0.0
      var news = 0.0
      for k in 1...Self.mostLinesAround {
        let o = sign * Double(k) * stride
        if abs(o) - last > Swift.max(Self.patience * module, 5) || abs(o) - news > Self.highestRow * module { break }
        guard let next = probe(o) else { break }
        let seen = fragments(on: next, dataBar, how.attempts(isSmall: module < 3))
        if !seen.isEmpty { last = abs(o) }
        if area.take(seen, on: next, offset: o) { news = abs(o) }
      }
    }
    return take(area)
  }

  /// Modules between lines that look for another row: rows have five at least.
  private static let roughStride = 2.5

  /// Whether lines beside a part show another of the same symbology.
  private func hasPartner(
    _ part: DataBarFragment, within reach: Double, stride: Double, _ seen: (Double) -> [DataBarFragment]
  ) -> Bool {
    for k in 1...Swift.max(1, Int(reach / stride)) {
      for sign in [1.0, -1.0]
      where seen(sign * Double(k) * stride).contains(where: { $0.key != part.key && $0.family == part.family }) {
        return true
      }
    }
    return false
  }

  /// What a line shows by ways of finding edges: the next ones are tried where those before show nothing.
  private func fragments(
    on line: ScanLine, _ dataBar: DataBarMatcher, _ rungs: [[EdgeAttempt]]
  ) -> [DataBarFragment] {
    take(line)
    var out: [DataBarFragment] = []
    for attempts in rungs where out.isEmpty {
      for attempt in attempts { add(attempt, line, dataBar, to: &out) }
    }
    return out
  }

  /// A finder pattern and a character beside it have five and eight elements.
  private static let fewestEdgesOfHalf = 13

  private func add(
    _ attempt: EdgeAttempt, _ line: ScanLine, _ dataBar: DataBarMatcher, to parts: inout [DataBarFragment]
  ) {
    guard let edges = edges(on: line, attempt, fewest: Self.fewestEdgesOfHalf) else { return }
    dataBar.match(edges, takesHalves: true) { _ in }
    var seen: [DataBarFragment] = []
    dataBar.takeParts(of: attempt, into: &seen)
    for part in seen
    where !parts.contains(where: { $0.key == part.key && abs($0.first - part.first) < 4 * part.module }) {
      parts.append(part)
    }
  }

  /// - Parameter isGrey: Found in grey values, which are searched for symbols dark on light alone.
  func take(_ area: DataBarNeighbourhood, isGrey: Bool = false) -> Bool {
    var isNew = false
    for symbol in area.symbols(readsInverted: options.readsInverted && !isGrey)
    where options.symbologies.contains(symbol.symbology) {
      let corners = area.corners(symbol)
      if found.contains(where: { $0.covers(corners.center) || corners.contains($0.corners.center) }) { continue }
      let hit = LineHit(
        symbology: symbol.symbology, codes: symbol.codes, first: 0, last: Float(symbol.modules * symbol.module),
        isReversed: !symbol.isForward, isInverted: symbol.isInverted, modules: Float(symbol.modules),
        cost: symbol.cost, quietBefore: .infinity, quietAfter: .infinity)
      let evidence = LinearEvidence.judge(hit, lines: symbol.lines, against: 0)
      guard evidence.logOdds < LinearEvidence.limit(hit.symbology),
        let content = LinearCatalogue.interpret(hit, options)
      else { continue }
      found.append(
        LinearReading(
          hit: hit, content: content, corners: corners, evidence: evidence, lines: symbol.lines, module: symbol.module))
      isNew = true
    }
    return isNew
  }
}

extension DataBarFragment {
  /// The fragment with its positions multiplied.
  func scaled(by factor: Float) -> DataBarFragment {
    var f = self
    f.first *= factor
    f.last *= factor
    f.module *= factor
    return f
  }
}

/// How lines around parts of a symbol are read: as the line that showed the parts was.
private struct DataBarLook {
  /// Rows that the line averaged.
  private let rows: Int
  /// How the parts were found, where ordinary means do not find them.
  private let attempt: EdgeAttempt?

  init(_ line: ScanLine, _ attempt: EdgeAttempt?) {
    rows = line.rows
    self.attempt = attempt
  }

  /// The least height of a row of a symbol that is averaged, in modules: a lower one shows nothing of its own.
  private static let averaged = 6.0
  private var isAveraged: Bool { rows > BarPlace.mostRows }

  func rows(module: Double) -> Int {
    isAveraged ? Swift.min(rows, Swift.max(BarPlace.mostRows, Int(Self.averaged * module))) : module > 4 ? 3 : 1
  }

  /// Pixels from line to line: of those that are averaged each has half of its rows to itself.
  func stride(module: Double) -> Double {
    Swift.max(1, isAveraged ? Double(rows(module: module)) / 2 : module)
  }

  var first: [EdgeAttempt] { attempt.map { [$0] } ?? [EdgeAttempt.cheap[0]] }

  func attempts(isSmall: Bool) -> [[EdgeAttempt]] {
    if let attempt { return [[attempt, attempt.sibling]] }
    return isSmall ? [EdgeAttempt.cheap, Array(EdgeAttempt.refinements.prefix(4))] : [EdgeAttempt.cheap]
  }
}
