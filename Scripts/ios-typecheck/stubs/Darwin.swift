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
