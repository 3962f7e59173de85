import Dispatch
import FrameSources

/// The system's clock.
public struct SystemClock: SessionClock {
  public init() {}

  public var now: TimePoint { .now }

  public func call(at time: TimePoint, _ action: @escaping @Sendable () -> Void) {
    let seconds = max(0, time.seconds(since: now))
    DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + seconds, execute: action)
  }
}
