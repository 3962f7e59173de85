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
    let a = (topRight - topLeft).cross(p - topLeft)
    let b = (bottomRight - topRight).cross(p - topRight)
    let c = (bottomLeft - bottomRight).cross(p - bottomRight)
    let d = (topLeft - bottomLeft).cross(p - bottomLeft)
    return Swift.min(Swift.min(a, b), Swift.min(c, d)) >= 0 || Swift.max(Swift.max(a, b), Swift.max(c, d)) <= 0
  }
}

extension Quad {
  /// The upright rectangle around the corners.
  package var bounds: (minX: Double, minY: Double, maxX: Double, maxY: Double) {
    (
      min(min(topLeft.x, topRight.x), min(bottomRight.x, bottomLeft.x)),
      min(min(topLeft.y, topRight.y), min(bottomRight.y, bottomLeft.y)),
      max(max(topLeft.x, topRight.x), max(bottomRight.x, bottomLeft.x)),
      max(max(topLeft.y, topRight.y), max(bottomRight.y, bottomLeft.y))
    )
  }

  /// Whether the upright rectangles around both meet.
  package func boundsOverlap(_ other: Quad) -> Bool {
    let (a, b) = (bounds, other.bounds)
    return a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY
  }

  /// From where to where a row lies inside, or nil where it passes by. The quad must be convex.
  package func span(atY y: Double) -> (left: Double, right: Double)? {
    var (left, right) = (Double.infinity, -Double.infinity)
    func meet(_ p: Point, _ q: Point) {
      guard min(p.y, q.y) <= y, y <= max(p.y, q.y) else { return }
      if p.y == q.y {
        left = min(left, p.x, q.x)
        right = max(right, p.x, q.x)
      } else {
        let x = p.x + (q.x - p.x) * ((y - p.y) / (q.y - p.y))
        left = min(left, x)
        right = max(right, x)
      }
    }
    meet(topLeft, topRight)
    meet(topRight, bottomRight)
    meet(bottomRight, bottomLeft)
    meet(bottomLeft, topLeft)
    return left <= right ? (left, right) : nil
  }
}
