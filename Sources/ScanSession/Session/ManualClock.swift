import FrameSources

/// A clock that stands still until it is moved, for tests and simulations.
public final class ManualClock: SessionClock {
  private struct State {
    var now = TimePoint(nanoseconds: 0)
    var calls: [(time: TimePoint, action: @Sendable () -> Void)] = []
  }

  private let state = Locked(State())

  public init() {}

  public var now: TimePoint { state.withLock { $0.now } }

  public func call(at time: TimePoint, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.calls.append((time, action)) }
  }

  /// Moves the clock and makes the calls that are due, in the order of their times, before it returns.
  public func advance(seconds: Double) {
    let target = now + seconds
    while let action = nextCall(until: target) { action() }
    state.withLock { $0.now = max($0.now, target) }
  }

  private func nextCall(until target: TimePoint) -> (@Sendable () -> Void)? {
    state.withLock { state in
      let due = state.calls.indices.filter { state.calls[$0].time <= target }
      guard let next = due.min(by: { state.calls[$0].time < state.calls[$1].time }) else { return nil }
      let call = state.calls.remove(at: next)
      state.now = max(state.now, call.time)
      return call.action
    }
  }
}
