/// The four corners of a symbol in the picture, in the order in which they stand around the symbol when it is looked
/// at upright: top left, top right, bottom right, bottom left. For a symbol that is mirrored in the picture the order
/// runs counter-clockwise on the screen.
@frozen
public struct Quad: Sendable, Codable, Hashable {
  public var topLeft: Point
  public var topRight: Point
  public var bottomRight: Point
  public var bottomLeft: Point

  @inlinable
  public init(_ topLeft: Point, _ topRight: Point, _ bottomRight: Point, _ bottomLeft: Point) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  @inlinable public var points: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }
  @inlinable public var center: Point { (topLeft + topRight + bottomRight + bottomLeft) / 4 }

  /// The area in square pixels.
  @inlinable public var area: Double {
    abs((bottomRight - topLeft).cross(bottomLeft - topRight)) / 2
  }

  /// The corners after a change of coordinates.
  @inlinable
  public func map(_ change: (Point) -> Point) -> Quad {
    Quad(change(topLeft), change(topRight), change(bottomRight), change(bottomLeft))
  }

  /// The quad with each corner moved outwards, by the given distance along both of its sides.
  package func grown(by distance: Double) -> Quad {
    func corner(_ p: Point, _ a: Point, _ b: Point) -> Point {
      p + ((p - a).normalized + (p - b).normalized) * distance
    }
    return Quad(
      corner(topLeft, topRight, bottomLeft), corner(topRight, topLeft, bottomRight),
      corner(bottomRight, bottomLeft, topRight), corner(bottomLeft, bottomRight, topLeft))
  }

  /// Whether the point lies inside or on the border. The quad must be convex.
  public func contains(_ p: Point) -> Bool {
    let c = points
    var positive = 0
    var negative = 0
    for i in 0..<4 {
      let side = (c[(i + 1) & 3] - c[i]).cross(p - c[i])
      if side > 0 { positive += 1 } else if side < 0 { negative += 1 }
    }
    return positive == 0 || negative == 0
  }
}
