import Foundation
import ImageFiles
import Licensing

/// `cmb license`: makes and shows licence keys.
enum LicenseCommand {
  static func run(_ arguments: [String]) -> ExitStatus {
    if arguments.contains("--help") || arguments.contains("-h") {
      Output.write(Help.license)
      return .success
    }
    do throws(ArgumentError) {
      return try perform(arguments)
    } catch {
      Output.error("cmb license: \(error.text)\n")
      return .failure
    }
  }

  private static func perform(_ arguments: [String]) throws(ArgumentError) -> ExitStatus {
    guard let word = arguments.first else { throw ArgumentError("what? See cmb license --help") }
    let options = try LicenseOptions(Array(arguments.dropFirst()))
    switch word {
    case "new-authority": return try newAuthority(options)
    case "issue": return try issue(options)
    case "show": return try show(options)
    case "verify": return try verify(options)
    default: throw ArgumentError("unknown command '\(word)'")
    }
  }

  private static func newAuthority(_ options: LicenseOptions) throws(ArgumentError) -> ExitStatus {
    let path = try options.single("a file for the secret")
    guard !FileManager.default.fileExists(atPath: path) else { throw ArgumentError("\(path) is there already") }
    guard let authority = LicenseAuthority() else { throw ArgumentError("no keys can be made on this system") }
    // Readable for its owner alone.
    let isWritten = FileManager.default.createFile(
      atPath: path, contents: Data((authority.secret + "\n").utf8), attributes: [.posixPermissions: 0o600])
    guard isWritten else { throw ArgumentError("\(path) cannot be written") }
    Output.write(authority.publicKey.text + "\n")
    return .success
  }

  private static func issue(_ options: LicenseOptions) throws(ArgumentError) -> ExitStatus {
    guard let path = options["authority"], let text = try? String(contentsOfFile: path, encoding: .utf8),
      let authority = LicenseAuthority(secret: text)
    else { throw ArgumentError("issue needs --authority FILE, made by new-authority") }
    let applications = options.list("app")
    guard !applications.isEmpty else { throw ArgumentError("issue needs --app") }
    guard let kind = LicenseKey.Kind(rawValue: options["kind"] ?? LicenseKey.Kind.camera.rawValue) else {
      throw ArgumentError("--kind is camera or tracking")
    }
    var expires: Int?
    if let days = try options.number("days") {
      guard days >= 0 else { throw ArgumentError("--days is not negative") }
      expires = today + days
    }
    let key = LicenseKey(
      owner: options["owner"] ?? "", applications: applications, platforms: options.list("platform"),
      sdkVersion: try options.number("sdk"), kind: kind, issued: today, expires: expires)
    guard let signed = key.signed(by: authority) else { throw ArgumentError("a semicolon cannot be part of a key") }
    Output.write(signed + "\n")
    return .success
  }

  private static func show(_ options: LicenseOptions) throws(ArgumentError) -> ExitStatus {
    let text = try options.single("a key")
    do throws(LicenseError) {
      Output.write(description(of: try LicenseKey.read(text, authority: try options.publicKey())))
      return .success
    } catch {
      Output.error("cmb license: \(error.reason)\n")
      return .nothing
    }
  }

  private static func verify(_ options: LicenseOptions) throws(ArgumentError) -> ExitStatus {
    let text = try options.single("a key")
    guard let application = options["app"] else { throw ArgumentError("verify needs --app") }
    let version = try options.number("sdk") ?? BuiltInLicense.sdkVersion
    do throws(LicenseError) {
      let verifier = LicenseVerifier(
        authority: try options.publicKey(), application: application,
        platform: options["platform"] ?? LicenseVerifier.platform, sdkVersion: version, today: today,
        hasAimer: options["aimer"] == "yes")
      _ = try verifier.verify(text)
      Output.write("valid\n")
      return .success
    } catch {
      Output.error("cmb license: \(error.reason) (\(error.rawValue))\n")
      return .nothing
    }
  }

  private static var today: Int { BuiltInLicense.day(of: Date().timeIntervalSince1970) }

  private static func description(of key: LicenseKey) -> String {
    let rows = [
      ("owner", key.owner), ("applications", key.applications.joined(separator: ", ")),
      ("platforms", key.platforms.isEmpty ? "all" : key.platforms.joined(separator: ", ")),
      ("SDK", key.sdkVersion.map(String.init) ?? "all"), ("kind", key.kind.rawValue), ("issued", date(key.issued)),
      ("expires", key.expires.map(date) ?? "never"),
    ]
    return rows.map { "\($0.0): \($0.1)\n" }.joined()
  }

  private static func date(_ day: Int) -> String {
    let date = Date(timeIntervalSince1970: Double(day) * 86_400)
    return String(ISO8601DateFormatter().string(from: date).prefix(10))
  }
}

/// Arguments that cannot be understood.
struct ArgumentError: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// The arguments of `cmb license`.
private struct LicenseOptions {
  private static let names: Set<String> = [
    "authority", "app", "platform", "sdk", "kind", "days", "owner", "public", "aimer",
  ]

  private var values: [String: String] = [:]
  private var words: [String] = []

  init(_ arguments: [String]) throws(ArgumentError) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        words.append(word)
        continue
      }
      let name = String(word.dropFirst(2))
      guard Self.names.contains(name) else { throw ArgumentError("unknown option '\(word)'") }
      guard let value = rest.popFirst() else { throw ArgumentError("\(word) needs a value") }
      values[name] = value
    }
  }

  subscript(name: String) -> String? { values[name] }

  func list(_ name: String) -> [String] { values[name]?.split(separator: ",").map(String.init) ?? [] }

  func number(_ name: String) throws(ArgumentError) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text) else { throw ArgumentError("--\(name) is a number") }
    return number
  }

  func single(_ what: String) throws(ArgumentError) -> String {
    guard words.count == 1, let word = words.first else { throw ArgumentError("name \(what)") }
    return word
  }

  /// The one that was named, or the one of this software.
  func publicKey() throws(LicenseError) -> LicenseAuthority.PublicKey {
    guard let key = values["public"].map({ LicenseAuthority.PublicKey($0) }) ?? BuiltInLicense.authority else {
      throw .invalidKey
    }
    return key
  }
}
