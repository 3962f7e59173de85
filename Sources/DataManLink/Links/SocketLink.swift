import DMCC
import Dispatch
import FrameSources

/// A TCP connection.
package final class SocketLink: ReaderLink {
  private enum State {
    /// Not opened yet.
    case fresh(Source)
    case open(Int32, closed: @Sendable () -> Void)
    case over
  }

  private enum Source {
    case address(host: String, port: Int)
    case connected(Int32)
  }

  private let state: Locked<State>
  /// The one blocks while it waits for bytes, the other while the other side is slow to take them.
  private let incoming = DispatchQueue(label: "socket, incoming")
  private let outgoing = DispatchQueue(label: "socket, outgoing")

  private static let bufferSize = 64 * 1024

  package init(host: String, port: Int) { state = Locked(.fresh(.address(host: host, port: port))) }

  /// Over a connection that was accepted; the descriptor is the link's from now on.
  package init(accepted descriptor: Int32) { state = Locked(.fresh(.connected(descriptor))) }

  deinit {
    if case .fresh(.connected(let descriptor)) = state.withLock({ $0 }) { Sockets.end(descriptor) }
  }

  package func open(
    receive: @escaping @Sendable ([UInt8]) -> Void, ready: @escaping @Sendable (TargetFailure?) -> Void,
    closed: @escaping @Sendable () -> Void
  ) {
    incoming.async { [self] in
      guard case .fresh(let source) = state.withLock({ $0 }) else { return ready(.status(.offline)) }
      let descriptor: Int32
      do throws(TargetFailure) {
        switch source {
        case .address(let host, let port): descriptor = try Sockets.open(host: host, port: port)
        case .connected(let number): descriptor = number
        }
      } catch {
        return ready(error)
      }
      let isWanted = state.withLock { state in
        guard case .fresh = state else { return false }
        state = .open(descriptor, closed: closed)
        return true
      }
      guard isWanted else {
        Sockets.end(descriptor)
        return ready(.status(.offline))
      }
      ready(nil)
      while let bytes = Sockets.take(descriptor, atMost: Self.bufferSize) { receive(bytes) }
      close()
      outgoing.async {
        // Nobody sends any more, so the number may be given to others.
        Sockets.end(descriptor)
        closed()
      }
    }
  }

  package func send(_ bytes: [UInt8]) {
    outgoing.async { [self] in
      guard case .open(let descriptor, _) = state.withLock({ $0 }) else { return }
      if !Sockets.put(descriptor, bytes) { close() }
    }
  }

  package func close() {
    let old = state.withLock { state in
      defer { state = .over }
      return state
    }
    switch old {
    // Receiving ends by that, and closes the descriptor.
    case .open(let descriptor, _): Sockets.shutDown(descriptor)
    case .fresh(.connected(let descriptor)): Sockets.end(descriptor)
    case .fresh(.address), .over: break
    }
  }
}

/// Takes connections in.
package final class SocketListener: Sendable {
  private let descriptor: Int32
  /// Where it listens.
  package let port: Int

  /// - Parameters:
  ///   - port: 0: any that is free.
  ///   - isLocal: only programs of this machine can connect.
  ///   - accept: called with each connection, from a thread of the listener.
  package init(
    port: Int, isLocal: Bool, accept: @escaping @Sendable (SocketLink) -> Void
  ) throws(TargetFailure) {
    guard (0...65535).contains(port) else { throw .noDevice("\(port) is no port of a network") }
    let descriptor = try Sockets.openListener(port: port, isLocal: isLocal)
    self.descriptor = descriptor
    self.port = Sockets.port(of: descriptor)
    DispatchQueue(label: "listener").async {
      while let connection = Sockets.nextConnection(descriptor) { accept(SocketLink(accepted: connection)) }
      Sockets.end(descriptor)
    }
  }

  deinit { stop() }

  package func stop() { Sockets.shutDown(descriptor) }
}
