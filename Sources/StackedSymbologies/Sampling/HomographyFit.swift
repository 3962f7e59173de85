import BarcodeCore

/// A least squares fit of the projective map from the picture to a symbol's modules and rows, from points of which one
/// coordinate in the symbol is known.
struct HomographyFit {
  // x = (h0 u + h1 v + h2) / (h6 u + h7 v + 1), y = (h3 u + h4 v + h5) / (h6 u + h7 v + 1), with u, v the picture's
  // coordinates from `center` in units of `scale`.
  private let center: Point
  private let scale: Double
  /// The normal equations: eight unknowns and the right side.
  private var sums = [[Double]](repeating: [Double](repeating: 0, count: 9), count: 8)

  /// - Parameters:
  ///   - center: A point in the middle of the symbol.
  ///   - scale: About half of its size, in pixels.
  init(center: Point, scale: Double) {
    self.center = center
    self.scale = max(scale, 1)
  }

  /// The symbol's x at a point of the picture.
  mutating func addX(_ p: Point, _ x: Double, weight: Double = 1) {
    let (u, v) = ((p.x - center.x) / scale, (p.y - center.y) / scale)
    add([u, v, 1, 0, 0, 0, -x * u, -x * v], x, weight)
  }

  /// The symbol's y at a point of the picture.
  mutating func addY(_ p: Point, _ y: Double, weight: Double = 1) {
    let (u, v) = ((p.x - center.x) / scale, (p.y - center.y) / scale)
    add([0, 0, 0, u, v, 1, -y * u, -y * v], y, weight)
  }

  private mutating func add(_ row: [Double], _ value: Double, _ weight: Double) {
    guard row.allSatisfy(\.isFinite), value.isFinite else { return }
    for i in 0..<8 where row[i] != 0 {
      for j in 0..<8 { sums[i][j] += weight * row[i] * row[j] }
      sums[i][8] += weight * row[i] * value
    }
  }

  /// The map from the symbol to the picture; nil when the points do not determine it.
  func map() -> Homography? {
    var m = sums
    for column in 0..<8 {
      guard let pivot = (column..<8).max(by: { abs(m[$0][column]) < abs(m[$1][column]) }),
        abs(m[pivot][column]) > 1e-9
      else { return nil }
      m.swapAt(column, pivot)
      for row in 0..<8 where row != column {
        let factor = m[row][column] / m[column][column]
        for k in column..<9 { m[row][k] -= factor * m[column][k] }
      }
    }
    let h = (0..<8).map { m[$0][8] / m[$0][$0] }
    guard h.allSatisfy(\.isFinite) else { return nil }
    let toUnits = Homography(1 / scale, 0, -center.x / scale, 0, 1 / scale, -center.y / scale, 0, 0, 1)
    return Homography(h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1).after(toUnits).inverse
  }
}
