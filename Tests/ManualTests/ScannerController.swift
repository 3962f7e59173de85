import Foundation
import cmbSDK

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The examples of the manual as one controller: the same calls in the same form.
///
/// Three lines of the manual compile nowhere or not without Objective-C, and stand here mended:
/// - `let deviceType:String = response?.payload` lacks an unwrapping; it is a `String?` here.
/// - `NSNotification.Name.UIApplicationDidBecomeActive` is the name of Swift 3.
/// - `#selector` needs Objective-C; the observer is a closure here.
final class ScannerController: UIViewController, CMBReaderDeviceDelegate, XMLParserDelegate {
  // As in the manual.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var readerDevice: CMBReaderDevice!
  let ivPreview = UIImageView()
  let lblCode = UILabel()
  var log: [String] = []
  var deviceType: String?
  var bytes: Data?
  var resultCount = 0
  private var observer: (any NSObjectProtocol)?

  func use(_ reader: CMBReaderDevice) {
    readerDevice = reader
    readerDevice.delegate = self
  }

  // MARK: Connecting

  func connect() {
    // Make sure the device is turned ON and ready
    if self.readerDevice.availability == CMBReaderAvailibilityAvailable {
      // create the connection between the readerDevice object and device
      self.readerDevice.connect(completion: { (error: Error?) in
        if error != nil {
          self.log.append("connection error")
        }
      })
    }
  }

  func availabilityDidChange(ofReader reader: CMBReaderDevice) {
    log.append("availability \(reader.availability.rawValue)")
    if (reader.availability == CMBReaderAvailibilityAvailable) {
      readerDevice.connect(completion: { error in
        if error != nil {
          self.log.append("connection error")
        }
      })
    }
  }

  func connectionStateDidChange(ofReader reader: CMBReaderDevice) {
    log.append("state \(reader.connectionState.rawValue)")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    // Reconnect when app resumes
    observer = NotificationCenter.default.addObserver(
      forName: UIApplication.didBecomeActiveNotification, object: nil, queue: nil
    ) { [box = Unchecked(self)] _ in box.value?.appBecameActive() }
  }

  func viewDidUnload() {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  // handle app resume
  func appBecameActive() {
    if readerDevice != nil
      && readerDevice.availability == CMBReaderAvailibilityAvailable
      && readerDevice.connectionState != CMBConnectionStateConnecting
      && readerDevice.connectionState != CMBConnectionStateConnected
    {
      readerDevice.connect(completion: { error in
        if error != nil {
          self.log.append("connection error")
        }
      })
    }
  }

  // MARK: Configuring

  func enableQR() {
    self.readerDevice.setSymbology(
      CMBSymbologyQR, enabled: true,
      completion: { (_ error: Error?) -> Void in
        self.log.append(error == nil ? "QR on" : "QR failed")
      })
  }

  func disableUPC() {
    self.readerDevice.setSymbology(
      CMBSymbologyUpcEan, enabled: false,
      completion: { (_ error: Error?) -> Void in
        self.log.append(error == nil ? "UPC off" : "UPC failed")
      })
  }

  func enableLights() {
    self.readerDevice.setLightsON(true) { (error: Error?) in
      self.log.append(error == nil ? "lights on" : "lights failed")
    }
  }

  func zoom() {
    readerDevice.dataManSystem()?.sendCommand("SET CAMERA.ZOOM-PERCENT 250 500")
    readerDevice.dataManSystem()?.sendCommand("SET CAMERA.ZOOM 2")
  }

  func reset() {
    self.readerDevice.resetConfig { (error: Error?) in
      self.log.append(error == nil ? "reset" : "reset failed")
    }
  }

  func sendCommands() {
    self.readerDevice.dataManSystem()?.sendCommand(
      "SET DECODER.1D-SYMBOLORIENTATION 0",
      withCallback: { (response: CDMResponse?) in
        if response?.status == DMCC_STATUS_NO_ERROR {
          self.log.append("orientation")
        } else {
          self.log.append("orientation failed")
        }
      })
    self.readerDevice.dataManSystem()?.sendCommand(
      "SET DECODER.MAX-SCAN-TIMEOUT 10",
      withCallback: { (response: CDMResponse?) in
        if response?.status == DMCC_STATUS_NO_ERROR {
          self.log.append("timeout")
        } else {
          self.log.append("timeout failed")
        }
      })
    self.readerDevice.dataManSystem()?.sendCommand(
      "GET DEVICE.TYPE",
      withCallback: { (response: CDMResponse?) in
        if response?.status == DMCC_STATUS_NO_ERROR {
          let deviceType: String? = response?.payload
          self.deviceType = deviceType
        } else {
          self.log.append("type failed")
        }
      })
  }

  func enableImages() {
    self.readerDevice.imageResultEnabled = true
    self.readerDevice.svgResultEnabled = true
  }

  // MARK: Results

  func didReceiveReadResult(fromReader reader: CMBReaderDevice, results readResults: CMBReadResults!) {
    resultCount += 1
    if readResults.readResults.count > 0 {
      // As in the manual.
      // swift-format-ignore: NeverForceUnwrap
      let readResult: CMBReadResult = readResults.readResults?.first as! CMBReadResult
      log.append(readResult.goodRead ? "good" : "no read")
      if readResult.image != nil {
        self.ivPreview.image = readResult.image
      }
      if readResult.readString != nil {
        self.lblCode.text = readResult.readString
      }
      parse(readResult)
    }
  }

  func parse(_ result: CMBReadResult) {
    let xmlParser: XMLParser = XMLParser.init(data: result.xml)
    xmlParser.delegate = self
    if xmlParser.parse() {
      // Access the raw bytes via this variable
      let bytes: Data? = Data.init(base64Encoded: base64String)
      self.bytes = bytes
    }
  }

  // XMLParserDelegate
  var currentElement = ""
  var base64String = ""
  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
    attributes attributeDict: [String: String] = [:]
  ) {
    currentElement = elementName
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if currentElement == "full_string" {
      base64String = string
    }
  }
}

/// Carries the controller into a closure that is called on the main thread.
private struct Unchecked: @unchecked Sendable {
  weak var value: ScannerController?
  init(_ value: ScannerController) { self.value = value }
}
