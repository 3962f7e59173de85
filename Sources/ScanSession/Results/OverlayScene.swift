import BarcodeCore
import FrameSources

/// What lies over the preview, as a value for any renderer.
public struct OverlayScene: Sendable, Hashable {
  /// Size of the upright picture, in pixels, to which all points refer; 0 before the first frame.
  public var width: Int
  public var height: Int
  /// Outlines of the symbols that were read last.
  public var locations: [Quad]
  /// The part of the picture in which symbols count.
  public var target: Quad?
  /// The part of the picture that is searched; nil: all of it.
  public var region: Quad?
  /// Scanning began, and will end by its time limit; nil without limit.
  public var startTime: TimePoint?
  public var endTime: TimePoint?
  /// Decoding waits for the user.
  public var isPaused: Bool

  public init(
    width: Int = 0, height: Int = 0, locations: [Quad] = [], target: Quad? = nil, region: Quad? = nil,
    startTime: TimePoint? = nil,
    endTime: TimePoint? = nil, isPaused: Bool = false
  ) {
    self.width = width
    self.height = height
    self.locations = locations
    self.target = target
    self.region = region
    self.startTime = startTime
    self.endTime = endTime
    self.isPaused = isPaused
  }

  /// The share of the time limit that has passed, from 0 to 1; nil without limit.
  public func progress(at now: TimePoint) -> Double? {
    guard let startTime, let endTime else { return nil }
    let whole = endTime.seconds(since: startTime)
    guard whole > 0 else { return 1 }
    return min(1, max(0, now.seconds(since: startTime) / whole))
  }
}
