import BarcodeCore
import DMCC
import Foundation
import Testing

/// Any bytes give an answer, and every answer is one.
@Suite struct FuzzTests {
  /// `CMB_FUZZ_LINES` asks for more; see `Scripts/fuzz-commands`.
  private static var lines: Int {
    ProcessInfo.processInfo.environment["CMB_FUZZ_LINES"].flatMap { Int($0) } ?? 100_000
  }

  @Test func anyLine() {
    var random = Generator(state: UInt64(Self.lines))
    var processor = CommandProcessor(features: DeviceFeatures(mode: .noAimer, symbologies: .all))
    var connection = Settings(.connection)
    var stream = CommandStream()
    var answers = 0
    for _ in 0..<Self.lines {
      stream.append(Self.line(&random))
      while let element = stream.next() {
        let (response, form): (Response, Command.Form?)
        switch element {
        case .failure(let failure): (response, form) = (Response(failure.status), nil)
        case .command(let command):
          form = command.form
          switch processor.process(command, connection: &connection) {
          case .answer(let answer), .changed(let answer): response = answer
          case .device: response = Response(.noError)
          }
        }
        answers += 1
        let style = ResponseStyle(mode: .extended, hasChecksum: answers % 2 == 0)
        let bytes = style.encode(response, to: form)
        guard bytes.suffix(2).elementsEqual([13, 10]), let back = ResponseStyle.decode(bytes.dropLast(2)),
          back.status == response.status, back.payload == response.payload
        else {
          Issue.record("\(response) does not come back")
          return
        }
      }
    }
    #expect(answers > Self.lines / 4)
    // Whatever came, the settings are in range.
    for row in CommandTable.rows where row.storage == .reader {
      let tokens = processor.settings.values(row.name).map { Token($0.description) }
      #expect(throws: Never.self) { try CommandTable.resolve(Command(.set, row.name, tokens)) }
    }
  }

  private static let names = CommandTable.rows.map(\.name)
  private static let words = [
    "ON", "OFF", "0", "1", "2", "5", "100", "-1", "99999999999999999999", "\"a\\\"b\"", "\"", "|", "||", "\\", "é", "",
  ]

  /// A command that may be right, one with a few bytes changed, or bytes.
  private static func line(_ random: inout Generator) -> [UInt8] {
    let kind = random.next() % 8
    if kind == 0 {
      return (0..<Int(random.next() % 60)).map { _ in UInt8(truncatingIfNeeded: random.next()) } + [10]
    }
    let header = ["", "", "||>", "||0:12>", "||1>", "||:7>", "||1:3>", "||9>"][Int(random.next() % 8)]
    let verb = ["GET ", "SET ", "", "set  "][Int(random.next() % 4)]
    let name = names[Int(random.next() % UInt64(names.count))]
    let arguments = (0..<Int(random.next() % 4)).map { _ in words[Int(random.next() % UInt64(words.count))] }
    var bytes = Array("\(header)\(verb)\(name) \(arguments.joined(separator: " "))".utf8)
    // Bytes that follow a command would swallow those after it.
    if name == "IMAGE.LOAD" { bytes = Array("IMAGE.LOAD 3\r\nabc".utf8) }
    if kind == 1, !bytes.isEmpty {
      bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
    }
    return bytes + [[13, 10], [10], [13]][Int(random.next() % 3)]
  }
}

/// The same numbers for the same seed.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    // Marsaglia's xorshift.
    state |= 1
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
