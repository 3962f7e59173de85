import BarcodeCore

/// The direction across the bars of a place, more exactly than tiles tell it: their differences of four pixels turn sharp
/// edges by up to three degrees towards rows and columns, by which lines leave low rows within a symbol character.
package struct AxisEstimate {
  /// Gradients at places over the quad.
  private var gradients: [Point] = []

  /// Places that are looked at: of a symbol a third lies on edges.
  private static let samples = 1024.0
  /// Radians from the known direction up to which edges are of bars.
  private static let reach = 0.3
  /// Radians by which tiles err at the most, between rows and diagonals, always towards rows and columns: what the
  /// samples say beyond that is their own error.
  private static let mostBias = 0.07
  /// Radians by which they err at the least for it to matter; in fewer the samples are no surer.
  private static let leastTurn = 0.02
  /// Weights of the three rows of differences, by which the gradient of an edge has its direction.
  private static let weights = (side: 3, middle: 10)

  package init(_ luma: LumaView, _ quad: Quad) {
    let bounds = quad.bounds
    func inside(_ value: Double, _ end: Int) -> Int { Int(max(1, min(Double(end - 2), value))) }
    guard luma.width >= 3, luma.height >= 3 else { return }
    let (left, right) = (inside(bounds.minX, luma.width), inside(bounds.maxX, luma.width))
    let (top, bottom) = (inside(bounds.minY, luma.height), inside(bounds.maxY, luma.height))
    let step = max(1, Int((Double((right - left) * (bottom - top)) / Self.samples).squareRoot()))
    gradients.reserveCapacity(Int(Self.samples) * 2)
    for y in stride(from: top, through: bottom, by: step) {
      let (above, row, below) = (luma.row(y - 1), luma.row(y), luma.row(y + 1))
      for x in stride(from: left, through: right, by: step) {
        let (a, b) = (Int(above[x + 1]) - Int(above[x - 1]), Int(below[x + 1]) - Int(below[x - 1]))
        let middle = Int(row[x + 1]) - Int(row[x - 1])
        let (c, d) = (Int(below[x - 1]) - Int(above[x - 1]), Int(below[x + 1]) - Int(above[x + 1]))
        let upright = Int(below[x]) - Int(above[x])
        let gx = Self.weights.side * (a + b) + Self.weights.middle * middle
        let gy = Self.weights.side * (c + d) + Self.weights.middle * upright
        if gx | gy != 0 { gradients.append(Point(Double(gx), Double(gy))) }
      }
    }
  }

  /// The direction near the given one, in radians, in which edges change most; nil where it is hardly another one.
  package func refined(_ known: Double) -> Double? {
    var angle = known
    for _ in 0..<2 {
      let axis = Point(BarcodeMath.cos(angle), BarcodeMath.sin(angle))
      let slant = BarcodeMath.sin(Self.reach) / BarcodeMath.cos(Self.reach)
      var (along, across) = (0.0, 0.0)
      for gradient in gradients {
        let (u, v) = (gradient.dot(axis), axis.cross(gradient))
        guard abs(v) <= slant * abs(u) else { continue }
        along += u * u - v * v
        across += 2 * u * v
      }
      guard along > 0 else { return nil }
      angle += BarcodeMath.atan2(across, along) / 2
    }
    let turn = angle - known
    let bias = Self.mostBias * BarcodeMath.sin(4 * angle)
    return abs(turn) >= Self.leastTurn && turn * bias > 0 && abs(turn) <= abs(bias) ? angle : nil
  }
}
