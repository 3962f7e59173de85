/// Deals out frame numbers by the clock, so that a consumer that is late gets the frame of the moment.
struct Pacer: Sendable {
  /// Frames a second; nil deals them out as fast as they are asked for.
  let rate: Double?
  private let start: TimePoint
  private var next = 0

  init(rate: Double?, start: TimePoint = .now) {
    self.rate = rate.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    self.start = start
  }

  /// The number of the next frame, and the seconds until it is due. Every number is dealt out once at most.
  mutating func deal(at now: TimePoint) -> (number: Int, delay: Double) {
    guard let rate else {
      defer { next += 1 }
      return (next, 0)
    }
    // 2^53 is exact in Double; no clock gets there.
    let elapsed = Swift.min(Swift.max(now.seconds(since: start) * rate, 0), 0x1p53)
    let number = Swift.max(next, Int(elapsed))
    next = number + 1
    return (number, Swift.max(0, (Double(number) - elapsed) / rate))
  }
}

extension Task where Success == Never, Failure == Never {
  /// Sleeps for so many seconds, at most a day.
  static func sleep(seconds: Double) async throws {
    guard seconds > 0 else { return }
    try await sleep(nanoseconds: UInt64(Swift.min(seconds, 86_400) * 1e9))
  }
}
