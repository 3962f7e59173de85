import DMCC

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The calls of the system's sockets.
enum Sockets {
  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let noSignal: Int32 = 0
    private static let both = SHUT_RDWR
  #elseif canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
    private static let both = Int32(SHUT_RDWR)
  #else
    private static let stream = SOCK_STREAM
    private static let noSignal = MSG_NOSIGNAL
    private static let both = Int32(SHUT_RDWR)
  #endif

  static func open(host: String, port: Int) throws(TargetFailure) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = stream
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0 else { throw .noDevice("\(host): unknown host") }
    defer { freeaddrinfo(list) }
    var entry = list
    var reason = "no address"
    while let address = entry?.pointee {
      let descriptor = socket(address.ai_family, stream, 0)
      if descriptor >= 0 {
        if let target = address.ai_addr, connect(descriptor, target, address.ai_addrlen) == 0 {
          prepare(descriptor)
          return descriptor
        }
        reason = lastError
        close(descriptor)
      }
      entry = address.ai_next
    }
    throw .noDevice("\(host):\(port): \(reason)")
  }

  static func openListener(port: Int, isLocal: Bool) throws(TargetFailure) -> Int32 {
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw .noDevice("no socket: \(lastError)") }
    setOption(descriptor, SO_REUSEADDR)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    // 127.0.0.1, or any address of this machine.
    address.sin_addr.s_addr = isLocal ? UInt32(0x7F00_0001).bigEndian : 0
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) } == 0
    }
    // As many may wait as a reader will ever have clients.
    guard isBound, listen(descriptor, 16) == 0 else {
      let reason = lastError
      close(descriptor)
      throw .noDevice("port \(port): \(reason)")
    }
    return descriptor
  }

  static func port(of descriptor: Int32) -> Int {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return status == 0 ? Int(UInt16(bigEndian: UInt16(address.sin_port))) : 0
  }

  /// The next connection; nil when the listener was shut down.
  static func nextConnection(_ descriptor: Int32) -> Int32? {
    while true {
      let connection = accept(descriptor, nil, nil)
      if connection >= 0 {
        prepare(connection)
        return connection
      }
      // Somebody who has gone again is no reason to stop listening.
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// The next bytes; nil at the end.
  static func take(_ descriptor: Int32, atMost count: Int) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { to, filled in
      var received = recv(descriptor, to.baseAddress, count, 0)
      while received < 0, errno == EINTR { received = recv(descriptor, to.baseAddress, count, 0) }
      failed = received <= 0
      filled = max(0, received)
    }
    return failed ? nil : bytes
  }

  static func put(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let count = send(descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, noSignal)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  /// Ends both directions; who waits for bytes goes on.
  static func shutDown(_ descriptor: Int32) { _ = shutdown(descriptor, both) }

  static func end(_ descriptor: Int32) { _ = close(descriptor) }

  /// Commands are short, and each waits for its answer.
  private static func prepare(_ descriptor: Int32) {
    var on: Int32 = 1
    _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      setOption(descriptor, SO_NOSIGPIPE)
    #endif
  }

  private static func setOption(_ descriptor: Int32, _ option: Int32) {
    var on: Int32 = 1
    _ = setsockopt(descriptor, SOL_SOCKET, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
