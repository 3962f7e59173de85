/// Makes small modules measurable: more samples by cubic interpolation, and sharpening against blur.
enum ProfileRefiner {
  /// Samples made of one.
  static let factor = 3
  /// Catmull-Rom weights of the four neighbours at a third and at two thirds of the way.
  private static let third: (Float, Float, Float, Float) = (-2 / 27, 21 / 27, 9 / 27, -1 / 27)

  /// Interpolates `grey` into `filtered`, sharpened by `amount`; returns the new count.
  static func refine(_ s: LinearScratch, count n: Int, amount: Float, reach: Int = 1) -> Int {
    guard n >= 8, n * factor <= s.capacity else { return 0 }
    let v = s.grey
    let w = s.low
    if amount > 0 {
      for i in 0..<n {
        let a = v[Swift.max(0, i &- reach)]
        let b = v[Swift.min(n &- 1, i &+ reach)]
        w[i] = v[i] + amount * (v[i] - 0.5 * (a + b))
      }
    } else {
      for i in 0..<n { w[i] = v[i] }
    }
    let out = s.filtered
    var k = 0
    for i in 0..<(n &- 1) {
      let a = w[Swift.max(0, i &- 1)]
      let b = w[i]
      let c = w[i &+ 1]
      let d = w[Swift.min(n &- 1, i &+ 2)]
      out[k] = b
      out[k &+ 1] = third.0 * a + third.1 * b + third.2 * c + third.3 * d
      out[k &+ 2] = third.3 * a + third.2 * b + third.1 * c + third.0 * d
      k &+= factor
    }
    out[k] = w[n &- 1]
    return k + 1
  }
}
