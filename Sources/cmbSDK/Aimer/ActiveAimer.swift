import DMCC
import DataManLink
import Dispatch
import ScanSession

/// An accessory that projects an aiming pattern and lights the scene, with settings of its own: an MX-100.
///
/// Its settings are read when it is first connected and kept, since the way to it is slow; what is written goes to it
/// and into what is kept. With pessimistic caching they are read again at each connection, since other apps may have
/// changed them meanwhile.
package final class ActiveAimer: Sendable {
  private let reader: LinkedReader
  private let isPessimistic: Bool
  private let identities: IdentityCache
  private let state = Locked(State())
  private let queue = DispatchQueue(label: "active aimer")

  private struct State {
    var settings: [String: String] = [:]
    var identity: [String: String] = [:]
  }

  /// Settings that live on the aimer.
  package static let settings = [
    "LIGHT.AIMER",
    "LIGHT.AIMER-INTENSITY", "LIGHT.AIMER-MODULATION", "LIGHT.AIMER-TIMEOUT", "LIGHT.INTERNAL-INTENSITY",
    "LIGHT.INTERNAL-ENABLE",
  ]
  /// What hardly ever changes.
  package static let identity = ["DEVICE.SERIAL-NUMBER", "DEVICE.TYPE", "DEVICE.FIRMWARE-VER"]

  /// - Parameters:
  ///   - isPessimistic: other apps may change the settings.
  ///   - identities: keeps what hardly ever changes, beyond the life of the process.
  package init(port: any ReaderPort, isPessimistic: Bool = false, identities: IdentityCache = .init()) {
    reader = LinkedReader(port: port)
    self.isPessimistic = isPessimistic
    self.identities = identities
  }

  package var isAvailable: Bool { reader.isAvailable ?? true }

  package func watchAvailability(_ changed: @escaping @Sendable (Bool) -> Void) { reader.watchAvailability(changed) }

  // MARK: Connection

  /// - Parameter lost: told when the aimer goes away by itself.
  func open(
    lost: @escaping @Sendable (Push) -> Void, completion: @escaping @Sendable (TargetFailure?) -> Void
  ) {
    let push: @Sendable (Push) -> Void = { if case .lost = $0 { lost($0) } }
    reader.open(nil, push: push) { [self] failure in
      guard failure == nil else { return completion(failure) }
      queue.async { [self] in fill(completion) }
    }
  }

  func close(completion: @escaping @Sendable () -> Void) { reader.close(completion: completion) }

  private func fill(_ completion: @escaping @Sendable (TargetFailure?) -> Void) {
    let knowsSettings = state.withLock { !$0.settings.isEmpty }
    if let known = identities.values {
      state.withLock { $0.identity = known }
    } else {
      state.withLock { $0.identity = [:] }
    }
    var names = knowsSettings && !isPessimistic ? [] : Self.settings
    if state.withLock({ $0.identity.isEmpty }) { names += Self.identity }
    read(names[...]) { [self] in
      identities.keep(state.withLock { $0.identity })
      completion(nil)
    }
  }

  private func read(_ names: ArraySlice<String>, done: @escaping @Sendable () -> Void) {
    guard let name = names.first else { return done() }
    reader.perform(Command(.get, name)) { [self] response in
      queue.async { [self] in
        if response.status == .noError { note(name, response.text) }
        read(names.dropFirst(), done: done)
      }
    }
  }

  private func note(_ name: String, _ value: String) {
    state.withLock { state in
      if Self.identity.contains(name) { state.identity[name] = value } else { state.settings[name] = value }
    }
  }

  // MARK: Commands

  /// Whether a command is the aimer's to answer.
  func answers(_ command: Command) -> Bool {
    switch command.form {
    case .get: command.name == "BATTERY.CHARGE" || Self.settings.contains(command.name) || isIdentity(command)
    case .set: Self.settings.contains(command.name)
    case .action: false
    }
  }

  private func isIdentity(_ command: Command) -> Bool { Self.identity.contains(command.name) }

  func perform(_ command: Command, reply: @escaping @Sendable (Response) -> Void) {
    do throws(Status) {
      _ = try CommandTable.resolve(command)
    } catch {
      return reply(Response(error))
    }
    if command.form == .get {
      let known = state.withLock { $0.settings[command.name] ?? $0.identity[command.name] }
      if let known { return reply(Response(.noError, text: known)) }
    }
    reader.perform(command) { [self] response in
      if command.form == .set, response.status == .noError {
        note(command.name, command.arguments.map { $0.text.uppercased() }.joined(separator: " "))
      }
      reply(response)
    }
  }

  /// Pattern and lamp are on while scanning, as far as the settings say so.
  func setLit(_ isLit: Bool) {
    reader.perform(Command(.action, "TRIGGER", [Token(isLit ? "ON" : "OFF")])) { _ in }
  }
}
