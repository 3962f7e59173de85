import DMCC

/// A way for bytes between a reader and its client: a socket, an accessory, memory.
package protocol ReaderLink: AnyObject, Sendable {
  /// Opens the link; to be called once. `ready` is called once: with nil when bytes can be sent, otherwise with what
  /// went wrong. Bytes come through `receive` in their order; `closed` is called once after `ready(nil)`, whoever
  /// closed the link. All of them from any thread.
  func open(
    receive: @escaping @Sendable ([UInt8]) -> Void, ready: @escaping @Sendable (TargetFailure?) -> Void,
    closed: @escaping @Sendable () -> Void)
  /// Sends bytes after those that were sent before; without effect on a link that is not open.
  func send(_ bytes: [UInt8])
  /// Ends the link; without effect on one that is not open.
  func close()
}

/// A place where a reader may be attached.
package protocol ReaderPort: AnyObject, Sendable {
  /// Whether there is a reader; nil: that shows when opening only.
  var isAvailable: Bool? { get }
  /// Calls back whenever a reader comes or goes, from any thread.
  func watch(_ changed: @escaping @Sendable (Bool) -> Void)
  /// A link that was not opened yet.
  func makeLink() throws(TargetFailure) -> any ReaderLink
}

extension ReaderPort {
  package func watch(_ changed: @escaping @Sendable (Bool) -> Void) {}
}

/// A place with nothing at it.
package final class EmptyPort: ReaderPort {
  private let reason: String

  package init(_ reason: String) { self.reason = reason }

  package var isAvailable: Bool? { false }
  package func makeLink() throws(TargetFailure) -> any ReaderLink { throw .noDevice(reason) }
}

/// A reader in the network.
package final class NetworkPort: ReaderPort {
  /// Where readers listen unless configured otherwise.
  package static let usualPort = 23

  package let host: String
  package let port: Int

  package init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// From `host` or `host:port`; nil when the port is no number.
  package convenience init?(address: String) {
    guard let colon = address.lastIndex(of: ":") else {
      self.init(host: address, port: Self.usualPort)
      return
    }
    guard let port = Int(address[address.index(after: colon)...]) else { return nil }
    self.init(host: String(address[..<colon]), port: port)
  }

  package var isAvailable: Bool? { nil }

  package func makeLink() throws(TargetFailure) -> any ReaderLink {
    guard (1...65535).contains(port) else { throw .noDevice("\(port) is no port of a network") }
    return SocketLink(host: host, port: port)
  }
}
