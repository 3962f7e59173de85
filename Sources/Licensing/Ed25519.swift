#if os(Linux)
  import CSodium
#elseif canImport(CryptoKit)
  import CryptoKit
  import Foundation
#endif

/// Signatures of RFC 8032, by the system's library.
enum Ed25519 {
  static let seedLength = 32
  static let publicLength = 32
  static let signatureLength = 64

  #if os(Linux)
    /// The public key of a secret one; nil when the seed has another length or the library does not work.
    static func publicKey(seed: [UInt8]) -> [UInt8]? { pair(seed)?.publicKey }

    static func sign(_ message: [UInt8], seed: [UInt8]) -> [UInt8]? {
      guard let pair = pair(seed) else { return nil }
      var signature = [UInt8](repeating: 0, count: signatureLength)
      let status = crypto_sign_ed25519_detached(&signature, nil, message, UInt64(message.count), pair.secretKey)
      return status == 0 ? signature : nil
    }

    static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
      guard signature.count == signatureLength, publicKey.count == publicLength, sodium_init() >= 0 else {
        return false
      }
      return crypto_sign_ed25519_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
    }

    static func randomSeed() -> [UInt8]? {
      guard sodium_init() >= 0 else { return nil }
      var seed = [UInt8](repeating: 0, count: seedLength)
      randombytes_buf(&seed, seedLength)
      return seed
    }

    private static func pair(_ seed: [UInt8]) -> (publicKey: [UInt8], secretKey: [UInt8])? {
      guard seed.count == seedLength, sodium_init() >= 0 else { return nil }
      var publicKey = [UInt8](repeating: 0, count: publicLength)
      var secretKey = [UInt8](repeating: 0, count: seedLength + publicLength)
      return crypto_sign_ed25519_seed_keypair(&publicKey, &secretKey, seed) == 0 ? (publicKey, secretKey) : nil
    }
  #elseif canImport(CryptoKit)
    static func publicKey(seed: [UInt8]) -> [UInt8]? {
      (try? Curve25519.Signing.PrivateKey(rawRepresentation: Data(seed))).map {
        [UInt8]($0.publicKey.rawRepresentation)
      }
    }

    static func sign(_ message: [UInt8], seed: [UInt8]) -> [UInt8]? {
      guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: Data(seed)),
        let signature = try? key.signature(for: Data(message))
      else { return nil }
      return [UInt8](signature)
    }

    static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: Data(publicKey)) else { return false }
      return key.isValidSignature(Data(signature), for: Data(message))
    }

    static func randomSeed() -> [UInt8]? { [UInt8](Curve25519.Signing.PrivateKey().rawRepresentation) }
  #else
    static func publicKey(seed: [UInt8]) -> [UInt8]? { nil }
    static func sign(_ message: [UInt8], seed: [UInt8]) -> [UInt8]? { nil }
    static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool { false }
    static func randomSeed() -> [UInt8]? { nil }
  #endif
}
