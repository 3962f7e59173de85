/// Where frames come from: a camera, a video, pictures.
///
/// A source delivers the freshest frame that its consumer has time for; what the consumer is late for shows as a gap
/// in the frames' numbers.
public protocol FrameSource: AnyObject, Sendable {
  /// What the source can do; of a camera that was neither checked nor started this may be less than afterwards.
  var capabilities: FrameCapabilities { get async }
  /// Whether the source could be started so; throws why it could not.
  func check(_ request: FrameRequest) async throws
  /// Starts the source, from its beginning where it has one. A source that is running is stopped first.
  func start(_ request: FrameRequest) async throws -> FrameStream
  /// Ends the frames. Without effect on a source that is not running.
  func stop() async
  /// Changes a setting, also while frames come. Throws `FrameSourceError.unsupported` where there is none.
  func set(_ control: FrameControl) async throws
}

extension FrameSource {
  public var capabilities: FrameCapabilities { .init() }

  public func check(_ request: FrameRequest) async throws {}

  public func set(_ control: FrameControl) async throws { throw FrameSourceError.unsupported }
}

/// What is wished for; the source comes as near as it can.
public struct FrameRequest: Sendable, Hashable {
  /// Pixels of a frame.
  public var width: Int
  public var height: Int
  /// Frames a second.
  public var rate: Double
  public var camera: CameraPosition

  public init(width: Int = 1280, height: Int = 720, rate: Double = 30, camera: CameraPosition = .back) {
    self.width = width
    self.height = height
    self.rate = rate
    self.camera = camera
  }
}

/// Which camera of a device that has several.
public enum CameraPosition: String, Sendable, Codable {
  case back
  case front
}

/// A setting of a camera.
public enum FrameControl: Sendable, Hashable {
  /// Magnification, from 1 to the largest of the capabilities; what is beyond is cut.
  case zoom(Double)
  /// The lamp.
  case torch(Bool)
  case focus(FrameFocus)
  /// Brighter or darker than automatic exposure would be, in steps of exposure (powers of two).
  case exposureBias(Double)
}

public enum FrameFocus: Sendable, Hashable {
  /// Follows the scene; set again, the camera focuses anew.
  case continuous
  /// Once now, then held.
  case once
  /// Held at a distance from 0 (nearest) to 1 (farthest).
  case fixed(Double)
}

/// What a source can do.
public struct FrameCapabilities: Sendable, Hashable {
  /// 1 where there is no zoom.
  public var largestZoom: Double
  public var hasTorch: Bool
  public var hasFocus: Bool
  /// Range and step of `exposureBias`; nil where there is none.
  public var exposureBias: ExposureRange?

  public init(
    largestZoom: Double = 1, hasTorch: Bool = false, hasFocus: Bool = false, exposureBias: ExposureRange? = nil
  ) {
    self.largestZoom = largestZoom
    self.hasTorch = hasTorch
    self.hasFocus = hasFocus
    self.exposureBias = exposureBias
  }
}

public struct ExposureRange: Sendable, Hashable {
  public var lower: Double
  public var upper: Double
  public var step: Double

  public init(lower: Double, upper: Double, step: Double) {
    self.lower = lower
    self.upper = upper
    self.step = step
  }
}

/// Why a source gives no frames.
public enum FrameSourceError: Error, Sendable, Hashable {
  /// There is no such control.
  case unsupported
  /// The user or the system does not allow the camera.
  case notPermitted
  /// There is no such camera, or somebody else holds it.
  case unavailable(String)
  /// A file or stream cannot be read.
  case unreadable(String)
}
