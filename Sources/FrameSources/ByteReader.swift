#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads a file or a pipe from its start to its end, in blocks.
///
/// Sendable: the owner uses it from one serial worker.
final class ByteReader: @unchecked Sendable {
  private let descriptor: Int32
  private let owns: Bool
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var start = 0
  private var end = 0

  /// Opens a file; `-` is standard input.
  init(path: String) throws {
    owns = path != "-"
    descriptor = owns ? open(path, O_RDONLY) : 0
    guard descriptor >= 0 else { throw FrameSourceError.unreadable(path) }
  }

  deinit {
    if owns { _ = close(descriptor) }
  }

  /// Fills the buffer; false at the end.
  private func fill() throws -> Bool {
    start = 0
    end = 0
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        end = count
        return true
      }
      if count == 0 { return false }
      guard errno == EINTR else { throw FrameSourceError.unreadable("read error \(errno)") }
    }
  }

  /// The bytes up to a line feed, which is taken, too; nil at the end. A line must not be longer than the limit.
  func line(limit: Int) throws -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if start == end, try !fill() { return nil }
      let byte = buffer[start]
      start += 1
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
      guard line.count <= limit else { throw FrameSourceError.unreadable("line too long") }
    }
  }

  /// Exactly so many bytes; nil when the end comes first.
  func bytes(_ count: Int) throws -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    while result.count < count {
      if start == end, try !fill() { return nil }
      let taken = min(count - result.count, end - start)
      result.append(contentsOf: buffer[start..<start + taken])
      start += taken
    }
    return result
  }

  /// Passes over so many bytes; false when the end comes first.
  func skip(_ count: Int) throws -> Bool {
    var rest = count
    while rest > 0 {
      if start == end, try !fill() { return false }
      let taken = min(rest, end - start)
      start += taken
      rest -= taken
    }
    return true
  }
}
