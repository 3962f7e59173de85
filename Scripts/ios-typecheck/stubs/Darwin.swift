// The C library.
public struct pthread_mutex_t { public init() {} }
public struct pthread_mutexattr_t { public init() {} }
@discardableResult public func pthread_mutex_init(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ attributes: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { 0 }
@discardableResult public func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
@discardableResult public func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
@discardableResult public func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }

public struct timespec {
  public var tv_sec = 0
  public var tv_nsec = 0
  public init() {}
}
public struct clockid_t: Sendable { public init() {} }
public var CLOCK_MONOTONIC: clockid_t { clockid_t() }
@discardableResult public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>) -> Int32 { 0 }

public var errno: Int32 { 0 }
public var EINTR: Int32 { 4 }
public var ENOENT: Int32 { 2 }
public var ENOTDIR: Int32 { 20 }
public var O_RDONLY: Int32 { 0 }
public var O_WRONLY: Int32 { 1 }
public var O_CREAT: Int32 { 0x200 }
public var O_TRUNC: Int32 { 0x400 }
public var O_CLOEXEC: Int32 { 0x1000000 }
public var S_IFMT: UInt16 { 0o170000 }
public var S_IFDIR: UInt16 { 0o040000 }
@discardableResult public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
@discardableResult public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt16) -> Int32 { 0 }
@discardableResult public func close(_ descriptor: Int32) -> Int32 { 0 }
@discardableResult public func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { 0 }
@discardableResult public func write(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { 0 }
@discardableResult public func strerror(_ code: Int32) -> UnsafeMutablePointer<CChar> { .init(bitPattern: 1)! }
// In reality a structure and a function; here an initialiser stands for the function, and may be compared with 0.
public struct stat: Equatable, ExpressibleByIntegerLiteral {
  public var st_mode: UInt16 = 0
  public var st_size: Int64 = 0
  public init() {}
  public init(integerLiteral value: Int) {}
  public init(_ path: UnsafePointer<CChar>, _ status: UnsafeMutablePointer<stat>) {}
}

public func pow(_ x: Double, _ y: Double) -> Double { 0 }
public func log10(_ x: Double) -> Double { 0 }
public func exp(_ x: Double) -> Double { 0 }
public func atan2(_ y: Double, _ x: Double) -> Double { 0 }
public func sin(_ x: Double) -> Double { 0 }
public func cos(_ x: Double) -> Double { 0 }

// Sockets.
public typealias socklen_t = UInt32
public typealias sa_family_t = UInt8
public typealias in_port_t = UInt16
public struct sockaddr { public init() {} }
public struct in_addr { public var s_addr: UInt32 = 0 }
public struct sockaddr_in {
  public var sin_family: sa_family_t = 0
  public var sin_port: in_port_t = 0
  public var sin_addr = in_addr()
  public init() {}
}
public struct addrinfo {
  public var ai_socktype: Int32 = 0
  public var ai_family: Int32 = 0
  public var ai_addrlen: socklen_t = 0
  public var ai_addr: UnsafeMutablePointer<sockaddr>?
  public var ai_next: UnsafeMutablePointer<addrinfo>?
  public init() {}
}
public var SOCK_STREAM: Int32 { 1 }
public var SHUT_RDWR: Int32 { 2 }
public var AF_INET: Int32 { 2 }
public var SOL_SOCKET: Int32 { 0xFFFF }
public var SO_REUSEADDR: Int32 { 4 }
public var SO_NOSIGPIPE: Int32 { 0x1022 }
public var IPPROTO_TCP: Int32 { 6 }
public var TCP_NODELAY: Int32 { 1 }
public var ECONNABORTED: Int32 { 53 }
public func getaddrinfo(
  _ host: UnsafePointer<CChar>?, _ port: UnsafePointer<CChar>?, _ hints: UnsafePointer<addrinfo>?,
  _ list: UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
) -> Int32 { 0 }
public func freeaddrinfo(_ list: UnsafeMutablePointer<addrinfo>?) {}
public func socket(_ family: Int32, _ kind: Int32, _ number: Int32) -> Int32 { 0 }
public func connect(_ socket: Int32, _ address: UnsafePointer<sockaddr>?, _ size: socklen_t) -> Int32 { 0 }
public func bind(_ socket: Int32, _ address: UnsafePointer<sockaddr>?, _ size: socklen_t) -> Int32 { 0 }
public func listen(_ socket: Int32, _ count: Int32) -> Int32 { 0 }
public func accept(
  _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ size: UnsafeMutablePointer<socklen_t>?
) -> Int32 { 0 }
public func getsockname(
  _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ size: UnsafeMutablePointer<socklen_t>?
) -> Int32 { 0 }
public func setsockopt(
  _ socket: Int32, _ level: Int32, _ option: Int32, _ value: UnsafeRawPointer?, _ size: socklen_t
) -> Int32 { 0 }
public func recv(_ socket: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ flags: Int32) -> Int { 0 }
public func send(_ socket: Int32, _ buffer: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int { 0 }
public func shutdown(_ socket: Int32, _ how: Int32) -> Int32 { 0 }
