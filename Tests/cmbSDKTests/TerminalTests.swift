import DMCC
import DataManLink
import Foundation
import ScanSession
import Testing
import cmbSDK

/// `readerOfMX()` over a simulated terminal.
@Suite(.timeLimit(.minutes(1)))
struct TerminalTests {
  private let terminal = TerminalTarget()
  private let port: SimulatedPort
  private let reader: CMBReaderDevice
  private let listener = Listener()

  init() {
    port = SimulatedPort(terminal)
    reader = CMBReaderDevice.reader(of: port)
    reader.callbackQueue = namedQueue("terminal")
    reader.delegate = listener
  }

  @Test func wholeFlow() async throws {
    #expect(reader.availability == CMBReaderAvailibilityAvailable)
    #expect(reader.deviceClass == DataManDeviceClass_MX)
    let client = Client(reader: reader)
    #expect(await client.connect() == nil)
    #expect(await client.send("GET DEVICE.TYPE") == (0, "MX-1000"))
    #expect(await client.battery() == (80, nil))
    // Most symbologies are on already.
    #expect(await client.isEnabled(CMBSymbologyDataMatrix).0)
    #expect(await client.setSymbology(CMBSymbologyTelepen, true) == nil)
    #expect(await client.setLights(true) == nil)
    #expect(await client.lights().0)
    reader.svgResultEnabled = true
    reader.imageResultEnabled = true
    // The wishes have arrived when the answer to a later command has come.
    #expect(await client.send("GET TRIGGER") == (0, "OFF"))
    terminal.show([SimulatedSymbol(.dataMatrix, "part 7")])
    terminal.pullTrigger()
    let result = try #require(await listener.nextRead()?.first)
    #expect(result.isGood)
    #expect(result.text == "part 7")
    #expect(result.symbology == UInt(CMBSymbologyDataMatrix.rawValue))
    #expect(result.xml.contains("cGFydCA3"))
    #expect(result.graphics?.contains("<svg") == true)
    #expect(result.imageSize == [64, 48])
  }

  /// The user lets the trigger go: one result that is no read.
  @Test func noRead() async throws {
    _ = await Client(reader: reader).connect()
    reader.startScanning()
    reader.stopScanning()
    #expect(await listener.nextRead()?.map(\.isGood) == [false])
    terminal.pullTrigger()
    terminal.releaseTrigger()
    #expect(await listener.nextRead()?.map(\.isGood) == [false])
  }

  /// `resetConfig` goes back to what was saved on the terminal.
  @Test func savedConfiguration() async {
    let client = Client(reader: reader)
    _ = await client.connect()
    _ = await client.setSymbology(CMBSymbologyQR, false)
    #expect(await client.send("CONFIG.SAVE").0 == 0)
    _ = await client.setSymbology(CMBSymbologyQR, true)
    #expect(await client.reset() == nil)
    #expect(await client.isEnabled(CMBSymbologyQR).0 == false)
  }

  /// Battery empty or cable pulled, and back.
  @Test func goingAwayAndComingBack() async {
    let client = Client(reader: reader)
    _ = await client.connect()
    #expect(await listener.next() == .connection(1))
    #expect(await listener.next() == .connection(2))
    port.pullOut()
    #expect(await listener.next() == .availability(2))
    #expect(await listener.next() == .connection(0))
    #expect(await client.setSymbology(CMBSymbologyQR, true)?.code == CMBErrorCode.notConnected)
    #expect(await client.connect()?.code == CMBErrorCode.noDevice)
    #expect(await listener.next() == .connection(1))
    #expect(await listener.next() == .connection(0))
    port.plugIn()
    #expect(await listener.next() == .availability(1))
    #expect(await client.connect() == nil)
    #expect(await client.battery().0 == 80)
  }

  /// The app changes from one device to the other.
  @Test func changeOfDevice() async throws {
    let client = Client(reader: reader)
    _ = await client.connect()
    reader.disconnect()
    while await listener.next() != .connection(0) {}
    let camera = fakeReader([7])
    camera.delegate = listener
    _ = await Client(reader: camera).connect()
    _ = await Client(reader: camera).setSymbology(CMBSymbologyQR, true)
    camera.startScanning()
    #expect(await listener.nextRead()?.first?.text == "grey 7")
    camera.disconnect()
    while await listener.next() != .connection(0) {}
    #expect(await client.connect() == nil)
    terminal.show([SimulatedSymbol(.qr, "again")])
    reader.startScanning()
    #expect(await listener.nextRead()?.first?.text == "again")
  }

  @Test func previewOfTerminals() async {
    let error: NSError? = await withCheckedContinuation { done in
      reader.setCameraPreviewContainer(nil) { done.resume(returning: $0 as NSError?) }
    }
    #expect(error?.code == CMBErrorCode.noPreview)
  }
}

/// The mode with an active aimer over a simulated MX-100.
@Suite(.timeLimit(.minutes(1)))
struct ActiveAimerTests {
  private let device = TerminalTarget(.aimer)
  private let port: SimulatedPort
  private let time = Locked(1_000_000.0)
  private let kept = Locked<[String: String]?>(nil)

  init() { port = SimulatedPort(device) }

  private func reader(pessimistic: Bool = false) -> CMBReaderDevice {
    let store = IdentityCache.Store(
      load: { [kept] in kept.withLock { $0 } }, save: { [kept] values in kept.withLock { $0 = values } })
    let cache = IdentityCache(store: store, now: { [time] in time.withLock { $0 } })
    let aimer = ActiveAimer(port: port, isPessimistic: pessimistic, identities: cache)
    return fakeReader([7], mode: .activeAimer, aimer: aimer)
  }

  @Test func settingsLiveOnTheAimer() async {
    let client = Client(reader: reader())
    #expect(await client.connect() == nil)
    #expect(await client.send("GET DEVICE.TYPE") == (0, "MX-100"))
    #expect(await client.send("GET DEVICE.SERIAL-NUMBER") == (0, "2B1234XX567890"))
    device.battery = 33
    #expect(await client.battery() == (33, nil))
    #expect(await client.send("SET LIGHT.AIMER-INTENSITY 40") == (0, ""))
    #expect(await client.send("SET LIGHT.AIMER-INTENSITY 400").0 == DMCC_STATUS_INVALID_PARAM_OR_MISSING_FEATURE)
    #expect(await client.send("SET LIGHT.AIMER-TIMEOUT 20") == (0, ""))
    #expect(await client.setLights(true) == nil)
    #expect(await client.lights().0)
    // Another app finds them as they were left.
    let other = Client(reader: reader())
    _ = await other.connect()
    #expect(await other.send("GET LIGHT.AIMER-INTENSITY") == (0, "40"))
    #expect(await other.send("GET LIGHT.AIMER-TIMEOUT") == (0, "20"))
    #expect(await other.lights().0)
    // Symbologies live in the app.
    #expect(await other.isEnabled(CMBSymbologyQR).0)
  }

  /// Optimistic: read once; pessimistic: read again at each connection.
  @Test(arguments: [false, true])
  func sessionCache(pessimistic: Bool) async {
    let reader = reader(pessimistic: pessimistic)
    let listener = Listener()
    reader.delegate = listener
    let client = Client(reader: reader)
    _ = await client.connect()
    #expect(await client.send("GET LIGHT.AIMER-INTENSITY") == (0, "100"))
    device.change("SET LIGHT.AIMER-INTENSITY 10")
    #expect(await client.send("GET LIGHT.AIMER-INTENSITY") == (0, "100"))
    reader.enterBackground()
    while await listener.next() != .connection(0) {}
    _ = await client.connect()
    #expect(await client.send("GET LIGHT.AIMER-INTENSITY") == (0, pessimistic ? "10" : "100"))
  }

  /// What hardly ever changes is read again after seven days.
  @Test func persistentCache() async {
    func isAsked() async -> Bool {
      let before = device.performed.filter { $0 == "DEVICE.TYPE" }.count
      let client = Client(reader: reader())
      _ = await client.connect()
      _ = await client.send("GET DEVICE.TYPE")
      return device.performed.filter { $0 == "DEVICE.TYPE" }.count > before
    }
    #expect(await isAsked())
    time.withLock { $0 += 6 * 86_400 }
    #expect(await !isAsked())
    time.withLock { $0 += 86_400 }
    #expect(await isAsked())
    #expect(await !isAsked())
  }

  @Test func litWhileScanning() async throws {
    let reader = reader()
    let listener = Listener()
    reader.delegate = listener
    _ = await Client(reader: reader).connect()
    reader.startScanning()
    #expect(await listener.nextRead()?.first?.text == "grey 7")
    while device.performed.filter({ $0 == "TRIGGER" }).count < 2 { await pause() }
  }

  @Test func goingAway() async {
    let reader = reader()
    let listener = Listener()
    reader.delegate = listener
    #expect(reader.availability == CMBReaderAvailibilityAvailable)
    _ = await Client(reader: reader).connect()
    port.pullOut()
    var events: [Listener.Event] = []
    while events.last != .connection(0), let event = await listener.next() { events.append(event) }
    #expect(events.contains(.availability(2)))
    #expect(await Client(reader: reader).connect()?.code == CMBErrorCode.noDevice)
  }
}
