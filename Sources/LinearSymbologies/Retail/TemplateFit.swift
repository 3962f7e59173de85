import BarcodeCore

/// Compares a line of grey values with the blurred profiles of a layout's digits, without looking for edges.
///
/// The line is resampled to four samples a module between the symbol's assumed ends. Guards and digits may shift
/// against that grid by up to three quarters of a module, neighbours by a quarter against each other, so that tilt,
/// curvature and wrong ends are followed; dynamic programming finds the cheapest shifts.
final class TemplateFit {
  static let shifts = 7
  private static let perModule = DigitTemplates.perModule
  private static let lanes = DigitTemplates.lanes
  /// Samples before the first bar that the grid has.
  private static let margin = 16
  /// What a shift against the neighbour costs, relative to the noise of the whole fit.
  private static let shiftPrice: Float = 0.012

  private struct Piece {
    /// First sample of the unshifted window.
    var first: Int
    /// Guard, or nil for a digit.
    var kind: GuardTemplates.Kind?
    var isLeft = true
  }

  let layout: RetailLayout
  private let pieces: [Piece]
  private let gridCount: Int
  private let grid: UnsafeMutablePointer<Float>
  /// Cheapest cost of a piece at a shift, and the costs of all its patterns.
  private let cheapest: UnsafeMutablePointer<Float>
  private let patternCost: UnsafeMutablePointer<Float>
  private let dots: UnsafeMutablePointer<Float>

  init(_ layout: RetailLayout) {
    self.layout = layout
    pieces = Self.pieces(layout)
    gridCount = Int(layout.modules) * Self.perModule + 2 * Self.margin
    func zeros(_ n: Int) -> UnsafeMutablePointer<Float> {
      let p = UnsafeMutablePointer<Float>.allocate(capacity: n)
      p.initialize(repeating: 0, count: n)
      return p
    }
    grid = zeros(gridCount)
    cheapest = zeros(pieces.count * Self.shifts)
    patternCost = zeros(pieces.count * Self.shifts * Self.lanes)
    dots = zeros(Self.lanes)
  }

  deinit {
    grid.deallocate()
    cheapest.deallocate()
    patternCost.deallocate()
    dots.deallocate()
  }

  private static func pieces(_ l: RetailLayout) -> [Piece] {
    func sample(_ module: Double) -> Int { Int(module * Double(perModule)) + margin }
    var out = [Piece(first: sample(GuardTemplates.offset(.start)), kind: .start)]
    var at = 3.0
    for k in 0..<l.digits.count {
      if k == l.leftDigits {
        out.append(Piece(first: sample(at + GuardTemplates.offset(.centre)), kind: .centre))
        at += 5
      }
      out.append(Piece(first: sample(at - DigitTemplates.context), kind: nil, isLeft: k < l.leftDigits))
      at += 7
    }
    let end: GuardTemplates.Kind = l.symbology == .upcE ? .endE : .end
    out.append(Piece(first: sample(at + GuardTemplates.offset(end)), kind: end))
    return out
  }

  /// What a line says about the digits.
  struct Result {
    /// 20 costs a digit as negative log likelihoods, 0 for the cheapest.
    var costs: [Float]
    /// Unexplained share of the grey values' variance.
    var residual: Float
    var sigma: Double
    /// Mean shift of the ends against the assumed ones, in modules.
    var startShift: Float
    var endShift: Float
  }

  /// Levels that the fit expects: light, and light less dark.
  private struct Levels {
    var light: Float
    var contrast: Float
    var weight: Float
    var meanWeight: Float
  }

  /// Fits the layout to samples `values` (each `step` assumed samples long) from position `x0` to `x1`.
  func fit(_ values: UnsafePointer<Float>, count: Int, from x0: Float, to x1: Float, pixelsPerModule: Float) -> Result?
  {
    guard resample(values, count, x0, x1) else { return nil }
    let (range, power) = spread()
    guard range > 6 else { return nil }
    let first = Levels(light: grid[Self.margin / 2], contrast: range, weight: 0.01, meanWeight: 0)
    // A grid without its symbol is recognised at the middle blur and without shifts.
    let centre = Self.shifts / 2
    evaluate(Self.middle, first, centre...centre)
    guard unshiftedCost() < power * Self.hopeless else { return nil }
    var best: (cost: Float, index: Int, path: [Int]) = (.infinity, 0, [])
    for order in Self.blurOrder {
      var improved = false
      for k in order {
        evaluate(k, first, 0...(Self.shifts - 1))
        let (cost, path) = cheapestPath(range)
        guard cost < best.cost else { break }
        best = (cost, k, path)
        improved = true
      }
      if improved, order.count > 1 { break }
    }
    guard best.cost.isFinite, best.cost < power * Self.poor else { return nil }
    evaluate(best.index, first, 0...(Self.shifts - 1))
    let levels = levels(best.index, best.path)
    evaluate(best.index, levels, 0...(Self.shifts - 1))
    let (cost, path) = cheapestPath(levels.contrast)
    return result(best.index, path, cost, levels, pixelsPerModule)
  }

  /// Strengths of blur: the middle one, then stronger ones as long as they fit better, then weaker ones.
  private static let middle = 2
  private static let blurOrder = [[2], [3, 4], [1, 0]]
  /// Unexplained share of the windows' variance at which a grid is given up: without shifts, and with them.
  private static let hopeless: Float = 0.62
  private static let poor: Float = 0.5

  /// The range of the grid's values, and the sum of squares of all windows about the mean.
  private func spread() -> (Float, Float) {
    var lowest: Float = .infinity
    var highest: Float = -.infinity
    var sum: Float = 0
    var squares: Float = 0
    for k in 0..<gridCount {
      let v = grid[k]
      lowest = Swift.min(lowest, v)
      highest = Swift.max(highest, v)
      sum += v
      squares += v * v
    }
    let n = Float(gridCount)
    return (highest - lowest, Swift.max(0, squares / n - (sum / n) * (sum / n)) * samples)
  }

  /// Samples of all windows.
  private var samples: Float {
    pieces.reduce(0) { $0 + Float($1.kind == nil ? DigitTemplates.length : GuardTemplates.length) }
  }

  private func unshiftedCost() -> Float {
    var sum: Float = 0
    for p in 0..<pieces.count { sum += cheapest[p * Self.shifts + Self.shifts / 2] }
    return sum
  }

  private func resample(_ v: UnsafePointer<Float>, _ n: Int, _ x0: Float, _ x1: Float) -> Bool {
    let step = (x1 - x0) / (layout.modules * Float(Self.perModule))
    guard step.isFinite, step > 0.05 else { return false }
    // Large modules: the mean over the step, so that noise averages out.
    let width = Swift.max(1, Int(step))
    let half = Float(width - 1) * 0.5
    for k in 0..<gridCount {
      let x = x0 + (Float(k - Self.margin) + 0.5) * step - half
      var sum: Float = 0
      for j in 0..<width {
        let p = Swift.max(0, Swift.min(Float(n) - 1.001, x + Float(j)))
        let i = Int(p)
        let t = p - Float(i)
        sum += v[i] + (v[Swift.min(n &- 1, i &+ 1)] - v[i]) * t
      }
      grid[k] = sum / Float(width)
    }
    return true
  }

  /// Costs of all pieces at all shifts.
  private func evaluate(_ index: Int, _ levels: Levels, _ range: ClosedRange<Int>) {
    let digits = DigitTemplates.bank[index]
    let guards = GuardTemplates.bank[index]
    for (p, piece) in pieces.enumerated() {
      for s in range {
        let at = piece.first + s - Self.shifts / 2
        let slot = p * Self.shifts + s
        if let kind = piece.kind {
          cheapest[slot] = guardCost(guards, kind, at, levels)
        } else {
          cheapest[slot] = digitCosts(digits, piece.isLeft, at, levels, slot)
        }
      }
    }
  }

  @inline(__always)
  private func cost(
    _ power: Float, _ mean: Float, _ n: Float, _ dot: Float, _ templatePower: Float, _ templateMean: Float,
    _ l: Levels
  ) -> Float {
    let w = l.weight * n
    let b = Swift.max(l.contrast * 0.15, (dot + w * l.contrast) / (templatePower + w))
    let drift = b - l.contrast
    let level = mean - l.light + b * templateMean
    return power - 2 * b * dot + b * b * templatePower + w * drift * drift + l.meanWeight * n * level * level
  }

  private func guardCost(_ g: GuardTemplates, _ kind: GuardTemplates.Kind, _ at: Int, _ l: Levels) -> Float {
    let n = GuardTemplates.length
    var sum: Float = 0
    var squares: Float = 0
    var dot: Float = 0
    let t = g.values[kind.rawValue]
    for k in 0..<n {
      let v = grid[at + k]
      sum += v
      squares += v * v
      dot -= v * t[k]
    }
    let mean = sum / Float(n)
    let power = squares - sum * mean
    return cost(power, mean, Float(n), dot, g.power[kind.rawValue], g.mean[kind.rawValue], l)
  }

  private func digitCosts(_ d: DigitTemplates, _ isLeft: Bool, _ at: Int, _ l: Levels, _ slot: Int) -> Float {
    let n = DigitTemplates.length
    let lanes = Self.lanes
    var sum: Float = 0
    var squares: Float = 0
    var best: Float = .infinity
    let dots = dots
    let window = grid + at
    d.values.withUnsafeBufferPointer { t in
      for c in 0..<lanes { dots[c] = 0 }
      for k in 0..<n {
        let v = window[k]
        sum += v
        squares += v * v
        let row = k &* lanes
        for c in 0..<lanes { dots[c] -= v * t[row &+ c] }
      }
    }
    let mean = sum / Float(n)
    let power = squares - sum * mean
    for c in 0..<(isLeft ? 20 : 10) {
      // Right digits are left ones in opposite colours.
      let dot = isLeft ? dots[c] : -dots[c]
      let templateMean = isLeft ? d.mean[c] : 1 - d.mean[c]
      let value = cost(power, mean, Float(n), dot, d.power[c], templateMean, l)
      patternCost[slot * lanes + c] = value
      best = Swift.min(best, value)
    }
    return best
  }

  /// The cheapest sequence of shifts.
  private func cheapestPath(_ contrast: Float) -> (Float, [Int]) {
    let n = Self.shifts
    let price = contrast * contrast * Self.shiftPrice * Float(DigitTemplates.length)
    var cost = (0..<n).map { cheapest[$0] + price * 0.3 * Float(abs($0 - n / 2)) }
    var from: [Int] = []
    for p in 1..<pieces.count {
      var next = [Float](repeating: .infinity, count: n)
      for s in 0..<n {
        var best = s
        var bestCost = cost[s]
        for o in [s - 1, s + 1] where o >= 0 && o < n && cost[o] + price < bestCost {
          best = o
          bestCost = cost[o] + price
        }
        next[s] = bestCost + cheapest[p * n + s]
        from.append(best)
      }
      cost = next
    }
    var at = cost.indices.min { cost[$0] < cost[$1] } ?? 0
    let total = cost[at]
    var path = [at]
    for p in stride(from: pieces.count - 2, through: 0, by: -1) {
      at = from[p * n + at]
      path.append(at)
    }
    return (total, path.reversed())
  }

  /// Light and dark as the cheapest patterns have them.
  private func levels(_ index: Int, _ path: [Int]) -> Levels {
    var contrasts: [Float] = []
    var lights: [Float] = []
    let d = DigitTemplates.bank[index]
    for (p, piece) in pieces.enumerated() where piece.kind == nil {
      let slot = p * Self.shifts + path[p]
      let at = piece.first + path[p] - Self.shifts / 2
      let candidates = 0..<(piece.isLeft ? 20 : 10)
      guard let c = candidates.min(by: { patternCost[slot * Self.lanes + $0] < patternCost[slot * Self.lanes + $1] })
      else { continue }
      var sum: Float = 0
      var dot: Float = 0
      for k in 0..<DigitTemplates.length {
        sum += grid[at + k]
        dot -= grid[at + k] * d.values[k * Self.lanes + c]
      }
      let b = (piece.isLeft ? dot : -dot) / d.power[c]
      let mean = piece.isLeft ? d.mean[c] : 1 - d.mean[c]
      contrasts.append(b)
      lights.append(sum / Float(DigitTemplates.length) + b * mean)
    }
    contrasts.sort()
    lights.sort()
    return Levels(
      light: lights[lights.count / 2], contrast: Swift.max(2, contrasts[contrasts.count / 2]), weight: 0.15,
      meanWeight: 0.25)
  }

  private func result(
    _ index: Int, _ path: [Int], _ total: Float, _ l: Levels, _ pixelsPerModule: Float
  ) -> Result {
    var digits: [Float] = []
    for (p, piece) in pieces.enumerated() where piece.kind == nil {
      let slot = (p * Self.shifts + path[p]) * Self.lanes
      for c in 0..<20 { digits.append(piece.isLeft || c < 10 ? patternCost[slot + c] : .infinity) }
    }
    let variance = total / samples
    let noise = Swift.max(variance, l.contrast * l.contrast * 0.0006)
    // Neighbouring samples are not independent when a pixel is wider than they are.
    let share = Swift.min(1, pixelsPerModule / Float(Self.perModule))
    for k in 0..<(digits.count / 20) {
      let least = digits[(k * 20)..<(k * 20 + 20)].min() ?? 0
      for c in (k * 20)..<(k * 20 + 20) { digits[c] = (digits[c] - least) / (2 * noise) * share }
    }
    var sum: Float = 0
    var squares: Float = 0
    for k in Self.margin..<(gridCount - Self.margin) {
      sum += grid[k]
      squares += grid[k] * grid[k]
    }
    let n = Float(gridCount - 2 * Self.margin)
    let power = Swift.max(1e-3, squares / n - (sum / n) * (sum / n))
    let unit = 1 / Float(Self.perModule)
    return Result(
      costs: digits, residual: variance / power, sigma: DigitTemplates.bank[index].sigma,
      startShift: Float(path[0] - Self.shifts / 2) * unit,
      endShift: Float((path.last ?? 0) - Self.shifts / 2) * unit)
  }
}
