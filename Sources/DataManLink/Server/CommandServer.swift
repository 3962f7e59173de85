import DMCC
import Dispatch
import FrameSources

/// Makes a target reachable over links, for any number of clients at once.
package final class CommandServer: Sendable {
  private let target: any CommandTarget
  private let password: String?
  private let queue = DispatchQueue(label: "command server")
  private let state = Locked(State())

  private struct State {
    var sessions: [Int: ServerSession] = [:]
    var nextSession = 0
    var isOpen = false
    /// What a new connection begins with.
    var savedConnection = Settings(.connection)
  }

  /// - Parameter password: what clients are asked for; nil: nobody is asked.
  package init(target: any CommandTarget, password: String? = nil) {
    self.target = target
    self.password = password
  }

  /// Serves the client at the other end of a link, until that is closed.
  package func attach(_ link: any ReaderLink) {
    queue.async { [self] in
      let session = state.withLock { state in
        let number = state.nextSession
        state.nextSession += 1
        let session = ServerSession(link: link, number: number, password: password, connection: state.savedConnection)
        state.sessions[number] = session
        return session
      }
      openTarget { [weak self] failure in
        guard let self, failure == nil else { return link.close() }
        session.begin(server: self, queue: queue)
      }
    }
  }

  /// Ends all connections.
  package func stop() {
    queue.async { [self] in
      for session in state.withLock({ Array($0.sessions.values) }) { session.close() }
    }
  }

  /// Number of clients.
  package var clientCount: Int { state.withLock { $0.sessions.count } }

  private func openTarget(_ completion: @escaping @Sendable (TargetFailure?) -> Void) {
    let isOpen = state.withLock { state in
      defer { state.isOpen = true }
      return state.isOpen
    }
    guard !isOpen else { return completion(nil) }
    target.open(
      nil, push: { [weak self] push in self?.pass(push) },
      completion: { [state] failure in
        if failure != nil { state.withLock { $0.isOpen = false } }
        completion(failure)
      })
  }

  private func pass(_ push: Push) {
    queue.async { [self] in
      let sessions = state.withLock { Array($0.sessions.values) }
      for session in sessions { session.pass(push) }
      if case .lost = push {
        state.withLock { $0.isOpen = false }
        target.close {}
      }
    }
  }

  // MARK: For sessions, on the queue

  func perform(_ command: Command, reply: @escaping @Sendable (Response) -> Void) {
    target.perform(command) { [queue] response in queue.async { reply(response) } }
  }

  func save(_ connection: Settings) { state.withLock { $0.savedConnection = connection } }

  var savedConnection: Settings { state.withLock { $0.savedConnection } }

  /// The target delivers what any of the clients wants.
  func resultTypesChanged() {
    let types = state.withLock { $0.sessions.values.reduce(0) { $0 | $1.resultTypes } }
    target.perform(Command(.set, "DATA.RESULT-TYPE", [Token(String(types))])) { _ in }
  }

  func remove(_ number: Int) {
    let isLast = state.withLock { state in
      state.sessions[number] = nil
      guard state.sessions.isEmpty, state.isOpen else { return false }
      state.isOpen = false
      return true
    }
    if isLast { target.close {} }
  }
}
