/// A projective map of the plane.
@frozen
@usableFromInline
package struct Homography: Sendable {
  // Row by row: x' = (a x + b y + c) / w, y' = (d x + e y + f) / w, w = g x + h y + i.
  @usableFromInline var a, b, c, d, e, f, g, h, i: Double

  @inlinable
  package init(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double, _ g: Double, _ h: Double, _ i: Double
  ) {
    (self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h, self.i) = (a, b, c, d, e, f, g, h, i)
  }

  /// Maps the unit square (0,0) (1,0) (1,1) (0,1) to the quad, or nil when the quad is degenerate.
  @inlinable
  package init?(unitSquareTo q: Quad) {
    let p0 = q.topLeft
    let p1 = q.topRight
    let p2 = q.bottomRight
    let p3 = q.bottomLeft
    let s = p0 - p1 + p2 - p3
    let d1 = p1 - p2
    let d2 = p3 - p2
    let det = d1.cross(d2)
    guard det.isFinite, abs(det) > 1e-12 else { return nil }
    let g = s.cross(d2) / det
    let h = d1.cross(s) / det
    self.init(
      p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x,
      p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y, g, h, 1)
  }

  /// Maps one quad to another, corner to corner, or nil when one of them is degenerate.
  @inlinable
  package init?(from: Quad, to: Quad) {
    guard let t = Homography(unitSquareTo: to), let s = Homography(unitSquareTo: from)?.inverse else { return nil }
    self = t.after(s)
  }

  @inlinable
  package func callAsFunction(_ p: Point) -> Point {
    let w = 1 / (g * p.x + h * p.y + i)
    return Point((a * p.x + b * p.y + c) * w, (d * p.x + e * p.y + f) * w)
  }

  /// This map after another.
  @inlinable
  package func after(_ o: Homography) -> Homography {
    Homography(
      a * o.a + b * o.d + c * o.g, a * o.b + b * o.e + c * o.h, a * o.c + b * o.f + c * o.i,
      d * o.a + e * o.d + f * o.g, d * o.b + e * o.e + f * o.h, d * o.c + e * o.f + f * o.i,
      g * o.a + h * o.d + i * o.g, g * o.b + h * o.e + i * o.h, g * o.c + h * o.f + i * o.i)
  }

  /// The map back, or nil when there is none.
  @inlinable
  package var inverse: Homography? {
    let det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    guard det.isFinite, abs(det) > 1e-18 else { return nil }
    let s = 1 / det
    return Homography(
      (e * i - f * h) * s, (c * h - b * i) * s, (b * f - c * e) * s,
      (f * g - d * i) * s, (a * i - c * g) * s, (c * d - a * f) * s,
      (d * h - e * g) * s, (b * g - a * h) * s, (a * e - b * d) * s)
  }
}
