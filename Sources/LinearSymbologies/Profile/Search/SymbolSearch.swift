import BarcodeCore

/// Searches a line of grey values for symbols of known ends.
final class SymbolSearch {
  /// A symbol that explains a line.
  struct Sighting {
    var grammar: SearchedGrammar
    var fit: SymbolRefiner.Fit
    /// Patterns in the order of the line.
    var patterns: [(part: Int, pattern: Int)]
    /// What each of the other patterns of the part costs more, as a sum of squares of the contrast.
    var costs: [[Float]]
  }

  /// How a symbol may lie on a line.
  private struct Guess {
    var grammar: SearchedGrammar
    var grid: ModuleGrid
    /// Share that both ends leave unexplained, and what elements cost that are not seen.
    var merit: Float
    var light: Float
    var contrast: Float
  }

  /// Unexplained share of the variance of start and stop from which on there is no symbol.
  private static let strangeEnds: Float = 0.22
  /// Guesses of a grammar, and of all, that are followed.
  private static let mostLengths = 4
  private static let mostGuesses = 60
  /// Modules to an element on average, and elements to one that is seen under blur.
  private static let modulesPerElement: ClosedRange<Float> = 1.2...3.2
  private static let hidden: Float = 1.8
  /// Share of a symbol's elements that is seen at the least, and at the most.
  private static let leastSeen: Float = 0.36
  private static let mostSeen: Float = 1.1
  /// What elements that are not seen cost, of those that are, as a share that is left unexplained.
  private static let hiddenPrice: Float = 0.04
  /// By what factor the ratio of the modules at both ends may differ from what the horizon says.
  private static let mostChange: Float = 1.8
  /// The same where there seems to be none.
  private static let plainChange: Float = 1.28
  /// Grey levels below which there is nothing but noise.
  private static let leastContrast: Float = 4
  private static let fewestModule: Float = 0.7

  private let search = ElementSearch()
  private var grammars: [SearchedGrammar]
  /// By number, at either end.
  private var ends: [EndFit?] = []

  init(_ grammars: [SearchedGrammar]) { self.grammars = grammars }

  /// Leaves those that were seen, for further lines.
  func keep(_ seen: [Sighting]) {
    grammars.removeAll { g in !seen.contains { $0.grammar.number == g.number } }
  }

  /// Searches between assumed ends.
  ///
  /// - Parameters:
  ///   - line: Values and blur.
  ///   - elements: That are seen from first to last.
  ///   - horizon: Where the surface seems to have its horizon, in samples; infinite where it does not recede.
  func sightings(
    _ line: GreyLine, from first: Float, to last: Float, elements: Int, horizon: Float
  ) -> [Sighting] {
    ends.removeAll(keepingCapacity: true)
    let square = ((horizon - first) / (horizon - last)) * ((horizon - first) / (horizon - last))
    let ratio = horizon.isFinite ? square : 1
    let change = horizon.isFinite ? Self.mostChange : Self.plainChange
    let stretches = ratio / change...ratio * change
    let all = grammars.flatMap { guesses($0, line, first, last, elements, stretches, horizon) }
      .sorted { $0.merit < $1.merit }
    return all.prefix(Self.mostGuesses).compactMap { follow($0, line) }
  }

  private func guesses(
    _ g: SearchedGrammar, _ line: GreyLine, _ first: Float, _ last: Float, _ elements: Int,
    _ stretches: ClosedRange<Float>, _ horizon: Float
  ) -> [Guess] {
    let length = last - first
    let unit = Float(ElementGrammar.perModule)
    let mean = length / (Float(elements) * unit)
    let pitches =
      Swift.max(
        Self.fewestModule / unit, mean / (Self.hidden * Self.modulesPerElement.upperBound))...Swift.max(
        Self.fewestModule / unit, mean / Self.modulesPerElement.lowerBound)
    // Modules at the ends differ from those on average.
    let most = Swift.max(stretches.upperBound, 1 / stretches.lowerBound).squareRoot()
    let all = Swift.max(Self.fewestModule / unit, pitches.lowerBound / most)...pitches.upperBound * most
    let start = end(g.startNumber, g.starts, isFirst: true, line, at: first, all, horizon)
    let stop = end(g.stopNumber, g.stops, isFirst: false, line, at: last, all, horizon)
    // Steps of the ratio of modules at both ends.
    let low = Int((BarcodeMath.log10(Double(stretches.lowerBound)) / (2 * EndFit.logRatio)).rounded(.down))
    let high = Int((BarcodeMath.log10(Double(stretches.upperBound)) / (2 * EndFit.logRatio)).rounded(.up))
    var out: [Guess] = []
    let density = g.density
    let shortest = Swift.max(length / pitches.upperBound, (Float(elements) - 4) / (density * Self.mostSeen))
    let longest = Swift.min(length / pitches.lowerBound, Float(elements) / (density * Self.leastSeen))
    for units in g.lengths where Float(units) > shortest && Float(units) < longest {
      let pitch = length / Float(units)
      let k = start.index(pitch)
      func share(_ step: Int) -> Float {
        let a = start.score(at: k + step)
        // The other end is not looked at where it cannot help any more.
        guard a.contrast > Self.leastContrast, a.share * 0.75 < Self.strangeEnds else { return .infinity }
        let b = stop.score(at: k - step)
        guard b.contrast > Self.leastContrast else { return .infinity }
        return Swift.max(a.share, b.share) * 0.5 + (a.share + b.share) * 0.25
      }
      let best = (low...high).map { (step: $0, share: share($0)) }.min { $0.share < $1.share }
      guard let best, best.share < Self.strangeEnds else { continue }
      let middle = (low + high) / 2
      // Short ends do not tell much, and the horizon may be right.
      let isUnsure = abs(middle - best.step) > 2 && share(middle) < Self.strangeEnds
      let hidden = Swift.max(0, Float(units) * density / Float(elements) - 1)
      for (step, share) in [best] + (isUnsure ? [(middle, share(middle))] : []) {
        let (a, b) = (start.score(at: k + step), stop.score(at: k - step))
        let root = Float(BarcodeMath.exp10(Double(step) * EndFit.logRatio))
        let (p, q) = (pitch * root, pitch / root)
        let grid = ModuleGrid(
          first: Double(first + a.inset * unit * p), last: Double(last - b.inset * unit * q),
          pitches: (Double(p), Double(q)), units: units)
        out.append(
          Guess(
            grammar: g, grid: grid, merit: share + Self.hiddenPrice * hidden, light: (a.light + b.light) / 2,
            contrast: (a.contrast + b.contrast) / 2))
      }
    }
    return Array(out.sorted { $0.merit < $1.merit }.prefix(Self.mostLengths))
  }

  private func end(
    _ number: Int, _ widths: [[Int]], isFirst: Bool, _ line: GreyLine, at edge: Float, _ pitches: ClosedRange<Float>,
    _ horizon: Float
  ) -> EndFit {
    let key = 2 * number + (isFirst ? 1 : 0)
    while ends.count <= key { ends.append(nil) }
    if let known = ends[key] { return known }
    let fit = EndFit(line, widths, at: edge, direction: isFirst ? 1 : -1, pitches: pitches, horizon: horizon)
    ends[key] = fit
    return fit
  }

  /// Largest share that is left unexplained.
  static let strange = 0.08

  private func follow(_ guess: Guess, _ line: GreyLine) -> Sighting? {
    var line = line
    line.light = guess.light
    line.contrast = guess.contrast
    let margin = Double(line.margin * ElementGrammar.perModule)
    let (from, to) = (guess.grid.position(-margin), guess.grid.position(Double(guess.grid.units) + margin))
    guard from > -Double(line.count), from < to, to < 2 * Double(line.count) else { return nil }
    guard var found = search.run(guess.grammar.automaton, guess.grid, line) else { return nil }
    let frame = Int(from)...Int(to)
    var best: Sighting?
    for _ in 0..<4 {
      let grid = SymbolRefiner.grid(found.edges, found.widths, stretch: guess.grid.stretch)
      guard let refiner = SymbolRefiner(line, grid, widths: found.widths, frame: frame),
        let fit = refiner.fit(line, grid)
      else {
        break
      }
      if fit.residual < best?.fit.residual ?? .infinity {
        best = Sighting(
          grammar: guess.grammar, fit: fit, patterns: found.patterns.map { ($0.part, $0.pattern) },
          costs: fit.residual < Self.strange ? costs(found, guess.grammar, refiner, fit) : [])
      }
      line.light = Float(fit.light)
      line.contrast = Float(fit.contrast)
      line.sigma = Float(fit.sigma)
      guard fit.residual < 4 * Self.strange, let again = search.run(guess.grammar.automaton, fit.grid, line),
        again.widths != found.widths
      else { break }
      found = again
    }
    return best.flatMap { $0.fit.residual < Self.strange ? $0 : nil }
  }

  private func costs(
    _ found: ElementSearch.Found, _ g: SearchedGrammar, _ refiner: SymbolRefiner, _ fit: SymbolRefiner.Fit
  ) -> [[Float]] {
    found.patterns.map { p in
      let patterns = g.grammar.parts[p.part].patterns
      guard patterns.count > 1 else { return [0] }
      let last = p.element
      let first = last - patterns[p.pattern].widths.count
      return refiner.costs(fit, of: first...last, patterns.map(\.widths)).map { Float($0) }
    }
  }
}
