/// A point or a vector of the picture plane, in pixels; x to the right, y downwards.
@frozen
public struct Point: Sendable, Codable, Hashable {
  public var x: Double
  public var y: Double

  @inlinable
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  @inlinable public static func * (a: Point, s: Double) -> Point { Point(a.x * s, a.y * s) }
  @inlinable public static func / (a: Point, s: Double) -> Point { Point(a.x / s, a.y / s) }
  @inlinable public static prefix func - (a: Point) -> Point { Point(-a.x, -a.y) }

  /// The scalar product.
  @inlinable public func dot(_ b: Point) -> Double { x * b.x + y * b.y }
  /// The z component of the vector product; positive when `b` lies clockwise of this vector as seen on the screen.
  @inlinable public func cross(_ b: Point) -> Double { x * b.y - y * b.x }
  /// The distance from the origin.
  @inlinable public var length: Double { (x * x + y * y).squareRoot() }
  /// The distance to another point.
  @inlinable public func distance(to b: Point) -> Double { (self - b).length }
  /// The vector of length 1 in this direction, or zero when there is no direction.
  @inlinable public var normalized: Point {
    let l = length
    return l > 0 ? self / l : self
  }
  /// The vector turned clockwise on the screen by 90 degrees.
  @inlinable public var perpendicular: Point { Point(-y, x) }
}
