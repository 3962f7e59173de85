import DMCC
import DataManLink
import Foundation
import ScanSession
import Testing
import cmbSDK

/// `CDMDataManSystem`: its delegate, its factories, what goes beside commands.
@Suite(.timeLimit(.minutes(1)))
struct SystemTests {
  @Test func partsOfReads() async throws {
    let reader = fakeReader([7])
    let system = try #require(reader.dataManSystem())
    let listener = SystemListener()
    system.delegate = listener
    _ = await Client(reader: reader).connect()
    #expect(await listener.next() == "connected")
    system.resultTypes = [.readString, .readXml, .xmlStatistics, .image, .imageGraphics]
    _ = await Client(reader: reader).setSymbology(CMBSymbologyQR, true)
    reader.startScanning()
    for event in ["text grey 7 1", "xml 1", "statistics", "image 32 1", "graphics 1"] {
      #expect(await listener.next() == event)
    }
    system.resultTypes = .readString
    #expect(await Client(reader: reader).send("RESULT").0 == 0)
    #expect(await listener.next() == "text grey 7 1")
    system.acceptIncomingConnection(false)
    _ = await Client(reader: reader).send("RESULT")
    system.disconnect()
    #expect(await listener.next() == "disconnected -")
  }

  @Test func networkReader() async throws {
    let terminal = TerminalTarget()
    let server = CommandServer(target: terminal, password: "x")
    let listening = try SocketListener(port: 0, isLocal: true) { server.attach($0) }
    defer { listening.stop() }
    let listener = SystemListener()
    let system = CDMDataManSystem(hostname: "127.0.0.1", port: Int32(listening.port), delegate: listener)
    #expect(system.deviceClass == DataManDeviceClass_Network)
    #expect(system.connectionState == .disconnected)
    system.resultTypes = [.readString, .readXml]
    #expect(system.connect(withUsername: nil, password: "wrong"))
    #expect(await listener.next()?.hasPrefix("disconnected the reader does not accept") == true)
    #expect(system.connect(withUsername: nil, password: "x"))
    #expect(await listener.next() == "connected")
    #expect(system.isConnected)
    #expect(!system.connect())
    terminal.show([SimulatedSymbol(.code128, "net")])
    #expect(system.sendCommand("TRIGGER ON"))
    #expect(await listener.next() == "text net 1")
    #expect(await listener.next() == "xml 1")
    server.stop()
    #expect(await listener.next()?.hasPrefix("disconnected ") == true)
    #expect(!system.sendCommand("TRIGGER ON"))
  }

  @Test func batches() async throws {
    let reader = fakeReader([7])
    let system = try #require(reader.dataManSystem())
    #expect(!system.sendBatchCommands(["SET DECODER.EFFORT 3"]) {})
    _ = await Client(reader: reader).connect()
    await withCheckedContinuation { done in
      #expect(
        system.sendBatchCommands(["SET DECODER.EFFORT 3", 5, "NO.SUCH", "SET SYMBOL.QR ON"]) { done.resume() })
    }
    #expect(await Client(reader: reader).send("GET DECODER.EFFORT") == (0, "3"))
    #expect(await Client(reader: reader).isEnabled(CMBSymbologyQR).0)
  }

  @Test func heartbeat() async throws {
    let reader = CMBReaderDevice.reader(of: SimulatedPort(SilentTarget()))
    reader.callbackQueue = namedQueue("heartbeat")
    let system = try #require(reader.dataManSystem())
    let listener = SystemListener()
    system.delegate = listener
    #expect(await Client(reader: reader).connect() == nil)
    #expect(!system.isHeartbeatEnabled)
    system.enableHeartbeat(withInterval: 0.1)
    #expect(system.isHeartbeatEnabled)
    while await listener.next() != "missed" {}
    system.disableHeartbeat()
    #expect(!system.isHeartbeatEnabled)
  }

  @Test func pictures() async throws {
    let reader = fakeReader([7, 7, 7], options: [])
    let client = Client(reader: reader)
    let listener = Listener()
    reader.delegate = listener
    _ = await client.connect()
    #expect(await client.send("IMAGE.SEND").0 == DMCC_STATUS_PARAMETER_REJECTED)
    _ = await client.setSymbology(CMBSymbologyQR, true)
    reader.startScanning()
    _ = await listener.nextRead()
    for (format, size, head, width) in [
      (0, 0, [0x42, 0x4D], 64), (1, 1, [0xFF, 0xD8], 32), (2, 2, [0x89, 0x50], 16),
    ] as [(Int, Int, [UInt8], Int)] {
      _ = await client.send("SET IMAGE.FORMAT \(format)")
      _ = await client.send("SET IMAGE.SIZE \(size)")
      let file: Data? = await withCheckedContinuation { done in
        reader.dataManSystem()?.sendCommand("IMAGE.SEND", with: nil, timeout: 5, expectBinaryResponse: true) {
          done.resume(returning: $0?.binaryPayload)
        }
      }
      #expect(file?.prefix(2).elementsEqual(head) == true)
      #expect(file.flatMap { UIImage(data: $0) }.map { Int($0.size.width) } == width)
    }
  }

  @Test func liveImage() async throws {
    let reader = fakeReader([255], repeats: true)
    let system = try #require(reader.dataManSystem())
    _ = await Client(reader: reader).connect()
    reader.startScanning()
    let width: Int = await withCheckedContinuation { done in
      let once = Locked<CheckedContinuation<Int, Never>?>(done)
      system.enableLiveImage(with: .jpeg, imageSize: .quarter, imageQuality: .low) { image, response in
        let waiting = once.withLock { waiting in
          defer { waiting = nil }
          return waiting
        }
        waiting?.resume(returning: image.map { Int($0.size.width) } ?? -1)
      }
      #expect(system.isLiveImageEnabled)
    }
    #expect(width == 32)
    system.disableLiveImage()
    #expect(!system.isLiveImageEnabled)
  }

  @Test func exposure() async throws {
    let error: NSError? = await withCheckedContinuation { done in
      fakeReader([7]).dataManSystem()?.getCameraExposureCompensationRange {
        done.resume(returning: $1 as NSError?)
        #expect($0 == nil)
      }
    }
    #expect(error != nil)
    let systems = [
      CDMDataManSystem(cameraMode: .noAimer, previewOptions: [], delegate: nil),
      CDMDataManSystem.dataManSystem(withHostname: "host", port: 23, delegate: nil),
      CDMDataManSystem.dataManSystemOfExternalAccessory(with: nil),
    ]
    #expect(systems.map(\.timeout) == [5, 5, 5])
  }
}

/// A delegate whose events can be awaited as texts.
final class SystemListener: CDMDataManSystemDelegate {
  private let events: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init() { (events, continuation) = AsyncStream.makeStream(of: String.self) }

  func next() async -> String? {
    var iterator = events.makeAsyncIterator()
    return await iterator.next()
  }

  func dataManSystemDidConnect(_ dataManSystem: CDMDataManSystem) { continuation.yield("connected") }

  func dataManSystemDidDisconnect(_ dataManSystem: CDMDataManSystem, withError error: (any Error)?) {
    continuation.yield("disconnected " + (error?.localizedDescription ?? "-"))
  }

  func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveRead readString: String, withId resultId: Int32) {
    continuation.yield("text \(readString) \(resultId)")
  }

  func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceive image: UIImage, withId resultId: Int32) {
    continuation.yield("image \(Int(image.size.width)) \(resultId)")
  }

  func dataManSystemDidMissHeartbeatResponse(_ dataManSystem: CDMDataManSystem) { continuation.yield("missed") }

  func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveXmlStatistics xml: Data) {
    continuation.yield("statistics")
  }

  func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveXmlResult xml: Data, withId resultId: Int32) {
    continuation.yield("xml \(resultId)")
  }

  func dataManSystem(
    _ dataManSystem: CDMDataManSystem, didReceiveImageGraphics graphics: Data, withId resultId: Int32
  ) {
    continuation.yield("graphics \(resultId)")
  }
}

/// Answers the settings of the connection, and nothing else.
private final class SilentTarget: CommandTarget {
  var isAvailable: Bool? { true }

  func open(
    _ credentials: Credentials?, push: @escaping @Sendable (Push) -> Void,
    completion: @escaping @Sendable (TargetFailure?) -> Void
  ) { completion(nil) }

  func close(completion: @escaping @Sendable () -> Void) { completion() }
  func perform(_ command: Command, reply: @escaping @Sendable (Response) -> Void) {}
}
