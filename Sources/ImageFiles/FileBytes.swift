#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whole files as bytes.
enum FileBytes {
  /// The most bytes of a file. Pipes and devices may have no end.
  static let limit = 1 << 30

  /// The bytes of a file; `-` is standard input.
  static func read(path: String) throws(ImageFileError.Reason) -> [UInt8] {
    if path == "-" { return try readAll(of: 0, expecting: 0) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw reason() }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .isFolder }
    guard status.st_size <= limit else { throw .tooManyBytes(limit: limit) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw reason() }
    defer { close(descriptor) }
    return try readAll(of: descriptor, expecting: Int(status.st_size))
  }

  private static func readAll(of descriptor: Int32, expecting size: Int) throws(ImageFileError.Reason) -> [UInt8] {
    // One byte more than expected shows the end without growing.
    var bytes = [UInt8](repeating: 0, count: max(size + 1, 65536))
    var count = 0
    while true {
      if count == bytes.count {
        guard count <= limit else { throw .tooManyBytes(limit: limit) }
        bytes.append(contentsOf: repeatElement(0, count: count))
      }
      let got = bytes.withUnsafeMutableBytes { buffer in
        systemRead(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      }
      if got < 0 {
        if errno == EINTR { continue }
        throw reason()
      }
      if got == 0 { break }
      count += got
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private static func reason() -> ImageFileError.Reason {
    let code = errno
    if code == ENOENT || code == ENOTDIR { return .notFound }
    return .unreadable(String(cString: strerror(code)))
  }

  /// Writes a file, in place of one that is there.
  static func write(_ bytes: [UInt8], path: String) throws(ImageFileError.Reason) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .unwritable(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let n = bytes.withUnsafeBytes { buffer in
        systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      if n < 0 {
        if errno == EINTR { continue }
        throw .unwritable(String(cString: strerror(errno)))
      }
      written += n
    }
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(descriptor, buffer.baseAddress, buffer.count)
}
