/// One command as it came over the wire or from `sendCommand`, before the command table has judged it.
package struct Command: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    case get
    case set
    /// The name alone, followed by its arguments.
    case action
  }

  package var form: Form
  /// In capitals.
  package var name: String
  package var arguments: [Token]
  /// Bytes that follow the command block, for commands that carry some.
  package var data: [UInt8]
  package var header: CommandHeader

  package init(
    _ form: Form, _ name: String, _ arguments: [Token] = [], data: [UInt8] = [], header: CommandHeader = .init()
  ) {
    self.form = form
    self.name = name
    self.arguments = arguments
    self.data = data
    self.header = header
  }
}

/// What the optional header of a command says.
package struct CommandHeader: Hashable, Sendable {
  /// The block carries a checksum byte before its footer, and so shall the response.
  package var hasChecksum: Bool
  /// Chosen by the client, echoed in the response.
  package var identifier: Int?

  package init(hasChecksum: Bool = false, identifier: Int? = nil) {
    self.hasChecksum = hasChecksum
    self.identifier = identifier
  }
}

/// An argument: its text without quotes and escapes.
package struct Token: Hashable, Sendable {
  package var text: String
  package var isQuoted: Bool

  package init(_ text: String, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
  }
}
