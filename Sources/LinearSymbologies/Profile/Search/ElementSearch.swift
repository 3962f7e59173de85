/// Finds the elements that explain a line of grey values best, of those that a grammar allows.
///
/// Elements are added one by one, bars and spaces by turns, to the beginnings that explain the line best so far; those
/// that reach as far are compared with each other. Each beginning follows the line for itself: where its edges are off
/// what is expected of them, the next ones are expected there, too.
final class ElementSearch {
  /// Beginnings of one length that are kept.
  private static let beam = 24
  /// Beginnings that leave so much more unexplained than the best of their length are given up, in squares of the
  /// contrast.
  private static let mostExcess: Float = 1
  /// Samples are compared once edges that may still come are so many standard deviations of the blur away.
  private static let reach: Float = 2.2
  /// So many standard deviations behind an edge a thousandth of its step is left.
  private static let settled: Float = 3
  /// Variances in squares of a module: of where the first edge is, of how wide modules are, and of the change of both
  /// along a module.
  private static let edgeVariance: Float = 0.04
  private static let pitchVariance: Float = 0.003
  private static let edgeWander: Float = 0.0001
  private static let pitchWander: Float = 0.000004
  /// Noise that is assumed, as a squared share of the contrast.
  private static let noise: Float = 0.001
  /// A single sample counts at most so much, as a squared share of the contrast: damage.
  private static let mostCost: Float = 0.3
  /// A symbol is shorter or longer than was assumed by at most this share.
  private static let slack = 0.08

  /// The beginning of a symbol.
  private struct Path {
    var parent: Int32
    var node: Int32
    var part: Int16
    var pattern: Int16
    var width: Int32
    /// Units so far.
    var unit: Int32
    /// Edges so far, and where the latest lie, the last one first.
    var count: Int32
    var edges: SIMD8<Float>
    /// The first sample that was not compared yet, and what those before it left unexplained.
    var next: Int32
    var cost: Float
    /// By how much edges are off the grid, in samples, how much more with each unit, and variances of both.
    var shift: Float = 0
    var drift: Float = 0
    var variance: (Float, Float, Float)
  }

  /// What explains a line.
  struct Found {
    /// Widths of all elements, in units.
    var widths: [Int] = []
    /// Parts and patterns in order, and the number of elements before each.
    var patterns: [(part: Int, pattern: Int, element: Int)] = []
    /// Positions of the edges, in samples.
    var edges: [Float] = []
    /// Unexplained share of a sample.
    var cost: Float = 0
  }

  private var paths: [Path] = []
  private var buckets: [[Int32]] = []

  /// - Parameters:
  ///   - grid: Where modules are expected.
  ///   - line: Light and contrast included.
  func run(_ automaton: ElementAutomaton, _ grid: ModuleGrid, _ line: GreyLine) -> Found? {
    let most = grid.units + Int(Double(grid.units) * Self.slack)
    let fewest = grid.units - Int(Double(grid.units) * Self.slack)
    prepare(most + 1)
    let margin = Double(line.margin * ElementGrammar.perModule)
    let from = Swift.max(0, Int(grid.position(-margin)))
    let to = Swift.min(line.count, Int(grid.position(Double(grid.units) + margin)))
    let module = Float(grid.pitch(0)) * Float(ElementGrammar.perModule)
    let square = module * module
    let unit = Float(ElementGrammar.perModule)
    var edges = SIMD8<Float>(repeating: -1e6)
    edges[0] = Float(grid.first)
    paths.append(
      Path(
        parent: -1, node: ElementAutomaton.first, part: -1, pattern: -1, width: 0, unit: 0, count: 1, edges: edges,
        next: Int32(from), cost: 0,
        variance: (square * Self.edgeVariance, 0, square * Self.pitchVariance / (unit * unit))))
    buckets[0].append(0)
    var best: (cost: Float, path: Int32)?
    // The latest place that a likely beginning reaches.
    var likely = 0
    for u in 0...most {
      prune(u)
      if let first = buckets[u].first {
        if !isHopeless(paths[Int(first)], from) { likely = u } else if u - likely > automaton.patience { return nil }
      }
      for index in buckets[u] {
        let path = paths[Int(index)]
        if path.node == automaton.last {
          guard u >= fewest else { continue }
          let cost = finish(path, grid, line, to)
          if cost < best?.cost ?? .infinity { best = (cost, index) }
          continue
        }
        let range = automaton.offsets[Int(path.node)]..<automaton.offsets[Int(path.node) + 1]
        for s in range {
          let step = automaton.steps[Int(s)]
          let end = u + Int(step.width)
          guard end <= most else { continue }
          buckets[end].append(Int32(truncatingIfNeeded: paths.count))
          paths.append(extended(path, index, step, grid, line, to))
        }
      }
    }
    return best.map { trace($0.path, cost: $0.cost / Float(Swift.max(1, to - from))) }
  }

  /// Mean square that is left unexplained, as a share of the contrast's, from which on nothing is expected any more, and
  /// samples that tell.
  private static let hopeless: Float = 0.05
  private static let fewestSamples: Int32 = 24

  /// - Parameter path: The best of its length.
  private func isHopeless(_ path: Path, _ from: Int) -> Bool {
    let count = path.next - Int32(from)
    return count > Self.fewestSamples && path.cost > Self.hopeless * Float(count)
  }

  private func prepare(_ count: Int) {
    paths.removeAll(keepingCapacity: true)
    while buckets.count < count { buckets.append([]) }
    for k in buckets.indices { buckets[k].removeAll(keepingCapacity: true) }
  }

  private func prune(_ u: Int) {
    guard buckets[u].count > 1 else { return }
    var least = Float.infinity
    for k in buckets[u] { least = Swift.min(least, paths[Int(k)].cost) }
    buckets[u].removeAll { paths[Int($0)].cost > least + Self.mostExcess }
    buckets[u].sort { paths[Int($0)].cost < paths[Int($1)].cost }
    if buckets[u].count > Self.beam { buckets[u].removeLast(buckets[u].count - Self.beam) }
  }

  private func extended(
    _ path: Path, _ index: Int32, _ step: ElementAutomaton.Step, _ grid: ModuleGrid, _ line: GreyLine, _ to: Int
  ) -> Path {
    var p = path
    (p.parent, p.node, p.part, p.pattern) = (index, step.next, step.part, step.pattern)
    (p.width, p.unit, p.count) = (step.width, path.unit + step.width, path.count + 1)
    let width = Float(step.width)
    p.shift += p.drift * width
    let unit = Double(p.unit)
    let pitch = Float(grid.pitch(unit))
    let square = pitch * pitch * width
    p.variance.0 += 2 * width * p.variance.1 + width * width * p.variance.2 + square * Self.edgeWander
    p.variance.1 += width * p.variance.2
    p.variance.2 += square * Self.pitchWander
    let edge = Float(grid.position(unit)) + p.shift
    var edges = SIMD8<Float>.zero
    for k in 1..<8 { edges[k] = p.edges[k &- 1] }
    edges[0] = edge
    p.edges = edges
    // The next edge is a module away at the least.
    let settled = edge + Float(ElementGrammar.perModule) * pitch - Self.reach * line.sigma
    settle(&p, line, Swift.min(to, Int(settled.rounded(.up))))
    return p
  }

  /// Compares samples up to one, and corrects where edges are expected.
  private func settle(_ p: inout Path, _ line: GreyLine, _ to: Int) {
    guard Int(p.next) < to else { return }
    let inverse = 1 / line.sigma
    // Edges before the ones that are kept are as far as any.
    let base: Float = p.count & 1 == 1 ? 1 : 0
    let sign: Float = p.count & 1 == 1 ? 1 : -1
    var product: Float = 0
    var power: Float = 0
    let edges = p.edges
    BlurredStep.table.values.withUnsafeBufferPointer { steps in
      BlurredStep.table.slopes.withUnsafeBufferPointer { slopes in
        for i in Int(p.next)..<to {
          var sum = base
          var slope: Float = 0
          var s = sign
          for k in 0..<8 {
            let distance = (Float(i) - edges[k]) * inverse
            // This edge and those before it have wholly happened.
            if distance > Self.settled {
              sum += k & 1 == 0 ? 0 : s
              break
            }
            let z = BlurredStep.index(distance)
            sum += s * steps[z]
            slope += s * slopes[z]
            s = -s
          }
          let rest = line.darkness(i) - sum
          p.cost += Swift.min(Self.mostCost, rest * rest)
          let g = -slope * inverse
          product += rest * g
          power += g * g
        }
      }
    }
    p.next = Int32(truncatingIfNeeded: to)
    guard power > 1e-4 else { return }
    let spread = p.variance.0 + Self.noise / power
    let gain = (p.variance.0 / spread, p.variance.1 / spread)
    let error = product / power
    p.shift += gain.0 * error
    p.drift += gain.1 * error
    p.edges += gain.0 * error
    let (a, b) = (p.variance.0, p.variance.1)
    p.variance.0 -= gain.0 * a
    p.variance.1 -= gain.0 * b
    p.variance.2 -= gain.1 * b
  }

  private func finish(_ path: Path, _ grid: ModuleGrid, _ line: GreyLine, _ to: Int) -> Float {
    var p = path
    settle(&p, line, to)
    return p.cost
  }

  private func trace(_ path: Int32, cost: Float) -> Found {
    var found = Found(cost: cost)
    var at = path
    while at > 0 {
      let p = paths[Int(at)]
      found.widths.append(Int(p.width))
      found.edges.append(p.edges[0])
      if p.pattern >= 0 { found.patterns.append((Int(p.part), Int(p.pattern), Int(p.count) - 1)) }
      at = p.parent
    }
    found.edges.append(paths[0].edges[0])
    found.widths.reverse()
    found.edges.reverse()
    // So far the number of elements up to the end of each.
    found.patterns.reverse()
    return found
  }
}
