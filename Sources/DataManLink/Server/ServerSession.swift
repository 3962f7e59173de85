import DMCC
import Dispatch
import FrameSources
import ScanSession

/// One client of a server.
///
/// Sendable: everything but `init` runs on the server's queue.
final class ServerSession: @unchecked Sendable {
  private enum Login {
    case user
    case password(user: String)
    case done
  }

  private let link: any ReaderLink
  private let number: Int
  private let password: String?
  /// Lives as long as one of its clients does.
  private var server: CommandServer?
  private var connection: Settings
  private var stream = CommandStream()
  private var waiting: [CommandStream.Element] = []
  private var isBusy = false
  private var isOver = false
  private var login: Login
  private var failedLogins = 0
  private var line: [UInt8] = []

  private static let maximumLogins = 3
  /// Longer lines are no names or passwords.
  private static let maximumLine = 256
  /// Commands that may wait; who sends more without reading answers is cut off.
  private static let maximumWaiting = 10_000

  init(link: any ReaderLink, number: Int, password: String?, connection: Settings) {
    self.link = link
    self.number = number
    self.password = password
    self.connection = connection
    login = password == nil ? .done : .user
  }

  var resultTypes: Int { connection.number("DATA.RESULT-TYPE") }

  func begin(server: CommandServer, queue: DispatchQueue) {
    self.server = server
    let on: @Sendable (@escaping @Sendable (ServerSession) -> Void) -> Void = { [weak self] work in
      guard let session = self else { return }
      queue.async { work(session) }
    }
    link.open(
      receive: { bytes in on { $0.receive(bytes) } },
      ready: { failure in on { $0.ready(failure) } },
      closed: { on { $0.end() } })
  }

  private func ready(_ failure: TargetFailure?) {
    guard failure == nil else { return end() }
    server?.resultTypesChanged()
    if case .user = login { say("User: ") }
  }

  func close() { link.close() }

  private func end() {
    guard !isOver else { return }
    isOver = true
    waiting = []
    server?.remove(number)
    server = nil
  }

  // MARK: Receiving

  private func receive(_ bytes: [UInt8]) {
    guard !isOver else { return }
    var rest = bytes[...]
    while case .some(let byte) = rest.first, !isLoggedIn {
      rest = rest.dropFirst()
      takeLogin(byte)
    }
    guard isLoggedIn, !rest.isEmpty else { return }
    stream.append(rest)
    while let element = stream.next() { waiting.append(element) }
    guard waiting.count <= Self.maximumWaiting else { return close() }
    work()
  }

  private var isLoggedIn: Bool { if case .done = login { true } else { false } }

  private func takeLogin(_ byte: UInt8) {
    guard byte == 0x0A || byte == 0x0D else {
      if line.count < Self.maximumLine { line.append(byte) }
      return
    }
    // The line feed after a carriage return.
    if byte == 0x0A, line.isEmpty, case .user = login { return }
    let text = String(decoding: line, as: UTF8.self)
    line = []
    switch login {
    case .user:
      login = .password(user: text)
      skipsLineFeed = byte == 0x0D
      say("Password: ")
    case .password(let user):
      if byte == 0x0A, skipsLineFeed, text.isEmpty {
        skipsLineFeed = false
        return
      }
      if user.lowercased() == "admin", text == password {
        login = .done
        say("\r\n")
      } else {
        failedLogins += 1
        guard failedLogins < Self.maximumLogins else { return close() }
        login = .user
        say("User: ")
      }
    case .done: break
    }
  }

  private var skipsLineFeed = false

  private func say(_ text: String) { link.send(Array(text.utf8)) }

  // MARK: Commands, one after the other

  private func work() {
    while !isBusy, !isOver, !waiting.isEmpty {
      switch waiting.removeFirst() {
      case .failure(let failure):
        answer(Response(failure.status, identifier: failure.header.identifier), to: nil, failure.header)
      case .command(let command):
        isBusy = true
        perform(command)
      }
    }
  }

  private func perform(_ command: Command) {
    if let response = own(command) { return finish(command, response) }
    guard let server else { return }
    server.perform(command) { [weak self] response in self?.finish(command, response) }
  }

  private func finish(_ command: Command, _ response: Response) {
    isBusy = false
    var response = response
    response.identifier = command.header.identifier
    answer(response, to: command.form, command.header)
    work()
  }

  private func answer(_ response: Response, to form: Command.Form?, _ header: CommandHeader) {
    var style = ResponseStyle(connection)
    style.hasChecksum = style.hasChecksum || header.hasChecksum
    link.send(style.encode(response, to: form))
  }

  /// Commands that concern this connection alone; nil for others.
  private func own(_ command: Command) -> Response? {
    guard let resolved = try? CommandTable.resolve(command) else { return nil }
    switch (resolved.spec.storage, resolved.form, resolved.spec.name) {
    case (.connection, .get, let name):
      return Response(.noError, text: connection.values(name).map(\.description).joined(separator: " "))
    case (.connection, _, let name):
      connection.set(name, resolved.values)
    case (_, _, "DMCC.RESET"):
      connection = server?.savedConnection ?? connection
    case (_, _, "DMCC.SAVE"):
      server?.save(connection)
    default:
      return nil
    }
    server?.resultTypesChanged()
    return Response(.noError)
  }

  // MARK: Results

  func pass(_ push: Push) {
    switch push {
    case .read(let report): send(report)
    case .other(let status, let payload):
      link.send(ResponseStyle(connection).encode(Response(status, payload), to: nil))
    case .lost: link.close()
    }
  }

  private func send(_ report: ReadReport) {
    let style = ResponseStyle(connection)
    let text = report.symbols.first { $0.isGood }?.text ?? ""
    guard style.mode != .silent else {
      // Programs that only listen take each line for a read.
      if !text.isEmpty { link.send(Array(text.utf8) + [0x0D, 0x0A]) }
      return
    }
    let types = resultTypes
    var parts: [(bit: Int, status: Status, bytes: [UInt8]?)] = [
      (1, .readString, Array(text.utf8)), (2, .readXML, Array(report.xml.utf8)),
      (4, .xmlStatistics, report.statistics.map { Array($0.utf8) }),
    ]
    if types & 8 != 0 { parts.append((8, .image, report.picture.flatMap { ResultPicture.file(of: $0) })) }
    parts.append((16, .imageGraphics, report.graphics.map { Array($0.utf8) }))
    for part in parts where types & part.bit != 0 {
      guard let bytes = part.bytes else { continue }
      let payload = Array(Base64.encode(bytes).utf8)
      link.send(style.encode(Response(part.status, payload, number: report.number), to: nil))
    }
  }
}

extension ResultPicture {
  /// Of pictures that are not encoded yet.
  private static let usualQuality = 50

  fileprivate static func file(of picture: ReadPicture) -> [UInt8]? {
    switch picture {
    case .encoded(let bytes): bytes
    case .luma(let image): encode(image, .jpeg, quality: usualQuality)
    }
  }
}
