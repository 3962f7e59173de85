import DataManLink
import Foundation
import ScanSession
import Testing
import cmbSDK

/// What the manual says of its examples.
@MainActor
@Suite(.timeLimit(.minutes(1)), .serialized)
struct ManualTests {
  private let controller = ScannerController()

  // MARK: Making readers

  @Test func terminals() {
    let readerDevice: CMBReaderDevice = CMBReaderDevice.readerOfMX()
    readerDevice.delegate = controller
    #expect(readerDevice.deviceClass == DataManDeviceClass_MX)
  }

  @Test func cameras() {
    let plain: CMBReaderDevice = CMBReaderDevice.readerOfDeviceCamera(
      with: CDMCameraMode.noAimer, previewOptions: CDMPreviewOption.init(rawValue: 0), previewView: nil)
    plain.delegate = controller
    let simulatedTrigger: CMBReaderDevice = CMBReaderDevice.readerOfDeviceCamera(
      with: CDMCameraMode.noAimer, previewOptions: [CDMPreviewOption.noZoomBtn, CDMPreviewOption.hwTrigger],
      previewView: nil)
    simulatedTrigger.delegate = controller
    for reader in [plain, simulatedTrigger] {
      #expect(reader.deviceClass == DataManDeviceClass_PhoneCamera)
      #expect(reader.connectionState == CMBConnectionStateDisconnected)
    }
  }

  @Test func overlay() {
    MWOverlay.setOverlayMode(Int32(OM_LEGACY.rawValue))
    #expect(MWOverlay.getOverlayMode() == Int32(OM_LEGACY.rawValue))
    MWOverlay.setOverlayMode(Int32(OM_CMB.rawValue))
    MWOverlay.setLocationLineUIColor(UIColor.yellow)
    MWOverlay.setLocationLineWidth(5)
    #expect(MWOverlay.getLocationLineColor() == 0xFFFF00)
  }

  // MARK: The camera

  @Test func connectsAndReads() async {
    controller.use(camera([255, 7]))
    controller.connect()
    #expect(await eventually { controller.readerDevice.connectionState == CMBConnectionStateConnected })
    controller.enableQR()
    controller.disableUPC()
    controller.enableLights()
    controller.sendCommands()
    controller.enableImages()
    controller.readerDevice.startScanning()
    #expect(await eventually { controller.resultCount > 0 })
    #expect(
      controller.log == ["state 1", "state 2", "QR on", "UPC off", "lights on", "orientation", "timeout", "good"])
    #expect(controller.deviceType == "MX-Mobile")
    #expect(controller.lblCode.text == "grey 7")
    #expect(controller.ivPreview.image != nil)
    #expect(controller.bytes == Data([7, 0, 0xFF]))
  }

  /// Nothing is enabled by default, and every start begins with the defaults.
  @Test func defaults() async {
    controller.use(camera([7]))
    controller.connect()
    #expect(await eventually { controller.log.last == "state 2" })
    controller.readerDevice.startScanning()
    #expect(await eventually { controller.log.last == "no read" })
    controller.enableQR()
    controller.reset()
    controller.readerDevice.startScanning()
    #expect(await eventually { controller.resultCount == 2 })
    #expect(controller.log.suffix(3) == ["QR on", "reset", "no read"])
  }

  /// A device without a lamp says so.
  @Test func noLamp() async {
    controller.use(camera([7], hasLamp: false))
    controller.connect()
    #expect(await eventually { controller.log.last == "state 2" })
    controller.enableLights()
    #expect(await eventually { controller.log.last == "lights failed" })
  }

  /// Calls before the connection end in an error.
  @Test func notConnected() async {
    controller.use(camera([7]))
    controller.enableQR()
    controller.enableLights()
    controller.reset()
    #expect(await eventually { controller.log == ["QR failed", "lights failed", "reset failed"] })
  }

  /// Zoom works before and during scanning, and goes back to normal with its end.
  @Test func zoom() async {
    let controls = Locked<[FrameControl]>([])
    let source = PushSource { control in controls.withLock { $0.append(control) } }
    controller.use(CMBReaderDevice.reader(of: source))
    controller.connect()
    #expect(await eventually { controller.log.last == "state 2" })
    controller.zoom()
    controller.readerDevice.startScanning()
    #expect(await eventually { controls.withLock { $0.contains(.zoom(5)) } })
    controller.readerDevice.dataManSystem()?.sendCommand("SET CAMERA.ZOOM 1")
    #expect(await eventually { controls.withLock { $0.contains(.zoom(2.5)) } })
    controller.readerDevice.stopScanning()
    #expect(await eventually { controller.log.last == "no read" })
    var level: String?
    controller.readerDevice.dataManSystem()?.sendCommand("GET CAMERA.ZOOM", withCallback: { level = $0?.payload })
    #expect(await eventually { level == "0" })
  }

  /// The passive aimer is the lamp: on while scanning, and commands for illumination are ignored.
  @Test func passiveAimer() async {
    let controls = Locked<[FrameControl]>([])
    let source = PushSource { control in controls.withLock { $0.append(control) } }
    controller.use(CMBReaderDevice.reader(of: source, cameraMode: .passiveAimer))
    controller.connect()
    #expect(await eventually { controller.log.last == "state 2" })
    controller.enableLights()
    controller.readerDevice.startScanning()
    #expect(await eventually { controls.withLock { $0.contains(.torch(true)) } })
    var lights: Bool?
    controller.readerDevice.getLightsState { isOn, _ in lights = isOn }
    #expect(await eventually { lights == false })
    controller.readerDevice.stopScanning()
    #expect(await eventually { controls.withLock { $0.last == .torch(false) } })
  }

  /// The preview comes up with modes without an aimer, or when it is forced.
  @Test(arguments: [
    PreviewCase(mode: .noAimer, isShown: true), PreviewCase(mode: .frontCamera, isShown: true),
    PreviewCase(mode: .passiveAimer, isShown: false), PreviewCase(mode: .activeAimer, isShown: false),
    PreviewCase(mode: .passiveAimer, options: [.alwaysShow], isShown: true),
  ])
  func preview(_ preview: PreviewCase) async {
    let (mode, options, isShown) = (preview.mode, preview.options, preview.isShown)
    let surface = Surface()
    controller.use(camera([7], mode: mode, options: options, surroundings: .init(preview: surface)))
    controller.connect()
    #expect(await eventually { controller.log.last == "state 2" })
    controller.enableQR()
    controller.readerDevice.startScanning()
    #expect(await eventually { controller.log.last == "good" })
    #expect(surface.shown.withLock { $0 } == (isShown ? ["show", "hide"] : []))
  }

  /// Paused: the preview is there, decoding waits for the button.
  @Test func paused() async {
    let button = Button()
    let surface = Surface()
    let surroundings = ScanSession.Surroundings(preview: surface, trigger: button)
    controller.use(camera([7], repeats: true, options: [.paused, .hwTrigger], surroundings: surroundings))
    controller.connect()
    #expect(await eventually { controller.log.last == "state 2" })
    controller.enableQR()
    controller.readerDevice.startScanning()
    #expect(await eventually { surface.shown.withLock { $0 } == ["show"] })
    try? await Task.sleep(nanoseconds: 50_000_000)
    #expect(controller.resultCount == 0)
    button.press()
    #expect(await eventually { controller.log.last == "good" })
  }

  /// Pressed it starts; pressed again it does not stop.
  @Test func simulatedTrigger() async {
    let button = Button()
    controller.use(camera([255], repeats: true, options: [.hwTrigger], surroundings: .init(trigger: button)))
    controller.connect()
    #expect(await eventually { controller.log.last == "state 2" })
    button.press()
    button.press()
    var state: String?
    controller.readerDevice.dataManSystem()?.sendCommand("GET TRIGGER", withCallback: { state = $0?.payload })
    #expect(await eventually { state == "ON" })
    controller.readerDevice.stopScanning()
    #expect(await eventually { controller.log.last == "no read" })
  }

  /// A missing front camera shows when connecting.
  @Test func missingCamera() async {
    controller.use(CMBReaderDevice.reader(of: BackCameraOnly(), cameraMode: .frontCamera))
    controller.connect()
    #expect(await eventually { controller.log.last == "connection error" })
    #expect(controller.readerDevice.connectionState == CMBConnectionStateDisconnected)
  }

  // MARK: Leaving and coming back

  @Test func resume() async {
    controller.viewDidLoad()
    defer { controller.viewDidUnload() }
    controller.use(camera([255], repeats: true))
    controller.connect()
    #expect(await eventually { controller.log.last == "state 2" })
    controller.readerDevice.startScanning()
    controller.readerDevice.enterBackground()
    #expect(await eventually { controller.log.last == "state 0" })
    NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
    // A second one does no harm.
    NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
    #expect(await eventually { controller.log.last == "state 2" })
    #expect(!controller.log.contains("connection error"))
  }

  @Test func terminalComesAndGoes() async {
    let terminal = TerminalTarget()
    let port = SimulatedPort(terminal)
    controller.use(CMBReaderDevice.reader(of: port))
    controller.connect()
    #expect(await eventually { controller.log.last == "state 2" })
    port.pullOut()
    #expect(await eventually { controller.log.last == "state 0" })
    #expect(controller.log.contains("availability 2"))
    // The delegate connects when it is back.
    port.plugIn()
    #expect(await eventually { controller.log.last == "state 2" })
    terminal.show([SimulatedSymbol(.qr, "back")])
    terminal.pullTrigger()
    #expect(await eventually { controller.lblCode.text == "back" })
  }
}

struct PreviewCase: Sendable {
  let mode: CDMCameraMode
  var options: CDMPreviewOption = []
  let isShown: Bool
}

private final class Surface: PreviewSurface {
  let shown = Locked<[String]>([])
  func show() { shown.withLock { $0.append("show") } }
  func hide() { shown.withLock { $0.append("hide") } }
  func draw(_ scene: OverlayScene) {}
}

private final class Button: Trigger {
  private let action = Locked<(@Sendable () -> Void)?>(nil)
  func onPress(_ action: (@Sendable () -> Void)?) { self.action.withLock { $0 = action } }
  func press() { action.withLock { $0 }?() }
}

private final class BackCameraOnly: FrameSource {
  func check(_ request: FrameRequest) async throws {
    if request.camera == .front { throw FrameSourceError.unavailable("no front camera") }
  }

  func start(_ request: FrameRequest) async throws -> FrameStream { FrameMailbox().stream }
  func stop() async {}
}
