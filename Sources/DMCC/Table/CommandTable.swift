/// The one place that knows the commands: names, forms, arguments, defaults.
package enum CommandTable {
  /// All rows, in the order of the documentation.
  package static let rows: [CommandSpec] = actions + device + scanning + output + switches + options

  private static let byName: [String: CommandSpec] = Dictionary(rows.map { ($0.name, $0) }) { first, _ in first }

  /// Defaults of the setting of a name in capitals; empty for names that are none.
  static func defaults(_ name: String) -> [Value] { byName[name]?.defaults ?? [] }

  /// The row of a name, in any capitalisation.
  package static func row(_ name: String) -> CommandSpec? { byName[name.uppercased()] }

  /// A command that the table allows.
  package struct Resolved: Sendable {
    package let spec: CommandSpec
    package let form: Command.Form
    package let values: [Value]
  }

  /// Judges a command by its row.
  package static func resolve(_ command: Command) throws(Status) -> Resolved {
    guard let spec = byName[command.name], spec.forms.contains(CommandForms(command.form)) else {
      throw .invalidCommand
    }
    guard command.form != .get else {
      guard command.arguments.isEmpty else { throw .invalidParameter }
      return Resolved(spec: spec, form: .get, values: [])
    }
    guard command.arguments.count == spec.parameters.count else { throw .invalidParameter }
    var values: [Value] = []
    for (parameter, token) in zip(spec.parameters, command.arguments) {
      guard let value = parameter.value(of: token) else { throw .invalidParameter }
      values.append(value)
    }
    guard isInOrder(spec, values) else { throw .invalidParameter }
    return Resolved(spec: spec, form: command.form, values: values)
  }

  /// The smallest number of characters must not exceed the largest.
  private static func isInOrder(_ spec: CommandSpec, _ values: [Value]) -> Bool {
    guard spec.parameters == codeSize, case .integer(let least) = values[1], case .integer(let most) = values[2] else {
      return true
    }
    return least <= most
  }

  /// How many bytes follow the command block; nil for commands that carry none.
  package static func attachedByteCount(of command: Command) -> Int? {
    guard let spec = byName[command.name], spec.parameters.last == .attachedBytes,
      let token = command.arguments.last, command.arguments.count == spec.parameters.count,
      case .integer(let count)? = Parameter.attachedBytes.value(of: token)
    else { return nil }
    return count
  }

  /// Settings of cameras that are one, under two names: all kinds of 2 of 5 have the same.
  static let twins: [String: String] = [
    "C25.CODESIZE": "I2O5.CODESIZE", "I2O5.CODESIZE": "C25.CODESIZE",
    "C25.VERIFICATION": "I2O5.VERIFICATION", "I2O5.VERIFICATION": "C25.VERIFICATION",
  ]

  /// Any length, smallest and largest number of characters.
  static let codeSize: [Parameter] = [.toggle, .integer(1...80), .integer(1...80)]
}
