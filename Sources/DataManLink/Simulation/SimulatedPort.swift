import DMCC
import FrameSources

/// A place where a simulated reader is plugged in and pulled out.
package final class SimulatedPort: ReaderPort {
  private let server: CommandServer
  private let state: Locked<State>

  private struct State {
    var isPluggedIn: Bool
    var watchers: [@Sendable (Bool) -> Void] = []
  }

  package init(_ target: any CommandTarget, isPluggedIn: Bool = true, password: String? = nil) {
    server = CommandServer(target: target, password: password)
    state = Locked(State(isPluggedIn: isPluggedIn))
  }

  package var isAvailable: Bool? { state.withLock { $0.isPluggedIn } }

  package func watch(_ changed: @escaping @Sendable (Bool) -> Void) { state.withLock { $0.watchers.append(changed) } }

  package func makeLink() throws(TargetFailure) -> any ReaderLink {
    guard state.withLock({ $0.isPluggedIn }) else { throw .noDevice("the reader is not attached") }
    let (near, far) = MemoryLink.pair()
    server.attach(far)
    return near
  }

  /// Switched on, or the cable plugged in.
  package func plugIn() { change(true) }

  /// Switched off, out of battery, or the cable pulled.
  package func pullOut() {
    change(false)
    server.stop()
  }

  private func change(_ isPluggedIn: Bool) {
    let watchers = state.withLock { state in
      state.isPluggedIn = isPluggedIn
      return state.watchers
    }
    for watcher in watchers { watcher(isPluggedIn) }
  }
}
