import BarcodeCore

extension LinearSession {
  /// Places that are searched for GS1 DataBar in grey values at the most, and located bars that may be such places.
  private var mostGreyPlaces: Int { options.effort > .balanced ? 6 : 2 }
  private static let mostGreyCandidates = 3
  /// Lines through a place, as fractions of its height: through the middle, and through the rows of symbols of two to
  /// five of them.
  private static let greyFractions = [0.0, -0.25, 0.25, -0.12, 0.12, -0.38, 0.38]
  /// Two lines of one row lie so far from the one between them, in pixels: bars that lean or come together hardly move.
  private static let greyDistance = 3.0
  /// Rows of pixels that are averaged against noise.
  private static let greyRows = 20

  /// Searches grey values for GS1 DataBar that no other means read: blurred symbols, and such on surfaces that recede.
  func searchDataBar() {
    guard options.effort >= .balanced, dataBar != nil else { return }
    var tried: [BarPlace] = []
    var searched = 0
    rowSearch.budget = options.effort > .balanced ? Self.muchWork : Self.work
    for candidate in frame.bars where tried.count < Self.mostGreyCandidates {
      guard searched < mostGreyPlaces, !isFull else { return }
      guard let part = BarPlace(candidate), isBarlike(part) else { continue }
      let place = joined(part)
      guard !tried.contains(where: { $0.quad.contains(place.middle) }),
        !found.contains(where: { $0.covers(place.middle) })
      else { continue }
      tried.append(place)
      if searchDataBar(place) { searched += 1 }
    }
  }

  /// Comparisons of finder patterns with a picture that shows none.
  private static let work = 5000
  private static let muchWork = 20_000

  /// Lines through a place that are searched before a row was seen.
  private static let mostGreyLines = 3

  /// Returns whether there was anything to search.
  private func searchDataBar(_ place: BarPlace) -> Bool {
    var lines = 0
    let distance = Self.greyDistance / Swift.max(place.down.length, 1)
    for fraction in Self.greyFractions where lines < Self.mostGreyLines {
      guard
        isSteady(place, at: (fraction - distance, fraction + distance), correlation: Self.greyCorrelation),
        let line = greyLine(place, fraction), isFramedRow(line), rowSearch.budget > 0
      else { continue }
      lines += 1
      let ends = [place.left, place.right].map { Float(($0 - line.origin).dot(line.direction) / line.step) }
      let rows = DataBarRow.rows(options.symbologies)
      if let row = greyRow(on: line, near: (ends[0], ends[1]), rows, known: nil), follow(row, on: line, through: place)
      {
        break
      }
    }
    return lines > 0
  }

  /// Correlation of lines of one row.
  private static let greyCorrelation: Float = 0.93

  /// Whether a line shows what a row shows, and is no grating.
  private func isFramedRow(_ line: ScanLine) -> Bool {
    take(line)
    let ends = cuts(of: line)
    let attempt = line.rows > BarPlace.mostRows ? EdgeAttempt.coarse[0] : EdgeAttempt.cheap[1]
    guard let edges = edges(on: line, attempt, fewest: GreyEnds.fewestEdges),
      LineFraming.isFramed(edges, ends) || LineFraming.isShort(edges, ends)
    else { return false }
    return !LineGrating(edges).holds(from: edges.positions[0], to: edges.positions[edges.count - 1])
  }

  /// A line through a place, averaged over more rows where there is noise; nil where its edges tell all.
  private func greyLine(_ place: BarPlace, _ fraction: Double) -> ScanLine? {
    guard let few = place.line(fraction, in: frame.luma),
      let many = place.averaged(most: Self.greyRows).line(fraction, in: frame.luma)
    else { return nil }
    let look = quality(of: many, few)
    if options.effort <= .balanced, look.isClear { return nil }
    return look.isNoisy ? many : few
  }

  /// A row that a line shows, and whether it is seen against the line's direction.
  struct GreyRow {
    var sighting: DataBarRowSearch.Sighting
    /// Samples of the line where it was searched from its end.
    var turnedWithin: Int?
    /// Its ends, in samples of the line.
    var first: Float
    var last: Float
    /// Logarithm of the ratio of the widths of modules at both ends of the line.
    var trend: Double
  }

  /// - Parameters:
  ///   - ends: Where the row seems to begin and to end, in samples.
  ///   - known: How modules become narrower along the line, and how many samples they have, where that is known.
  func greyRow(
    on line: ScanLine, near ends: (Float, Float), _ rows: [DataBarRow], known: (trend: Double, module: Float)?
  ) -> GreyRow? {
    let trend = known?.trend
    take(line)
    let n = line.count
    let isAveraged = line.rows > BarPlace.mostRows
    guard
      let edges = edges(
        on: line, isAveraged ? EdgeAttempt.coarse[0] : EdgeAttempt.cheap[1], fewest: GreyEnds.fewestEdges)
    else { return nil }
    let quality = LineQuality(scratch.grey, scratch.grey, count: n, edges: edges.count)
    let sigma = Swift.max(Self.leastGreyBlur, quality.blur * Self.greyBlurShare)
    let isPlain = !quality.isBlurred && !isAveraged
    let scale: Float = isAveraged ? 1 / Float(ProfileRefiner.factor) : 1
    let finder = GreyEnds(scratch.grey, count: n, edges: edges, scale: scale)
    for frame in finder.frames(near: ends, module: known?.module) {
      let (a, b) = (frame.first, frame.last)
      let guess = Self.trend(Double(a), Double(frame.middle), Double(b))
      // Edges tell sharp rows on surfaces that do not recede.
      if trend == nil, isPlain, abs(guess) < Self.someTrend { continue }
      let trends = trend.map(Self.trends(near:)) ?? Self.trends(around: guess)
      var best: GreyRow?
      for isTurned in [false, true] {
        let ratios = trends.filter { isTurned ? $0 < 0 : $0 >= 0 }
        guard !ratios.isEmpty else { continue }
        for i in 0..<n { scratch.filtered[i] = scratch.grey[isTurned ? n - 1 - i : i] }
        let end = Float(n - 1)
        let frame = DataBarRowSearch.Frame(
          first: isTurned ? end - b : a, last: isTurned ? end - a : b, elements: frame.elements,
          ratios: ratios.map { Float(BarcodeMath.exp10(abs($0))) }, isNoisy: isAveraged || trend != nil)
        guard
          let one = rowSearch.sighting(GreyLine(scratch.filtered, count: n, sigma: sigma), frame, rows),
          one.fit.residual < best?.sighting.fit.residual ?? .infinity
        else { continue }
        let grid = one.fit.grid
        let (p, q) = (Float(grid.first), Float(grid.last))
        let slope = 2 * BarcodeMath.log10(1 + grid.stretch)
        best = GreyRow(
          sighting: one, turnedWithin: isTurned ? n : nil, first: isTurned ? end - q : p,
          last: isTurned ? end - p : q, trend: isTurned ? -slope : slope)
      }
      if let best { return best }
    }
    return nil
  }

  /// Lines are at least so blurred, in samples, and less than their steepest place tells.
  private static let leastGreyBlur: Float = 0.4
  private static let greyBlurShare: Float = 0.95

  /// Steps of the ratio of modules at both ends that are tried, as logarithms, and how far from what the middle of the
  /// elements says: elements are not spread evenly.
  private static let trendStep = 0.09
  private static let trendSteps = 3
  private static let mostTrend = 0.75

  /// The trend of another line of the symbol, and a little more or less.
  private static func trends(near known: Double) -> [Double] {
    let sign = known < 0 ? -1.0 : 1
    return [known, sign * Swift.max(0, abs(known) - trendStep), sign * (abs(known) + trendStep)]
  }

  /// A trend that other readers do not follow by themselves.
  private static let someTrend = 0.08

  /// What the middle of the elements says of the trend.
  private static func trend(_ a: Double, _ middle: Double, _ b: Double) -> Double {
    guard let h = Foreshortening.horizon(a, middle, b), (h - a) * (h - b) > 0 else { return 0 }
    return Swift.max(-mostTrend, Swift.min(mostTrend, 2 * BarcodeMath.log10(abs((h - a) / (h - b)))))
  }

  private static func trends(around guess: Double) -> [Double] {
    var trends = [guess]
    for k in 1...trendSteps { trends += [guess - Double(k) * trendStep, guess + Double(k) * trendStep] }
    return [0] + trends.filter { abs($0) <= mostTrend && abs($0) > trendStep / 2 }
  }
}
