import BarcodeCore
import DMCC
import DataManLink
import Testing

/// What goes over the wire, as clients of others see it.
@Suite(.timeLimit(.minutes(1)))
struct ServerTests {
  private let terminal = TerminalTarget()

  private func client(_ server: CommandServer) async -> RawClient {
    let (near, far) = MemoryLink.pair()
    server.attach(far)
    return await RawClient(near)
  }

  @Test func silent() async {
    let client = await client(CommandServer(target: terminal))
    client.send("||0:123>GET DEVICE.TYPE\r\nNO.SUCH\r\nSET SYMBOL.QR ON\nget symbol.qr\r")
    #expect(await client.receive(until: "\r\n") == "MX-1000\r\n")
    #expect(await client.receive(until: "\r\n") == "ON\r\n")
  }

  @Test func extended() async {
    let client = await client(CommandServer(target: terminal))
    client.send("||>SET COM.DMCC-RESPONSE 1\r\n")
    #expect(await client.receive(until: "\r\n") == "||[0]\r\n")
    client.send("||:7>GET BATTERY.CHARGE\r\n||:8>GET NO.SUCH\r\n||:9>TRIGGER PERHAPS\r\nBEEP 1 1\r\n")
    for line in ["||:7[0]80", "||:8[101]", "||:9[102]", "||[0]"] {
      #expect(await client.receive(until: "\r\n") == line + "\r\n")
    }
    client.send("||>SET COM.DMCC-RESPONSE 2\r\n||:5>GET DEVICE.TYPE\r\n")
    #expect(await client.receive(until: "\r\n") == "||:::2[0]\r\n")
    #expect(await client.receive(until: "\r\n") == "||:5::2[0]MX-1000\r\n")
  }

  /// A program that only listens gets a line a read.
  @Test func listening() async {
    let client = await client(CommandServer(target: terminal))
    client.send("GET TRIGGER\r\n")
    #expect(await client.receive(until: "\r\n") == "OFF\r\n")
    terminal.show([SimulatedSymbol(.qr, "first")])
    terminal.pullTrigger()
    #expect(await client.receive(until: "\r\n") == "first\r\n")
    terminal.show([])
    terminal.pullTrigger()
    terminal.releaseTrigger()
    terminal.show([SimulatedSymbol(.code128, "second")])
    terminal.pullTrigger()
    #expect(await client.receive(until: "\r\n") == "second\r\n")
  }

  /// The client of the documents: extended responses, the read string in Base64.
  @Test func pushedParts() async {
    let client = await client(CommandServer(target: terminal))
    client.send("||>SET COM.DMCC-RESPONSE 1\r\n||>SET DATA.RESULT-TYPE 17\r\n||>SET COM.DMCC-HEADER 1\r\n")
    for _ in 0..<3 { _ = await client.receive(until: "\r\n") }
    terminal.show([SimulatedSymbol(.qr, "hello")])
    client.send("||:4>TRIGGER ON\r\n")
    var lines: Set<String> = []
    for _ in 0..<2 { lines.insert(await client.receive(until: "\r\n") ?? "") }
    #expect(lines == ["||:4[0]\r\n", "||::1[1]aGVsbG8=\r\n"])
    #expect(await client.receive(until: "\r\n")?.hasPrefix("||::1[6]PHN2Zy") == true)
  }

  /// Each client has its own style, and gets what it asked for.
  @Test func twoClients() async {
    let server = CommandServer(target: terminal)
    let (a, b) = (await client(server), await client(server))
    a.send("||>SET COM.DMCC-RESPONSE 1\r\n||>SET DATA.RESULT-TYPE 1\r\n")
    for _ in 0..<2 { _ = await a.receive(until: "\r\n") }
    b.send("GET COM.DMCC-RESPONSE\r\n")
    #expect(await b.receive(until: "\r\n") == "0\r\n")
    terminal.show([SimulatedSymbol(.qr, "x")])
    terminal.pullTrigger()
    #expect(await a.receive(until: "\r\n") == "||[1]eA==\r\n")
    #expect(await b.receive(until: "\r\n") == "x\r\n")
    a.send("||>DMCC.SAVE\r\n")
    #expect(await a.receive(until: "\r\n") == "||[0]\r\n")
    let c = await client(server)
    c.send("||>GET DATA.RESULT-TYPE\r\n")
    #expect(await c.receive(until: "\r\n") == "||[0]1\r\n")
  }

  @Test func passwords() async {
    let server = CommandServer(target: terminal, password: "secret")
    let client = await client(server)
    #expect(await client.receive(until: "User: ") == "User: ")
    client.send("admin\r\n")
    #expect(await client.receive(until: "Password: ") == "Password: ")
    client.send("wrong\r\n")
    _ = await client.receive(until: "User: ")
    client.send("admin\n")
    _ = await client.receive(until: "Password: ")
    client.send("secret\nGET DEVICE.TYPE\r\n")
    #expect(await client.receive(until: "MX-1000\r\n") != nil)
    let other = await self.client(server)
    for _ in 0..<3 {
      _ = await other.receive(until: "User: ")
      other.send("admin\r\n")
      _ = await other.receive(until: "Password: ")
      other.send("?\r\n")
    }
    #expect(await other.receive(until: "User: ") == nil)
  }

  @Test func garbage() async {
    let server = CommandServer(target: terminal)
    let client = await client(server)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      client.send(
        String(decoding: (0..<50).map { _ in UInt8.random(in: 0...255, using: &random) }, as: UTF8.self) + "\r\n")
    }
    client.send("\r\n||>SET COM.DMCC-RESPONSE 1\r\n||:77>GET DEVICE.TYPE\r\n")
    #expect(await client.receive(until: "||:77[0]MX-1000\r\n") != nil)
  }
}
