/// Places in a symbol along a line of the picture: a projective function, since perspective changes the pitch from
/// module to module.
struct LineProjection {
  // Place = (p + q s) / (1 + r s), with s the distance along the line.
  private let p: Double
  private let q: Double
  private let r: Double

  /// Through three places at ascending distances, the first of which is 0. Nil where they are no such function.
  ///
  /// - Parameters:
  ///   - places: In modules.
  ///   - middle: Distance of the second place, in pixels.
  ///   - end: Distance of the third place, in pixels.
  init?(places: (first: Double, second: Double, third: Double), middle: Double, end: Double) {
    guard middle > 0, end > middle, places.third != places.second else { return nil }
    let a = (places.second - places.first) / middle
    let b = (places.third - places.first) / end
    r = (a - b) / (places.third - places.second)
    q = a + r * places.second
    p = places.first
    guard p.isFinite, q.isFinite, r.isFinite, 1 + r * end > LineProjection.leastDenominator else { return nil }
  }

  /// Below it the line nears the horizon.
  private static let leastDenominator = 0.05

  /// The place in the symbol at a distance along the line.
  @inline(__always)
  func place(at distance: Float) -> Float { (Float(p) + Float(q) * distance) / (1 + Float(r) * distance) }

  /// The distance along the line of a place in the symbol.
  @inline(__always)
  func distance(of place: Float) -> Float { (place - Float(p)) / (Float(q) - Float(r) * place) }
}
