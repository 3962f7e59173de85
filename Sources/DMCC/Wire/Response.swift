/// An answer to a command, or something that the reader sends unasked.
package struct Response: Hashable, Sendable {
  package var status: Status
  package var payload: [UInt8]
  /// The command's identifier.
  package var identifier: Int?

  package init(_ status: Status, _ payload: [UInt8] = [], identifier: Int? = nil) {
    self.status = status
    self.payload = payload
    self.identifier = identifier
  }

  package init(_ status: Status, text: String) { self.init(status, Array(text.utf8)) }

  /// The payload as text.
  package var text: String { String(decoding: payload, as: UTF8.self) }
}

/// How responses look on a connection, by its `COM.DMCC-…` settings.
package struct ResponseStyle: Hashable, Sendable {
  package enum Mode: Int, Sendable {
    /// Only values, without any header.
    case silent = 0
    case extended = 1
    /// Extended, with four fields before the status.
    case fourFields = 2
  }

  package var mode: Mode
  package var hasChecksum: Bool

  package init(mode: Mode = .silent, hasChecksum: Bool = false) {
    self.mode = mode
    self.hasChecksum = hasChecksum
  }

  /// The answer to a command as bytes; empty where this style says nothing.
  package func encode(_ response: Response, to form: Command.Form?) -> [UInt8] {
    let footer = [ASCII.carriageReturn, ASCII.lineFeed]
    guard mode != .silent else {
      guard form == .get, response.status == .noError else { return [] }
      return response.payload + footer
    }
    var head = "||" + (hasChecksum ? "1" : "")
    let identifier = response.identifier.map(String.init) ?? ""
    switch mode {
    case .fourFields: head += ":\(identifier)::\(mode.rawValue)"
    default: head += identifier.isEmpty ? "" : ":" + identifier
    }
    var bytes = Array("\(head)[\(response.status.rawValue)]".utf8) + response.payload
    if hasChecksum { bytes.append(CommandGrammar.checksum(of: bytes[...])) }
    return bytes + footer
  }

  /// Reads a response of an extended style, without its footer; nil when it has no header.
  package static func decode(_ block: ArraySlice<UInt8>) -> Response? {
    guard block.starts(with: [ASCII.bar, ASCII.bar]) else { return nil }
    // The fields before the bracket hold digits and colons only.
    let fields = block.dropFirst(2).prefix { ASCII.isDigit($0) || $0 == ASCII.colon }
    var rest = block[fields.endIndex...]
    guard rest.first == ASCII.opening else { return nil }
    let number = rest.dropFirst().prefix(9).prefix { ASCII.isDigit($0) }
    guard !number.isEmpty, block[number.endIndex...].first == ASCII.closing else { return nil }
    rest = block[(number.endIndex + 1)...]
    let parts = fields.split(separator: ASCII.colon, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    if parts.first == "1" { rest = rest.dropLast() }
    let status = number.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
    return Response(
      Status(rawValue: status), Array(rest), identifier: parts.count > 1 ? Int(parts[1]) : nil)
  }
}
