import Dispatch
import FrameSources

/// Decodes frames away from the threads that tasks share, a few at a time.
final class DecodingWorker: Sendable {
  private struct State {
    var running = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let queue = DispatchQueue(label: "frame decoding", qos: .userInitiated, attributes: .concurrent)
  private let state = Locked(State())

  /// Waits until fewer than `limit` pieces of work run, then runs this one. Throws when the task was cancelled
  /// meanwhile.
  func run<T: Sendable>(atMost limit: Int, _ work: @escaping @Sendable () -> T) async throws -> T {
    await take(limit)
    guard !Task.isCancelled else {
      give()
      throw CancellationError()
    }
    return await withCheckedContinuation { continuation in
      queue.async { [self] in
        let result = work()
        give()
        continuation.resume(returning: result)
      }
    }
  }

  private func take(_ limit: Int) async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.running >= limit else {
          state.running += 1
          return true
        }
        state.waiters.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// The next one in line takes the place.
  private func give() {
    let next = state.withLock { state in
      guard state.waiters.isEmpty else { return Optional(state.waiters.removeFirst()) }
      state.running -= 1
      return nil
    }
    next?.resume()
  }
}
