import BarcodeCore

/// What is done with places whose lines show a symbol that none of them reads: surfaces that recede, noise, blur.
extension LinearSession {
  /// Fractions of the height at which lines are compared, shifts of one against the other in samples, and the
  /// correlation of bars: noise of a fifth of their contrast leaves 0.9 of it; texture has none.
  private static let compared = (-0.1, 0.1)
  private static let mostShift = 2
  private static let leastCorrelation: Float = 0.6
  /// The same where there is little noise.
  static let clearCorrelation: Float = 0.93

  /// Whether two lines through a place show the same, which bars do and texture does not.
  func isSteady(
    _ place: BarPlace, at fractions: (Double, Double) = compared, correlation: Float = leastCorrelation
  ) -> Bool {
    guard let a = place.line(fractions.0, in: frame.luma), let b = place.line(fractions.1, in: frame.luma)
    else {
      return false
    }
    take(a)
    b.sample(frame.luma, into: other)
    let n = Swift.min(a.count, b.count) - 2 * Self.mostShift
    guard n > 0 else { return false }
    return (0...(2 * Self.mostShift)).contains {
      Self.correlation(scratch.grey + Self.mostShift, other.grey + $0, n) > correlation
    }
  }

  private static func correlation(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ n: Int) -> Float {
    var (sa, sb, ab, aa, bb): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
    for k in 0..<n {
      // Less mid grey, so that squares of 8-bit values add up without loss.
      let (p, q) = (a[k] - 128, b[k] - 128)
      sa += p
      sb += q
      ab += p * q
      aa += p * p
      bb += q * q
    }
    let m = Float(n)
    let power = (aa - sa * sa / m) * (bb - sb * sb / m)
    return power > 0 ? (ab - sa * sb / m) / power.squareRoot() : 0
  }

  /// Whether a line through a place may show more than its edges do: there is blur or noise.
  func mayHide(_ place: BarPlace) -> Bool {
    guard options.effort <= .balanced, let few = place.line(0, in: frame.luma),
      let line = place.averaged().line(0, in: frame.luma)
    else { return true }
    return !quality(of: line, few).isClear
  }

  /// How noisy and how blurred a line over many rows is, by the same line over few; it is the one that was taken last.
  func quality(of line: ScanLine, _ few: ScanLine) -> LineQuality {
    take(line)
    few.sample(frame.luma, into: other)
    return LineQuality(
      scratch.grey, other.grey, count: Swift.min(line.count, few.count), edges: edgeCount(line))
  }

  /// Ends of a line at the picture's borders. With more effort symbols are looked for that fill a frame, too.
  func cuts(of line: ScanLine) -> LineCuts {
    options.effort > .balanced ? LineCuts() : LineCuts(line, in: frame.luma)
  }

  /// Reads lines through a place that are averaged over many rows where there is noise, and undoes their blur.
  ///
  /// - Returns: Whether there is noise.
  @discardableResult
  func readAveraged(_ place: BarPlace) -> Bool {
    let averaged = place.averaged()
    var isNoisy = false
    for fraction in [0.0, -0.2, 0.2] {
      guard let line = averaged.line(fraction, in: frame.luma), let few = place.line(fraction, in: frame.luma) else {
        continue
      }
      let look = quality(of: line, few)
      var attempts = look.isNoisy ? EdgeAttempt.cheap + EdgeAttempt.coarse + EdgeAttempt.noisyRefinements : []
      if look.isBlurred { attempts += EdgeAttempt.deblurrings(sigma: look.blur) }
      isNoisy = isNoisy || look.isNoisy
      if attempts.isEmpty { return isNoisy }
      if scan(line, attempts) { return isNoisy }
      if fraction == 0, !isFramed(line) { return isNoisy }
    }
    if isNoisy { _ = compareProfiles(averaged, templates) }
    return isNoisy
  }

  /// Whether a place and those that go on where it ends together show a symbol when noise is averaged.
  func isFramedInNoise(_ place: BarPlace) -> Bool {
    let whole = joined(place).extended(over: frame.tiles)
    guard whole != place, isSteady(place), let line = whole.averaged().line(0, in: frame.luma) else { return false }
    return isFramed(line)
  }

  /// Whether a line that nothing was read on shows what a symbol shows, and is no grating.
  private func isFramed(_ line: ScanLine) -> Bool {
    take(line)
    guard let edges = edges(on: line, EdgeAttempt.coarse[0], fewest: 2),
      LineFraming.isFramed(edges, cuts(of: line))
    else { return false }
    return !LineGrating(edges).holds(from: edges.positions[0], to: edges.positions[edges.count - 1])
  }

  /// The place with those that go on where it ends: noise hides parts of symbols from the locator.
  func joined(_ place: BarPlace) -> BarPlace {
    var joined = place
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for candidate in frame.bars {
        guard let other = BarPlace(candidate), let longer = joined.joined(other) else { continue }
        joined = longer
        isGrowing = true
      }
    }
    return joined
  }

  /// Reads lines through a place on which modules become narrower.
  func readReceding(_ place: BarPlace) {
    for fraction in [0.0, -0.25, 0.25] {
      guard let line = place.line(fraction, in: frame.luma), line.foreshortening != nil else { continue }
      if scan(line, EdgeAttempt.cheap + EdgeAttempt.refinements) { return }
    }
    _ = compareProfiles(place, templates)
  }

  /// Fewer edges do not tell how the width of modules changes.
  private static let fewestEdgesOfTrend = 20

  /// Where the surface of a place has its horizon, by how its elements become narrower; nil where they hardly do, or
  /// not alike on two lines.
  func horizon(of place: BarPlace, at fraction: Double = 0) -> Point? {
    guard let one = trend(of: place, fraction + Self.compared.0),
      let two = trend(of: place, fraction + Self.compared.1),
      Foreshortening.isAlike(one.ends, two.ends)
    else { return nil }
    return one.line.origin + one.line.direction * one.horizon
  }

  /// How far the horizon is along a line through a place, and the ends of the elements that tell.
  private func trend(
    of place: BarPlace, _ fraction: Double
  ) -> (line: ScanLine, horizon: Double, ends: (Double, Double))? {
    guard let line = place.line(fraction, in: frame.luma) else { return nil }
    take(line)
    guard let edges = edges(on: line, EdgeAttempt(method: .slope, amount: 0.8), fewest: Self.fewestEdgesOfTrend) else {
      return nil
    }
    let scale = line.step / Double(ProfileRefiner.factor)
    let reach = Double(TileMap.size)
    let left = (place.left - line.origin).dot(line.direction) - reach
    let right = (place.right - line.origin).dot(line.direction) + reach
    let x = (0..<edges.count).map { Double(edges.positions[$0]) * scale }.filter { $0 >= left && $0 <= right }
    let n = x.count
    guard n >= Self.fewestEdgesOfTrend,
      let horizon = Foreshortening.horizon(x[0], (x[(n - 1) / 2] + x[n / 2]) / 2, x[n - 1])
    else { return nil }
    return (line, horizon, (horizon - x[0], horizon - x[n - 1]))
  }
}
