import Foundation
import ScanSession
import Testing
import cmbSDK

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An app as the manual has it written: on the main thread, each call in its documented form.
@MainActor
private final class App: NSObject, @preconcurrency CMBReaderDeviceDelegate {
  let readerDevice: CMBReaderDevice
  private(set) var text: String?
  private(set) var content: Data?
  private(set) var picture: UIImage?
  private(set) var errors: [String] = []
  private var done: CheckedContinuation<Void, Never>?

  init(_ source: any FrameSource) {
    readerDevice = CMBReaderDevice.reader(of: source)
    super.init()
    readerDevice.delegate = self
  }

  /// Connects and returns when a result has come.
  func run() async {
    await withCheckedContinuation { continuation in
      done = continuation
      guard self.readerDevice.availability == CMBReaderAvailibilityAvailable else { return }
      self.readerDevice.connect(completion: { (error: Error?) in
        if error != nil { self.errors.append("connect") }
      })
    }
  }

  func connectionStateDidChange(ofReader reader: CMBReaderDevice) {
    guard reader.connectionState == CMBConnectionStateConnected else { return }
    self.readerDevice.setSymbology(
      CMBSymbologyQR, enabled: true,
      completion: { (_ error: Error?) -> Void in
        if error != nil { self.errors.append("symbology") }
      })
    self.readerDevice.setSymbology(CMBSymbologyUpcEan, enabled: false, completion: nil)
    self.readerDevice.setLightsON(true) { (error: Error?) in
      if error != nil { self.errors.append("lights") }
    }
    self.readerDevice.imageResultEnabled = true
    self.readerDevice.svgResultEnabled = true
    self.readerDevice.dataManSystem()?.sendCommand("SET CAMERA.ZOOM-PERCENT 250 500")
    self.readerDevice.dataManSystem()?.sendCommand(
      "SET DECODER.MAX-SCAN-TIMEOUT 0",
      withCallback: { (response: CDMResponse?) in
        if response?.status != DMCC_STATUS_NO_ERROR { self.errors.append("command") }
      })
    self.readerDevice.startScanning()
  }

  func didReceiveReadResult(fromReader reader: CMBReaderDevice, results readResults: CMBReadResults!) {
    if readResults.readResults.count > 0, let readResult = readResults.readResults?.first as? CMBReadResult {
      if readResult.image != nil { picture = readResult.image }
      if readResult.readString != nil { text = readResult.readString }
      let collector = FullStringCollector()
      let xmlParser: XMLParser = XMLParser.init(data: readResult.xml)
      xmlParser.delegate = collector
      if xmlParser.parse() { content = Data.init(base64Encoded: collector.base64String) }
    }
    done?.resume()
    done = nil
  }
}

/// Takes all text since the last opening tag for that element's content, as the manual's sample does.
private final class FullStringCollector: NSObject, XMLParserDelegate {
  var currentElement = ""
  var base64String = ""

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
    attributes attributeDict: [String: String] = [:]
  ) {
    currentElement = elementName
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if currentElement == "full_string" { base64String = string }
  }
}

@Suite(.timeLimit(.minutes(1)))
struct AppFormsTests {
  @MainActor @Test func app() async throws {
    let app = App(
      PictureSource([try ImageFileLoader.sample("qr-tilted.jpg")], capabilities: FrameCapabilities(hasTorch: true)))
    await app.run()
    #expect(app.errors == [])
    let expected = try ImageFileLoader.truth("qr-tilted.jpg").first?.text
    #expect(app.text == expected)
    #expect(app.content.map { String(decoding: $0, as: UTF8.self) } == expected)
    #expect(app.picture != nil)
  }

  @Test func documentedFactories() {
    let readers: [CMBReaderDevice] = [
      CMBReaderDevice.readerOfMX(),
      CMBReaderDevice.readerOfDeviceCamera(
        with: CDMCameraMode.noAimer, previewOptions: CDMPreviewOption.init(rawValue: 0), previewView: nil),
      CMBReaderDevice.readerOfDeviceCamera(
        with: CDMCameraMode.noAimer, previewOptions: [CDMPreviewOption.noZoomBtn, CDMPreviewOption.hwTrigger],
        previewView: nil),
      CMBReaderDevice.readerOfDeviceCamera(with: .frontCamera, previewOptions: []),
      CMBReaderDevice.readerOfDeviceCamera(
        with: .activeAimer, previewOptions: [.pessimisticCaching], previewView: nil, registrationKey: "key"),
      CMBReaderDevice.readerOfDeviceCamera(
        with: .passiveAimer, previewOptions: [.alwaysShow], previewView: nil, registrationKey: nil, customData: "x"),
    ]
    for reader in readers { #expect(reader.connectionState == CMBConnectionStateDisconnected) }
  }
}
