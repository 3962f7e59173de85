import BarcodeCore

extension LinearSession {
  /// Mean darkness, as a share of the contrast, where a narrow bar would be that blur hides: such have a third, quiet
  /// zones have less than a twentieth.
  private static let hiddenDarkness: Float = 0.15
  /// Where the next bar would be, from the outermost edge on, in modules: behind a space of two. And where there is
  /// surely nothing but ground.
  private static let nextBar: ClosedRange<Float> = 2...3
  private static let ground: ClosedRange<Float> = 4.5...6

  /// Whether a Pharmacode goes on beyond its ends with a bar too faint to be found: it has neither start nor stop, so that
  /// the rest is another number.
  func hidesBar(_ hit: LineHit, on line: ScanLine) -> Bool {
    take(line)
    let n = line.count
    let module = hit.module
    func mean(_ from: Float, _ to: Float) -> Float? {
      let (a, b) = (Int(Swift.min(from, to).rounded(.up)), Int(Swift.max(from, to)))
      guard a >= 0, b < n, a <= b else { return nil }
      return (a...b).reduce(0) { $0 + scratch.grey[$1] } / Float(b - a + 1)
    }
    guard let low = (Swift.max(0, Int(hit.first))...Swift.min(n - 1, Int(hit.last))).map({ scratch.grey[$0] }).min(),
      let high = (Swift.max(0, Int(hit.first))...Swift.min(n - 1, Int(hit.last))).map({ scratch.grey[$0] }).max()
    else { return false }
    let darkest = hit.isInverted ? high : low
    return [(hit.first, -module), (hit.last, module)].contains { edge, module in
      guard let bar = mean(edge + Self.nextBar.lowerBound * module, edge + Self.nextBar.upperBound * module),
        let ground = mean(edge + Self.ground.lowerBound * module, edge + Self.ground.upperBound * module),
        abs(ground - darkest) > 1
      else { return false }
      return (ground - bar) / (ground - darkest) > Self.hiddenDarkness
    }
  }

  /// Where the height is compared, as fractions from the middle, and the rows that are averaged there, as a share of the
  /// height.
  private static let bands = [-0.3, 0, 0.3]
  private static let bandHeight = 0.25
  /// Room beside the bars, in modules.
  private static let room = 3.0

  /// Whether rows that are averaged, which brings back what noise and smoothing hide, show the bars of a Pharmacode and
  /// nothing more. Where all of them do, the reading gains from it.
  func explain(_ reading: inout LinearReading) -> Bool {
    let answers = answers(reading)
    if !answers.isEmpty, answers.allSatisfy(\.isCredible) {
      reading.evidence.logOdds += PharmacodeFit.worth(bars: reading.hit.codes.count)
    }
    return reading.evidence.logOdds < LinearEvidence.limit(.pharmacode)
      && (answers.isEmpty || answers.contains(where: \.isCredible))
  }

  private func answers(_ reading: LinearReading) -> [PharmacodeFit.Answer] {
    let q = reading.corners
    let (left, right) = (q.bottomLeft - q.topLeft, q.bottomRight - q.topRight)
    let down = (left + right) / 2
    return Self.bands.compactMap { band in
      let a = (q.topLeft + q.bottomLeft) / 2 + left * band
      let b = (q.topRight + q.bottomRight) / 2 + right * band
      let room = (b - a).normalized * (Self.room * reading.module)
      guard
        let line = ScanLine(
          in: frame.luma, from: a - room, to: b + room, rows: Swift.max(1, Int(down.length * Self.bandHeight)),
          across: down.normalized)
      else { return nil }
      take(line)
      func place(_ p: Point) -> Float { Float((p - line.origin).dot(line.direction) / line.step) }
      return PharmacodeFit.answer(
        UnsafePointer(scratch.grey), count: line.count, codes: reading.hit.codes, ends: (place(a), place(b)))
    }
  }
}
