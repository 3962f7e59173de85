import DMCC

/// Cuts what a reader sends into responses, pushed results and lines.
struct ResponseStream: Sendable {
  enum Element: Hashable, Sendable {
    /// Has a header: the answer to a command, or something pushed.
    case response(Response)
    /// Has none, as in silent mode.
    case line([UInt8])
  }

  /// A response of more bytes than the largest picture is none.
  private static let maximumBlock = 96 * 1024 * 1024

  private var buffer: [UInt8] = []
  private var start = 0
  /// How far the buffer was searched for an end of line.
  private var searched = 0
  /// A response whose bytes are not complete yet, and their number.
  private var waiting: (response: Response, count: Int)?

  mutating func append(_ bytes: [UInt8]) {
    if start > 0 {
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    buffer += bytes
    if buffer.count > Self.maximumBlock { self = ResponseStream() }
  }

  /// What has come and is no complete line, such as a prompt.
  var rest: ArraySlice<UInt8> { buffer[start...] }

  /// The next complete element, or nil when more bytes are needed.
  ///
  /// - Parameter isCounted: whether the answer to the command of an identifier is a number of bytes and these bytes.
  mutating func next(isCounted: (Int?) -> Bool) -> Element? {
    while true {
      if let (response, count) = waiting {
        guard buffer.count - start >= count else { return nil }
        var complete = response
        complete.payload = Array(buffer[start..<start + count])
        start += count
        waiting = nil
        return .response(complete)
      }
      guard let line = nextLine() else { return nil }
      guard let response = ResponseStyle.decode(line) else {
        if line.isEmpty { continue }
        return .line(Array(line))
      }
      if response.status == .noError, isCounted(response.identifier), let count = Int(response.text), count >= 0,
        count <= Self.maximumBlock
      {
        waiting = (response, count)
        continue
      }
      return .response(response)
    }
  }

  private mutating func nextLine() -> ArraySlice<UInt8>? {
    var end = max(searched, start)
    while end < buffer.count, buffer[end] != 0x0A { end += 1 }
    searched = end
    guard end < buffer.count else { return nil }
    defer { start = end + 1 }
    return end > start && buffer[end - 1] == 0x0D ? buffer[start..<end - 1] : buffer[start..<end]
  }
}
