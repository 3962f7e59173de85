/// Makes small modules measurable: more samples by cubic interpolation, and sharpening against blur.
enum ProfileRefiner {
  /// Samples made of one.
  static let factor = 3
  /// Catmull-Rom weights of the four neighbours at a third and at two thirds of the way.
  private static let third: (Float, Float, Float, Float) = (-2 / 27, 21 / 27, 9 / 27, -1 / 27)

  /// Interpolates `grey` into `filtered`, sharpened by `amount`, or smoothed where that is below zero; returns the new count.
  static func refine(_ s: LinearScratch, count n: Int, amount: Float, reach: Int = 1) -> Int {
    guard n >= 8, reach < n / 2, n * factor <= s.capacity else { return 0 }
    let v = s.grey
    let w = s.low + 1
    if amount != 0 {
      for i in 0..<reach { w[i] = sharpened(v, i, n, amount, reach) }
      for i in reach..<(n &- reach) { w[i] = v[i] + amount * (v[i] - 0.5 * (v[i &- reach] + v[i &+ reach])) }
      for i in (n &- reach)..<n { w[i] = sharpened(v, i, n, amount, reach) }
    } else {
      w.update(from: v, count: n)
    }
    return interpolate(s, count: n)
  }

  /// Interpolates `grey` into `filtered` without its blur; returns the new count.
  static func refine(_ s: LinearScratch, count n: Int, _ kernel: DeblurringKernel) -> Int {
    guard n >= 8, n * factor <= s.capacity, n + 2 * kernel.reach <= s.capacity else { return 0 }
    kernel.apply(s.grey, count: n, into: s.low + 1, padded: s.high)
    return interpolate(s, count: n)
  }

  /// Interpolates the values from the second one of `low` on.
  private static func interpolate(_ s: LinearScratch, count n: Int) -> Int {
    let w = s.low + 1
    let out = s.filtered
    // The line goes on beyond its ends as it is there.
    (w[-1], w[n]) = (w[0], w[n &- 1])
    for i in 0..<(n &- 1) {
      let a = w[i &- 1]
      let b = w[i]
      let c = w[i &+ 1]
      let d = w[i &+ 2]
      out[factor &* i] = b
      out[factor &* i &+ 1] = third.0 * a + third.1 * b + third.2 * c + third.3 * d
      out[factor &* i &+ 2] = third.3 * a + third.2 * b + third.1 * c + third.0 * d
    }
    let k = factor &* (n &- 1)
    out[k] = w[n &- 1]
    return k + 1
  }

  private static func sharpened(
    _ v: UnsafePointer<Float>, _ i: Int, _ n: Int, _ amount: Float, _ reach: Int
  ) -> Float {
    v[i] + amount * (v[i] - 0.5 * (v[Swift.max(0, i &- reach)] + v[Swift.min(n &- 1, i &+ reach)]))
  }
}
