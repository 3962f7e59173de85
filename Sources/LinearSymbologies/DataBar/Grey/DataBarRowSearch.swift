/// Searches lines of grey values for rows of GS1 DataBar between assumed ends.
final class DataBarRowSearch {
  /// A row that explains a line.
  struct Sighting {
    var row: DataBarRow
    var fit: SymbolRefiner.Fit
    /// Widths of all elements, in modules.
    var widths: [Int]
    /// What the elements belong to, and the number of elements before the end of each.
    var parts: [(role: DataBarRow.Role, number: Int, end: Int)]
    /// How much dearer the nearest other characters are, as a log likelihood.
    var gap: Float
  }

  /// What is searched for between two ends.
  struct Frame {
    var first: Float
    var last: Float
    /// Elements that are seen.
    var elements: Int
    /// Ratios of the widths of modules at the first and at the last edge that are tried.
    var ratios: [Float]
    /// Whether noise may hide edges.
    var isNoisy: Bool
  }

  /// Share of a row's elements that is seen at the least, and at the most.
  private static let seen: ClosedRange<Float> = 0.4...1.15
  /// Samples of a module, on average, and the blur that still shows something, in modules.
  private static let fewestSamples: Float = 0.9
  private static let mostBlur: Float = 1.1
  /// Edges tell rows whose modules have more samples where they are narrowest, and less blur, in modules.
  private static let fewSamples: Float = 1.8
  private static let someBlur: Float = 0.35
  /// Largest share that is left unexplained, and one that leaves no doubt.
  static let strange = 0.06
  private static let clear = 0.02
  /// Rows and ratios that are tried.
  private static let mostGuesses = 48
  /// Noise that is assumed at the least, as a squared share of the contrast.
  private static let leastNoise: Float = 0.0006
  private static let unit = ElementGrammar.perModule

  /// What looking for the elements of a row costs, in comparisons of finder patterns.
  private static let price = 100

  private let search = ElementSearch()
  /// Comparisons of finder patterns that may still be made before a row was seen.
  var budget = 0

  /// The row that explains a line best.
  ///
  /// - Parameter line: Values and blur.
  func sighting(_ line: GreyLine, _ frame: Frame, _ rows: [DataBarRow]) -> Sighting? {
    var line = line
    line.margin = 1
    guard levels(&line, frame) else { return nil }
    var guesses: [Guess] = []
    for row in rows {
      for size in row.sizes {
        let share = Float(frame.elements) / Float(size.elements)
        let pitch = (frame.last - frame.first) / Float(size.modules)
        guard Self.seen.contains(share), pitch > Self.fewestSamples, line.sigma < Self.mostBlur * pitch else {
          continue
        }
        for (k, ratio) in frame.ratios.enumerated()
        where frame.isNoisy || line.sigma > Self.someBlur * pitch || pitch < Self.fewSamples * ratio.squareRoot() {
          guesses.append((row, size.modules, ratio, abs(1 - share) + 0.1 * Float(k)))
        }
      }
    }
    guesses.sort { $0.doubt < $1.doubt }
    var best: Sighting?
    for (row, grid) in likely(guesses.prefix(Self.mostGuesses), line, frame) where budget > 0 {
      budget -= Self.price
      guard let one = follow(row, grid, line), one.fit.residual < best?.fit.residual ?? .infinity else { continue }
      best = one
      if one.fit.residual < Self.clear { break }
    }
    return best
  }

  /// A row of a size whose modules at the first edge are wider by a ratio than those at the last, and how doubtful that
  /// is.
  private typealias Guess = (row: DataBarRow, modules: Int, ratio: Float, doubt: Float)

  /// Guesses that are followed.
  private static let mostFollowed = 4
  /// Rows without finder patterns are as likely as such with one that leaves so much unexplained.
  private static let withoutFinder: Float = 0.2

  /// The guesses that show finder patterns, those first whose fit best.
  private func likely(_ guesses: ArraySlice<Guess>, _ line: GreyLine, _ frame: Frame) -> [(DataBarRow, ModuleGrid)] {
    var finder = DataBarFinderFit(line)
    var out: [(row: DataBarRow, grid: ModuleGrid, share: Float)] = []
    for guess in guesses where finder.count < budget {
      let pitch = Double(frame.last - frame.first) / Double(guess.modules * Self.unit)
      let root = Double(guess.ratio).squareRoot()
      let grid = ModuleGrid(
        first: Double(frame.first), last: Double(frame.last), pitches: (pitch * root, pitch / root),
        units: guess.modules * Self.unit)
      let share = guess.row.finders.isEmpty ? Self.withoutFinder + 0.1 * guess.doubt : finder.share(guess.row, grid)
      if let share { out.append((guess.row, grid, share)) }
    }
    budget -= finder.count
    return out.sorted { $0.share < $1.share }.prefix(Self.mostFollowed).map { ($0.row, $0.grid) }
  }

  /// Share of the values that is lighter (or darker) than what is taken for light (or dark).
  private static let outermost = 12
  /// Grey levels below which there is nothing but noise.
  private static let leastContrast: Float = 4

  /// Light and dark are what the widest elements have.
  private func levels(_ line: inout GreyLine, _ frame: Frame) -> Bool {
    let (a, b) = (Swift.max(0, Int(frame.first)), Swift.min(line.count - 1, Int(frame.last)))
    guard b - a > Self.outermost else { return false }
    let values = (a...b).map { line.values[$0] }.sorted()
    let k = values.count / Self.outermost
    line.light = values[values.count - 1 - k]
    line.contrast = line.light - values[k]
    return line.contrast > Self.leastContrast
  }

  private func follow(_ row: DataBarRow, _ grid: ModuleGrid, _ line: GreyLine) -> Sighting? {
    var line = line
    let margin = Double(line.margin * Self.unit)
    let (from, to) = (grid.position(-margin), grid.position(Double(grid.units) + margin))
    guard from > -Double(line.count), from < to, to < 2 * Double(line.count),
      var found = search.run(row.automaton, grid, line)
    else { return nil }
    let frame = Int(from.rounded(.up))...Int(to)
    var best: Sighting?
    for _ in 0..<3 {
      let start = SymbolRefiner.grid(found.edges, found.widths, stretch: grid.stretch)
      guard let refiner = SymbolRefiner(line, start, widths: found.widths, frame: frame),
        let fit = refiner.fit(line, start)
      else { break }
      if fit.residual < best?.fit.residual ?? .infinity {
        let isLikely = fit.residual < Self.strange
        best = Sighting(
          row: row, fit: fit, widths: found.widths.map { $0 / Self.unit },
          parts: found.patterns.compactMap { p in
            DataBarRow.Role(rawValue: p.part).map { ($0, p.pattern, p.element) }
          }, gap: isLikely ? gap(row, found, refiner, fit) : 0)
      }
      line.light = Float(fit.light)
      line.contrast = Float(fit.contrast)
      line.sigma = Float(fit.sigma)
      guard fit.residual < 4 * Self.strange, let again = search.run(row.automaton, fit.grid, line),
        again.widths != found.widths
      else { break }
      found = again
    }
    return best.flatMap { $0.fit.residual < Self.strange ? $0 : nil }
  }

  /// What the nearest other characters cost more, as a log likelihood: such with an element that is moved, wider or
  /// narrower by a module on both sides, or with two other edges moved.
  private func gap(
    _ row: DataBarRow, _ found: ElementSearch.Found, _ refiner: SymbolRefiner, _ fit: SymbolRefiner.Fit
  ) -> Float {
    var least = Double.infinity
    for p in found.patterns where p.part == DataBarRow.Role.character.rawValue {
      let n = row.characterElements
      guard p.element >= n else { continue }
      least = Swift.min(least, Self.gap(found.widths, p.element - n, n, refiner, fit))
    }
    return Float(least) / (2 * Swift.max(Float(fit.noise), Self.leastNoise))
  }

  private static func gap(
    _ widths: [Int], _ first: Int, _ n: Int, _ refiner: SymbolRefiner, _ fit: SymbolRefiner.Fit
  ) -> Double {
    let moves = [[1, 0, -1], [-1, 0, 1], [-1, 2, -1], [1, -2, 1]]
    var least = Double.infinity
    var singles: [Double] = []
    for k in first..<(first + n - 1) {
      let pair = Array(widths[k...(k + 1)])
      let others = [[unit, -unit], [-unit, unit]].map { zip(pair, $0).map { $0 + $1 } }.filter {
        $0.allSatisfy { $0 > 0 }
      }
      singles.append(refiner.costs(fit, of: k...(k + 2), others).min() ?? .infinity)
      guard k + 2 < first + n else { continue }
      let three = Array(widths[k...(k + 2)])
      let moved = moves.map { zip(three, $0).map { $0 + unit * $1 } }.filter { $0.allSatisfy { $0 > 0 } }
      least = Swift.min(least, refiner.costs(fit, of: k...(k + 3), moved).min() ?? .infinity)
    }
    for a in singles.indices {
      for b in (a + 2)..<Swift.max(a + 2, singles.count) { least = Swift.min(least, singles[a] + singles[b]) }
    }
    return least
  }
}
