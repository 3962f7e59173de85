@_exported import FrameSources

/// Shows the camera's picture and what lies over it. Called from any thread, one call after the other.
public protocol PreviewSurface: AnyObject, Sendable {
  func show()
  func hide()
  /// What lies over the picture from now on.
  func draw(_ scene: OverlayScene)
}

/// Tells the user about a read. Called from any thread.
public protocol Feedback: AnyObject, Sendable {
  func give(_ signal: FeedbackSignal)
}

/// How the user is told.
public struct FeedbackSignal: Sendable, Hashable {
  /// How often the sound is played; 0: silent.
  public var beeps: Int
  /// Which of the device's sounds, from 0.
  public var tone: Int
  public var vibrates: Bool

  public init(beeps: Int = 1, tone: Int = 1, vibrates: Bool = false) {
    self.beeps = beeps
    self.tone = tone
    self.vibrates = vibrates
  }
}

/// A button that starts scanning: a key of the device or of an accessory.
public protocol Trigger: AnyObject, Sendable {
  /// Calls the action at each press, from any thread; nil ends that.
  func onPress(_ action: (@Sendable () -> Void)?)
}

/// The time, and calls at a time.
public protocol SessionClock: Sendable {
  var now: TimePoint { get }
  /// Calls the action once at the time or as soon as possible after it, from any thread.
  func call(at time: TimePoint, _ action: @escaping @Sendable () -> Void)
}
