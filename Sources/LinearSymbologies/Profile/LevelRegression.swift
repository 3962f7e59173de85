/// A line through grey values over darkness.
struct LevelRegression {
  private var n: Float = 0
  private var (d, v, dd, dv, vv): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)

  /// Takes a sample whose darkness from 0 to 1 is known.
  mutating func add(_ dark: Float, _ value: Float) {
    n += 1
    d += dark
    v += value
    dd += dark * dark
    dv += dark * value
    vv += value * value
  }
  private var slope: Float { (dv - d * v / n) / Swift.max(1e-6, dd - d * d / n) }
  /// How much darker bars are than the ground.
  var contrast: Float { -slope }
  /// Grey value of the ground.
  var light: Float { (v - slope * d) / n }
  /// Sum of the values' squared deviations from their mean, and what of it the line leaves unexplained.
  var variance: Float { vv - v * v / n }
  var unexplained: Float { variance - slope * (dv - d * v / n) }
  /// Unexplained share of the values' variance.
  var share: Float {
    let all = vv - v * v / n
    return all > 1e-3 ? 1 - slope * (dv - d * v / n) / all : 1
  }
}
