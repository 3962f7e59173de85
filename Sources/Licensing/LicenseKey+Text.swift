extension LicenseKey {
  /// Begins every key; the digit is the version of its form.
  private static let prefix = "CMB"
  private static let version = "1"
  private static let separator: Character = ";"

  /// Signed by an authority; nil when a value cannot be written down.
  public func signed(by authority: LicenseAuthority) -> String? {
    guard let statement, let signature = authority.sign(statement) else { return nil }
    let body = statement + signature
    return Self.prefix + Self.version + "-" + KeyText.encode(body + KeyText.checksum(body))
  }

  /// What a key says, when the authority has signed it.
  public static func read(_ text: String, authority publicKey: LicenseAuthority.PublicKey) throws(LicenseError)
    -> LicenseKey
  {
    let text = text.filter { !$0.isWhitespace }
    guard text.hasPrefix(prefix), let dash = text.firstIndex(of: "-") else { throw .invalidKey }
    let form = text[..<dash].dropFirst(prefix.count)
    guard !form.isEmpty, form.allSatisfy({ $0.isNumber }) else { throw .invalidKey }
    guard form == version else { throw .invalidKeyVersion }
    guard let bytes = KeyText.decode(text[text.index(after: dash)...]), bytes.count > Ed25519.signatureLength + 4 else {
      throw .invalidChecksum
    }
    let body = Array(bytes.dropLast(4))
    guard KeyText.checksum(body).elementsEqual(bytes.suffix(4)) else { throw .invalidChecksum }
    let statement = Array(body.dropLast(Ed25519.signatureLength))
    guard publicKey.isSignature(Array(body.suffix(Ed25519.signatureLength)), of: statement),
      let key = LicenseKey(statement: statement)
    else { throw .invalidKey }
    return key
  }

  // MARK: Statement

  /// Names and values, as in `owner=A;applications=b,c;…`.
  private var statement: [UInt8]? {
    var members = [
      ("owner", owner), ("applications", applications.joined(separator: ",")), ("kind", kind.rawValue),
      ("issued", String(issued)),
    ]
    if !platforms.isEmpty { members.append(("platforms", platforms.joined(separator: ","))) }
    if let sdkVersion { members.append(("sdk", String(sdkVersion))) }
    if let expires { members.append(("expires", String(expires))) }
    guard !applications.isEmpty, members.allSatisfy({ !$0.1.contains(Self.separator) }) else { return nil }
    return Array(members.map { "\($0.0)=\($0.1)" }.joined(separator: String(Self.separator)).utf8)
  }

  private init?(statement: [UInt8]) {
    var values: [Substring: String] = [:]
    for member in String(decoding: statement, as: UTF8.self).split(separator: Self.separator) {
      guard let equals = member.firstIndex(of: "=") else { return nil }
      values[member[..<equals]] = String(member[member.index(after: equals)...])
    }
    func list(_ name: Substring) -> [String] { values[name]?.split(separator: ",").map(String.init) ?? [] }
    guard let owner = values["owner"], let kind = values["kind"].flatMap(Kind.init),
      let issued = values["issued"].flatMap({ Int($0) })
    else { return nil }
    // A limit that cannot be read must not count as none.
    for name in ["sdk", "expires"] as [Substring] where values[name].map({ Int($0) == nil }) ?? false { return nil }
    self.init(
      owner: owner, applications: list("applications"), platforms: list("platforms"),
      sdkVersion: values["sdk"].flatMap { Int($0) }, kind: kind, issued: issued,
      expires: values["expires"].flatMap { Int($0) })
  }
}
