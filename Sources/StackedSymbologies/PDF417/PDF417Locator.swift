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
    var v = low
    while v <= high {
      if let left = place.left { read(left, v: v, side: .left) }
      if let right = place.right { read(right, v: v, side: .right) }
      v += spacing
    }
  }

  /// Reads the indicator of one end on one scan line.
  private mutating func read(_ column: GuardColumn, v: Double, side: GuardKey.Side) {
    let module = column.module
    let width = Double(SymbolCharacters.modules) * module
    let inner = column.inner.value(at: v)
    // The indicator lies between the guard and the data.
    let start = place.grid.point(side == .left ? inner : inner - place.sign * width, v)
    guard start.x.isFinite, start.y.isFinite, luma.contains(start) else { return }
    let margin = 3 * module
    scan.sample(
      luma, from: start - place.direction * margin, along: place.direction, length: width + 2 * margin,
      isFine: module < ScanLine.coarseModule, mostLines: 2 * module)
    scan.findEdges()
    let begin = Float(margin)
    let end = Float(margin + width)
    if let found = scan.character(from: begin, to: end, isInverted: place.isInverted) {
      take(found.reading, v: v, side: side)
    } else if usesTemplates {
      let values = scan.characterValues(from: begin, to: end, isInverted: place.isInverted)
      let matches = (0..<3).map { TemplateBank.bank(blur: 0.5).match(values, cluster: $0) }
      guard let best = matches.indices.max(by: { matches[$0].score < matches[$1].score }) else { return }
      let next = matches.indices.map { $0 == best ? matches[$0].nextScore : matches[$0].score }.reduce(-1, max)
      guard matches[best].score >= PDF417Locator.leastScore, matches[best].score - next >= PDF417Locator.leastLead
      else { return }
      take(SymbolCharacters.Reading(codeword: matches[best].codeword, cluster: best), v: v, side: side)
    }
  }

  private mutating func take(_ reading: SymbolCharacters.Reading, v: Double, side: GuardKey.Side) {
    let row = indicators.take(reading, side: side)
    let anchor = RowAnchor(v: v, row: row)
    if side == .left { leftAnchors.append(anchor) } else { rightAnchors.append(anchor) }
  }
}
