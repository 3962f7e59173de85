import DMCC
import Dispatch
import FrameSources

/// One of two ends of a link in memory.
package final class MemoryLink: ReaderLink {
  private struct State {
    var receive: (@Sendable ([UInt8]) -> Void)?
    var closed: (@Sendable () -> Void)?
    /// Came before this end was opened.
    var early: [UInt8] = []
    var isOver = false
  }

  private let state = Locked(State())
  /// Calls of this end, one after the other.
  private let queue = DispatchQueue(label: "memory link")
  private let partner = Locked<WeakPartner>(WeakPartner())

  private struct WeakPartner {
    weak var link: MemoryLink?
  }

  private init() {}

  /// Two ends; what one sends, the other receives. Each keeps nothing of the other alive.
  package static func pair() -> (MemoryLink, MemoryLink) {
    let (a, b) = (MemoryLink(), MemoryLink())
    let (toA, toB) = (WeakPartner(link: a), WeakPartner(link: b))
    a.partner.withLock { $0 = toB }
    b.partner.withLock { $0 = toA }
    return (a, b)
  }

  deinit { partner.withLock { $0 }.link?.end() }

  package func open(
    receive: @escaping @Sendable ([UInt8]) -> Void, ready: @escaping @Sendable (TargetFailure?) -> Void,
    closed: @escaping @Sendable () -> Void
  ) {
    queue.async { [self] in
      let early: [UInt8]? = state.withLock { state in
        guard !state.isOver else { return nil }
        state.receive = receive
        state.closed = closed
        defer { state.early = [] }
        return state.early
      }
      guard let early else { return ready(.status(.offline)) }
      ready(nil)
      if !early.isEmpty { receive(early) }
    }
  }

  package func send(_ bytes: [UInt8]) { partner.withLock { $0 }.link?.take(bytes) }

  package func close() {
    partner.withLock { $0 }.link?.end()
    end()
  }

  private func take(_ bytes: [UInt8]) {
    queue.async { [self] in
      let receive = state.withLock { state in
        if state.receive == nil, !state.isOver { state.early += bytes }
        return state.receive
      }
      receive?(bytes)
    }
  }

  private func end() {
    // After the bytes that are under way.
    queue.async { [state] in
      let closed = state.withLock { state in
        defer {
          state.isOver = true
          state.receive = nil
          state.closed = nil
        }
        return state.closed
      }
      closed?()
    }
  }
}
