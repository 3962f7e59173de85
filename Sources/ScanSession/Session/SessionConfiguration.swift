import BarcodeCore
import FrameSources

/// How a session scans.
public struct SessionConfiguration: Sendable, Hashable {
  public var reader: ReaderOptions
  public var acceptance: AcceptanceRules
  public var mode: ScanMode
  /// Seconds until scanning ends without a read, counted anew from each read; nil: never.
  public var timeLimit: Double?
  /// In continuous mode, seconds during which a symbol is not reported again after it was last seen.
  public var duplicateInterval: Double
  /// Part of the picture that is searched.
  public var region: PictureRegion
  /// Only symbols that overlap this part count; nil: all.
  public var target: PictureRegion?
  /// The target is part of the overlay and of the result's graphics.
  public var showsTarget: Bool
  public var frames: FrameRequest
  /// Magnification while scanning.
  public var zoom: Double
  /// The lamp is on while scanning.
  public var usesTorch: Bool
  public var showsPreview: Bool
  /// The preview comes up, but decoding waits for `ScanSession.press()`.
  public var startsPaused: Bool
  /// After a read the preview stays up, and decoding waits for `ScanSession.press()` or `ScanSession.start()`.
  public var holdsPreview: Bool
  /// Results carry the picture.
  public var keepsPicture: Bool
  /// Given at each good read; nil: none.
  public var feedback: FeedbackSignal?
  /// Frames that are decoded at the same time, at least 1. Results come in the order of the frames.
  public var threads = 1
  /// Seconds after which the camera focuses anew, over and over while it runs; nil: it does as it likes.
  public var focusInterval: Double?
  /// Seconds after which the lamp goes out though scanning goes on; nil: never.
  public var torchLimit: Double?

  public init(
    reader: ReaderOptions = .init(), acceptance: AcceptanceRules = .init(), mode: ScanMode = .once,
    timeLimit: Double? = nil, duplicateInterval: Double = 1,
    region: PictureRegion = .all, target: PictureRegion? = nil, showsTarget: Bool = true,
    frames: FrameRequest = .init(), zoom: Double = 1, usesTorch: Bool = false, showsPreview: Bool = true,
    startsPaused: Bool = false, holdsPreview: Bool = false, keepsPicture: Bool = false, feedback: FeedbackSignal? = nil
  ) {
    self.reader = reader
    self.acceptance = acceptance
    self.mode = mode
    self.timeLimit = timeLimit
    self.duplicateInterval = duplicateInterval
    self.region = region
    self.target = target
    self.showsTarget = showsTarget
    self.frames = frames
    self.zoom = zoom
    self.usesTorch = usesTorch
    self.showsPreview = showsPreview
    self.startsPaused = startsPaused
    self.holdsPreview = holdsPreview
    self.keepsPicture = keepsPicture
    self.feedback = feedback
  }
}

/// When scanning ends by itself.
public enum ScanMode: String, Sendable, Codable, CaseIterable {
  /// With the first read.
  case once
  /// Not; each read is reported.
  case continuous
  /// Not; each symbol is reported once, however often it is seen.
  case oncePerCode
}

/// A part of the picture, in shares of its width and height.
public struct PictureRegion: Sendable, Hashable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public static let all = PictureRegion(x: 0, y: 0, width: 1, height: 1)

  /// A corner of the region in a picture of this size: the upper left one, then clockwise.
  func corners(width w: Int, height h: Int) -> Quad {
    let left = x * Double(w)
    let top = y * Double(h)
    let right = left + width * Double(w)
    let bottom = top + height * Double(h)
    return Quad(Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
  }

  /// Whether the bounding box of a symbol overlaps the region.
  func overlaps(_ quad: Quad, width w: Int, height h: Int) -> Bool {
    let own = corners(width: w, height: h)
    let xs = quad.points.map(\.x)
    let ys = quad.points.map(\.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return false }
    return left < own.topRight.x && right > own.topLeft.x && top < own.bottomLeft.y && bottom > own.topLeft.y
  }
}
