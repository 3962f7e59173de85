import BarcodeCore

extension LinearSession {
  /// Places that are looked at closely when cheap lines read nothing, by effort: a frame full of texture has many.
  var closeLooks: Int {
    switch options.effort {
    case .quick: return 0
    case .balanced: return 3
    case .thorough: return 16
    case .persistent: return 32
    case .exhaustive: return 64
    }
  }

  /// The same for pictures that gave a result already.
  var fewCloseLooks: Int { options.effort > .balanced ? closeLooks : min(closeLooks, 1) }

  /// Reads the located bars, the best first.
  func readCandidates(after glance: LinearGlance?, closeLooks: Int) {
    var tried: [BarPlace] = []
    var looks = closeLooks
    let strongest = options.effort > .balanced ? 0 : glance?.energy ?? 0
    for candidate in frame.bars where !isFull {
      if candidate.energy < Self.leastEnergy * strongest { break }
      guard let place = BarPlace(candidate), !tried.contains(where: { $0.resembles(place) }) else { continue }
      tried.append(place)
      guard isBarlike(place) else { continue }
      let before = found.count
      let known = glance?.places.first { $0.place == place }
      var isFramed = known?.isFramed ?? scanCheaply(place, untilRead: false)
      if !isFramed, found.count == before, tried.count <= Self.bestPlaces { isFramed = isFramedInNoise(place) }
      if isFramed, found.count == before { isFramed = mayHide(place) }
      guard isFramed || found.count > before || tried.count <= Self.bestPlaces,
        candidate.energy >= Self.leastCloseEnergy * strongest
      else { continue }
      let isKnown = found.contains { $0.covers(place.middle) }
      if read(place, closely: isFramed && looks > 0 && !isKnown, isRead: found.count > before) { looks -= 1 }
      if found.count == before, looks > 0, !isKnown { search(place, isFramed: isFramed) }
    }
  }

  /// Energy of bars beside a symbol that was read, as a share of the strongest place's, from which on they are looked
  /// at, and from which on more than cheaply. It falls with the size of a symbol and with the square of its contrast: of
  /// 61 read beside another in public sets the faintest has 0.016, and none of those below 0.05 needs a closer look.
  private static let leastEnergy = 0.01
  private static let leastCloseEnergy = 0.05

  /// So many places are looked at from top to bottom, whatever their middle shows: symbols stand below others.
  private static let bestPlaces = 4

  /// Share of the edges that run in one direction, for which a place is worth a look; bars that are tilted, creased
  /// and have their digits underneath keep about this.
  private static let leastAgreement: Float = 0.38

  /// Lines of text are barlike, too, but their edges run in all directions.
  func isBarlike(_ place: BarPlace) -> Bool { frame.tiles.agreement(in: place.quad).share >= Self.leastAgreement }

  /// Reads three lines through a place by the cheapest means. Returns whether one of them shows what a symbol shows that
  /// is too blurred for them.
  func scanCheaply(_ place: BarPlace, untilRead: Bool) -> Bool {
    var isFramed = false
    for fraction in [0.0, -0.25, 0.25] {
      guard let line = place.line(fraction, in: frame.luma) else { continue }
      if scan(line, EdgeAttempt.cheap) {
        if untilRead { return isFramed }
      } else if !isFramed {
        isFramed =
          edges(on: line, EdgeAttempt.cheap[0], fewest: 2).map {
            LineFraming.isFramed($0, cuts(of: line))
          } ?? false
      }
    }
    return isFramed
  }

  /// Climbs the ladder on one place until something is read; returns whether it had to look closely.
  private func read(_ place: BarPlace, closely: Bool, isRead: Bool) -> Bool {
    let before = found.count
    for fraction in [-0.12, 0.12, -0.38, 0.38] {
      guard let line = place.line(fraction, in: frame.luma) else { continue }
      scan(line, EdgeAttempt.cheap)
    }
    if isRead || found.count > before || isFull || !closely { return false }
    for turn in BarPlace.turns where place.isSlender {
      guard let line = place.line(0, in: frame.luma, turned: turn) else { continue }
      if scan(line, EdgeAttempt.cheap) { return true }
    }
    for fraction in [0.0, -0.25, 0.25] {
      guard let line = place.line(fraction, in: frame.luma) else { continue }
      if scan(line, EdgeAttempt.refinements) { return true }
    }
    if compareProfiles(place, templates) { return true }
    guard isSteady(place) else { return true }
    if let horizon = horizon(of: place) {
      readReceding(place.receding(to: horizon))
      if found.count > before { return true }
    }
    let whole = joined(place)
    let isNoisy = readAveraged(whole)
    let longer = whole.extended(over: frame.tiles)
    if isNoisy, found.count == before, longer != whole { readAveraged(longer) }
    return true
  }

  /// Compares lines through a place with blurred characters; returns whether something was read.
  func compareProfiles(_ place: BarPlace, _ templates: TemplateReader?) -> Bool {
    let before = found.count
    if let templates { compare(place, templates) }
    if found.count == before { compareProfiles(place) }
    return found.count > before
  }
}

/// A candidate's geometry for scan lines across the bars.
struct BarPlace: Equatable {
  private(set) var left: Point
  private(set) var right: Point
  /// From the upper to the lower end of the bars.
  let down: Point
  /// Rows that are averaged, unless the height tells.
  private var rows: Int?
  /// A point at which lines through the place reach the horizon of its surface, when that recedes.
  private var horizon: Point?

  init?(_ c: Candidate) {
    let q = c.quad
    left = (q.topLeft + q.bottomLeft) / 2
    right = (q.topRight + q.bottomRight) / 2
    down = (q.bottomLeft + q.bottomRight - q.topLeft - q.topRight) / 2
    let length = left.distance(to: right)
    // Not larger than pictures are, and not NaN.
    guard length > 16, length < 40000, down.length < 40000 else { return nil }
  }

  /// Slopes against the located axis that are tried on slender places, whose lines leave the bars by a small error.
  static let turns = [-0.03, 0.03, -0.06, 0.06]
  var isSlender: Bool { left.distance(to: right) > down.length * 2.5 }

  /// Rows that are averaged as a rule, and against noise.
  static let mostRows = 5
  static let manyRows = 48
  private static let averagedShare = 0.5
  func averaged(most: Int = manyRows) -> BarPlace {
    var place = self
    place.rows = Swift.max(Self.mostRows + 1, Swift.min(most, Int(down.length * Self.averagedShare)))
    return place
  }

  /// Parts of one symbol have axes that differ by less than three degrees, share so much of the lower one's height, and
  /// are not lower than others by more than this factor: noise hides some rows of tiles.
  private static let sameDirection = 0.9986
  private static let sharedHeight = 0.6
  private static let mostHeights = 2.5
  /// Between them is no more than this share of their height: widest elements, whose middle has no edges.
  private static let gap = 1.0
  private static let leastGap = 3.0 * Double(TileMap.size)

  /// The place as far as it and another reach together; nil where the other is no part of the same bars, or none of its
  /// own.
  func joined(_ o: BarPlace) -> BarPlace? {
    let along = (right - left).normalized
    let across = along.perpendicular
    let height = Swift.min(down.length, o.down.length)
    guard abs(along.dot((o.right - o.left).normalized)) > Self.sameDirection,
      abs((o.middle - middle).dot(across)) < (down.length + o.down.length) / 2 - Self.sharedHeight * height,
      Swift.max(down.length, o.down.length) < Self.mostHeights * height
    else { return nil }
    let length = left.distance(to: right)
    let (a, b) = ((o.left - left).dot(along), (o.right - left).dot(along))
    let (low, high) = (Swift.min(a, b), Swift.max(a, b))
    let gap = Swift.max(Self.leastGap, Self.gap * height)
    guard low < length + gap, high > -gap, low < -1 || high > length + 1 else { return nil }
    var place = self
    place.left = left + along * Swift.min(0, low)
    place.right = left + along * Swift.max(length, high)
    return place
  }

  /// The place as far as its axis meets tiles with edges, but for gaps of so many tiles: noise hides which of them are
  /// those of bars.
  func extended(over tiles: TileMap) -> BarPlace {
    let size = Double(TileMap.size)
    let step = (right - left).normalized * size
    func hasEdges(_ p: Point) -> Bool {
      let (column, row) = (Int((p.x / size).rounded(.down)), Int((p.y / size).rounded(.down)))
      return (0..<tiles.columns).contains(column) && (0..<tiles.rows).contains(row)
        && tiles.energy[row * tiles.columns + column] > 0
    }
    func end(_ start: Point, _ step: Point) -> Point {
      var (last, missed) = (0, 0)
      for k in 1...Self.mostTiles {
        if hasEdges(start + step * Double(k)) {
          (last, missed) = (k, 0)
        } else {
          missed += 1
          if missed > Self.mostMissed { break }
        }
      }
      return start + step * Double(last)
    }
    var place = self
    (place.left, place.right) = (end(left, -step), end(right, step))
    return place
  }
  private static let mostTiles = 200
  private static let mostMissed = 2

  var middle: Point { (left + right) / 2 }

  var quad: Quad { Quad(left - down / 2, right - down / 2, right + down / 2, left + down / 2) }

  /// Whether lines through the other place would be about the same.
  func resembles(_ o: BarPlace) -> Bool {
    let length = left.distance(to: right)
    let near = Swift.max(8, length * 0.06)
    let height = Swift.max(down.length, o.down.length)
    return left.distance(to: o.left) < near && right.distance(to: o.right) < near
      && Swift.min(down.length, o.down.length) > height * 0.7
  }

  /// The scan line at a fraction of the height from the middle (-0.5 to 0.5), averaged over some rows.
  func line(_ fraction: Double, in luma: LumaView, turned: Double = 0) -> ScanLine? {
    let length = left.distance(to: right)
    let height = down.length
    let some = rows ?? (height > 40 ? Self.mostRows : height > 16 ? 3 : 1)
    let skew = down.normalized * (turned * length / 2)
    // Candidates may miss the first bars or the quiet zone, and add-ons lie beside them.
    let reach = (right - left) / length * Swift.max(24, length * 0.12)
    let middle = down * fraction
    let line = ScanLine(
      in: luma, from: left + middle - reach - skew, to: right + middle + reach + skew, rows: some,
      across: down.normalized)
    guard let horizon else { return line }
    return line?.rectified(horizon) ?? line
  }

  var isReceding: Bool { horizon != nil }

  /// The same place on a surface whose horizon is known.
  func receding(to horizon: Point) -> BarPlace {
    var place = self
    place.horizon = horizon
    return place
  }
}
