/// Compares a line of grey values with the blurred characters of a grammar, without looking for edges.
///
/// The line is resampled to four samples a module between assumed ends. Characters may shift against that grid by up to
/// three quarters of a module, neighbours by a quarter against each other; dynamic programming finds the cheapest shifts.
final class ProfileFit {
  private static let perModule = ProfileTemplates.perModule
  private static let shifts = 7
  /// Samples beyond the ends that the grid has.
  private static let margin = 2 * ProfileTemplates.margin * perModule
  /// What a shift against the neighbour costs, as a squared share of the contrast.
  private static let shiftPrice: Float = 0.03
  /// Unexplained share of the variance of start and stop from which on there is no symbol: in focus it is below 0.05, of
  /// symbols that were read nine in ten had less.
  private static let strangeEnds: Float = 0.22
  /// The same for the whole symbol.
  private static let strange: Float = 0.16
  /// Grey levels below which there is nothing but noise.
  private static let leastContrast: Float = 8
  /// Noise that is assumed at the least, as a squared share of the contrast.
  private static let leastNoise: Float = 0.0006
  /// Pixels a module from which on characters may be told apart, and beyond which edges do.
  private static let modules: ClosedRange<Float> = 0.9...9
  /// Characters between start and stop at the most.
  static let mostCharacters = 48

  let grammar: LinearGrammar
  private let templates: [ProfileTemplates]
  private var grid: [Float] = []
  private var costs: [Float] = []
  private var cheapest: [Float] = []

  init(_ grammar: LinearGrammar) {
    self.grammar = grammar
    templates = LinearCatalogue.profiles(grammar.symbology)
  }

  /// How many characters there may be between start and stop where so many elements are told apart: blur swallows up to
  /// half of them, noise and dirt add a few.
  func counts(elements: Int) -> ClosedRange<Int> {
    let fewest = Swift.max(grammar.lengths.lowerBound, elements / grammar.elements - 3)
    return fewest...Swift.max(fewest, Swift.min(Self.mostCharacters, elements * 2 / grammar.elements))
  }

  /// What a line says about the characters between start and stop.
  struct Result {
    var start: UInt8
    /// By place and character, as negative log likelihoods; 0 for the cheapest of a place.
    var costs: [Float]
    var count: Int
    /// Characters that costs has room for.
    var lanes: Int
    /// Unexplained share of the grey values' variance.
    var residual: Float
    var sigma: Double
    var modules: Float
  }

  /// Start and stop as they fit best at assumed ends.
  private struct Ends {
    var start = 0
    var light: Float = 0
    var contrast: Float = 0
    var share: Float = .infinity
  }

  /// The best explanation of the samples from `x0` to `x1` as a symbol, read in the direction of the line.
  ///
  /// - Parameter counts: Numbers of characters that are considered.
  func fit(
    _ v: UnsafePointer<Float>, count: Int, from x0: Float, to x1: Float, _ counts: ClosedRange<Int>
  ) -> Result? {
    let length = x1 - x0
    var best: (share: Float, n: Int, inset: Float)?
    for n in counts {
      for part in insets {
        let inset = part * length / modules(n)
        let (a, b) = (x0 + inset, x1 - inset)
        guard Self.modules.contains((b - a) / modules(n)) else { continue }
        // Start and stop alone tell how many characters there are.
        let width = templates[Self.middle].length
        resample(v, count, a, b, n, 0..<(width + 2 * Self.margin))
        resample(v, count, a, b, n, ((n + 1) * width)..<samples(n))
        let share = ends(templates[Self.middle], n).share
        if share < best?.share ?? Self.strangeEnds { best = (share, n, inset) }
      }
    }
    guard let (_, n, inset) = best else { return nil }
    resample(v, count, x0 + inset, x1 - inset, n, 0..<samples(n))
    var found: Result?
    var least: Float = .infinity
    // From the blur that fits start and stop best.
    guard let k = templates.indices.min(by: { ends(templates[$0], n).share < ends(templates[$1], n).share }) else {
      return nil
    }
    for index in [k, k + 1, k - 1] where templates.indices.contains(index) {
      guard let result = characters(templates[index], n, module: (length - 2 * inset) / modules(n)),
        result.residual < least
      else { continue }
      least = result.residual
      found = result
    }
    return found
  }

  /// By how many modules the ends lie within those that were found: blur widens an outermost bar of one module.
  private var insets: [Float] { grammar.widths(of: grammar.starts[0])[0] == 1 ? [0, 0.25, 0.45] : [0] }

  private static let middle = 2

  private func modules(_ n: Int) -> Float { Float((n + 2) * grammar.modules + grammar.terminationBar) }

  private func samples(_ n: Int) -> Int { Int(modules(n)) * Self.perModule + 2 * Self.margin }

  /// Fills a part of the grid of a symbol of `n` characters.
  private func resample(
    _ v: UnsafePointer<Float>, _ count: Int, _ x0: Float, _ x1: Float, _ n: Int, _ part: Range<Int>
  ) {
    let step = (x1 - x0) / (modules(n) * Float(Self.perModule))
    if grid.count < samples(n) { grid = [Float](repeating: 0, count: samples(n)) }
    // Large modules: the mean over the step, so that noise averages out.
    let width = Swift.max(1, Int(step))
    let half = Float(width - 1) * 0.5
    grid.withUnsafeMutableBufferPointer { grid in
      for k in part {
        let x = x0 + (Float(k &- Self.margin) + 0.5) * step - half
        var sum: Float = 0
        for j in 0..<width {
          let p = Swift.max(0, Swift.min(Float(count) - 1.001, x + Float(j)))
          let i = Int(p)
          sum += v[i] + (v[Swift.min(count &- 1, i &+ 1)] - v[i]) * (p - Float(i))
        }
        grid[k] = sum / Float(width)
      }
    }
  }

  /// Fits light and contrast to start and stop by least squares.
  private func ends(_ t: ProfileTemplates, _ n: Int) -> Ends {
    var best = Ends()
    let open = Self.margin - ProfileTemplates.margin * Self.perModule
    let close = Self.margin + (n + 1) * t.length
    for (k, start) in t.starts.enumerated() {
      var s = LevelRegression()
      for (i, d) in start.enumerated() { s.add(d, grid[open + i]) }
      for (i, d) in t.stop.enumerated() { s.add(d, grid[close + i]) }
      guard s.contrast > Self.leastContrast, s.share < best.share else { continue }
      best = Ends(start: k, light: s.light, contrast: s.contrast, share: s.share)
    }
    return best
  }

  /// Costs of all characters along the cheapest path of shifts.
  private func characters(_ t: ProfileTemplates, _ n: Int, module: Float) -> Result? {
    let ends = ends(t, n)
    guard ends.share < Self.strangeEnds, ends.contrast > Self.leastContrast else { return nil }
    let slots = n * Self.shifts
    if costs.count < slots * t.lanes { costs = [Float](repeating: 0, count: slots * t.lanes) }
    if cheapest.count < slots { cheapest = [Float](repeating: 0, count: slots) }
    for p in 0..<n {
      let first = Self.margin + (p + 1) * t.length - Self.shifts / 2
      for s in 0..<Self.shifts {
        cheapest[p * Self.shifts + s] = compare(t, at: first + s, ends, slot: p * Self.shifts + s)
      }
    }
    let (path, total) = cheapestPath(n)
    let samples = Float(n * t.length)
    let noise = Swift.max(total / samples, Self.leastNoise)
    // Samples between pixels say nothing of their own.
    let weight = Swift.min(1, module / Float(Self.perModule)) / (2 * noise)
    var out = [Float](repeating: 0, count: n * t.lanes)
    for p in 0..<n {
      let slot = p * Self.shifts + path[p]
      for c in 0..<t.lanes { out[p * t.lanes + c] = (costs[slot * t.lanes + c] - cheapest[slot]) * weight }
    }
    let residual = total / samples / Swift.max(1e-3, variance(t, n, ends))
    guard residual < Self.strange else { return nil }
    return Result(
      start: grammar.starts[ends.start], costs: out, count: n, lanes: t.lanes, residual: residual, sigma: t.sigma,
      modules: modules(n))
  }

  private func variance(_ t: ProfileTemplates, _ n: Int, _ e: Ends) -> Float {
    var sum: Float = 0
    var squares: Float = 0
    let range = (Self.margin + t.length)..<(Self.margin + (n + 1) * t.length)
    for k in range {
      let g = (e.light - grid[k]) / e.contrast
      sum += g
      squares += g * g
    }
    let count = Float(range.count)
    return squares / count - (sum / count) * (sum / count)
  }

  /// Writes what each character leaves unexplained of the samples from `at` on, and returns the least.
  private func compare(_ t: ProfileTemplates, at: Int, _ e: Ends, slot: Int) -> Float {
    let scale = 1 / e.contrast
    return costs.withUnsafeMutableBytes { out in
      t.values.withUnsafeBytes { values in
        t.power.withUnsafeBytes { powers in
          grid.withUnsafeBufferPointer { grid in
            var power: Float = 0
            for k in 0..<t.length {
              let g = (e.light - grid[at &+ k]) * scale
              power += g * g
            }
            var least = SIMD8<Float>(repeating: .infinity)
            var lane = 0
            while lane < t.lanes {
              var dot = SIMD8<Float>.zero
              var from = 4 &* lane
              for k in 0..<t.length {
                let g = (e.light - grid[at &+ k]) * scale
                dot += g * values.loadUnaligned(fromByteOffset: from, as: SIMD8<Float>.self)
                from &+= 4 &* t.lanes
              }
              let own = powers.loadUnaligned(fromByteOffset: 4 &* lane, as: SIMD8<Float>.self)
              let cost = power + own - 2 * dot
              out.storeBytes(of: cost, toByteOffset: 4 &* (slot &* t.lanes &+ lane), as: SIMD8<Float>.self)
              least.replace(with: cost, where: cost .< least)
              lane &+= 8
            }
            return least.min()
          }
        }
      }
    }
  }

  private func cheapestPath(_ n: Int) -> (path: [Int], cost: Float) {
    let m = Self.shifts
    var cost = (0..<m).map { cheapest[$0] + Self.shiftPrice * Float(abs($0 - m / 2)) }
    var origin = [Int](repeating: 0, count: n * m)
    for p in 1..<n {
      let before = cost
      for s in 0..<m {
        var from = s
        if s > 0, before[s - 1] + Self.shiftPrice < before[from] + (from == s ? 0 : Self.shiftPrice) { from = s - 1 }
        if s + 1 < m, before[s + 1] + Self.shiftPrice < before[from] + (from == s ? 0 : Self.shiftPrice) {
          from = s + 1
        }
        cost[s] = before[from] + (from == s ? 0 : Self.shiftPrice) + cheapest[p * m + s]
        origin[p * m + s] = from
      }
    }
    var at = cost.indices.min { cost[$0] < cost[$1] } ?? 0
    let total = cost[at]
    var path = [Int](repeating: at, count: n)
    for p in stride(from: n - 1, through: 1, by: -1) {
      at = origin[p * m + at]
      path[p - 1] = at
    }
    return (path, total)
  }
}
