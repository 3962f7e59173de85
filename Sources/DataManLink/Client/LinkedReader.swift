import DMCC
import Dispatch
import Foundation
import FrameSources

/// A reader over a link, as something that answers commands.
package final class LinkedReader: CommandTarget {
  private let port: any ReaderPort
  /// Everything of one connection happens here, one after the other.
  private let queue = DispatchQueue(label: "linked reader")
  private let state = Locked(State())

  private struct State {
    var connection: LinkConnection?
  }

  /// Seconds to wait for the other side while connecting.
  private let patience: Double

  package init(port: any ReaderPort, patience: Double = 5) {
    self.port = port
    self.patience = patience
  }

  package var isAvailable: Bool? { port.isAvailable }

  package func watchAvailability(_ changed: @escaping @Sendable (Bool) -> Void) { port.watch(changed) }

  package func open(
    _ credentials: Credentials?, push: @escaping @Sendable (Push) -> Void,
    completion: @escaping @Sendable (TargetFailure?) -> Void
  ) {
    queue.async { [self] in
      let link: any ReaderLink
      do throws(TargetFailure) {
        link = try port.makeLink()
      } catch {
        return completion(error)
      }
      let connection = LinkConnection(
        link: link, queue: queue, credentials: credentials, patience: patience, push: push, opened: completion)
      state.withLock { $0.connection = connection }
      connection.open()
    }
  }

  package func close(completion: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      let connection = state.withLock { state in
        defer { state.connection = nil }
        return state.connection
      }
      connection?.close()
      completion()
    }
  }

  package func perform(_ command: Command, reply: @escaping @Sendable (Response) -> Void) {
    queue.async { [self] in
      guard let connection = state.withLock({ $0.connection }) else { return reply(Response(.offline)) }
      connection.perform(command, reply: reply)
    }
  }
}
