import BarcodeCore

/// Reads the row indicators of a located PDF417 symbol: its size, and how rows lie along its two ends.
struct PDF417Locator {
  let luma: LumaView
  let scan: ScanLine
  let place: StackedPlace
  /// Compares grey values with templates where edges do not yield characters.
  let usesTemplates: Bool

  private(set) var indicators = PDF417Indicators()
  private(set) var leftAnchors: [RowAnchor] = []
  private(set) var rightAnchors: [RowAnchor] = []

  /// Correlation that a template must reach at a row indicator, and its lead over the next one.
  private static let leastScore: Float = 0.86
  private static let leastLead: Float = 0.03
  /// Scan lines over a symbol, at the most.
  private static let mostLines = 240.0

  init(luma: LumaView, scan: ScanLine, place: StackedPlace, usesTemplates: Bool) {
    self.luma = luma
    self.scan = scan
    self.place = place
    self.usesTemplates = usesTemplates
  }

  /// Reads along both ends.
  mutating func run() {
    // An end is often seen on a part of its height only.
    let range = place.vRange
    let margin = max(4 * place.module, 0.3 * (range.upperBound - range.lowerBound))
    let low = range.lowerBound - margin
    let high = range.upperBound + margin
    let spacing = max(place.module * 0.8, 1, (high - low) / PDF417Locator.mostLines)
    let lines = readAll(low...high, spacing: spacing, followsEnds: false)
    // Where perspective inclines the rows, lines along the axis leave them too soon.
    if place.left != nil, place.right != nil, indicators.count < lines {
      _ = readAll(low...high, spacing: spacing, followsEnds: true)
    }
  }

  /// Reads both ends on all lines; returns the number of lines.
  private mutating func readAll(_ range: ClosedRange<Double>, spacing: Double, followsEnds: Bool) -> Int {
    var v = range.lowerBound
    var lines = 0
    while v <= range.upperBound {
      if let left = place.left {
        read(left, v: v, side: .left, direction: followsEnds ? direction(at: v, from: left) : place.direction)
      }
      if let right = place.right {
        read(right, v: v, side: .right, direction: followsEnds ? direction(at: v, from: right) : place.direction)
      }
      v += spacing
      lines += 1
    }
    return lines
  }

  /// The direction of rows at a place of one end, as far as the extents of both ends tell.
  private func direction(at v: Double, from column: GuardColumn) -> Point {
    guard let left = place.left, let right = place.right else { return place.direction }
    let share = (v - column.firstV) / max(column.lastV - column.firstV, 1)
    let a = left.firstV + share * (left.lastV - left.firstV)
    let b = right.firstV + share * (right.lastV - right.firstV)
    let run = place.grid.point(right.outer.value(at: b), b) - place.grid.point(left.outer.value(at: a), a)
    let direction = run.normalized
    // Ends that are partly hidden tell nothing.
    return direction.dot(place.direction) > PDF417Locator.leastCosine ? direction : place.direction
  }

  /// Cosine of the greatest angle between rows and scan lines.
  private static let leastCosine = 0.9

  /// Reads the indicator of one end on one scan line.
  private mutating func read(_ column: GuardColumn, v: Double, side: GuardKey.Side, direction: Point) {
    let module = column.module
    let width = Double(SymbolCharacters.modules) * module
    let inner = place.grid.point(column.inner.value(at: v), v)
    guard inner.x.isFinite, inner.y.isFinite, luma.contains(inner) else { return }
    // The indicator lies between the guard and the data.
    let start = side == .left ? inner : inner - direction * width
    let margin = 4 * module
    scan.sample(
      luma, from: start - direction * margin, along: direction, length: width + 2 * margin,
      isFine: module < ScanLine.coarseModule, mostLines: 2 * module)
    scan.findEdges()
    let begin = Float(margin)
    let end = Float(margin + width)
    let found =
      side == .left
      ? scan.character(beginningAt: begin, to: end, isInverted: place.isInverted)
      : scan.character(endingAt: end, from: begin, isInverted: place.isInverted)
    if let found {
      take(found.reading, v: v, side: side)
    } else if usesTemplates {
      matchTemplates(from: begin, to: end, v: v, side: side)
    }
  }

  /// Compares an indicator with templates; takes it when one leads clearly.
  private mutating func matchTemplates(from begin: Float, to end: Float, v: Double, side: GuardKey.Side) {
    let values = scan.characterValues(from: begin, to: end, isInverted: place.isInverted)
    let matches = (0..<3).map { TemplateBank.bank(blur: 0.5).match(values, cluster: $0) }
    guard let best = matches.indices.max(by: { matches[$0].score < matches[$1].score }) else { return }
    let next = matches.indices.map { $0 == best ? matches[$0].nextScore : matches[$0].score }.reduce(-1, max)
    guard matches[best].score >= PDF417Locator.leastScore, matches[best].score - next >= PDF417Locator.leastLead
    else { return }
    take(SymbolCharacters.Reading(codeword: matches[best].codeword, cluster: best), v: v, side: side)
  }

  private mutating func take(_ reading: SymbolCharacters.Reading, v: Double, side: GuardKey.Side) {
    let row = indicators.take(reading, side: side)
    let anchor = RowAnchor(v: v, row: row)
    if side == .left { leftAnchors.append(anchor) } else { rightAnchors.append(anchor) }
  }
}
