import BarcodeCore

/// What lines around a place show of a GS1 DataBar symbol: the same fragments again, and those of its other rows.
///
/// Places are `u` along the lines and `o` across them, in pixels from the middle of the line that was first.
struct DataBarNeighbourhood {
  let origin: Point
  /// Unit vector along the lines.
  let along: Point
  /// By what factor modules at one end of a row are wider than those at the other, where that is known.
  var recession = 1.0
  /// By what factor modules are wider across the lines than along them.
  var stretch = 1.0

  /// A fragment with the lines that show it.
  struct Sighting {
    var fragment: DataBarFragment
    /// Offset, first and last position of each line.
    var lines: [(o: Double, first: Double, last: Double)]
    var module: Double

    var low: Double { lines.map(\.o).min() ?? 0 }
    var high: Double { lines.map(\.o).max() ?? 0 }
  }

  /// In the order in which they were seen first, so that the same picture gives the same result every time.
  private(set) var sightings: [Sighting] = []
  private var places: [DataBarKey: Int] = [:]

  init(origin: Point, along: Point) {
    self.origin = origin
    self.along = along
  }

  /// Takes what a line shows. Returns whether a part was seen for the second time, which makes it credible.
  @discardableResult
  mutating func take(_ fragments: [DataBarFragment], on line: ScanLine, offset o: Double) -> Bool {
    var isNew = false
    for f in fragments {
      let first = (line.point(at: f.first) - origin).dot(along)
      let last = (line.point(at: f.last) - origin).dot(along)
      let module = Double(f.module) * line.step
      guard let place = places[f.key] else {
        places[f.key] = sightings.count
        sightings.append(Sighting(fragment: f, lines: [(o, first, last)], module: module))
        continue
      }
      let known = sightings[place]
      if known.lines.contains(where: { $0.o == o && abs($0.first - first) < 8 * module }) { continue }
      sightings[place].lines.append((o, first, last))
      if known.lines.count == 1 { isNew = true }
      if f.cost < known.fragment.cost { sightings[place].fragment = f }
    }
    return isNew
  }

  /// Change of `u` by `o` along the bars, by the fragment that most lines show.
  var slope: Double {
    guard let best = sightings.max(by: { $0.lines.count < $1.lines.count }), best.lines.count >= 3 else {
      return 0
    }
    let n = Double(best.lines.count)
    let mo = best.lines.map(\.o).reduce(0, +) / n
    let mu = best.lines.map(\.first).reduce(0, +) / n
    var oo = 0.0
    var ou = 0.0
    for line in best.lines {
      oo += (line.o - mo) * (line.o - mo)
      ou += (line.o - mo) * (line.first - mu)
    }
    return oo > 0.5 ? Swift.max(-1, Swift.min(1, ou / oo)) : 0
  }

  /// Ends of a sighting along the lines, moved along the bars to offset 0.
  func ends(_ s: Sighting, slope: Double) -> (first: Double, last: Double) {
    let n = Double(s.lines.count)
    return (
      s.lines.map { $0.first - slope * $0.o }.reduce(0, +) / n, s.lines.map { $0.last - slope * $0.o }.reduce(0, +) / n
    )
  }

  /// A symbol put together of fragments.
  struct Symbol {
    var symbology: Symbology
    var codes: [UInt8]
    /// Its fragments in reading order.
    var parts: [Sighting]
    var isForward: Bool
    var isInverted: Bool
    /// Modules of its widest row.
    var modules: Double
    /// It could not as well have the other polarity.
    var isClear = true

    /// Lines that show the part that fewest show.
    var lines: Int { parts.map(\.lines.count).min() ?? 0 }
    var cost: Float { parts.map(\.fragment.cost).reduce(0, +) / Float(Swift.max(parts.count, 1)) }
    var module: Double { parts.map(\.module).reduce(0, +) / Double(Swift.max(parts.count, 1)) }
  }

  /// Corners of a symbol in its own orientation. Guards of two modules stand at both ends.
  func corners(_ symbol: Symbol) -> Quad {
    let slope = slope
    let ends = symbol.parts.map { self.ends($0, slope: slope) }
    let left = (ends.map(\.first).min() ?? 0) - symbol.module * 1.5
    let right = (ends.map(\.last).max() ?? 0) + symbol.module * 1.5
    // Lines lie a module apart.
    let top = (symbol.parts.map(\.low).min() ?? 0) - symbol.module / 2
    let bottom = (symbol.parts.map(\.high).max() ?? 0) + symbol.module / 2
    func corner(_ u: Double, _ o: Double) -> Point { origin + along * (u + slope * o) + along.perpendicular * o }
    return symbol.isForward
      ? Quad(corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom))
      : Quad(corner(right, bottom), corner(left, bottom), corner(left, top), corner(right, top))
  }
}

extension DataBarNeighbourhood {
  /// Fewest lines that must show a part.
  private static let fewestLines = 2
  /// Farthest distance of rows, in modules: separators have one to three, and rows are not seen up to their borders.
  private static let mostGap = 14.0
  /// How exactly parts must stand beside or above each other, in modules.
  private static let reach = 5.0

  /// Leaves out what as many lines contradict that show something else at the same place.
  mutating func dropRivals() {
    let slope = slope
    let all = sightings.map { (sighting: $0, ends: ends($0, slope: slope)) }
    sightings = all.filter { one, own in
      !all.contains { o, ends in
        o.fragment.key != one.fragment.key && o.lines.count >= one.lines.count && o.low <= one.high
          && one.low <= o.high
          && Swift.min(ends.last, own.last) - Swift.max(ends.first, own.first) > Self.reach * one.module
      }
    }.map(\.sighting)
    places = Dictionary(uniqueKeysWithValues: sightings.enumerated().map { ($1.fragment.key, $0) })
  }

  /// The symbols that the fragments make.
  func symbols(readsInverted: Bool) -> [Symbol] {
    let slope = slope
    let seen = sightings.filter { $0.lines.count >= Self.fewestLines }
      .sorted { ($0.lines.count, -$0.fragment.cost) > ($1.lines.count, -$1.fragment.cost) }
    var symbols: [Symbol] = []
    for isInverted in readsInverted ? [false, true] : [false] {
      symbols += omni(seen, slope: slope, isInverted: isInverted).filter { $0.isClear || !readsInverted }
      symbols += expanded(seen, slope: slope, isInverted: isInverted)
      if !symbols.isEmpty { break }
    }
    return symbols
  }

  private func omni(_ seen: [Sighting], slope: Double, isInverted: Bool) -> [Symbol] {
    var symbols: [Symbol] = []
    for a in seen where a.fragment.family == .omni && !a.fragment.isMirrored {
      for b in seen where b.fragment.family == .omni && b.fragment.isMirrored {
        guard a.fragment.isForward == b.fragment.isForward, isAlike(a, b, Self.change) else {
          continue
        }
        let isForward = a.fragment.isForward != isInverted
        let left = isForward ? a : b
        let right = isForward ? b : a
        guard let value = DataBarOmni.value(left: left.fragment, right: right.fragment) else { continue }
        let reach = Self.reach * a.module
        // Halves of one row are seen by the same lines.
        let isBeside =
          abs(ends(b, slope: slope).first - ends(a, slope: slope).last) < reach && a.low <= b.high && b.low <= a.high
        let isAbove = isAbove(left, right, slope: slope, isForward: isForward, reach: reach)
        guard isBeside || isAbove else { continue }
        symbols.append(
          Symbol(
            symbology: isBeside ? .dataBarOmni : .dataBarStacked, codes: DataBarOmni.codes(value),
            parts: [left, right], isForward: isForward, isInverted: isInverted, modules: isBeside ? 96 : 50,
            isClear: !DataBarOmni.isAmbiguous(
              left: left.fragment, right: right.fragment, isInverted: isInverted)))
      }
    }
    return symbols
  }

  /// By what factor the width of modules may differ within a symbol of two and of more fragments.
  private static let change = 1.3
  private static let changeOfMany = 1.4

  private func isAlike(_ a: Sighting, _ b: Sighting, _ change: Double) -> Bool {
    Swift.max(a.module, b.module) < Swift.min(a.module, b.module) * change * recession
  }

  /// Whether a row stands right above another.
  private func isAbove(_ upper: Sighting, _ lower: Sighting, slope: Double, isForward: Bool, reach: Double) -> Bool {
    guard abs(ends(upper, slope: slope).first - ends(lower, slope: slope).first) < reach else { return false }
    let gap = isForward ? lower.low - upper.high : upper.low - lower.high
    return gap > -upper.module && gap < Self.mostGap * upper.module * stretch
  }

  private func expanded(_ seen: [Sighting], slope: Double, isInverted: Bool) -> [Symbol] {
    var symbols: [Symbol] = []
    // Rows may run against each other, which their colours tell.
    let pairs = seen.filter { $0.fragment.family == .expanded }.map {
      (sighting: $0, pair: DataBarExpanded.Pair($0.fragment, isForward: $0.fragment.isForward != isInverted))
    }
    for start in pairs {
      guard let count = DataBarExpanded.characters(start.pair) else { continue }
      var chosen = [start]
      for (k, place) in DataBarExpanded.places(characters: count).enumerated().dropFirst() {
        let needsSecond = 2 * k + 1 < count
        guard
          let next = pairs.first(where: {
            $0.pair.place == place && $0.pair.first != nil && (!needsSecond || $0.pair.second != nil)
              && isAlike($0.sighting, start.sighting, Self.changeOfMany)
          })
        else { break }
        chosen.append(next)
      }
      guard let values = DataBarExpanded.values(chosen.map(\.pair)) else { continue }
      let parts = chosen.map(\.sighting)
      let isForward = start.sighting.fragment.isForward != isInverted
      let isRow = isRow(parts, slope: slope, isForward: isForward)
      symbols.append(
        Symbol(
          symbology: isRow ? .dataBarExpanded : .dataBarExpandedStacked, codes: DataBarExpanded.codes(values),
          parts: parts, isForward: isForward, isInverted: isInverted, modules: 4 + 49 * Double(parts.count)))
    }
    return symbols
  }

  /// Whether parts stand beside each other in one row.
  private func isRow(_ parts: [Sighting], slope: Double, isForward: Bool) -> Bool {
    for (a, b) in zip(parts, parts.dropFirst()) {
      let (left, right) = isForward ? (a, b) : (b, a)
      let gap = ends(right, slope: slope).first - ends(left, slope: slope).last
      if abs(gap) > Self.reach * left.module { return false }
    }
    return true
  }
}
