import Dispatch
import Foundation
import ScanSession
import TestSupport
import cmbSDK

/// A delegate whose events can be awaited.
final class Listener: CMBReaderDeviceDelegate {
  enum Event: Sendable, Equatable {
    case availability(UInt)
    case connection(UInt)
    case read([Result])
  }

  /// What a test compares of a result.
  struct Result: Sendable, Equatable {
    var isGood: Bool
    var text: String?
    var symbology: UInt
    var xml: String
    var graphics: String?
    var imageSize: [Int]?
  }

  private let continuation: AsyncStream<Event>.Continuation
  private let events: AsyncStream<Event>
  /// Labels of the queues on which methods were called.
  let queues = Locked<Set<String>>([])

  init() {
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
  }

  func availabilityDidChange(ofReader reader: CMBReaderDevice) {
    note(.availability(UInt(reader.availability.rawValue)))
  }

  func connectionStateDidChange(ofReader reader: CMBReaderDevice) {
    note(.connection(UInt(reader.connectionState.rawValue)))
  }

  func didReceiveReadResult(fromReader reader: CMBReaderDevice, results readResults: CMBReadResults!) {
    // As in the manual.
    guard readResults.readResults.count > 0, readResults.readResults?.first as? CMBReadResult != nil else { return }
    let results = (readResults.readResults ?? []).compactMap { $0 as? CMBReadResult }
    note(
      .read(
        results.map {
          Result(
            isGood: $0.goodRead, text: $0.readString, symbology: UInt($0.symbology.rawValue),
            xml: String(decoding: $0.xml, as: UTF8.self),
            graphics: $0.imageGraphics.map { String(decoding: $0, as: UTF8.self) },
            imageSize: $0.image.map { [Int($0.size.width), Int($0.size.height)] })
        }))
  }

  private func note(_ event: Event) {
    queues.withLock { _ = $0.insert(queueName()) }
    continuation.yield(event)
  }

  /// The next event that was not taken yet.
  func next() async -> Event? {
    var iterator = events.makeAsyncIterator()
    return await iterator.next()
  }

  func nextRead() async -> [Result]? {
    while let event = await next() {
      if case .read(let results) = event { return results }
    }
    return nil
  }
}

/// Holds the name of a queue.
let queueKey = DispatchSpecificKey<String>()

/// A queue that `queueName` knows.
func namedQueue(_ name: String) -> DispatchQueue {
  let queue = DispatchQueue(label: name)
  queue.setSpecific(key: queueKey, value: name)
  return queue
}

/// The name of the queue that the code runs on.
func queueName() -> String { DispatchQueue.getSpecific(key: queueKey) ?? "?" }

/// The calls of readers as asynchronous functions.
struct Client {
  let reader: CMBReaderDevice

  func connect() async -> NSError? {
    await withCheckedContinuation { continuation in
      reader.connect(completion: { (error: Error?) in continuation.resume(returning: error as NSError?) })
    }
  }

  func setSymbology(_ symbology: CMBSymbology, _ isOn: Bool) async -> NSError? {
    await withCheckedContinuation { continuation in
      reader.setSymbology(symbology, enabled: isOn) { continuation.resume(returning: $0 as NSError?) }
    }
  }

  func isEnabled(_ symbology: CMBSymbology) async -> (Bool, NSError?) {
    await withCheckedContinuation { continuation in
      reader.isSymbologyEnabled(symbology) { continuation.resume(returning: ($0, $1 as NSError?)) }
    }
  }

  func setLights(_ isOn: Bool) async -> NSError? {
    await withCheckedContinuation { continuation in
      reader.setLightsON(isOn) { continuation.resume(returning: $0 as NSError?) }
    }
  }

  func lights() async -> (Bool, NSError?) {
    await withCheckedContinuation { continuation in
      reader.getLightsState { continuation.resume(returning: ($0, $1 as NSError?)) }
    }
  }

  func reset() async -> NSError? {
    await withCheckedContinuation { continuation in
      reader.resetConfig { continuation.resume(returning: $0 as NSError?) }
    }
  }

  func battery() async -> (Int32, NSError?) {
    await withCheckedContinuation { continuation in
      reader.getDeviceBatteryLevel { continuation.resume(returning: ($0, $1 as NSError?)) }
    }
  }

  /// Status and payload.
  func send(_ command: String) async -> (Int32, String?) {
    await withCheckedContinuation { continuation in
      reader.dataManSystem()?.sendCommand(
        command,
        withCallback: { (response: CDMResponse?) in
          continuation.resume(returning: (response?.status ?? -2, response?.payload))
        })
    }
  }
}

/// A reader over pictures, with a decoder that reads the pictures' grey values as texts.
func fakeReader(
  _ greys: [UInt8], repeats: Bool = false, mode: CDMCameraMode = .noAimer, options: CDMPreviewOption = [],
  battery: Int? = nil, queue: String = "callbacks", aimer: ActiveAimer? = nil, hasLamp: Bool = true,
  obfuscator: Obfuscator? = nil
) -> CMBReaderDevice {
  var parts = CameraReader.Parts()
  parts.symbologies = .all
  parts.aimer = aimer
  parts.obfuscator = obfuscator
  parts.identity = DeviceIdentity(serial: "ABC1234567", batteryCharge: { battery })
  parts.decode = { frame, plan in
    guard let grey = frame.image.pixels.first, grey != 255, plan.options.symbologies.contains(.qr) else { return [] }
    return [
      Barcode(
        symbology: .qr, symbologyIdentifier: "]Q1", text: "grey \(grey)", bytes: [grey],
        corners: Quad(Point(10, 10), Point(30, 10), Point(30, 30), Point(10, 30)), evidence: Evidence(logOdds: -9),
        moduleSize: 1)
    ]
  }
  let source = PictureSource(
    greys.map { LumaImage(width: 64, height: 48, grey: $0) }, repeats: repeats,
    capabilities: FrameCapabilities(hasTorch: hasLamp))
  let reader = CMBReaderDevice.reader(source: source, setup: CameraSetup(mode, options), parts: parts)
  reader.callbackQueue = namedQueue(queue)
  return reader
}

/// A moment for others, between two looks at something that is waited for.
func pause() async { try? await Task.sleep(nanoseconds: 1_000_000) }
