/// Grey profiles of all characters of an alphabet out of focus, four samples a module.
final class ProfileTemplates: Sendable {
  static let perModule = 4
  /// Characters side by side in memory: a multiple of eight.
  let lanes: Int
  /// Samples of a character.
  let length: Int
  /// Standard deviation of the blur, in modules.
  let sigma: Double
  /// Darkness from 0 to 1: all characters' first samples, then all characters' second ones …
  let values: [Float]
  /// Sums of the squares, by character; infinite for lanes without one.
  let power: [Float]
  /// Darkness of each start and of the stop with what closes it, from the quiet zone to as far within.
  let starts: [[Float]]
  let stop: [Float]
  /// Modules of quiet zone that starts and stop are compared with, too.
  static let margin = 2

  /// Strengths of blur that are tried: a lens in focus and a pixel a module leave 0.45, and beyond 1.2 modules single
  /// ones cannot be told apart.
  fileprivate static let sigmas: [Double] = [0.45, 0.6, 0.75, 0.9, 1.05, 1.2]

  init(_ grammar: LinearGrammar, sigma: Double) {
    self.sigma = sigma
    let n = grammar.characterCount
    lanes = (n + 7) / 8 * 8
    length = grammar.modules * Self.perModule
    let blur = Blur(sigma)
    var values = [Float](repeating: 0, count: lanes * length)
    var power = [Float](repeating: .infinity, count: lanes)
    for c in 0..<n {
      // Before a character there is a space, behind it a bar; they have a module and a half on average.
      let edges = Self.edges(grammar.widths(of: UInt8(c)), from: 0)
      let profile = blur.profile(
        [-Self.beyond, -Self.nearby] + edges + [Double(grammar.modules) + Self.nearby], 0, length)
      power[c] = 0
      for k in 0..<length {
        values[k * lanes + c] = profile[k]
        power[c] += profile[k] * profile[k]
      }
    }
    self.values = values
    self.power = power
    let margin = Double(Self.margin)
    let span = length + Self.margin * Self.perModule
    starts = grammar.starts.map { code in
      let edges = Self.edges(grammar.widths(of: code), from: 0) + [Double(grammar.modules) + Self.nearby]
      return blur.profile(edges, -margin, span)
    }
    let closing = grammar.terminationBar > 0 ? [grammar.terminationBar] : []
    let edges = Self.edges(grammar.widths(of: grammar.stop) + closing, from: 0)
    stop = blur.profile([-Self.beyond, -Self.nearby] + edges, 0, span + grammar.terminationBar * Self.perModule)
  }

  /// Modules of an element whose width is not known, and of one far away.
  private static let nearby = 1.5
  private static let beyond = 3.0

  /// Edges of elements of these widths; the first begins at `start`.
  private static func edges(_ widths: [Int], from start: Double) -> [Double] {
    var out = [start]
    for w in widths { out.append((out.last ?? 0) + Double(w)) }
    return out
  }
}

/// A blurred step at all distances that occur between edges and samples: eighths of a module.
private struct Blur {
  private let steps: [Float]
  /// Beyond this many modules a step has no effect that is left.
  private static let reach = 6.0
  private static let perModule = 8.0

  init(_ sigma: Double) {
    let n = Int(Self.reach * Self.perModule)
    steps = (-n...n).map { Float(BlurKernel.step(Double($0) / Self.perModule / sigma)) }
  }

  /// Darkness from a place on, four samples a module, of bars given by their edges.
  func profile(_ edges: [Double], _ from: Double, _ count: Int) -> [Float] {
    let middle = steps.count / 2
    return (0..<count).map { k in
      let at = from + (Double(k) + 0.5) / Double(ProfileTemplates.perModule)
      var sum: Float = 0
      for (j, edge) in edges.enumerated() {
        let step = steps[
          Swift.max(0, Swift.min(steps.count - 1, middle + Int(((at - edge) * Self.perModule).rounded())))]
        sum += j & 1 == 0 ? step : -step
      }
      return sum
    }
  }
}

extension ProfileTemplates {
  /// All strengths of blur.
  static func bank(_ grammar: LinearGrammar) -> [ProfileTemplates] {
    sigmas.map { ProfileTemplates(grammar, sigma: $0) }
  }
}
