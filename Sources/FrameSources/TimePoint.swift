#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A moment on a clock that never runs backwards; its origin has no meaning.
public struct TimePoint: Sendable, Hashable, Comparable {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// A moment so many seconds after the origin. What does not fit is cut to the range.
  public init(seconds: Double) {
    // 2^62 ns are 146 years, far inside of what Int64 holds.
    let limit = 0x1p62
    nanoseconds = Int64(Swift.max(-limit, Swift.min(limit, (seconds * 1e9).rounded())))
  }

  /// This moment by the system's clock.
  public static var now: TimePoint {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return TimePoint(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  public static func < (a: TimePoint, b: TimePoint) -> Bool { a.nanoseconds < b.nanoseconds }

  /// So many seconds later.
  public static func + (a: TimePoint, seconds: Double) -> TimePoint {
    TimePoint(nanoseconds: a.nanoseconds &+ TimePoint(seconds: seconds).nanoseconds)
  }

  /// Seconds from another moment to this one.
  public func seconds(since other: TimePoint) -> Double { Double(nanoseconds &- other.nanoseconds) / 1e9 }
}
