import DMCC
import Dispatch
import Foundation
import ScanSession

/// What `CMBReaderDevice` and `CDMDataManSystem` of one reader share: the target, the connection, the result types.
final class ReaderCore: Sendable {
  /// Something that the objects of a reader hear about, on the callback queue.
  enum Event: Sendable {
    case connectionChanged(CMBConnectionState)
    case read(ReadReport, types: CDMResultTypes)
  }

  let target: any CommandTarget
  let deviceClass: DataManDeviceClass
  private let state: Locked<State>

  private struct State {
    var connection = CMBConnectionStateDisconnected
    var availability: CMBReaderAvailibility
    var queue = DispatchQueue.main
    var resultTypes: CDMResultTypes = .readXml
    /// Seconds to wait for answers.
    var timeout = 5.0
    /// Distinguishes one connection from the next.
    var attempt = 0
    var listeners: [@Sendable (Event) -> Void] = []
  }

  init(target: any CommandTarget, deviceClass: DataManDeviceClass, availability: CMBReaderAvailibility) {
    self.target = target
    self.deviceClass = deviceClass
    state = Locked(State(availability: availability))
  }

  var connection: CMBConnectionState { state.withLock { $0.connection } }
  var availability: CMBReaderAvailibility { state.withLock { $0.availability } }
  var resultTypes: CDMResultTypes { state.withLock { $0.resultTypes } }

  var queue: DispatchQueue {
    get { state.withLock { $0.queue } }
    set { state.withLock { $0.queue = newValue } }
  }

  var timeout: Double {
    get { state.withLock { $0.timeout } }
    set { state.withLock { $0.timeout = newValue } }
  }

  func listen(_ listener: @escaping @Sendable (Event) -> Void) { state.withLock { $0.listeners.append(listener) } }

  /// To be called on the callback queue.
  private func tell(_ event: Event) {
    for listener in state.withLock({ $0.listeners }) { listener(event) }
  }

  // MARK: Connection

  /// False when the reader is already connected, or on its way.
  @discardableResult
  func connect(_ completion: @escaping @Sendable (NSError?) -> Void) -> Bool {
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
    queue.async { self.tell(.connectionChanged(CMBConnectionStateConnecting)) }
    target.open(push: { [weak self] push in self?.receive(push, attempt: attempt) }) { [self] failure in
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
    tell(.connectionChanged(outcome))
    completion(failure.map { NSError.of($0) })
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
    queue.async { self.tell(.connectionChanged(CMBConnectionStateDisconnecting)) }
    target.close { [self] in queue.async { self.becomeDisconnected() } }
  }

  private func becomeDisconnected() {
    let changed = state.withLock { state in
      defer { state.connection = CMBConnectionStateDisconnected }
      return state.connection != CMBConnectionStateDisconnected
    }
    if changed { tell(.connectionChanged(CMBConnectionStateDisconnected)) }
  }

  private func receive(_ push: Push, attempt: Int) {
    let types = resultTypes
    queue.async { [self] in
      guard state.withLock({ $0.attempt == attempt && $0.connection == CMBConnectionStateConnected }) else { return }
      switch push {
      case .read(let report): tell(.read(report, types: types))
      case .lost: target.close { [self] in queue.async { self.becomeDisconnected() } }
      }
    }
  }

  // MARK: Commands

  /// Sends a command. False when the reader is not connected; the completion comes in any case, on the callback queue.
  @discardableResult
  func send(
    _ text: String, data: [UInt8] = [], timeout: Double? = nil, _ completion: @escaping @Sendable (Response) -> Void
  ) -> Bool {
    guard connection == CMBConnectionStateConnected else {
      queue.async { completion(Response(.offline)) }
      return false
    }
    var command: Command
    do throws(CommandGrammar.Failure) {
      command = try CommandGrammar.parse(text)
    } catch {
      let status = error.status
      queue.async { completion(Response(status)) }
      return true
    }
    command.data = data
    perform(command, timeout: timeout ?? self.timeout, completion)
    return true
  }

  private func perform(
    _ command: Command, timeout: Double, _ completion: @escaping @Sendable (Response) -> Void
  ) {
    // Given up with the first answer, so that the timer does not keep alive what the completion holds.
    let pending = Locked<(@Sendable (Response) -> Void)?>(completion)
    let queue = queue
    let answer: @Sendable (Response) -> Void = { response in
      let completion = pending.withLock { pending in
        defer { pending = nil }
        return pending
      }
      if let completion { queue.async { completion(response) } }
    }
    if timeout > 0 {
      // A day is as good as for ever, and dates stay in range.
      DispatchQueue.global().asyncAfter(deadline: .now() + min(timeout, 86_400)) { answer(Response(.timeout)) }
    }
    target.perform(command) { [self] response in
      if response.status == .noError { noteResultTypes(after: command) }
      answer(response)
    }
  }

  // MARK: Result types

  /// Turns result types on or off, at the reader as soon as it is connected.
  func setResultTypes(_ change: (inout CDMResultTypes) -> Void) {
    let types = state.withLock { state in
      change(&state.resultTypes)
      return state.resultTypes
    }
    if connection == CMBConnectionStateConnected { target.perform(resultTypeCommand(types)) { _ in } }
  }

  private func resultTypeCommand(_ types: CDMResultTypes) -> Command {
    Command(.set, Self.resultType, [Token(String(types.rawValue))])
  }

  private static let resultType = "DATA.RESULT-TYPE"

  /// Commands of the application may change the result types, too.
  private func noteResultTypes(after command: Command) {
    if command.form == .set, command.name == Self.resultType,
      let number = command.arguments.first.flatMap({ Int($0.text) })
    {
      state.withLock { $0.resultTypes = CDMResultTypes(rawValue: number) }
    } else if command.name == "DMCC.RESET" || command.name == "DEVICE.DEFAULT" {
      target.perform(Command(.get, Self.resultType)) { [self] response in
        guard let number = Int(response.text) else { return }
        state.withLock { $0.resultTypes = CDMResultTypes(rawValue: number) }
      }
    }
  }
}
