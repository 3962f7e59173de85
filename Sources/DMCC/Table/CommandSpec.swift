import BarcodeCore

/// One row of the command table.
package struct CommandSpec: Sendable {
  /// In capitals.
  package let name: String
  package let forms: CommandForms
  package let parameters: [Parameter]
  /// Values of a setting after `CONFIG.DEFAULT`; empty for what is not stored.
  package let defaults: [Value]
  package let storage: Storage
  /// Camera modes in which the command is answered with no error and does nothing.
  package let ignoredIn: CameraModes
  /// One line of help.
  package let help: String

  /// The value is kept and given back, and nothing else happens.
  package var isStoredOnly: Bool { storedOnlyReason != nil }

  /// Why a setting is stored and does nothing else; nil for all others.
  package var storedOnlyReason: String? { Self.storedOnly[name] }

  private static let storedOnly: [String: String] = [
    "COM.SCRIPT-ENABLED": "a camera reader takes no scripts",
    "FORMAT.MODE": "a camera reader takes no format strings",
    "DATA.RESULT-ENCODING": "what its values mean is not public",
    "DATA.RESULT-ALWAYSSEND": "what its values mean is not public",
    "DATA.IMAGE-TYPE": "what its values mean is not public",
  ]

  package enum Storage: Sendable {
    /// A setting of the reader, shared by all connections.
    case reader
    /// A setting of one connection.
    case connection
    /// The device answers from its present state; see `CommandTarget`.
    case device
  }
}

/// In which forms a command may be sent.
package struct CommandForms: OptionSet, Sendable, Hashable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let get = CommandForms(rawValue: 1)
  package static let set = CommandForms(rawValue: 2)
  package static let action = CommandForms(rawValue: 4)

  package init(_ form: Command.Form) {
    switch form {
    case .get: self = .get
    case .set: self = .set
    case .action: self = .action
    }
  }
}

/// How the camera is aimed; numbered like `CDMCameraMode`.
package enum CameraMode: Int, Sendable, CaseIterable {
  case noAimer = 0
  case passiveAimer = 1
  case activeAimer = 2
  case frontCamera = 3
}

/// A set of camera modes.
package struct CameraModes: OptionSet, Sendable, Hashable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let noAimer = CameraModes(.noAimer)
  package static let passiveAimer = CameraModes(.passiveAimer)
  package static let frontCamera = CameraModes(.frontCamera)

  package init(_ mode: CameraMode) { self.init(rawValue: 1 << mode.rawValue) }
}

/// The type and range of an argument.
package enum Parameter: Sendable, Hashable {
  /// ON or OFF.
  case toggle
  case integer(ClosedRange<Int>)
  /// One of these numbers.
  case choice([Int])
  /// A text of at most so many characters.
  case text(Int)
  /// The number of bytes that follow the command block.
  case attachedBytes

  /// The typed value, or nil when the token is out of range or of another type.
  package func value(of token: Token) -> Value? {
    switch self {
    case .toggle:
      guard !token.isQuoted else { return nil }
      switch token.text.uppercased() {
      case "ON": return .toggle(true)
      case "OFF": return .toggle(false)
      default: return nil
      }
    case .integer(let range):
      return integer(token).flatMap { range.contains($0) ? .integer($0) : nil }
    case .choice(let numbers):
      return integer(token).flatMap { numbers.contains($0) ? .integer($0) : nil }
    case .text(let length):
      return token.text.count <= length ? .text(token.text) : nil
    case .attachedBytes:
      return integer(token).flatMap { $0 >= 0 ? .integer($0) : nil }
    }
  }

  private func integer(_ token: Token) -> Int? { token.isQuoted ? nil : Int(token.text) }
}

/// A typed argument or value of a setting.
package enum Value: Sendable, Hashable, CustomStringConvertible {
  case toggle(Bool)
  case integer(Int)
  case text(String)

  /// As an answer to GET shows it.
  package var description: String {
    switch self {
    case .toggle(let on): on ? "ON" : "OFF"
    case .integer(let number): String(number)
    case .text(let text): text
    }
  }
}
