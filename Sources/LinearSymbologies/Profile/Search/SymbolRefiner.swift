/// Fits the places of all modules, the blur, the growth of bars and the levels of grey to a line on which the elements
/// of a symbol are known, by least squares.
struct SymbolRefiner {
  /// What fits best.
  struct Fit {
    var grid: ModuleGrid
    /// By how many samples bars are wider than they should be.
    var growth: Double
    var sigma: Double
    var light: Double
    var contrast: Double
    /// Mean square of what is left unexplained, in squares of the contrast, and its share of all variance.
    var noise: Double = .infinity
    var residual: Double = .infinity
  }

  private static let parameters = 7
  private static let iterations = 6
  /// Changes of the edges' positions below which nothing more is gained, in samples.
  private static let settled = 0.002
  /// Blur that lines have at the least, in samples: a pixel has an area.
  private static let leastSigma = 0.33
  private static let damping = 1e-3

  private let values: UnsafePointer<Float>
  private let range: Range<Int>
  /// Places of the edges, in units.
  private let places: [Double]

  /// - Parameter frame: Samples between which the symbol was looked for.
  init?(_ line: GreyLine, _ grid: ModuleGrid, widths: [Int], frame: ClosedRange<Int>) {
    values = line.values
    let margin = Double(line.margin * ElementGrammar.perModule)
    let (first, last) = (grid.position(-margin), grid.position(Double(grid.units) + margin))
    guard first > -Double(line.count), first < last, last < 2 * Double(line.count) else { return nil }
    let from = Swift.max(0, Swift.min(frame.lowerBound, Int(first)))
    let to = Swift.min(line.count, Swift.max(frame.upperBound, Int(last)))
    guard to - from > Self.parameters else { return nil }
    range = from..<to
    var places = [0.0]
    for w in widths { places.append(places[places.count - 1] + Double(w)) }
    self.places = places
  }

  /// The grid that fits edges best that were found at some places.
  static func grid(_ edges: [Float], _ widths: [Int], stretch: Double) -> ModuleGrid {
    var grid = ModuleGrid(
      first: Double(edges[0]), last: Double(edges[edges.count - 1]), stretch: stretch, units: widths.reduce(0, +))
    for _ in 0..<4 {
      var normal = NormalEquations(3)
      var place = 0
      for (k, edge) in edges.enumerated() {
        let slopes = grid.slopes(Double(place))
        normal.add([slopes.first, slopes.last, slopes.stretch], Double(edge) - grid.position(Double(place)))
        if k < widths.count { place += widths[k] }
      }
      guard let change = normal.solved(damping: 1e-6) else { break }
      grid.first += change[0]
      grid.last += change[1]
      grid.stretch = Swift.max(-0.7, Swift.min(2.5, grid.stretch + change[2]))
    }
    return grid
  }

  func fit(_ line: GreyLine, _ grid: ModuleGrid) -> Fit? {
    var fit = Fit(
      grid: grid, growth: 0, sigma: Double(line.sigma), light: Double(line.light), contrast: Double(line.contrast))
    for _ in 0..<Self.iterations {
      guard let moved = improve(&fit) else { return nil }
      if moved < Self.settled { break }
    }
    measure(&fit)
    return fit
  }

  /// Takes a step of Newton's method. Returns how far edges move; nil when there is no solution.
  private func improve(_ f: inout Fit) -> Double? {
    var normal = NormalEquations(Self.parameters)
    var row = [Double](repeating: 0, count: Self.parameters)
    forEachSample(f) { i, edges in
      let (dark, slopes) = model(f, i, edges)
      for k in 0..<5 { row[k] = -f.contrast * slopes[k] }
      row[5] = 1
      row[6] = -dark
      normal.add(row, Double(values[i]) - (f.light - f.contrast * dark))
    }
    guard let change = normal.solved(damping: Self.damping) else { return nil }
    let pitch = (f.grid.last - f.grid.first) / Double(f.grid.units)
    func limited(_ x: Double, _ most: Double) -> Double { Swift.max(-most, Swift.min(most, x)) }
    f.grid.first += limited(change[0], pitch)
    f.grid.last += limited(change[1], pitch)
    f.grid.stretch = Swift.max(-0.7, Swift.min(2.5, f.grid.stretch + limited(change[2], 0.05)))
    f.sigma = Swift.max(Self.leastSigma, f.sigma + limited(change[3], f.sigma * 0.3))
    f.growth = limited(f.growth + limited(change[4], 0.3 * pitch), 1.5 * pitch)
    f.light += change[5]
    f.contrast += change[6]
    guard f.contrast > 1, f.grid.last - f.grid.first > 8 else { return nil }
    return abs(change[0]) + abs(change[1]) + abs(change[2]) * (f.grid.last - f.grid.first) / 4 + abs(change[3])
  }

  private func measure(_ f: inout Fit) {
    var (rest, sum, squares) = (0.0, 0.0, 0.0)
    forEachSample(f) { i, edges in
      let r = (Double(values[i]) - f.light) / f.contrast + model(f, i, edges).dark
      let v = Double(values[i]) / f.contrast
      rest += r * r
      sum += v
      squares += v * v
    }
    let n = Double(range.count)
    f.noise = rest / n
    f.residual = rest / Swift.max(1e-6, squares - sum * sum / n)
  }

  /// Visits all samples with the edges that are near enough to matter.
  private func forEachSample(_ f: Fit, _ body: (Int, Range<Int>) -> Void) {
    let reach = Double(BlurredStep.reach) * f.sigma + abs(f.growth)
    var (low, high) = (0, 0)
    for i in range {
      while low < places.count, f.grid.position(places[low]) < Double(i) - reach { low += 1 }
      while high < places.count, f.grid.position(places[high]) < Double(i) + reach { high += 1 }
      body(i, low..<Swift.max(low, high))
    }
  }

  /// Darkness at a sample, and its slopes over the first edge, the last, the stretch, the blur and the growth.
  private func model(_ f: Fit, _ i: Int, _ edges: Range<Int>) -> (dark: Double, slopes: SIMD8<Double>) {
    var dark = edges.lowerBound & 1 == 1 ? 1.0 : 0.0
    var slopes = SIMD8<Double>.zero
    for k in edges {
      let sign = k & 1 == 0 ? 1.0 : -1.0
      let edge = f.grid.position(places[k]) - sign * f.growth * 0.5
      let z = (Double(i) - edge) / f.sigma
      let index = BlurredStep.index(Float(z))
      dark += sign * Double(BlurredStep.table.values[index])
      let slope = -sign * Double(BlurredStep.table.slopes[index]) / f.sigma
      let s = f.grid.slopes(places[k])
      slopes[0] += slope * s.first
      slopes[1] += slope * s.last
      slopes[2] += slope * s.stretch
      slopes[3] += slope * z
      slopes[4] -= slope * sign * 0.5
    }
    return (dark, slopes)
  }

  /// Costs of exchanging elements between two edges for others that are as wide together, as sums of squares of the
  /// contrast.
  ///
  /// - Parameters:
  ///   - edges: Numbers of the first and the last edge, which stay.
  ///   - others: Widths of the other elements, in units.
  func costs(_ f: Fit, of edges: ClosedRange<Int>, _ others: [[Int]]) -> [Double] {
    let reach = Double(BlurredStep.reach) * f.sigma
    let from = Swift.max(range.lowerBound, Int(f.grid.position(places[edges.lowerBound]) - reach))
    let to = Swift.min(range.upperBound, Int(f.grid.position(places[edges.upperBound]) + reach))
    guard from < to else { return others.map { _ in .infinity } }
    let base = edges.lowerBound & 1 == 0 ? 1.0 : -1.0
    let near = nearby(f, Double(from) - reach, Double(to) + reach)
    let rest = (from..<to).map { i -> Double in
      (Double(values[i]) - f.light) / f.contrast + model(f, i, near).dark
    }
    func inner(_ places: [Double]) -> [Double] {
      var out = [Double](repeating: 0, count: to - from)
      for (k, place) in places.enumerated() {
        let sign = k & 1 == 0 ? -base : base
        let edge = f.grid.position(place) - sign * f.growth * 0.5
        for i in from..<to {
          out[i - from] +=
            sign * Double(BlurredStep.table.values[BlurredStep.index(Float((Double(i) - edge) / f.sigma))])
        }
      }
      return out
    }
    let own = inner(Array(places[(edges.lowerBound + 1)..<edges.upperBound]))
    let before = rest.reduce(0) { $0 + $1 * $1 }
    let length = places[edges.upperBound] - places[edges.lowerBound]
    return others.map { widths in
      guard Double(widths.reduce(0, +)) == length else { return .infinity }
      var place = places[edges.lowerBound]
      let other = inner(
        widths.dropLast().map { w in
          place += Double(w); return place
        })
      var sum = 0.0
      for k in rest.indices {
        let r = rest[k] - own[k] + other[k]
        sum += r * r
      }
      return sum - before
    }
  }

  private func nearby(_ f: Fit, _ from: Double, _ to: Double) -> Range<Int> {
    let low = places.firstIndex { f.grid.position($0) >= from } ?? places.count
    let high = places.firstIndex { f.grid.position($0) > to } ?? places.count
    return low..<Swift.max(low, high)
  }
}

extension ModuleGrid {
  init(first: Double, last: Double, stretch: Double, units: Int) {
    self.init(first: first, last: last, pitches: (1, 1), units: units)
    self.stretch = stretch
  }

  /// Slopes of a position over the first edge, the last and the stretch.
  func slopes(_ unit: Double) -> (first: Double, last: Double, stretch: Double) {
    let t = unit / Double(units)
    let d = 1 + stretch * t
    let share = t * (1 + stretch) / d
    return (1 - share, share, (last - first) * t * (1 - t) / (d * d))
  }
}
