import DataManLink
import Foundation
import ScanSession
import Testing
import cmbSDK

/// The flow of a whole app: a list of devices, a button for scanning, a list of results.
final class SampleApp: UIViewController, CMBReaderDeviceDelegate {
  enum Device {
    case terminal(CMBReaderDevice)
    case camera(CMBReaderDevice)
  }

  private var readerDevice: CMBReaderDevice?
  private(set) var isScanning = false
  private(set) var status = "Disconnected"
  private(set) var results: [(symbology: String, text: String)] = []
  /// Ends of scanning without a read.
  private(set) var noReads = 0

  /// The user picks a device; the one before is left.
  func select(_ device: Device) {
    readerDevice?.disconnect()
    status = "Disconnected"
    switch device {
    case .terminal(let reader), .camera(let reader): readerDevice = reader
    }
    readerDevice?.delegate = self
    connect()
  }

  func connect() {
    guard let reader = readerDevice, reader.availability == CMBReaderAvailibilityAvailable,
      reader.connectionState != CMBConnectionStateConnecting, reader.connectionState != CMBConnectionStateConnected
    else { return }
    reader.connect { error in
      if let error { self.status = error.localizedDescription }
    }
  }

  func toggleScanning() {
    if isScanning { readerDevice?.stopScanning() } else { readerDevice?.startScanning() }
    isScanning.toggle()
  }

  func availabilityDidChange(ofReader reader: CMBReaderDevice) {
    if reader.availability == CMBReaderAvailibilityAvailable { connect() } else { status = "Unavailable" }
  }

  func connectionStateDidChange(ofReader reader: CMBReaderDevice) {
    guard reader === readerDevice else { return }
    if reader.connectionState == CMBConnectionStateConnected {
      configure(reader)
      status = "Connected"
    } else if reader.connectionState == CMBConnectionStateDisconnected {
      isScanning = false
      status = "Disconnected"
    }
  }

  private func configure(_ reader: CMBReaderDevice) {
    for symbology in [CMBSymbologyDataMatrix, CMBSymbologyC128, CMBSymbologyUpcEan, CMBSymbologyQR] {
      reader.setSymbology(symbology, enabled: true) { error in
        if error != nil { self.status = "no symbology \(symbology.rawValue)" }
      }
    }
    reader.dataManSystem()?.sendCommand("SET DECODER.EFFORT 3")
    if reader.deviceClass == DataManDeviceClass_MX { reader.dataManSystem()?.sendCommand("CONFIG.SAVE") }
  }

  func didReceiveReadResult(fromReader reader: CMBReaderDevice, results readResults: CMBReadResults!) {
    isScanning = false
    if let result = readResults.readResults?.first as? CMBReadResult, !result.goodRead { noReads += 1 }
    for case let result as CMBReadResult in readResults.readResults ?? [] where result.goodRead {
      results.append((String(result.symbology.rawValue), result.readString ?? ""))
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(1)), .serialized)
struct SampleAppTests {
  @Test func wholeApp() async {
    let app = SampleApp()
    let terminal = TerminalTarget()
    let port = SimulatedPort(terminal)
    app.select(.camera(camera([255, 9])))
    #expect(await eventually { app.status == "Connected" })
    app.toggleScanning()
    #expect(await eventually { app.results.count == 1 })
    #expect(app.results.last?.text == "grey 9")
    #expect(!app.isScanning)

    // Another device, and back.
    let reader = CMBReaderDevice.reader(of: port)
    app.select(.terminal(reader))
    #expect(await eventually { app.status == "Connected" && reader.connectionState == CMBConnectionStateConnected })
    terminal.show([SimulatedSymbol(.code128, "box 1")])
    terminal.pullTrigger()
    #expect(await eventually { app.results.count == 2 })
    #expect(app.results.last?.text == "box 1")
    terminal.show([])
    app.toggleScanning()
    #expect(app.isScanning)
    app.toggleScanning()
    #expect(!app.isScanning)

    // The battery is empty while the app scans.
    app.toggleScanning()
    port.pullOut()
    #expect(await eventually { app.status == "Disconnected" })
    #expect(!app.isScanning)
    port.plugIn()
    #expect(await eventually { app.status == "Connected" })

    app.select(.camera(camera([8])))
    #expect(await eventually { app.status == "Connected" })
    app.toggleScanning()
    #expect(await eventually { app.results.last?.text == "grey 8" })
  }

  /// Press and hold: scanning goes on while the button is held.
  @Test func pressAndHold() async {
    let app = SampleApp()
    app.select(.camera(camera([255], repeats: true)))
    #expect(await eventually { app.status == "Connected" })
    app.toggleScanning()
    try? await Task.sleep(nanoseconds: 30_000_000)
    #expect(app.isScanning && app.noReads == 0)
    app.toggleScanning()
    #expect(await eventually { app.noReads == 1 })
    #expect(app.results.isEmpty)
    #expect(app.status == "Connected")
  }
}
