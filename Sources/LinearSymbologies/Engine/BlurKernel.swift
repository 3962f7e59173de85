import BarcodeCore

/// Step edges blurred by a lens: the share of darkness on the dark side.
enum BlurKernel {
  /// The normal distribution function, to three digits: a logistic with a cubic term.
  static func step(_ x: Double) -> Double {
    1 / (1 + BarcodeMath.exp(-1.5976 * x - 0.07056 * x * x * x))
  }

  /// Darkness at `t` of bars given by their edges (the first begins a bar), blurred with standard deviation `sigma`.
  static func darkness(_ edges: [Double], at t: Double, sigma: Double) -> Double {
    var sum = 0.0
    for (k, e) in edges.enumerated() {
      let s = step((t - e) / sigma)
      sum += k & 1 == 0 ? s : -s
    }
    return sum
  }
}
