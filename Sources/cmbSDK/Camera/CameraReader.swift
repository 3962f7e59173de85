import DMCC
import Dispatch
import Foundation
import ImageFiles
import ScanSession

/// A camera, or any other source of frames, as a reader that answers commands.
package final class CameraReader: CommandTarget {
  /// Things that tests and other programs put in place of the device's own.
  package struct Parts: Sendable {
    package var surroundings = ScanSession.Surroundings()
    package var identity = DeviceIdentity()
    package var decode: FrameDecoder = EngineDecoder.decode
    /// What the decoder reads.
    package var symbologies = SymbologySet.readable

    package init() {}
  }

  private let setup: CameraSetup
  private let parts: Parts
  private let session: ScanSession?
  private let unavailable: TargetFailure
  /// Commands are performed here, one after the other.
  private let queue = DispatchQueue(label: "camera reader")
  private let state: Locked<State>

  private struct State {
    var processor: CommandProcessor
    var connection = Settings(.connection)
    var push: (@Sendable (Push) -> Void)?
    var lastReport: ScanReport?
    var name: String
  }

  /// - Parameters:
  ///   - source: nil when there is no camera; opening fails then.
  ///   - unavailable: why there is none.
  package init(
    source: (any FrameSource)?, setup: CameraSetup, parts: Parts = .init(),
    unavailable: TargetFailure = .noDevice("this system has no camera that the SDK can use")
  ) {
    self.setup = setup
    self.parts = parts
    self.unavailable = unavailable
    let features = DeviceFeatures(
      mode: setup.mode, symbologies: parts.symbologies,
      initialSwitches: setup.mode == .activeAimer ? DeviceFeatures.activeAimerSwitches : [])
    state = Locked(State(processor: CommandProcessor(features: features), name: parts.identity.defaultName))
    var surroundings = parts.surroundings
    // It works while the reader is open only.
    surroundings.trigger = nil
    session = source.map { [surroundings] in
      ScanSession(source: $0, configuration: .init(), surroundings: surroundings, decode: parts.decode)
    }
    applySettings()
    session?.observe(
      onReport: { [weak self] report in self?.publish(report) },
      onScanning: { [weak self] isScanning in if !isScanning { self?.resetZoom() } })
  }

  // MARK: CommandTarget

  package func open(
    push: @escaping @Sendable (Push) -> Void, completion: @escaping @Sendable (TargetFailure?) -> Void
  ) {
    queue.async { [self] in
      guard session != nil else { return completion(unavailable) }
      state.withLock { state in
        state.push = push
        state.connection = state.processor.savedConnection
      }
      applySettings()
      if setup.usesTrigger { parts.surroundings.trigger?.onPress { [weak self] in self?.session?.press() } }
      completion(nil)
    }
  }

  package func close(completion: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      state.withLock { $0.push = nil }
      parts.surroundings.trigger?.onPress(nil)
      session?.stop()
      completion()
    }
  }

  package func perform(_ command: Command, reply: @escaping @Sendable (Response) -> Void) {
    queue.async { [self] in
      var response: Response
      switch state.withLock({ $0.processor.process(command, connection: &$0.connection) }) {
      case .answer(let answer):
        response = answer
      case .changed(let answer):
        applySettings()
        response = answer
      case .device(let resolved):
        response = act(resolved, data: command.data)
      }
      response.identifier = command.header.identifier
      reply(response)
    }
  }

  // MARK: Settings

  private func applySettings() {
    let configuration = state.withLock {
      SessionConfiguration($0.processor.settings, connection: $0.connection, setup: setup)
    }
    session?.configure(configuration)
  }

  /// Zoom lasts as long as scanning does.
  private func resetZoom() {
    queue.async { [self] in
      state.withLock { $0.processor.set("CAMERA.ZOOM", [.integer(0)]) }
      applySettings()
    }
  }

  // MARK: Actions and answers of the device

  private func act(_ command: CommandTable.Resolved, data: [UInt8]) -> Response {
    switch (command.spec.name, command.form) {
    case ("TRIGGER", .get):
      return Response(.noError, text: Value.toggle(session?.isScanning ?? false).description)
    case ("TRIGGER", _):
      if command.values.first == .toggle(true) { session?.start() } else { session?.stop() }
      return Response(.noError)
    case ("BEEP", _):
      guard case .integer(let count)? = command.values.first, case .integer(let tone)? = command.values.last else {
        return Response(.invalidParameter)
      }
      parts.surroundings.feedback?.give(FeedbackSignal(beeps: count, tone: tone))
      return Response(.noError)
    case ("IMAGE.LOAD", _):
      guard let image = try? ImageFile.decode(data) else { return Response(.invalidParameter) }
      session?.read(still: image)
      return Response(.noError)
    case ("RESULT", _):
      guard let report = state.withLock({ $0.lastReport }) else { return Response(.rejected) }
      push(report)
      return Response(.noError)
    case ("DEVICE.NAME", .set):
      guard case .text(let name)? = command.values.first else { return Response(.invalidParameter) }
      state.withLock { $0.name = name }
      return Response(.noError)
    case (let name, .get):
      return answer(name)
    default:
      return Response(.invalidParameter)
    }
  }

  private func answer(_ name: String) -> Response {
    let identity = parts.identity
    let text: String? =
      switch name {
      case "DEVICE.TYPE": identity.type
      case "DEVICE.ID": String(identity.number)
      case "DEVICE.NAME": state.withLock { $0.name }
      case "DEVICE.SERIAL-NUMBER": identity.serial
      case "DEVICE.FIRMWARE-VER": SDKVersion.current
      case "BATTERY.CHARGE": identity.batteryCharge().map(String.init)
      case "DECODER.MAX-THREADS": String(ProcessInfo.processInfo.activeProcessorCount)
      default: nil
      }
    return text.map { Response(.noError, text: $0) } ?? Response(.invalidParameter)
  }

  // MARK: Results

  private func publish(_ report: ScanReport) {
    state.withLock { $0.lastReport = report }
    push(report)
    guard case .failed(let error)? = report.ending else { return }
    state.withLock { $0.push }?(.lost(TargetFailure(error)))
  }

  private func push(_ report: ScanReport) {
    let (push, types, name) = state.withLock {
      ($0.push, $0.connection.number("DATA.RESULT-TYPE"), $0.name)
    }
    push?(.read(ReadReport(report, types: CDMResultTypes(rawValue: types), source: name)))
  }
}

extension TargetFailure {
  init(_ error: FrameSourceError) {
    switch error {
    case .notPermitted: self = .notPermitted("the camera may not be used")
    case .unavailable(let reason), .unreadable(let reason): self = .noDevice(reason)
    case .unsupported: self = .status(.invalidParameter)
    }
  }
}

extension ReadReport {
  init(_ report: ScanReport, types: CDMResultTypes, source: String) {
    let xml = ResultXML(source: source) { symbology in
      SymbologySwitch.row(reporting: symbology)?.title ?? symbology.rawValue
    }
    let symbols = report.barcodes.map { barcode in
      ReadSymbol(
        isGood: true, text: barcode.text, symbology: SymbologySwitch.row(reporting: barcode.symbology)?.rawValue ?? 0,
        isGS1: barcode.isGS1, xml: xml.document(barcode, of: report),
        graphics: types.contains(.imageGraphics) ? ResultSVG.document([barcode], of: report) : nil)
    }
    let noRead = ReadSymbol(isGood: false, text: "", symbology: 0, xml: xml.document(nil, of: report))
    let turn = report.orientation.rawValue
    self.init(
      number: report.number, symbols: symbols.isEmpty ? [noRead] : symbols, xml: xml.document(report),
      picture: report.picture.map { .luma($0, turn: turn) })
  }
}
