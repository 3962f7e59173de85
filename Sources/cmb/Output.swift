#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How the process ends.
enum ExitStatus: Int32 {
  /// Something was read.
  case success = 0
  /// Nothing was read.
  case nothing = 1
  /// A bad argument or an unreadable file.
  case failure = 2

  func exit() -> Never { endProcess(rawValue) }
}

private func endProcess(_ code: Int32) -> Never { exit(code) }

/// Standard output and standard error, unbuffered, so that whoever waits for a line has it at once.
enum Output {
  static let isErrorTerminal = isatty(2) == 1

  static func write(_ text: String) { write(text, to: 1) }

  static func error(_ text: String) { write(text, to: 2) }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { buffer in
      var rest = UnsafeRawBufferPointer(buffer)
      while !rest.isEmpty {
        let written = systemWrite(descriptor, rest)
        if written < 0 {
          if errno == EINTR { continue }
          // Nobody listens any more.
          return
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
