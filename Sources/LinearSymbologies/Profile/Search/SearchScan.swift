import BarcodeCore

extension LinearSession {
  /// Lines through a place that are searched.
  private static let searchedFractions = [0.0, -0.08, 0.08, -0.16, 0.16]
  /// Quiet zones around a label's own are tried, too, on each line at the most so many.
  private static let mostSearchedFrames = 2
  /// Edges that the leanest symbols keep under blur.
  private static let fewestSearchedEdges = 11

  /// What a line says, and where.
  private struct SearchedLine {
    var line: ScanLine
    /// The best first, and whether it is seen against the direction of the line.
    var sightings: [(sighting: SymbolSearch.Sighting, isTurned: Bool)]
  }

  /// Surfaces of smaller stretches are like such that do not recede.
  private static let flat: Double = 1.3
  /// Such of a larger stretch are not.
  private static let receding: Double = 1.8
  /// Beyond this modules have less than a pixel at one end when they have several at the other.
  private static let mostStretch: Double = 8

  /// Searches a place for symbols that no other means read: blurred ones, and such on surfaces that recede.
  ///
  /// - Parameter isFramed: A line showed what a symbol shows.
  func search(_ place: BarPlace, isFramed: Bool) {
    guard options.effort >= .balanced, isSteady(place, correlation: Self.clearCorrelation), mayHide(place),
      let line = place.line(0, in: frame.luma)
    else { return }
    take(line)
    guard let edges = edges(on: line, EdgeAttempt.cheap[0], fewest: 2),
      isFramed || LineFraming.isShort(edges, cuts(of: line)),
      !LineGrating(edges).holds(from: edges.positions[0], to: edges.positions[edges.count - 1])
    else { return }
    let grammars = SearchedGrammar.all.filter { options.symbologies.contains($0.grammar.symbology) }
    guard !grammars.isEmpty, searched.count < mostSearches,
      !searched.contains(where: { $0.quad.contains(place.middle) || place.quad.contains($0.middle) })
    else { return }
    searched.append(place)
    var seen: [SearchedLine] = []
    let search = SymbolSearch(grammars)
    for fraction in Self.searchedFractions {
      guard let line = place.line(fraction, in: frame.luma) else { continue }
      let one = look(line, place, search)
      guard !one.sightings.isEmpty else {
        if seen.isEmpty { return }
        continue
      }
      if seen.isEmpty { search.keep(one.sightings.map(\.sighting)) }
      seen.append(one)
    }
    accept(seen, at: place)
  }

  /// Places that are searched at the most.
  private var mostSearches: Int { options.effort > .balanced ? 6 : 2 }

  private func look(_ line: ScanLine, _ place: BarPlace, _ search: SymbolSearch) -> SearchedLine {
    take(line)
    var out = SearchedLine(line: line, sightings: [])
    guard let edges = edges(on: line, EdgeAttempt.cheap[1], fewest: Self.fewestSearchedEdges) else { return out }
    let n = line.count
    let sides = [place.left, place.right].map { Float(($0 - line.origin).dot(line.direction) / line.step) }
    var frames: [(first: Float, last: Float, middle: Float, elements: Int, distance: Float, isEven: Bool)] = []
    LineFraming.forEachRange(
      edges, quiet: LineFraming.leanQuiet, fewest: Self.fewestSearchedEdges, mayBeRegular: true
    ) { range in
      guard edges.isDark(range.lowerBound), let (a, b) = ends(edges, range, n) else { return false }
      let (i, j) = (range.lowerBound + range.upperBound, range.lowerBound + range.upperBound + 1)
      frames.append(
        (
          a, b, (edges.positions[i / 2] + edges.positions[j / 2]) / 2, range.count - 1,
          abs(a - sides[0]) + abs(b - sides[1]), Self.hasEvenSpaces(edges, range)
        ))
      return false
    }
    frames.sort { $0.distance < $1.distance }
    let quality = LineQuality(scratch.grey, scratch.grey, count: n, edges: edges.count)
    let sigma = Swift.max(Self.leastBlur, quality.blur * Self.blurShare)
    for frame in frames.prefix(Self.mostSearchedFrames) where out.sightings.isEmpty {
      let horizon = Foreshortening.horizon(Double(frame.first), Double(frame.middle), Double(frame.last))
      let stretch = horizon.map { h -> Double in
        let ratio = (h - Double(frame.first)) / (h - Double(frame.last))
        return Swift.max(ratio * ratio, 1 / (ratio * ratio))
      }
      // Elements that blur hides say little about where the surface has its horizon.
      if quality.isBlurred || stretch ?? 1 < Self.receding {
        see(frame.first, frame.last, frame.elements, horizon: nil, sigma, search, &out)
      }
      if let horizon, Self.flat...Self.mostStretch ~= stretch ?? 1, out.sightings.isEmpty {
        see(frame.first, frame.last, frame.elements, horizon: horizon, sigma, search, &out)
      }
      if frame.isEven {
        out.sightings.removeAll { !$0.sighting.grammar.grammar.hasEvenSpaces }
      }
    }
    out.sightings.sort { $0.sighting.fit.residual < $1.sighting.fit.residual }
    return out
  }

  /// Neighbouring spaces of one width differ by less than this factor, whatever blur and perspective do to them.
  private static let evenSpaces: Float = 1.4

  /// Whether all spaces between some edges have one width, as in Pharmacode. Blurred, it would be taken for symbologies
  /// whose spaces have two.
  private static func hasEvenSpaces(_ edges: EdgeSequence, _ range: ClosedRange<Int>) -> Bool {
    var before: Float?
    for k in stride(from: range.lowerBound + 1, to: range.upperBound, by: 2) {
      let space = edges.positions[k + 1] - edges.positions[k]
      if let before, Swift.max(space, before) > evenSpaces * Swift.min(space, before) { return false }
      before = space
    }
    return true
  }

  /// Lines are at least so blurred, in samples, and less than their steepest place tells.
  private static let leastBlur: Float = 0.4
  private static let blurShare: Float = 0.95

  private func see(
    _ a: Float, _ b: Float, _ elements: Int, horizon: Double?, _ sigma: Float, _ search: SymbolSearch,
    _ out: inout SearchedLine
  ) {
    let n = out.line.count
    let end = Float(n - 1)
    // Modules become narrower along the line.
    let isTurned = horizon.map { $0 < Double(a) } ?? false
    for k in 0..<n { scratch.filtered[k] = scratch.grey[isTurned ? n - 1 - k : k] }
    let beyond = horizon.map { isTurned ? end - Float($0) : Float($0) } ?? .infinity
    out.sightings += search.sightings(
      GreyLine(scratch.filtered, count: n, sigma: sigma), from: isTurned ? end - b : a, to: isTurned ? end - a : b,
      elements: elements, horizon: beyond
    ).map { ($0, isTurned) }
  }

  /// Darkness at the outer edge of a narrow bar under blur, as a share of the contrast.
  private static let outerDarkness: Float = 0.4

  /// Where a frame begins and ends: outermost bars may have run into the next ones, so that edges within are steeper.
  private func ends(_ edges: EdgeSequence, _ range: ClosedRange<Int>, _ n: Int) -> (Float, Float)? {
    let (first, last) = (range.lowerBound, range.upperBound)
    let (a, b) = (edges.positions[first], edges.positions[last])
    let v = scratch.grey
    let low = (Swift.max(0, Int(a))...Swift.min(n - 1, Int(b))).map { v[$0] }.min() ?? 0
    func outer(_ from: Float, _ to: Float, _ step: Int) -> Float? {
      // The lightest place beside the symbol, and from there inwards.
      let stop = Int(from)
      var at = Swift.max(1, Swift.min(n - 2, Int(to)))
      var k = at
      while k != stop, k > 0, k < n - 1 {
        if v[k] >= v[at] { at = k }
        k += step
      }
      let limit = v[at] - (v[at] - low) * Self.outerDarkness
      while at != stop, v[at] > limit, at > 0, at < n - 1 { at += step }
      guard v[at] <= limit, at > 0, at < n - 1 else { return nil }
      let before = v[at - step]
      return Float(at) - Float(step) * (limit - v[at]) / Swift.max(1e-3, before - v[at])
    }
    let before = first > 0 ? edges.positions[first - 1] : 0
    let after = last + 1 < edges.count ? edges.positions[last + 1] : Float(n - 1)
    let (inA, inB) = (edges.positions[first + 1], edges.positions[last - 1])
    guard let a = outer(inA, before, 1), let b = outer(inB, after, -1) else { return nil }
    return (a, b)
  }

  private func accept(_ seen: [SearchedLine], at place: BarPlace) {
    guard
      let lead = seen.compactMap({ $0.sightings.first }).min(by: {
        $0.sighting.fit.residual < $1.sighting.fit.residual
      })
    else { return }
    func isLike(_ o: (sighting: SymbolSearch.Sighting, isTurned: Bool)) -> Bool {
      o.isTurned == lead.isTurned && o.sighting.isLike(lead.sighting)
    }
    let group = seen.compactMap { s in s.sightings.first(where: isLike).map { (line: s.line, one: $0.sighting) } }
    guard let verdict = SymbolVerdict(group.map(\.one), options),
      let best = group.min(by: { $0.one.fit.residual < $1.one.fit.residual })
    else { return }
    let agree = group.count { SymbolVerdict([$0.one], options)?.codes == verdict.codes }
    let residuals = group.map(\.one.fit.residual).sorted()
    let residual = residuals[residuals.count / 2]
    let rival = seen.compactMap { s in s.sightings.first { !isLike($0) }?.sighting.fit.residual }.min() ?? 1
    let fit = best.one.fit
    let n = Float(best.line.count - 1)
    let (a, b) = (Float(fit.grid.first), Float(fit.grid.last))
    // What lies beyond the picture was not seen.
    guard a > 0, b < n else { return }
    let hit = LineHit(
      symbology: lead.sighting.grammar.grammar.symbology, codes: verdict.codes, first: lead.isTurned ? n - b : a,
      last: lead.isTurned ? n - a : b, isReversed: lead.sighting.grammar.isReversed != lead.isTurned, isInverted: false,
      modules: Float(fit.grid.units / ElementGrammar.perModule), cost: Float(residual), quietBefore: .infinity,
      quietAfter: .infinity)
    let evidence = LinearEvidence.judge(
      verdict, agree: agree, lines: seen.count, residual: residual, rival: rival)
    let content = LinearCatalogue.interpret(hit, options)
    guard let content, options.retail.addOns != .require || !hit.takesAddOn(options.retail) else { return }
    guard evidence.logOdds < LinearEvidence.limit(hit.symbology) else {
      refuse(hit.symbology, content, evidence, at: place.quad)
      return
    }
    add(hit, on: best.line, evidence, lines: agree)
  }
}

extension SymbolSearch.Sighting {
  /// Whether what is seen has the same parts.
  func isLike(_ o: SymbolSearch.Sighting) -> Bool {
    grammar.grammar.symbology == o.grammar.grammar.symbology && grammar.isReversed == o.grammar.isReversed
      && patterns.map(\.part) == o.patterns.map(\.part) && costs.map(\.count) == o.costs.map(\.count)
  }
}
