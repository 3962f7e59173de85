import BarcodeCore

/// One picture of a stream.
public struct LumaFrame: Sendable {
  public let image: LumaImage
  /// Counts from 0 when the source starts. Gaps are frames that came too late and were dropped.
  public let number: Int
  /// When it was taken.
  public let time: TimePoint
  /// How it has to be turned to stand upright.
  public let orientation: PictureOrientation

  public init(image: LumaImage, number: Int, time: TimePoint, orientation: PictureOrientation = .up) {
    self.image = image
    self.number = number
    self.time = time
    self.orientation = orientation
  }
}

/// How a picture has to be turned, clockwise, to stand upright.
public enum PictureOrientation: Int, Sendable, CaseIterable, Codable {
  case up = 0
  case quarterTurn = 90
  case halfTurn = 180
  case threeQuarterTurn = 270

  /// A point of the stored picture in the upright one. The size is that of the stored picture.
  public func upright(_ p: Point, width: Int, height: Int) -> Point {
    let w = Double(width)
    let h = Double(height)
    switch self {
    case .up: return p
    case .quarterTurn: return Point(h - p.y, p.x)
    case .halfTurn: return Point(w - p.x, h - p.y)
    case .threeQuarterTurn: return Point(p.y, w - p.x)
    }
  }

  /// Whether width and height change places.
  public var swapsSides: Bool { self == .quarterTurn || self == .threeQuarterTurn }
}
