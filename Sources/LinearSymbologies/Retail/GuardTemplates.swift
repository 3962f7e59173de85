/// Grey profiles of guard patterns out of focus.
struct GuardTemplates: Sendable {
  /// Samples: six modules.
  static let length = 24

  enum Kind: Int, Sendable { case start, centre, end, endE }

  /// Module, from the guard's first element, at which the window of a guard begins.
  static func offset(_ kind: Kind) -> Double {
    switch kind {
    case .start: return -2
    case .centre: return -0.5
    case .end: return -1
    case .endE: return 1
    }
  }

  /// Darkness less its mean, mean and sum of squares, by kind.
  let values: [[Float]]
  let mean: [Float]
  let power: [Float]

  static let bank: [GuardTemplates] = DigitTemplates.bank.map { GuardTemplates(sigma: $0.sigma) }

  init(sigma: Double) {
    var values: [[Float]] = []
    var mean: [Float] = []
    var power: [Float] = []
    for kind in [Kind.start, .centre, .end, .endE] {
      // Beyond the neighbour whose colour is known there is grey, in quiet zones light.
      let edges: [Double]
      let greyFrom: Double
      let greyTo: Double
      switch kind {
      case .start: (edges, greyFrom, greyTo) = ([0, 1, 2, 3], -.infinity, 4)
      case .centre: (edges, greyFrom, greyTo) = ([-1, 0, 1, 2, 3, 4, 5, 6], -1, 6)
      case .end: (edges, greyFrom, greyTo) = ([0, 1, 2, 3], -1, .infinity)
      case .endE: (edges, greyFrom, greyTo) = ([-1, 0, 1, 2, 3, 4, 5, 6], -1, .infinity)
      }
      var column = (0..<Self.length).map { k -> Float in
        let at = (Double(k) + 0.5) / Double(DigitTemplates.perModule) + Self.offset(kind)
        let before = greyFrom.isFinite ? BlurKernel.step((greyFrom - at) / sigma) : 0
        let after = greyTo.isFinite ? BlurKernel.step((at - greyTo) / sigma) : 0
        return Float(BlurKernel.darkness(edges, at: at, sigma: sigma) + 0.5 * (before + after))
      }
      let m = column.reduce(0, +) / Float(Self.length)
      for k in column.indices { column[k] -= m }
      values.append(column)
      mean.append(m)
      power.append(column.reduce(0) { $0 + $1 * $1 })
    }
    self.values = values
    self.mean = mean
    self.power = power
  }
}
