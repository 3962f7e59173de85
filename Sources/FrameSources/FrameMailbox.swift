/// Hands frames from a producer that does not wait to a consumer that is sometimes late: only the newest is kept.
package final class FrameMailbox: Sendable {
  private struct State {
    var newest: LumaFrame?
    var waiter: CheckedContinuation<LumaFrame?, any Error>?
    var isFinished = false
    var error: FrameSourceError?
  }

  private let state = Locked(State())

  package init() {}

  /// The frames until the end. For one consumer; when its task is cancelled, the frames end.
  package var stream: FrameStream {
    FrameStream { [self] in
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { wait($0) }
      } onCancel: {
        finish()
      }
    }
  }

  /// A frame to deliver, in place of one that was not taken yet.
  package func put(_ frame: LumaFrame) {
    let waiter: CheckedContinuation<LumaFrame?, any Error>? = state.withLock { state in
      guard !state.isFinished else { return nil }
      guard let waiter = state.waiter else {
        state.newest = frame
        return nil
      }
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: frame)
  }

  /// Ends the frames, by the error if there is one.
  package func finish(_ error: FrameSourceError? = nil) {
    let waiter: CheckedContinuation<LumaFrame?, any Error>? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.isFinished = true
      state.newest = nil
      defer { state.waiter = nil }
      if state.waiter == nil { state.error = error }
      return state.waiter
    }
    if let error { waiter?.resume(throwing: error) } else { waiter?.resume(returning: nil) }
  }

  private func wait(_ continuation: CheckedContinuation<LumaFrame?, any Error>) {
    let (frame, isFinished, error): (LumaFrame?, Bool, FrameSourceError?) = state.withLock { state in
      defer { state.newest = nil }
      if state.newest == nil, !state.isFinished { state.waiter = continuation }
      // An error is thrown once.
      defer { state.error = nil }
      return (state.newest, state.isFinished, state.error)
    }
    if let error {
      continuation.resume(throwing: error)
    } else if frame != nil || isFinished {
      continuation.resume(returning: frame)
    }
  }
}
