/// Command blocks, from bytes and to bytes: `||checksum:id>NAME arguments` and a footer.
package enum CommandGrammar {
  /// A block that is no command, with what could be understood of its header.
  package struct Failure: Error, Hashable {
    package let status: Status
    package let header: CommandHeader

    package init(status: Status, header: CommandHeader) {
      self.status = status
      self.header = header
    }
  }

  /// Reads one block without its footer.
  package static func parse(_ block: ArraySlice<UInt8>) throws(Failure) -> Command {
    var rest = block
    let header = try parseHeader(&rest)
    if header.hasChecksum {
      guard let sum = rest.last, isChecksum(sum, of: block.dropLast(), body: rest.dropLast()) else {
        throw Failure(status: .incorrectChecksum, header: header)
      }
      rest = rest.dropLast()
    }
    guard var tokens = tokens(of: rest), let first = tokens.first, !first.isQuoted else {
      throw Failure(status: .invalidCommand, header: header)
    }
    tokens.removeFirst()
    let word = first.text.uppercased()
    guard word == "GET" || word == "SET" else {
      return Command(.action, word, tokens, header: header)
    }
    guard let name = tokens.first, !name.isQuoted else {
      throw Failure(status: .invalidCommand, header: header)
    }
    return Command(word == "GET" ? .get : .set, name.text.uppercased(), Array(tokens.dropFirst()), header: header)
  }

  /// Reads one block given as text; its footer may be there.
  package static func parse(_ text: String) throws(Failure) -> Command {
    var bytes = Array(text.utf8)[...]
    while let last = bytes.last, last == ASCII.carriageReturn || last == ASCII.lineFeed { bytes = bytes.dropLast() }
    return try parse(bytes)
  }

  /// The whole block with its footer, and the attached bytes behind it.
  package static func encode(_ command: Command) -> [UInt8] {
    var text = ""
    let header = command.header
    if header.hasChecksum || header.identifier != nil {
      text += "||" + (header.hasChecksum ? "1" : "0")
      if let identifier = header.identifier { text += ":\(identifier)" }
      text += ">"
    }
    switch command.form {
    case .get: text += "GET "
    case .set: text += "SET "
    case .action: break
    }
    text += command.name
    for argument in command.arguments {
      text += " " + (argument.isQuoted ? quoted(argument.text) : argument.text)
    }
    var bytes = Array(text.utf8)
    if header.hasChecksum { bytes.append(checksum(of: bytes[...])) }
    return bytes + [ASCII.carriageReturn, ASCII.lineFeed] + command.data
  }

  /// Exclusive or of all bytes.
  package static func checksum(of bytes: ArraySlice<UInt8>) -> UInt8 { bytes.reduce(0, ^) }

  /// The documents leave open whether the header takes part, so both readings are accepted.
  private static func isChecksum(_ sum: UInt8, of block: ArraySlice<UInt8>, body: ArraySlice<UInt8>) -> Bool {
    sum == checksum(of: block) || sum == checksum(of: body)
  }

  /// Whether the block says that it ends in a checksum byte, and that byte is not the one it has.
  static func lacksChecksum(_ block: ArraySlice<UInt8>) -> Bool {
    var rest = block
    guard let header = try? parseHeader(&rest), header.hasChecksum else { return false }
    guard let sum = rest.last else { return true }
    return !isChecksum(sum, of: block.dropLast(), body: rest.dropLast())
  }

  /// Whether the byte would be the checksum of the whole block before it.
  static func wouldComplete(_ block: ArraySlice<UInt8>, _ byte: UInt8) -> Bool {
    var rest = block
    guard (try? parseHeader(&rest)) != nil else { return false }
    return isChecksum(byte, of: block, body: rest)
  }

  private static func parseHeader(_ rest: inout ArraySlice<UInt8>) throws(Failure) -> CommandHeader {
    guard rest.starts(with: [ASCII.bar, ASCII.bar]) else { return CommandHeader() }
    rest = rest.dropFirst(2)
    let checksum = number(&rest)
    var identifier: Int?
    if rest.first == ASCII.colon {
      rest = rest.dropFirst()
      identifier = number(&rest)
    }
    let header = CommandHeader(hasChecksum: checksum == 1, identifier: identifier)
    guard rest.first == ASCII.greater, (0...1).contains(checksum ?? 0) else {
      throw Failure(status: .invalidCommand, header: CommandHeader(identifier: identifier))
    }
    rest = rest.dropFirst()
    return header
  }

  /// Takes a decimal number of at most nine digits off the front; nil when there is none.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix(9).prefix { ASCII.isDigit($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
  }

  /// Words and quoted strings; nil when a string has no end.
  private static func tokens(of bytes: ArraySlice<UInt8>) -> [Token]? {
    var tokens: [Token] = []
    var i = bytes.startIndex
    while i < bytes.endIndex {
      if ASCII.isBlank(bytes[i]) {
        i += 1
      } else if bytes[i] == ASCII.quote {
        guard let (text, end) = string(bytes, from: i + 1) else { return nil }
        tokens.append(Token(text, isQuoted: true))
        i = end
      } else {
        let word = bytes[i...].prefix { !ASCII.isBlank($0) }
        tokens.append(Token(String(decoding: word, as: UTF8.self)))
        i = word.endIndex
      }
    }
    return tokens
  }

  private static func string(_ bytes: ArraySlice<UInt8>, from start: Int) -> (text: String, end: Int)? {
    var content: [UInt8] = []
    var i = start
    while i < bytes.endIndex {
      switch bytes[i] {
      case ASCII.quote:
        return (String(decoding: content, as: UTF8.self), i + 1)
      case ASCII.backslash:
        guard i + 1 < bytes.endIndex else { return nil }
        content.append(unescaped(bytes[i + 1]))
        i += 2
      default:
        content.append(bytes[i])
        i += 1
      }
    }
    return nil
  }

  private static func unescaped(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "t"): ASCII.tab
    case UInt8(ascii: "r"): ASCII.carriageReturn
    case UInt8(ascii: "n"): ASCII.lineFeed
    default: byte
    }
  }

  /// The text as a quoted argument.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "|": result += "\\" + String(scalar)
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// Bytes that have a meaning on the wire.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote = UInt8(ascii: "\"")
  static let zero = UInt8(ascii: "0")
  static let colon = UInt8(ascii: ":")
  static let greater = UInt8(ascii: ">")
  static let opening = UInt8(ascii: "[")
  static let closing = UInt8(ascii: "]")
  static let backslash = UInt8(ascii: "\\")
  static let bar = UInt8(ascii: "|")

  static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }
}
