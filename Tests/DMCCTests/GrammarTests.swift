import DMCC
import Testing

@Suite struct GrammarTests {
  @Test func formsAndCase() throws {
    #expect(try CommandGrammar.parse("get symbol.qr\r\n") == Command(.get, "SYMBOL.QR"))
    #expect(try CommandGrammar.parse("SET Symbol.QR on") == Command(.set, "SYMBOL.QR", [Token("on")]))
    #expect(try CommandGrammar.parse("  TRIGGER   ON ") == Command(.action, "TRIGGER", [Token("ON")]))
  }

  @Test(
    arguments: [
      ("||>GET X", false, nil), ("||0:123>GET X", false, 123), ("||:7>GET X", false, 7), ("||0>GET X", false, nil),
      ("GET X", false, nil),
    ] as [(String, Bool, Int?)])
  func headers(text: String, hasChecksum: Bool, identifier: Int?) throws {
    let command = try CommandGrammar.parse(text)
    #expect(command.header == CommandHeader(hasChecksum: hasChecksum, identifier: identifier))
    #expect(command.name == "X")
  }

  @Test func quotedArguments() throws {
    let command = try CommandGrammar.parse(#"SET DEVICE.NAME "a \"b\" \\ \| \t\r\n ON" 5"#)
    #expect(command.arguments == [Token("a \"b\" \\ | \t\r\n ON", isQuoted: true), Token("5")])
  }

  @Test(arguments: ["", "   ", "GET", "SET", "\"TRIGGER\" ON", "||x>GET X", "||2>GET X", "|| GET X", #"SET A "b"#])
  func noCommands(text: String) {
    #expect(throws: CommandGrammar.Failure.self) { try CommandGrammar.parse(text) }
  }

  @Test func failureKeepsTheIdentifier() {
    #expect(throws: CommandGrammar.Failure(status: .invalidCommand, header: .init(identifier: 9))) {
      try CommandGrammar.parse("||:9>")
    }
  }

  @Test func checksums() throws {
    // By hand: "||1>A" is 7C ^ 7C ^ 31 ^ 3E ^ 41 = 4E, and "A" alone is 41.
    #expect(try CommandGrammar.parse(Array("||1>A".utf8)[...] + [0x4E]).name == "A")
    #expect(try CommandGrammar.parse(Array("||1>A".utf8)[...] + [0x41]).name == "A")
    #expect(throws: CommandGrammar.Failure(status: .incorrectChecksum, header: .init(hasChecksum: true))) {
      try CommandGrammar.parse(Array("||1>A".utf8)[...] + [0x42])
    }
  }

  @Test func silentResponses() {
    let style = ResponseStyle()
    #expect(style.encode(Response(.noError, text: "ON"), to: .get) == Array("ON\r\n".utf8))
    #expect(style.encode(Response(.noError), to: .set).isEmpty)
    #expect(style.encode(Response(.invalidCommand), to: .get).isEmpty)
  }

  @Test(
    arguments: [
      (ResponseStyle(mode: .extended), 123, "||:123[0]ON\r\n"), (ResponseStyle(mode: .extended), nil, "||[0]ON\r\n"),
      (ResponseStyle(mode: .fourFields), nil, "||:::2[0]ON\r\n"),
    ] as [(ResponseStyle, Int?, String)])
  func extendedResponses(style: ResponseStyle, identifier: Int?, expected: String) {
    let response = Response(.noError, Array("ON".utf8), identifier: identifier)
    #expect(style.encode(response, to: .get) == Array(expected.utf8))
    #expect(ResponseStyle.decode(Array(expected.utf8).dropLast(2)) == response)
  }

  @Test func responseWithChecksum() throws {
    let response = Response(.invalidParameter, Array("x".utf8), identifier: 4)
    let bytes = ResponseStyle(mode: .extended, hasChecksum: true).encode(response, to: .set)
    #expect(bytes.starts(with: Array("||1:4[102]x".utf8)))
    #expect(bytes.dropLast(2).reduce(0, ^) == 0)
    #expect(ResponseStyle.decode(bytes.dropLast(2)) == response)
  }
}
