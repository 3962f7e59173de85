/// Grey values of a line, and what they are in light and dark places.
struct GreyLine {
  let values: UnsafePointer<Float>
  let count: Int
  /// Standard deviation of blur, in samples.
  var sigma: Float
  /// Grey value of the ground, and how much darker bars are.
  var light: Float = 0
  var contrast: Float = 1

  init(_ values: UnsafePointer<Float>, count: Int, sigma: Float) {
    self.values = values
    self.count = count
    self.sigma = sigma
  }

  @inline(__always)
  func darkness(_ i: Int) -> Float { (light - values[i]) / contrast }

  /// Modules of the ground beside a symbol that are compared, too.
  var margin = 3
}
