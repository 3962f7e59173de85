import BarcodeCore
import DMCC
import DataManLink
import Foundation
import FrameSources
import Testing

/// Client and server over memory and over sockets.
@Suite(.timeLimit(.minutes(1)))
struct LinkedReaderTests {
  private let terminal = TerminalTarget()

  @Test func commandsAndReads() async throws {
    let caller = Caller(LinkedReader(port: SimulatedPort(terminal)))
    #expect(await caller.open() == nil)
    #expect(try await caller.send("GET DEVICE.TYPE").text == "MX-1000")
    #expect(try await caller.send("||:77>GET BATTERY.CHARGE") == Response(.noError, Array("80".utf8), identifier: 77))
    #expect(try await caller.send("GET NO.SUCH").status == .invalidCommand)
    for types in [1, 2, 3, 27] {
      #expect(try await caller.send("SET DATA.RESULT-TYPE \(types)").status == .noError)
      terminal.show([SimulatedSymbol(.qr, "grüße \(types)")])
      #expect(try await caller.send("TRIGGER ON").status == .noError)
      let read = try #require(await caller.nextRead())
      #expect(read.symbols.first?.isGood == true)
      #expect(read.symbols.first?.text == "grüße \(types)")
      #expect(read.symbols.first?.symbology == (types == 1 ? 0 : 2))
      #expect((read.graphics != nil) == (types & 16 != 0))
      if types & 8 != 0 {
        guard case .encoded(let file)? = read.picture else { throw TargetFailure.noDevice("no picture") }
        #expect(file.starts(with: [0xFF, 0xD8]))
      }
      terminal.show([])
    }
    _ = try await caller.send("SET DATA.RESULT-TYPE 2")
    _ = try await caller.send("TRIGGER ON")
    _ = try await caller.send("TRIGGER OFF")
    #expect(await caller.nextRead()?.symbols.map(\.isGood) == [false])
    await caller.close()
    #expect(try await caller.send("GET DEVICE.TYPE").status == .offline)
  }

  @Test func goingAwayAndComingBack() async throws {
    let port = SimulatedPort(terminal)
    let seen = Locked<[Bool]>([])
    let reader = LinkedReader(port: port)
    reader.watchAvailability { isAvailable in seen.withLock { $0.append(isAvailable) } }
    let caller = Caller(reader)
    #expect(await caller.open() == nil)
    port.pullOut()
    guard case .lost(.status(.offline))? = await caller.next() else {
      Issue.record("the loss was not told")
      return
    }
    #expect(reader.isAvailable == false)
    await caller.close()
    guard case .noDevice? = await caller.open() else {
      Issue.record("opened without a reader")
      return
    }
    port.plugIn()
    #expect(await caller.open() == nil)
    #expect(try await caller.send("GET DEVICE.TYPE").text == "MX-1000")
    #expect(seen.withLock { $0 } == [false, true])
  }

  @Test func savedConfiguration() async throws {
    let caller = Caller(LinkedReader(port: SimulatedPort(terminal)))
    _ = await caller.open()
    for (command, answer) in [
      ("GET SYMBOL.QR", "ON"), ("SET SYMBOL.QR OFF", ""), ("SET SYMBOL.TELEPEN ON", ""), ("CONFIG.SAVE", ""),
      ("SET SYMBOL.TELEPEN OFF", ""), ("SET SYMBOL.QR ON", ""), ("CONFIG.DEFAULT", ""), ("GET SYMBOL.QR", "OFF"),
      ("GET SYMBOL.TELEPEN", "ON"), ("DEVICE.DEFAULT", ""), ("GET SYMBOL.QR", "ON"), ("GET SYMBOL.TELEPEN", "OFF"),
    ] {
      let response = try await caller.send(command)
      #expect(response.status == .noError)
      #expect(response.text == answer, "\(command)")
    }
  }

  @Test func passwords() async throws {
    let port = SimulatedPort(terminal, password: "secret")
    #expect(await Caller(LinkedReader(port: port)).open() == .notPermitted("the reader asks for a password"))
    let wrong = await Caller(LinkedReader(port: port)).open(Credentials(password: "?"))
    #expect(wrong == .notPermitted("the reader does not accept the password"))
    let caller = Caller(LinkedReader(port: port))
    #expect(await caller.open(Credentials(password: "secret")) == nil)
    #expect(try await caller.send("GET DEVICE.TYPE").text == "MX-1000")
    // Who gives a password where none is asked for gets in, too.
    #expect(await Caller(LinkedReader(port: SimulatedPort(terminal))).open(Credentials(password: "x")) == nil)
  }

  /// A reader that never answers is given up.
  @Test func deafReader() async {
    #expect(await Caller(LinkedReader(port: DeafPort(), patience: 0.2)).open() == .status(.timeout))
  }

  @Test func overSockets() async throws {
    let server = CommandServer(target: terminal)
    let listener = try SocketListener(port: 0, isLocal: true) { server.attach($0) }
    let port = try #require(NetworkPort(address: "127.0.0.1:\(listener.port)"))
    let caller = Caller(LinkedReader(port: port))
    #expect(await caller.open() == nil)
    #expect(try await caller.send("SET DATA.RESULT-TYPE 10").status == .noError)
    terminal.show([SimulatedSymbol(.dataMatrix, "socket")])
    terminal.pullTrigger()
    let read = try #require(await caller.nextRead())
    #expect(read.symbols.first?.text == "socket")
    #expect(read.picture != nil)
    await caller.close()
    listener.stop()
    while await Caller(LinkedReader(port: port)).open() == nil {}
    #expect(await Caller(LinkedReader(port: NetworkPort(host: "no.such.host.invalid", port: 23))).open() != nil)
  }

  @Test func manyCommandsAtOnce() async throws {
    let caller = Caller(LinkedReader(port: SimulatedPort(terminal)))
    _ = await caller.open()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for i in 0..<200 {
        group.addTask { try await caller.send("||:\(i)>GET BATTERY.CHARGE").identifier == i }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}

/// Takes everything and says nothing.
private final class DeafPort: ReaderPort {
  private let far = Locked<MemoryLink?>(nil)
  var isAvailable: Bool? { true }

  func makeLink() throws(TargetFailure) -> any ReaderLink {
    let (near, far) = MemoryLink.pair()
    self.far.withLock { $0 = far }
    return near
  }
}
