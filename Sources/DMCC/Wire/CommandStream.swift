/// Cuts a stream of bytes into commands. Blocks end in CR LF, or in a lone CR or LF as some clients send them.
package struct CommandStream: Sendable {
  package enum Element: Hashable, Sendable {
    case command(Command)
    /// To be answered with the status; the block is over.
    case failure(CommandGrammar.Failure)
  }

  /// No command is longer; what is, gets refused without being kept.
  package static let maximumBlock = 16 * 1024
  /// Largest number of bytes that a command may carry: an encoded still picture.
  package static let maximumData = 64 * 1024 * 1024

  private var buffer: [UInt8] = []
  private var start = 0
  private var skipsBlock = false
  /// The last block ended in a CR whose LF, if there is one, has not come yet.
  private var skipsLineFeed = false
  /// A command whose attached bytes are not complete yet, and their number.
  private var waiting: (command: Command, count: Int)?
  private var skippedBytes = 0

  package init() {}

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next complete command, or nil when more bytes are needed.
  package mutating func next() -> Element? {
    while true {
      if skipsLineFeed, start < buffer.count {
        if buffer[start] == ASCII.lineFeed { start += 1 }
        skipsLineFeed = false
      }
      if skippedBytes > 0 {
        let count = min(skippedBytes, buffer.count - start)
        start += count
        skippedBytes -= count
        if skippedBytes > 0 { return nil }
      }
      if let (command, count) = waiting {
        guard buffer.count - start >= count else { return nil }
        var complete = command
        complete.data = Array(buffer[start..<start + count])
        start += count
        waiting = nil
        return .command(complete)
      }
      guard let block = nextBlock() else { return nil }
      if let element = element(of: block) { return element }
    }
  }

  private mutating func element(of block: ArraySlice<UInt8>) -> Element? {
    if skipsBlock {
      skipsBlock = false
      return .failure(.init(status: .invalidCommand, header: .init()))
    }
    guard block.contains(where: { !ASCII.isBlank($0) }) else { return nil }
    let command: Command
    do throws(CommandGrammar.Failure) {
      command = try CommandGrammar.parse(block)
    } catch {
      return .failure(error)
    }
    guard let count = CommandTable.attachedByteCount(of: command), count > 0 else { return .command(command) }
    guard count <= Self.maximumData else {
      skippedBytes = count
      return .failure(.init(status: .invalidParameter, header: command.header))
    }
    waiting = (command, count)
    return nil
  }

  /// The bytes up to the next footer, which is taken, too.
  private mutating func nextBlock() -> ArraySlice<UInt8>? {
    var end = start
    while end < buffer.count {
      let byte = buffer[end]
      guard byte == ASCII.carriageReturn || byte == ASCII.lineFeed else {
        end += 1
        continue
      }
      let block = buffer[start..<end]
      if CommandGrammar.lacksChecksum(block), CommandGrammar.wouldComplete(block, byte) {
        // The checksum happens to be CR or LF.
        end += 1
        continue
      }
      start = end + 1
      skipsLineFeed = byte == ASCII.carriageReturn
      return block
    }
    if buffer.count - start > Self.maximumBlock {
      skipsBlock = true
      start = buffer.count
    }
    return nil
  }
}
