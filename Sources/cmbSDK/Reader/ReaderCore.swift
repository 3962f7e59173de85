import DMCC
import Dispatch
import Foundation
import ScanSession

/// What `CMBReaderDevice` and `CDMDataManSystem` of one reader share: the target, the connection, the result types.
final class ReaderCore: Sendable {
  /// Something that the objects of a reader hear about, on the callback queue.
  enum Event: Sendable {
    case availabilityChanged
    /// With the reason, where a connection ended by itself.
    case connectionChanged(CMBConnectionState, NSError?)
    case read(ReadReport, types: CDMResultTypes)
    /// Something else that a reader sends unasked.
    case other(Status, [UInt8])
  }

  let target: any CommandTarget
  let deviceClass: DataManDeviceClass
  /// nil for readers that are no cameras.
  let camera: (any CameraControls)?
  /// Why texts are obfuscated; nil: they are not.
  let licenseError: LicenseError?
  private let state: Locked<State>

  private struct State {
    var connection = CMBConnectionStateDisconnected
    var availability: CMBReaderAvailibility
    var queue = DispatchQueue.main
    var resultTypes: CDMResultTypes = .readXml
    var parser = CMBResultParserNone
    /// Seconds to wait for answers.
    var timeout = 5.0
    /// Distinguishes one connection from the next.
    var attempt = 0
    /// Results are passed on.
    var acceptsResults = true
    var listeners: [@Sendable (Event) -> Void] = []
  }

  init(
    target: any CommandTarget, deviceClass: DataManDeviceClass, camera: (any CameraControls)? = nil,
    licenseError: LicenseError? = nil
  ) {
    self.target = target
    self.licenseError = licenseError
    self.camera = camera
    self.deviceClass = deviceClass
    state = Locked(State(availability: CMBReaderAvailibility(target.isAvailable)))
    target.watchAvailability { [weak self] isAvailable in self?.becomeAvailable(isAvailable) }
  }

  var connection: CMBConnectionState { state.withLock { $0.connection } }
  var availability: CMBReaderAvailibility { state.withLock { $0.availability } }

  var resultTypes: CDMResultTypes {
    get { state.withLock { $0.resultTypes } }
    set { state.withLock { $0.resultTypes = newValue } }
  }

  var parser: CMBResultParser {
    get { state.withLock { $0.parser } }
    set { state.withLock { $0.parser = newValue } }
  }

  var queue: DispatchQueue {
    get { state.withLock { $0.queue } }
    set { state.withLock { $0.queue = newValue } }
  }

  var timeout: Double {
    get { state.withLock { $0.timeout } }
    set { state.withLock { $0.timeout = newValue } }
  }

  var acceptsResults: Bool {
    get { state.withLock { $0.acceptsResults } }
    set { state.withLock { $0.acceptsResults = newValue } }
  }

  func listen(_ listener: @escaping @Sendable (Event) -> Void) { state.withLock { $0.listeners.append(listener) } }

  /// To be called on the callback queue.
  private func tell(_ event: Event) {
    for listener in state.withLock({ $0.listeners }) { listener(event) }
  }

  private func becomeAvailable(_ isAvailable: Bool) {
    let availability = CMBReaderAvailibility(isAvailable)
    let hasChanged = state.withLock { state in
      defer { state.availability = availability }
      return state.availability != availability
    }
    if hasChanged { queue.async { self.tell(.availabilityChanged) } }
  }

  // MARK: Connection

  /// False when the reader is already connected, or on its way.
  @discardableResult
  func connect(
    _ credentials: Credentials? = nil, _ completion: @escaping @Sendable (NSError?) -> Void
  ) -> Bool {
    let attempt: Int? = state.withLock { state in
      guard state.connection == CMBConnectionStateDisconnected else { return nil }
      state.connection = CMBConnectionStateConnecting
      state.attempt += 1
      return state.attempt
    }
    guard let attempt else {
      let isConnected = connection == CMBConnectionStateConnected
      queue.async {
        completion(isConnected ? nil : NSError.of(.rejected, "connect"))
      }
      return false
    }
    queue.async { self.tell(.connectionChanged(CMBConnectionStateConnecting, nil)) }
    target.open(credentials, push: { [weak self] push in self?.receive(push, attempt: attempt) }) { [self] failure in
      guard failure == nil else {
        queue.async { self.settle(attempt, CMBConnectionStateDisconnected, failure, completion) }
        return
      }
      // The client's wish for results goes to the reader before anything else does.
      target.perform(resultTypeCommand(resultTypes)) { [self] _ in
        queue.async { self.settle(attempt, CMBConnectionStateConnected, nil, completion) }
      }
    }
    return true
  }

  /// Ends an attempt to connect, unless it was given up meanwhile.
  private func settle(
    _ attempt: Int, _ outcome: CMBConnectionState, _ failure: TargetFailure?, _ completion: (NSError?) -> Void
  ) {
    let isCurrent = state.withLock { state in
      guard state.attempt == attempt, state.connection == CMBConnectionStateConnecting else { return false }
      state.connection = outcome
      return true
    }
    guard isCurrent else { return completion(NSError.of(.offline, "connect")) }
    let error = failure.map { NSError.of($0) }
    tell(.connectionChanged(outcome, error))
    completion(error)
  }

  func disconnect() {
    let wasOpen = state.withLock { state in
      guard state.connection == CMBConnectionStateConnected || state.connection == CMBConnectionStateConnecting else {
        return false
      }
      state.connection = CMBConnectionStateDisconnecting
      return true
    }
    guard wasOpen else { return }
    queue.async { self.tell(.connectionChanged(CMBConnectionStateDisconnecting, nil)) }
    target.close { [self] in queue.async { self.becomeDisconnected(nil) } }
  }

  private func becomeDisconnected(_ error: NSError?) {
    let changed = state.withLock { state in
      defer { state.connection = CMBConnectionStateDisconnected }
      return state.connection != CMBConnectionStateDisconnected
    }
    if changed { tell(.connectionChanged(CMBConnectionStateDisconnected, error)) }
  }

  private func receive(_ push: Push, attempt: Int) {
    let types = resultTypes
    queue.async { [self] in
      let (isCurrent, acceptsResults) = state.withLock {
        ($0.attempt == attempt && $0.connection != CMBConnectionStateDisconnected, $0.acceptsResults)
      }
      guard isCurrent else { return }
      switch push {
      case .read(let report):
        if acceptsResults, connection == CMBConnectionStateConnected { tell(.read(report, types: types)) }
      case .other(let status, let payload):
        tell(.other(status, payload))
      case .lost(let failure):
        let error = NSError.of(failure)
        target.close { [self] in queue.async { self.becomeDisconnected(error) } }
      }
    }
  }
}

extension CMBReaderAvailibility {
  fileprivate init(_ isAvailable: Bool?) {
    switch isAvailable {
    case true?: self = CMBReaderAvailibilityAvailable
    case false?: self = CMBReaderAvailibilityUnavailable
    case nil: self = CMBReaderAvailibilityUnknown
    }
  }
}
