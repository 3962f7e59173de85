/// Signs licence keys.
public struct LicenseAuthority: Sendable {
  private let seed: [UInt8]
  public let publicKey: PublicKey

  /// Tells keys of an authority from others.
  public struct PublicKey: Sendable, Hashable {
    let bytes: [UInt8]

    /// From its text; nil when that is none.
    public init?(_ text: String) {
      guard let bytes = KeyText.decode(text.filter { !$0.isWhitespace }), bytes.count == Ed25519.publicLength else {
        return nil
      }
      self.bytes = bytes
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    public var text: String { KeyText.encode(bytes) }

    func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
      Ed25519.isValid(signature, of: message, publicKey: bytes)
    }
  }

  /// A new one; nil when the system's library does not work.
  public init?() {
    guard let seed = Ed25519.randomSeed() else { return nil }
    self.init(seed: seed)
  }

  /// From the text of its secret; nil when that is none.
  public init?(secret: String) {
    guard let seed = KeyText.decode(secret.filter { !$0.isWhitespace }) else { return nil }
    self.init(seed: seed)
  }

  private init?(seed: [UInt8]) {
    guard seed.count == Ed25519.seedLength, let bytes = Ed25519.publicKey(seed: seed) else { return nil }
    self.seed = seed
    publicKey = PublicKey(bytes: bytes)
  }

  /// To be kept where nobody finds it.
  public var secret: String { KeyText.encode(seed) }

  func sign(_ message: [UInt8]) -> [UInt8]? { Ed25519.sign(message, seed: seed) }
}
