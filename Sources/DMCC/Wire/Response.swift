/// An answer to a command, or something that the reader sends unasked.
package struct Response: Hashable, Sendable {
  package var status: Status
  package var payload: [UInt8]
  /// The command's identifier.
  package var identifier: Int?
  /// Pairs the parts of one read that are pushed.
  package var number: Int?
  /// The payload is any bytes; on the wire their number stands before them.
  package var isCounted: Bool

  package init(
    _ status: Status, _ payload: [UInt8] = [], identifier: Int? = nil, number: Int? = nil, isCounted: Bool = false
  ) {
    self.status = status
    self.payload = payload
    self.identifier = identifier
    self.number = number
    self.isCounted = isCounted
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
  /// Results carry their number.
  package var hasNumber: Bool

  package init(mode: Mode = .silent, hasChecksum: Bool = false, hasNumber: Bool = false) {
    self.mode = mode
    self.hasChecksum = hasChecksum
    self.hasNumber = hasNumber
  }

  /// By the settings of a connection.
  package init(_ connection: Settings) {
    self.init(
      mode: Mode(rawValue: connection.number("COM.DMCC-RESPONSE")) ?? .silent,
      hasChecksum: connection.number("COM.DMCC-CHECKSUM") == 1, hasNumber: connection.number("COM.DMCC-HEADER") == 1)
  }

  /// The answer to a command, or something pushed, as bytes; empty where this style says nothing.
  ///
  /// - Parameter form: nil for what is pushed.
  package func encode(_ response: Response, to form: Command.Form?) -> [UInt8] {
    let footer = [ASCII.carriageReturn, ASCII.lineFeed]
    guard mode != .silent else {
      guard response.status == .noError else { return [] }
      if response.isCounted { return counted(response.payload) }
      return form == .get ? response.payload + footer : []
    }
    var head = "||" + (hasChecksum ? "1" : "")
    let identifier = response.identifier.map(String.init) ?? ""
    let number = hasNumber ? response.number.map(String.init) ?? "" : ""
    switch mode {
    case .fourFields: head += ":\(identifier):\(number):\(mode.rawValue)"
    default:
      if !number.isEmpty { head += ":\(identifier):\(number)" } else if !identifier.isEmpty { head += ":" + identifier }
    }
    var bytes = Array("\(head)[\(response.status.rawValue)]".utf8)
    // Bytes that may be anything stand outside of the block.
    if response.isCounted { return bytes + counted(response.payload) }
    bytes += response.payload
    if hasChecksum { bytes.append(CommandGrammar.checksum(of: bytes[...])) }
    return bytes + footer
  }

  private func counted(_ bytes: [UInt8]) -> [UInt8] {
    Array(String(bytes.count).utf8) + [ASCII.carriageReturn, ASCII.lineFeed] + bytes
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
      Status(rawValue: status), Array(rest), identifier: parts.count > 1 ? Int(parts[1]) : nil,
      number: parts.count > 2 ? Int(parts[2]) : nil)
  }
}
