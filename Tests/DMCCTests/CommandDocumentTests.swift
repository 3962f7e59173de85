import DMCC
import Foundation
import TestSupport
import Testing

/// The command table as a page of documentation: appendix A, what there is, and appendix B, the defaults.
private enum CommandDocument {
  static let path = Fixtures.repository + "/Documentation/Commands.md"

  static func markdown() -> String {
    let head = [
      "# Commands of the camera reader", "",
      "This page is written from the command table (`Sources/DMCC/Table`) by",
      "`UPDATE_DOCUMENTATION=1 swift test -c release --disable-testable-imports --filter CommandDocument`.", "",
      "Forms: G `GET NAME`, S `SET NAME ARGUMENTS`, A `NAME ARGUMENTS`. Names and words are the same in capitals and",
      "small letters. Answers: 0 done, 101 unknown command or form, 102 wrong argument or a feature that is not there,",
      "104 not possible in the present state, 105 not connected. *Ignored* commands are answered by 0 and change nothing.",
      "*Stored* values are given back and do nothing else. Settings of a *connection* belong to one client and go back by",
      "`DMCC.RESET`, all others by `CONFIG.DEFAULT`.", "", "## A. Commands", "",
      "| command | forms | arguments | meaning | notes |", "|---|---|---|---|---|",
    ]
    let defaults = ["", "## B. Defaults", "", "| setting | default |", "|---|---|"]
    let settings = CommandTable.rows.filter { !$0.defaults.isEmpty }.map { row in
      "| `\(row.name)` | \(row.defaults.map(\.description).joined(separator: " ")) |"
    }
    let aimer = DeviceFeatures.activeAimerSwitches.map { "`\($0)`" }.joined(separator: ", ")
    let tail = ["", "With an active aimer these are ON: \(aimer)."]
    return (head + CommandTable.rows.map(row) + defaults + settings + tail).joined(separator: "\n") + "\n"
  }

  private static func row(_ row: CommandSpec) -> String {
    let forms = [(CommandForms.get, "G"), (.set, "S"), (.action, "A")].filter { row.forms.contains($0.0) }.map(\.1)
    var notes: [String] = []
    if row.storage == .connection { notes.append("of the connection") }
    if let reason = row.storedOnlyReason { notes.append("stored: " + reason) }
    let modes = [(CameraMode.noAimer, "no"), (.passiveAimer, "passive"), (.activeAimer, "active")]
    var ignored = modes.filter { row.ignoredIn.contains(CameraModes($0.0)) }.map { $0.1 + " aimer" }
    if row.ignoredIn.contains(.frontCamera) { ignored.append("front camera") }
    if !ignored.isEmpty { notes.append("ignored with: " + ignored.joined(separator: ", ")) }
    let arguments = row.parameters.map(argument).joined(separator: ", ")
    let cells = ["`\(row.name)`", forms.joined(separator: " "), arguments, row.help, notes.joined(separator: "; ")]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func argument(_ parameter: Parameter) -> String {
    switch parameter {
    case .toggle: "ON or OFF"
    case .integer(let range): "\(range.lowerBound)–\(range.upperBound)"
    case .choice(let numbers):
      // Steps of equal width are told by the first two and the last.
      numbers.count > 5
        ? "\(numbers[0]), \(numbers[1]) … \(numbers[numbers.count - 1])"
        : numbers.map(String.init).joined(separator: " or ")
    case .text(let length): "text of up to \(length) characters"
    case .attachedBytes: "number of bytes that follow the command"
    }
  }
}

@Suite struct CommandDocumentTests {
  @Test func documentEqualsTheTable() throws {
    if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
      try Data(CommandDocument.markdown().utf8).write(to: URL(fileURLWithPath: CommandDocument.path))
    }
    let document = try String(contentsOfFile: CommandDocument.path, encoding: .utf8)
    #expect(document == CommandDocument.markdown(), "The page says at its top how to write it again.")
  }
}
