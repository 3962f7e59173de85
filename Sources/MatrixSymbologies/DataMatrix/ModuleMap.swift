import BarcodeCore

/// Gathers what is known of where modules lie, and solves for the map that fits best in the least-squares sense.
package struct ModuleMapFit {
  /// Normal equations of the map from picture to modules, its last coefficient being 1.
  private var matrix = [Double](repeating: 0, count: 64)
  private var right = [Double](repeating: 0, count: 8)
  private let center: Point
  private let scale: Double

  /// - Parameters:
  ///   - center: A place near the middle of the symbol.
  ///   - size: About the size of the symbol, in pixels.
  package init(center: Point, size: Double) {
    self.center = center
    scale = 1 / max(size, 1e-6)
  }

  /// The point lies at this distance from the left border of the symbol, in modules.
  package mutating func add(_ p: Point, u: Double, weight: Double = 1) {
    let q = (p - center) * scale
    accumulate([q.x, q.y, 1, 0, 0, 0, -u * q.x, -u * q.y], u, weight)
  }

  /// The point lies at this distance from the upper border of the symbol, in modules.
  package mutating func add(_ p: Point, v: Double, weight: Double = 1) {
    let q = (p - center) * scale
    accumulate([0, 0, 0, q.x, q.y, 1, -v * q.x, -v * q.y], v, weight)
  }

  private mutating func accumulate(_ row: [Double], _ value: Double, _ weight: Double) {
    for i in 0..<8 where row[i] != 0 {
      let a = row[i] * weight
      for j in i..<8 { matrix[i * 8 + j] += a * row[j] }
      right[i] += a * value
    }
  }

  /// The map from modules to the picture, or nil when too little is known.
  package func solve() -> Homography? {
    var m = matrix
    var b = right
    // A little of an affine map's rule, so that scarce measurements do not bend the plane.
    m[6 * 8 + 6] += 1e-9
    m[7 * 8 + 7] += 1e-9
    for k in 0..<8 {
      let pivot = m[k * 8 + k]
      guard pivot.isFinite, pivot > 1e-12 else { return nil }
      for i in Swift.stride(from: k + 1, to: 8, by: 1) {
        let factor = m[k * 8 + i] / pivot
        guard factor != 0 else { continue }
        for j in i..<8 { m[i * 8 + j] -= factor * m[k * 8 + j] }
        b[i] -= factor * b[k]
      }
    }
    for k in Swift.stride(from: 7, through: 0, by: -1) {
      var sum = b[k]
      for j in Swift.stride(from: k + 1, to: 8, by: 1) { sum -= m[k * 8 + j] * b[j] }
      b[k] = sum / m[k * 8 + k]
    }
    let normalise = Homography(scale, 0, -center.x * scale, 0, scale, -center.y * scale, 0, 0, 1)
    let toModules = Homography(b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], 1).after(normalise)
    return toModules.inverse
  }
}
