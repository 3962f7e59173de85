import BarcodeCore

extension LinearSession {
  /// Modules from line to line where a row is new, and where several lines showed it already.
  private static let newStride = 2.0
  private static let knownStride = 6.0
  /// Lines of one row that suffice.
  private static let enoughLines = 3
  /// Modules without any row behind which none is expected: separators have three, and blur spoils what is beside them.
  private static let greyPatience = 24.0
  /// Modules of surfaces that recede so much that lines tell are wider across them by this factor.
  private static let recedingPitch = 1.6
  /// Most lines on either side.
  private static let mostLinesAcross = 60
  /// Room beside a row, in modules: other rows of the symbol may be longer, and quiet zones tell where they end.
  private static let greyMargin = 14.0
  /// Surfaces of a smaller trend are like such that do not recede.
  private static let leastTrend = 0.02

  /// Follows a row that a line shows across its symbol. Returns whether a symbol was found.
  func follow(_ row: GreyRow, on line: ScanLine, through place: BarPlace) -> Bool {
    let (a, b) = (line.point(at: row.first), line.point(at: row.last))
    let middle = (a + b) / 2
    let length = a.distance(to: b)
    let modules = row.sighting.widths.reduce(0, +)
    let module = length / Double(modules)
    guard module >= leastModule else { return false }
    let horizon = greyHorizon(row, a, b, place)
    let isLimited = row.sighting.row.kind == .limited
    // Across lines that recede, modules are wider than along them.
    let pitch = horizon == nil ? module : module * Self.recedingPitch
    let rows = DataBarRow.rows(like: row.sighting.row.kind)
    var area = DataBarNeighbourhood(origin: middle, along: line.direction)
    area.recession = BarcodeMath.exp10(abs(row.trend))
    area.stretch = pitch / module
    var votes = LimitedVotes()
    func take(_ row: GreyRow, _ line: ScanLine, _ o: Double) -> Bool {
      if isLimited {
        votes.take(row.sighting.limited(turnedWithin: row.turnedWithin), line)
        return true
      }
      let fragments = row.sighting.fragments(turnedWithin: row.turnedWithin)
      area.take(fragments, on: line, offset: o)
      return !fragments.isEmpty
    }
    guard row.sighting.gap > Self.leastGap, take(row, line, 0) else { return false }
    let budget = rowSearch.budget
    rowSearch.budget = .max
    defer { rowSearch.budget = budget }
    for sign in [1.0, -1.0] {
      var (o, last, known) = (0.0, 0.0, 1)
      var key: [Int]? = row.sighting.widths
      for _ in 0..<Self.mostLinesAcross {
        o += (known >= Self.enoughLines ? Self.knownStride : Self.newStride) * pitch
        guard o - last < Self.greyPatience * pitch else { break }
        guard
          let (probe, ends) = probe(
            like: line, through: middle + line.direction.perpendicular * (sign * o), to: horizon, length,
            margin: Self.greyMargin * module)
        else { break }
        guard
          let next = greyRow(
            on: probe, near: ends, rows, known: (row.trend, (ends.1 - ends.0) / Float(modules))),
          next.sighting.gap > Self.leastGap, take(next, probe, sign * o)
        else {
          known = 0
          continue
        }
        known = next.sighting.widths == key ? known + 1 : 1
        key = next.sighting.widths
        last = o
        if isLimited, votes.lead.hits.count >= Self.enoughLines { break }
        if !isLimited, known >= Self.enoughLines, isComplete(area) { break }
      }
    }
    area.dropRivals()
    return isLimited ? accept(votes) : self.take(area, isGrey: true)
  }

  /// A line through another place of a symbol, and where rows seem to begin and to end on it.
  private func probe(
    like line: ScanLine, through centre: Point, to horizon: Point?, _ length: Double, margin: Double
  ) -> (line: ScanLine, ends: (Float, Float))? {
    var along = line.direction
    if let horizon {
      along = (horizon - centre).normalized
      if along.dot(line.direction) < 0 { along = along * -1 }
    }
    let half = along * (length / 2)
    let reach = half + along * margin
    guard
      let probe = ScanLine(
        in: frame.luma, from: centre - reach, to: centre + reach, rows: line.rows, across: line.direction.perpendicular)
    else { return nil }
    func position(_ p: Point) -> Float { Float((p - probe.origin).dot(probe.direction) / probe.step) }
    return (probe, (position(centre - half), position(centre + half)))
  }

  /// What the next best characters cost more at the least, as a log likelihood.
  private static let leastGap: Float = 10

  private func isComplete(_ area: DataBarNeighbourhood) -> Bool {
    area.symbols(readsInverted: false).contains { $0.lines >= Self.enoughLines }
  }

  /// Where the rows of a symbol meet on the horizon of its surface; nil where it does not recede along them.
  private func greyHorizon(_ row: GreyRow, _ a: Point, _ b: Point, _ place: BarPlace) -> Point? {
    guard abs(row.trend) > Self.leastTrend else { return nil }
    let root = BarcodeMath.exp10(row.trend / 2)
    // Modules at the first end are wider by the square of this than at the last one.
    let onLine = a + (b - a) * (root / (root - 1))
    // The horizon is about as upright as the bars are, and the middle of the place runs along the symbol's rows.
    let along = (place.right - place.left).normalized
    return place.middle + along * (onLine - place.middle).dot(along)
  }

  private func accept(_ votes: LimitedVotes) -> Bool {
    let (hits, against) = votes.lead
    guard let best = hits.min(by: { $0.hit.cost < $1.hit.cost }), hits.count > against else { return false }
    let evidence = LinearEvidence.judge(best.hit, lines: hits.count, against: against)
    guard evidence.logOdds < LinearEvidence.limit(.dataBarLimited) else { return false }
    return add(best.hit, on: best.line, evidence, lines: hits.count)
  }
}

/// What lines say of a symbol of DataBar Limited.
private struct LimitedVotes {
  private var hits: [(hit: LineHit, line: ScanLine)] = []
  /// Lines on which the check did not fit.
  private var misfits = 0

  mutating func take(_ hit: LineHit?, _ line: ScanLine) {
    if let hit { hits.append((hit, line)) } else { misfits += 1 }
  }

  /// The lines that say what most say, and how many say something else.
  var lead: (hits: [(hit: LineHit, line: ScanLine)], against: Int) {
    let groups = Dictionary(grouping: hits) { $0.hit.codes }
    let best = groups.values.max { ($0.count, -$0[0].hit.cost) < ($1.count, -$1[0].hit.cost) } ?? []
    return (best, hits.count - best.count + misfits)
  }
}
