import DMCC
import Dispatch
import Foundation

/// One connection of a `LinkedReader`.
///
/// Sendable: everything but `init` runs on `queue`.
final class LinkConnection: @unchecked Sendable {
  private enum Phase {
    /// The link is being opened.
    case opening
    /// The reader may ask who we are.
    case loggingIn
    /// The reader is told how to answer.
    case greeting
    case ready
    case over
  }

  private let link: any ReaderLink
  private let queue: DispatchQueue
  private let credentials: Credentials?
  private let patience: Double
  private let push: @Sendable (Push) -> Void
  private var opened: (@Sendable (TargetFailure?) -> Void)?
  private var phase = Phase.opening
  private var stream = ResponseStream()
  private var assembly = ReadAssembly()
  private var pending: [Int: Pending] = [:]
  private var nextIdentifier = 1
  private var hasSentUser = false
  private var hasSentPassword = false

  private struct Pending {
    let command: Command
    let reply: @Sendable (Response) -> Void
  }

  /// Seconds after which a reader without a password is taken not to ask for one.
  private static let promptTime = 1.0
  /// Seconds that the parts of one read may lie apart.
  private static let assemblyTime = 0.5
  /// Commands without an answer that are remembered.
  private static let maximumPending = 256
  private static let footer: [UInt8] = [0x0D, 0x0A]
  /// Commands whose answer is a number of bytes, and the bytes.
  private static let counted: Set<String> = [
    "IMAGE.SEND", "IMAGE.FETCH", "LIVEIMG.SEND", "COM.SCRIPT", "DEVICE.LOG",
  ]

  init(
    link: any ReaderLink, queue: DispatchQueue, credentials: Credentials?, patience: Double,
    push: @escaping @Sendable (Push) -> Void, opened: @escaping @Sendable (TargetFailure?) -> Void
  ) {
    self.link = link
    self.queue = queue
    self.credentials = credentials
    self.patience = patience
    self.push = push
    self.opened = opened
  }

  // MARK: Opening

  func open() {
    link.open(
      receive: { [weak self] bytes in self?.on { $0.receive(bytes) } },
      ready: { [weak self] failure in
        self?.on { connection in
          if let failure { connection.end(failure) } else { connection.begin() }
        }
      },
      closed: { [weak self] in self?.on { $0.end(.status(.offline)) } })
    later(patience) { connection in
      if connection.opened != nil { connection.end(.status(.timeout)) }
    }
  }

  private func begin() {
    guard phase == .opening else { return }
    guard credentials != nil else { return greet() }
    phase = .loggingIn
    later(Self.promptTime) { connection in
      if connection.phase == .loggingIn, !connection.hasSentUser { connection.greet() }
    }
  }

  /// Answers come with a header from now on, results with their number.
  private func greet() {
    phase = .greeting
    send(Command(.set, "COM.DMCC-RESPONSE", [Token("1")])) { [weak self] response in
      guard let self, phase == .greeting else { return }
      guard response.status == .noError else { return end(.status(response.status)) }
      send(Command(.set, "COM.DMCC-HEADER", [Token("1")])) { [weak self] _ in
        guard let self, phase == .greeting else { return }
        phase = .ready
        finishOpening(nil)
      }
    }
  }

  private func finishOpening(_ failure: TargetFailure?) {
    opened?(failure)
    opened = nil
  }

  /// Readers ask by texts without an end of line.
  private func answerPrompt() {
    let text = String(decoding: stream.rest.suffix(40), as: UTF8.self).lowercased()
    guard text.contains(":"), text.contains("user") || text.contains("password") else { return }
    stream = ResponseStream()
    guard let credentials else { return end(.notPermitted("the reader asks for a password")) }
    guard !hasSentPassword else { return end(.notPermitted("the reader does not accept the password")) }
    if text.contains("password") {
      hasSentPassword = true
      link.send(Array(credentials.password.utf8) + Self.footer)
      greet()
    } else {
      hasSentUser = true
      link.send(Array(credentials.user.utf8) + Self.footer)
    }
  }

  // MARK: Commands

  func perform(_ command: Command, reply: @escaping @Sendable (Response) -> Void) {
    guard phase == .ready else { return reply(Response(.offline)) }
    if command.form == .set, command.name == "DATA.RESULT-TYPE",
      let types = command.arguments.first.flatMap({ Int($0.text) })
    {
      assembly.types = types
    }
    send(command, reply: reply)
  }

  private func send(_ command: Command, reply: @escaping @Sendable (Response) -> Void) {
    if pending.count >= Self.maximumPending, let oldest = pending.keys.min() {
      pending.removeValue(forKey: oldest)?.reply(Response(.timeout))
    }
    var sent = command
    sent.header = CommandHeader(identifier: nextIdentifier)
    pending[nextIdentifier] = Pending(command: command, reply: reply)
    nextIdentifier += 1
    link.send(CommandGrammar.encode(sent))
  }

  // MARK: Receiving

  private func receive(_ bytes: [UInt8]) {
    guard phase != .over else { return }
    stream.append(bytes)
    while let element = stream.next(isCounted: isCounted) {
      // Lines without a header are a banner, or results from before the reader was told how to answer.
      if case .response(let response) = element { take(response) }
    }
    if phase == .loggingIn || phase == .greeting { answerPrompt() }
  }

  private func isCounted(_ identifier: Int?) -> Bool {
    identifier.flatMap { pending[$0] }.map { Self.counted.contains($0.command.name) } ?? false
  }

  private func take(_ response: Response) {
    if let identifier = response.identifier, let waiting = pending.removeValue(forKey: identifier) {
      var answer = response
      answer.identifier = waiting.command.header.identifier
      waiting.reply(answer)
      return
    }
    let (isPart, reads) = assembly.take(response, number: response.number)
    for read in reads { push(.read(read)) }
    if !isPart { push(.other(response.status, response.payload)) }
    guard assembly.isOpen else { return }
    let generation = assembly.generation
    later(Self.assemblyTime) { connection in
      guard connection.assembly.generation == generation, let read = connection.assembly.flush() else { return }
      connection.push(.read(read))
    }
  }

  // MARK: End

  /// At the client's wish; it hears nothing any more.
  func close() {
    guard phase != .over else { return }
    stop()
    finishOpening(.status(.offline))
  }

  private func end(_ failure: TargetFailure) {
    guard phase != .over else { return }
    let wasOpening = opened != nil
    stop()
    finishOpening(failure)
    if !wasOpening { push(.lost(failure)) }
  }

  private func stop() {
    phase = .over
    link.close()
    for waiting in pending.values { waiting.reply(Response(.offline)) }
    pending = [:]
  }

  private func on(_ work: @escaping @Sendable (LinkConnection) -> Void) { queue.async { work(self) } }

  private func later(_ seconds: Double, _ work: @escaping @Sendable (LinkConnection) -> Void) {
    queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
      if let self, phase != .over { work(self) }
    }
  }
}
