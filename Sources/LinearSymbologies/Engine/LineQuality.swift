/// How noisy and how blurred a line is.
package struct LineQuality {
  /// Standard deviation of what averaging over many rows took away, as a share of the line's contrast.
  let noise: Float
  /// Standard deviation of the blur that the steepest place shows, in samples.
  let blur: Float
  /// Mean distance of edges, in samples.
  let element: Float

  /// Edges are found in lines with less noise; texture loses more by averaging.
  private static let someNoise: ClosedRange<Float> = 0.02...0.16
  var isNoisy: Bool { Self.someNoise.contains(noise) }

  /// Edges are found where the blur is less than this share of an element, which has 1.5 to 4 modules where narrow ones
  /// are lost; of less than a sample there is nothing to undo.
  private static let mostBlur: Float = 0.15
  private static let leastBlur: Float = 0.8
  var isBlurred: Bool { blur > Self.leastBlur && blur > Self.mostBlur * element }

  /// Blur of an element of mean width, and noise, below which edges tell all that grey values do.
  private static let clearBlur: Float = 0.05
  private static let clearNoise: Float = 0.1
  package var isClear: Bool { blur < Self.clearBlur * element && noise < Self.clearNoise }

  /// The density of the normal distribution at its middle.
  private static let density: Float = 0.4

  /// - Parameters:
  ///   - averaged: A line over many rows.
  ///   - plain: The same line over few.
  ///   - edges: Its number of edges.
  package init(_ averaged: UnsafePointer<Float>, _ plain: UnsafePointer<Float>, count n: Int, edges: Int) {
    var steepest: Float = 1
    var (low, high) = (averaged[0], averaged[0])
    var (sum, squares): (Float, Float) = (0, 0)
    for i in 0..<n {
      let v = averaged[i]
      low = Swift.min(low, v)
      high = Swift.max(high, v)
      if i > 0 { steepest = Swift.max(steepest, abs(v - averaged[i - 1])) }
      let d = plain[i] - v
      sum += d
      squares += d * d
    }
    let mean = sum / Float(n)
    let contrast = Swift.max(1, high - low)
    noise = Swift.max(0, squares / Float(n) - mean * mean).squareRoot() / contrast
    blur = contrast * Self.density / steepest
    element = Float(n) / Float(Swift.max(1, edges))
  }
}
