import DMCC
import Dispatch
import Foundation
import ScanSession
import Testing
import cmbSDK

@Suite(.timeLimit(.minutes(1)))
struct ReaderTests {
  @Test func nothingWorksBeforeConnecting() async {
    let client = Client(reader: fakeReader([7]))
    let code = CMBErrorCode.notConnected
    #expect(await client.setSymbology(CMBSymbologyQR, true)?.code == code)
    #expect(await client.setSymbology(CMBSymbologyQR, true)?.domain == CMBErrorDomain)
    #expect(await client.isEnabled(CMBSymbologyQR).1?.code == code)
    #expect(await client.setLights(true)?.code == code)
    #expect(await client.lights().1?.code == code)
    #expect(await client.reset()?.code == code)
    #expect(await client.battery().1?.code == code)
    #expect(await client.send("GET DEVICE.TYPE").0 == DMCC_STATUS_READER_OFFLINE)
    #expect(client.reader.dataManSystem()?.sendCommand("TRIGGER ON") == false)
  }

  @Test func absentDevices() async {
    let terminal = CMBReaderDevice.readerOfMX()
    terminal.callbackQueue = namedQueue("absent")
    #expect(terminal.availability == CMBReaderAvailibilityUnavailable)
    #expect(terminal.deviceClass == DataManDeviceClass_MX)
    let error = await Client(reader: terminal).connect()
    #expect(error?.code == CMBErrorCode.noDevice)
    #expect(error?.localizedDescription.contains("no terminal") == true)
    #expect(terminal.connectionState == CMBConnectionStateDisconnected)
    // No camera that is known of here.
    let camera = CMBReaderDevice.readerOfDeviceCamera(
      with: CDMCameraMode.noAimer, previewOptions: CDMPreviewOption.init(rawValue: 0), previewView: nil)
    camera.callbackQueue = namedQueue("absent")
    #expect(await Client(reader: camera).connect()?.code == CMBErrorCode.noDevice)
  }

  @Test func symbologies() async {
    let client = Client(reader: fakeReader([7]))
    _ = await client.connect()
    #expect(await client.isEnabled(CMBSymbologyQR).0 == false)
    #expect(await client.setSymbology(CMBSymbologyQR, true) == nil)
    #expect(await client.isEnabled(CMBSymbologyQR).0)
    #expect(await client.send("GET SYMBOL.QR") == (0, "ON"))
    #expect(await client.setSymbology(CMBSymbologyQR, false) == nil)
    #expect(await client.isEnabled(CMBSymbologyQR).0 == false)
    #expect(await client.setSymbology(CMBSymbologyUnknown, true)?.code == CMBErrorCode.unknownSymbology)
    #expect(
      await client.setSymbology(CMBSymbologyVericode, true)?.code
        == Int(DMCC_STATUS_INVALID_PARAM_OR_MISSING_FEATURE))
  }

  @Test func lightsAndReset() async {
    let client = Client(reader: fakeReader([7], battery: 81))
    _ = await client.connect()
    #expect(await client.setLights(true) == nil)
    #expect(await client.lights().0)
    #expect(await client.battery() == (81, nil))
    _ = await client.setSymbology(CMBSymbologyC128, true)
    #expect(await client.reset() == nil)
    #expect(await client.lights().0 == false)
    #expect(await client.isEnabled(CMBSymbologyC128).0 == false)
  }

  @Test func lightsAreIgnoredWithPassiveAimer() async {
    let client = Client(reader: fakeReader([7], mode: .passiveAimer))
    _ = await client.connect()
    #expect(await client.setLights(true) == nil)
    #expect(await client.lights().0 == false)
  }

  @Test func activeAimerBeginsWithSymbologies() async {
    let client = Client(reader: fakeReader([7], mode: .activeAimer))
    _ = await client.connect()
    #expect(await client.isEnabled(CMBSymbologyQR).0)
    #expect(await client.isEnabled(CMBSymbologyDataMatrix).0 == false)
  }

  @Test func commands() async {
    let client = Client(reader: fakeReader([7]))
    _ = await client.connect()
    #expect(await client.send("SET DECODER.MAX-SCAN-TIMEOUT 10") == (DMCC_STATUS_NO_ERROR, ""))
    #expect(await client.send("GET DECODER.MAX-SCAN-TIMEOUT") == (DMCC_STATUS_NO_ERROR, "10"))
    #expect(await client.send("SET DECODER.1D-SYMBOLORIENTATION 0") == (0, ""))
    #expect(await client.send("GET DEVICE.TYPE") == (0, "MX-Mobile"))
    #expect(await client.send("GET DEVICE.NAME") == (0, "MX-234567"))
    #expect(await client.send("SET DEVICE.NAME \"Desk 5\"") == (0, ""))
    #expect(await client.send("GET DEVICE.NAME") == (0, "Desk 5"))
    #expect(await client.send("NO.SUCH") == (DMCC_STATUS_INVALID_COMMAND, ""))
    #expect(await client.send("").0 == DMCC_STATUS_INVALID_COMMAND)
    #expect(await client.send("SET DECODER.EFFORT 9").0 == DMCC_STATUS_INVALID_PARAM_OR_MISSING_FEATURE)
    #expect(await client.send("GET BATTERY.CHARGE").0 == DMCC_STATUS_INVALID_PARAM_OR_MISSING_FEATURE)
    #expect(await client.send("||:77>GET DECODER.EFFORT") == (0, "2"))
    #expect(await client.send("RESULT").0 == DMCC_STATUS_PARAMETER_REJECTED)
  }

  @Test func stillPictures() async throws {
    let reader = fakeReader([255])
    let listener = Listener()
    reader.delegate = listener
    let client = Client(reader: reader)
    _ = await client.connect()
    _ = await client.setSymbology(CMBSymbologyQR, true)
    func load(_ data: Data) async -> Int32 {
      await withCheckedContinuation { continuation in
        reader.dataManSystem()?.sendCommand(
          "IMAGE.LOAD \(data.count)", with: data, timeout: 5000, expectBinaryResponse: false
        ) { continuation.resume(returning: $0?.status ?? -2) }
      }
    }
    for (grey, text) in [(9, "grey 9"), (255, nil)] as [(UInt8, String?)] {
      let file = try #require(UIImage(luma: LumaImage(width: 30, height: 20, grey: grey)).pngData())
      #expect(await load(file) == DMCC_STATUS_NO_ERROR)
      let result = try #require(await listener.nextRead()?.first)
      #expect(result.isGood == (text != nil))
      #expect(result.text == text)
    }
    #expect(await load(Data([1, 2, 3])) == DMCC_STATUS_INVALID_PARAM_OR_MISSING_FEATURE)
  }

  @Test func lastResultAgain() async {
    let reader = fakeReader([7])
    let listener = Listener()
    reader.delegate = listener
    let client = Client(reader: reader)
    _ = await client.connect()
    _ = await client.setSymbology(CMBSymbologyQR, true)
    reader.startScanning()
    let first = await listener.nextRead()
    #expect(await client.send("RESULT") == (0, ""))
    #expect(await listener.nextRead() == first)
  }

  /// The button works with its option, and while the reader is connected.
  @Test func trigger() async {
    let trigger = Button()
    let image = LumaImage(width: 32, height: 32)
    let reader = CMBReaderDevice.reader(
      of: PictureSource([image]), previewOptions: [CDMPreviewOption.hwTrigger], trigger: trigger)
    reader.callbackQueue = namedQueue("trigger")
    let listener = Listener()
    reader.delegate = listener
    #expect(!trigger.isHeard)
    _ = await Client(reader: reader).connect()
    trigger.press()
    #expect(await listener.nextRead()?.map(\.isGood) == [false])
    reader.disconnect()
    while await listener.next() != .connection(0) {}
    #expect(!trigger.isHeard)
    let without = CMBReaderDevice.reader(of: PictureSource([image]), trigger: trigger)
    without.callbackQueue = namedQueue("trigger")
    _ = await Client(reader: without).connect()
    #expect(!trigger.isHeard)
  }

  /// Zoom goes back to 0 when scanning ends.
  @Test func zoomLastsAsLongAsScanning() async {
    let reader = fakeReader([7])
    let listener = Listener()
    reader.delegate = listener
    let client = Client(reader: reader)
    _ = await client.connect()
    #expect(await client.send("SET CAMERA.ZOOM 2") == (0, ""))
    reader.startScanning()
    _ = await listener.nextRead()
    #expect(await client.send("GET CAMERA.ZOOM") == (0, "0"))
  }

  @Test func readersAreIndependent() async {
    let a = fakeReader([7], queue: "a")
    let b = fakeReader([8], queue: "b")
    let (first, second) = (Client(reader: a), Client(reader: b))
    let (listenerA, listenerB) = (Listener(), Listener())
    a.delegate = listenerA
    b.delegate = listenerB
    _ = await first.connect()
    #expect(b.connectionState == CMBConnectionStateDisconnected)
    _ = await second.connect()
    _ = await first.setSymbology(CMBSymbologyQR, true)
    #expect(await second.isEnabled(CMBSymbologyQR).0 == false)
    a.svgResultEnabled = true
    #expect(!b.svgResultEnabled)
    _ = await second.setSymbology(CMBSymbologyQR, true)
    b.startScanning()
    a.startScanning()
    #expect(await listenerA.nextRead()?.first?.text == "grey 7")
    #expect(await listenerB.nextRead()?.first?.text == "grey 8")
    #expect(listenerA.queues.withLock { $0 } == ["a"])
    #expect(listenerB.queues.withLock { $0 } == ["b"])
  }

  /// A source that fails ends scanning and the connection; one can connect again.
  @Test func failingSource() async {
    let reader = CMBReaderDevice.reader(of: PictureSource(count: 1) { _ in throw FrameSourceError.unreadable("x") })
    reader.callbackQueue = namedQueue("failing")
    let listener = Listener()
    reader.delegate = listener
    let client = Client(reader: reader)
    #expect(await client.connect() == nil)
    reader.startScanning()
    #expect(await listener.nextRead()?.map(\.isGood) == [false])
    #expect(await listener.next() == .connection(0))
    #expect(await client.connect() == nil)
  }

  @Test func connectingTwice() async {
    let client = Client(reader: fakeReader([7]))
    #expect(await client.connect() == nil)
    #expect(await client.connect() == nil)
    client.reader.disconnect()
    client.reader.disconnect()
    // On the way to disconnected it is refused, then it works again.
    while await client.connect() != nil {}
    #expect(client.reader.connectionState == CMBConnectionStateConnected)
  }

  @Test func readersGoAway() async {
    weak var reader: CMBReaderDevice?
    do {
      let made = fakeReader([255], repeats: true)
      reader = made
      _ = await Client(reader: made).connect()
      made.startScanning()
      _ = await Client(reader: made).send("GET TRIGGER")
    }
    // The last callback may still hold it for a moment.
    for _ in 0..<1000 where reader != nil { try? await Task.sleep(nanoseconds: 1_000_000) }
    #expect(reader == nil)
  }

  /// Callbacks come on the main queue unless told otherwise.
  @Test func mainQueueByDefault() async {
    DispatchQueue.main.setSpecific(key: queueKey, value: "main")
    let reader = CMBReaderDevice.readerOfMX()
    let name = await withCheckedContinuation { continuation in
      reader.connect(completion: { _ in continuation.resume(returning: queueName()) })
    }
    #expect(name == "main")
  }

  @Test func manyThreads() async {
    let client = Client(reader: fakeReader([255], repeats: true))
    _ = await client.connect()
    await withTaskGroup(of: Void.self) { group in
      for i in 0..<8 {
        group.addTask {
          for j in 0..<20 {
            switch (i + j) % 5 {
            case 0: client.reader.startScanning()
            case 1: client.reader.stopScanning()
            case 2: _ = await client.setSymbology(CMBSymbologyQR, j % 2 == 0)
            case 3: client.reader.imageResultEnabled.toggle()
            default: _ = await client.send("GET CAMERA.ZOOM")
            }
          }
        }
      }
    }
    #expect(await client.send("TRIGGER OFF").0 == DMCC_STATUS_NO_ERROR)
  }
}

private final class Button: Trigger {
  private let action = Locked<(@Sendable () -> Void)?>(nil)

  var isHeard: Bool { action.withLock { $0 != nil } }
  func onPress(_ action: (@Sendable () -> Void)?) { self.action.withLock { $0 = action } }
  func press() { action.withLock { $0 }?() }
}
