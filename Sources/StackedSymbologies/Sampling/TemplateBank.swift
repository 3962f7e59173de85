import BarcodeCore

/// All symbol characters as they look out of focus, to be compared with grey values where edges have merged.
///
/// Each template has zero mean and unit length, so that the comparison does not depend on brightness and contrast.
struct TemplateBank: Sendable {
  /// Samples a module.
  static let density = 2
  /// Samples of a character, from a quarter of a module after its beginning on.
  static let samples = SymbolCharacters.modules * density
  /// Vectors of four that hold a template; the last one is filled up with zeros.
  static let vectors = (samples + 3) / 4

  /// Standard deviation of the blur, in modules.
  let blur: Float
  private let templates: [SIMD4<Float>]

  /// Banks for the degrees of blur that are worth telling apart; 0.3 is that of the pixels themselves.
  static let banks: [TemplateBank] = [sharp, soft, blurred]
  private static let sharp = TemplateBank(blur: 0.3)
  private static let soft = TemplateBank(blur: 0.5)
  private static let blurred = TemplateBank(blur: 0.7)

  /// The bank nearest to a degree of blur.
  static func bank(blur: Float) -> TemplateBank {
    if blur < 0.4 { return sharp }
    return blur < 0.6 ? soft : blurred
  }

  init(blur: Float) {
    self.blur = blur
    let kernel = StepResponse(blur: blur)
    var all: [SIMD4<Float>] = []
    all.reserveCapacity(SymbolCharacters.patterns.count * TemplateBank.vectors)
    for bits in SymbolCharacters.patterns {
      var values = [Float](repeating: 0, count: TemplateBank.samples)
      // A space goes before, a bar follows.
      var edges: [Float] = [0]
      for width in SymbolCharacters.widths(of: bits) { edges.append(edges[edges.count - 1] + Float(width)) }
      for i in values.indices {
        let x = (Float(i) + 0.5) / Float(TemplateBank.density)
        var level: Float = 0
        for (index, edge) in edges.enumerated() {
          let step = kernel.value(x - edge)
          level += index & 1 == 0 ? step : -step
        }
        values[i] = -level
      }
      all += TemplateBank.normalized(values)
    }
    templates = all
  }

  /// Zero mean, unit length, in vectors of four.
  static func normalized(_ values: [Float]) -> [SIMD4<Float>] {
    let mean = values.reduce(0, +) / Float(max(values.count, 1))
    var energy: Float = 0
    for v in values { energy += (v - mean) * (v - mean) }
    let scale = energy > 1e-6 ? 1 / energy.squareRoot() : 0
    var vectors = [SIMD4<Float>](repeating: .zero, count: (values.count + 3) / 4)
    for (i, v) in values.enumerated() { vectors[i / 4][i % 4] = (v - mean) * scale }
    return vectors
  }

  /// The two characters of a cluster that resemble the values most.
  struct Match {
    var codeword = 0
    /// Correlation, at most 1.
    var score: Float = -1
    var nextCodeword = 0
    var nextScore: Float = -1
  }

  /// - Parameters:
  ///   - values: As `normalized` makes them, lighter is larger.
  ///   - cluster: 0, 1 or 2.
  func match(_ values: [SIMD4<Float>], cluster: Int) -> Match {
    var match = Match()
    let n = TemplateBank.vectors
    guard values.count == n, cluster >= 0, cluster < 3 else { return match }
    templates.withUnsafeBufferPointer { templates in
      values.withUnsafeBufferPointer { values in
        var at = cluster * SymbolCharacters.count * n
        for codeword in 0..<SymbolCharacters.count {
          var sum = SIMD4<Float>.zero
          for k in 0..<n { sum += templates[at &+ k] * values[k] }
          at = at &+ n
          let score = sum.sum()
          if score > match.score {
            match.nextScore = match.score
            match.nextCodeword = match.codeword
            match.score = score
            match.codeword = codeword
          } else if score > match.nextScore {
            match.nextScore = score
            match.nextCodeword = codeword
          }
        }
      }
    }
    return match
  }
}

/// An edge out of focus: the integral of a Gauss function, by a table.
struct StepResponse {
  private let blur: Float
  private static let table: [Float] = {
    // From -4 to 4 standard deviations in steps of 1/16, by summing up.
    var sum = 0.0
    var values: [Float] = []
    for i in -64...64 {
      let x = Double(i) / 16
      sum += BarcodeMath.exp(-x * x / 2) / (16 * 2.506_628_274_631)
      values.append(Float(min(1, sum)))
    }
    return values
  }()

  init(blur: Float) { self.blur = max(blur, 0.05) }

  /// The share of the step that is reached at a distance from it.
  func value(_ x: Float) -> Float {
    let place = x / blur * 16 + 64
    guard place > 0 else { return 0 }
    guard place < 127 else { return 1 }
    let i = Int(place)
    let t = place - Float(i)
    return StepResponse.table[i] * (1 - t) + StepResponse.table[i + 1] * t
  }
}
