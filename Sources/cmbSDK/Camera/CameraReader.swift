import DMCC
import Dispatch
import Foundation
import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

/// A camera, or any other source of frames, as a reader that answers commands.
package final class CameraReader: CommandTarget {
  /// Things that tests and other programs put in place of the device's own.
  package struct Parts: Sendable {
    package var surroundings = ScanSession.Surroundings()
    package var identity = DeviceIdentity()
    package var decode: FrameDecoder = EngineDecoder.decode
    /// What the decoder reads.
    package var symbologies = SymbologySet.readable
    /// An aimer with a lamp and settings of its own, for the mode with an active aimer; nil: there is none.
    package var aimer: ActiveAimer?
    /// Makes texts unreadable while there is no licence; nil: nothing does.
    package var obfuscator: Obfuscator?
    var movePreview: (@Sendable (CallbackBox<UIView?>) -> Void)?

    package init() {}
  }

  let setup: CameraSetup
  let parts: Parts
  let source: (any FrameSource)?
  package let session: ScanSession?
  private let unavailable: TargetFailure
  /// Commands are performed here, one after the other.
  private let queue = DispatchQueue(label: "camera reader")
  let state: Locked<State>

  struct State {
    var processor: CommandProcessor
    var connection = Settings(.connection)
    var push: (@Sendable (Push) -> Void)?
    var lastReport: ScanReport?
    var name: String
    var counts = ReadCounts()
    var isAimerLit = false
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
    self.source = source
    self.unavailable = unavailable
    var features = DeviceFeatures(
      mode: setup.mode, symbologies: parts.symbologies,
      convertsCode39ToCode32: parts.symbologies.contains(.code39),
      initialSwitches: setup.mode == .activeAimer ? DeviceFeatures.activeAimerSwitches : [])
    features.mostThreads = ProcessInfo.processInfo.activeProcessorCount
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
      onScanning: { [weak self] isScanning in self?.scanningChanged(isScanning) })
  }

  // MARK: CommandTarget

  package var isAvailable: Bool? { session != nil && parts.aimer?.isAvailable ?? true }

  package func watchAvailability(_ changed: @escaping @Sendable (Bool) -> Void) {
    let hasCamera = session != nil
    parts.aimer?.watchAvailability { changed($0 && hasCamera) }
  }

  package func supports(_ row: SymbologySwitch) -> Bool { state.withLock { $0.processor.features.supports(row) } }

  package func open(
    _ credentials: Credentials?, push: @escaping @Sendable (Push) -> Void,
    completion: @escaping @Sendable (TargetFailure?) -> Void
  ) {
    guard let source else { return completion(unavailable) }
    let request = setup.frames
    Task { [self] in
      do {
        try await source.check(request)
      } catch {
        return completion(TargetFailure(error as? FrameSourceError ?? .unavailable("\(error)")))
      }
      let hasLamp = await source.capabilities.hasTorch
      state.withLock { $0.processor.features.hasLamp = hasLamp }
      guard let aimer = parts.aimer else { return begin(push, completion) }
      aimer.open(lost: push) { [self] failure in
        if let failure { completion(failure) } else { begin(push, completion) }
      }
    }
  }

  private func begin(
    _ push: @escaping @Sendable (Push) -> Void, _ completion: @escaping @Sendable (TargetFailure?) -> Void
  ) {
    queue.async { [self] in
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
      guard let aimer = parts.aimer else { return completion() }
      aimer.close(completion: completion)
    }
  }

  package func perform(_ command: Command, reply: @escaping @Sendable (Response) -> Void) {
    queue.async { [self] in
      let identifier = command.header.identifier
      let answer: @Sendable (Response) -> Void = { response in
        var response = response
        response.identifier = identifier
        reply(response)
      }
      if let aimer = parts.aimer, aimer.answers(command) { return aimer.perform(command, reply: answer) }
      switch state.withLock({ $0.processor.process(command, connection: &$0.connection) }) {
      case .answer(let response):
        answer(response)
      case .changed(let response):
        applySettings()
        answer(response)
      case .device(let resolved):
        answer(act(resolved, data: command.data))
      }
    }
  }

  // MARK: Settings

  private func applySettings() {
    let configuration = state.withLock {
      SessionConfiguration($0.processor.settings, connection: $0.connection, setup: setup)
    }
    session?.configure(configuration)
  }

  private func scanningChanged(_ isScanning: Bool) {
    parts.aimer?.setLit(isScanning)
    guard !isScanning else { return }
    // Zoom lasts as long as scanning does.
    queue.async { [self] in
      let wasZoomed = state.withLock { state in
        guard state.processor.settings.number("CAMERA.ZOOM") != 0 else { return false }
        state.processor.set("CAMERA.ZOOM", [.integer(0)])
        return true
      }
      if wasZoomed { applySettings() }
    }
  }

  // MARK: Results

  private func publish(_ report: ScanReport) {
    state.withLock { state in
      state.lastReport = report
      state.counts.count(report)
    }
    push(report)
    guard case .failed(let error)? = report.ending else { return }
    state.withLock { $0.push }?(.lost(TargetFailure(error)))
  }

  func push(_ report: ScanReport) {
    let (push, types, name, counts, settings) = state.withLock {
      ($0.push, $0.connection.number("DATA.RESULT-TYPE"), $0.name, $0.counts, $0.processor.settings)
    }
    let documents = ReadDocuments(
      source: name, types: CDMResultTypes(rawValue: types), settings: settings, counts: counts)
    let whole = report.appendingAddOns
    push?(.read(documents.report(parts.obfuscator?.obfuscate(whole) ?? whole)))
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
