import DMCC
import FrameSources
import ScanSession

/// What a simulated reader finds before it.
package struct SimulatedSymbol: Sendable, Hashable {
  package var symbology: Symbology
  package var text: String

  package init(_ symbology: Symbology, _ text: String) {
    self.symbology = symbology
    self.text = text
  }
}

/// What a simulated reader is.
package struct SimulatedIdentity: Sendable, Hashable {
  package var type: String
  package var serial: String
  package var firmware: String
  /// Switches that are on when it leaves the factory.
  package var switches: [String]

  package init(type: String, serial: String, firmware: String, switches: [String]) {
    self.type = type
    self.serial = serial
    self.firmware = firmware
    self.switches = switches
  }

  /// Comes with the usual symbologies turned on.
  package static let terminal = SimulatedIdentity(
    type: "MX-1000", serial: "1A1234TT567890", firmware: "5.2.0",
    switches: DeviceFeatures.activeAimerSwitches + ["SYMBOL.DATAMATRIX", "SYMBOL.I2O5", "SYMBOL.CODABAR"])
  /// An aimer and a lamp; decodes nothing.
  package static let aimer = SimulatedIdentity(
    type: "MX-100", serial: "2B1234XX567890", firmware: "1.0.7", switches: [])
}

/// A reader that behaves like a terminal, with symbols put before it instead of a camera.
package final class TerminalTarget: CommandTarget {
  private let identity: SimulatedIdentity
  private let state: Locked<State>

  private struct State {
    var processor: CommandProcessor
    var push: (@Sendable (Push) -> Void)?
    var scene: [SimulatedSymbol] = []
    var isScanning = false
    var number = 0
    var battery = 80
    var performed: [String] = []
  }

  package init(_ identity: SimulatedIdentity = .terminal) {
    self.identity = identity
    let features = DeviceFeatures(
      mode: .activeAimer, symbologies: .all, initialSwitches: identity.switches, savesConfiguration: true,
      isCamera: false)
    state = Locked(State(processor: CommandProcessor(features: features)))
  }

  // MARK: The world around it

  /// Charge in percent.
  package var battery: Int {
    get { state.withLock { $0.battery } }
    set { state.withLock { $0.battery = newValue } }
  }

  /// Names of the commands that came, in their order.
  package var performed: [String] { state.withLock { $0.performed } }

  /// Puts symbols before it; a trigger that is on finds them.
  package func show(_ symbols: [SimulatedSymbol]) {
    state.withLock { $0.scene = symbols }
    look()
  }

  /// The trigger is pulled and held.
  package func pullTrigger() {
    state.withLock { $0.isScanning = true }
    look()
  }

  package func releaseTrigger() { stopScanning() }

  /// Somebody changes a setting at the device itself.
  package func change(_ text: String) {
    guard let command = try? CommandGrammar.parse(text) else { return }
    perform(command) { _ in }
  }

  // MARK: CommandTarget

  package var isAvailable: Bool? { true }

  package func open(
    _ credentials: Credentials?, push: @escaping @Sendable (Push) -> Void,
    completion: @escaping @Sendable (TargetFailure?) -> Void
  ) {
    state.withLock { $0.push = push }
    completion(nil)
  }

  package func close(completion: @escaping @Sendable () -> Void) {
    state.withLock { $0.push = nil }
    completion()
  }

  package func perform(_ command: Command, reply: @escaping @Sendable (Response) -> Void) {
    let outcome = state.withLock { state in
      state.performed.append(command.name)
      var connection = Settings(.connection)
      return state.processor.process(command, connection: &connection)
    }
    switch outcome {
    case .answer(let response), .changed(let response): reply(response)
    case .device(let resolved):
      reply(act(resolved))
      // Results come after the answer.
      if resolved.spec.name == "TRIGGER", let isOn = resolved.values.first {
        if isOn == .toggle(true) { pullTrigger() } else { stopScanning() }
      }
    }
  }

  private func act(_ command: CommandTable.Resolved) -> Response {
    switch (command.spec.name, command.form) {
    case ("TRIGGER", .get): return Response(.noError, text: state.withLock { $0.isScanning } ? "ON" : "OFF")
    case ("TRIGGER", _), ("BEEP", _): return Response(.noError)
    case (let name, .get):
      let text: String? =
        switch name {
        case "DEVICE.TYPE": identity.type
        case "DEVICE.NAME": "\(identity.type)-\(identity.serial.suffix(6))"
        case "DEVICE.SERIAL-NUMBER": identity.serial
        case "DEVICE.FIRMWARE-VER": identity.firmware
        case "BATTERY.CHARGE": String(battery)
        default: nil
        }
      return text.map { Response(.noError, text: $0) } ?? Response(.invalidParameter)
    default: return Response(.invalidParameter)
    }
  }

  // MARK: Reading

  private func look() {
    let found: (symbol: SimulatedSymbol, number: Int, push: (@Sendable (Push) -> Void)?)? = state.withLock { state in
      let enabled = state.processor.settings.symbologies
      guard state.isScanning, let symbol = state.scene.first(where: { enabled.contains($0.symbology) }) else {
        return nil
      }
      if state.processor.settings.number("TRIGGER.TYPE") != 5 { state.isScanning = false }
      state.number += 1
      return (symbol, state.number, state.push)
    }
    guard let found else { return }
    found.push?(.read(report(found.symbol, found.number)))
  }

  /// Nothing was found until the trigger was let go.
  private func stopScanning() {
    let ended: (number: Int, push: (@Sendable (Push) -> Void)?)? = state.withLock { state in
      guard state.isScanning else { return nil }
      state.isScanning = false
      state.number += 1
      return (state.number, state.push)
    }
    guard let ended else { return }
    ended.push?(.read(report(nil, ended.number)))
  }

  private func report(_ symbol: SimulatedSymbol?, _ number: Int) -> ReadReport {
    let xml = ResultXML(source: identity.type) { SymbologySwitch.row(reporting: $0)?.title ?? $0.rawValue }
    let barcode = symbol.map {
      Barcode(
        symbology: $0.symbology, symbologyIdentifier: "", text: $0.text, bytes: Array($0.text.utf8),
        corners: Quad(Point(10, 10), Point(30, 10), Point(30, 30), Point(10, 30)), evidence: Evidence(logOdds: -9),
        moduleSize: 1)
    }
    let scan = ScanReport(
      number: number, run: number, barcodes: barcode.map { [$0] } ?? [], ending: barcode == nil ? .stopped : .read,
      width: 64, height: 48)
    let read = ReadSymbol(
      isGood: barcode != nil, text: symbol?.text ?? "", bytes: barcode?.bytes ?? [],
      symbology: barcode.flatMap { SymbologySwitch.row(reporting: $0.symbology)?.rawValue } ?? 0,
      xml: xml.document(barcode, of: scan))
    return ReadReport(
      number: number, symbols: [read], xml: xml.document(scan),
      picture: .luma(LumaImage(width: 64, height: 48, grey: 128)),
      graphics: barcode.map { ResultSVG.document([$0], of: scan) })
  }
}
