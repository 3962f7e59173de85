/// Grey profiles of the digits as they look out of focus, for all strengths of blur that can still be read.
struct DigitTemplates: Sendable {
  /// Samples a module.
  static let perModule = 4
  /// Modules of the neighbours that a template takes in at either end.
  static let context = 0.5
  /// Samples of a template: seven modules and the context.
  static let length = 32
  /// Patterns of a sample, padded for the vector unit.
  static let lanes = 24

  /// Standard deviation of the blur, in modules.
  let sigma: Double
  /// Darkness less its mean: `lanes` values for each sample.
  let values: [Float]
  /// Mean darkness, and sum of squares of the values, by pattern.
  let mean: [Float]
  let power: [Float]

  static let bank: [DigitTemplates] = [0.35, 0.55, 0.75, 0.95, 1.2].map { DigitTemplates(sigma: $0) }

  init(sigma: Double) {
    self.sigma = sigma
    let n = Self.length
    var columns: [[Float]] = []
    var mean = [Float](repeating: 0, count: Self.lanes)
    var power = mean
    for c in 0..<20 {
      // The bar before a left digit, its own two bars; what lies beyond counts as half dark.
      let t = (0..<3).map { Double(RetailTables.templates[c * 3 + $0]) }
      let edges = [-1, 0, t[0], t[1], t[2], 7, 8]
      var column = (0..<n).map { k -> Float in
        let at = (Double(k) + 0.5) / Double(Self.perModule) - Self.context
        let beyond = 0.5 * (BlurKernel.step((-1 - at) / sigma) + BlurKernel.step((at - 8) / sigma))
        let inner = BlurKernel.darkness(Array(edges[0..<6]), at: at, sigma: sigma)
        return Float(inner + beyond)
      }
      mean[c] = column.reduce(0, +) / Float(n)
      for k in 0..<n { column[k] -= mean[c] }
      power[c] = column.reduce(0) { $0 + $1 * $1 }
      columns.append(column)
    }
    var values = [Float](repeating: 0, count: n * Self.lanes)
    for k in 0..<n {
      for c in 0..<20 { values[k * Self.lanes + c] = columns[c][k] }
    }
    self.values = values
    self.mean = mean
    self.power = power
  }
}
