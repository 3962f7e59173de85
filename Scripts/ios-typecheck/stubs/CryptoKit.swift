import Foundation

public enum Curve25519 {
  public enum Signing {
    public struct PrivateKey: Sendable {
      public init() {}
      public init(rawRepresentation: Data) throws {}
      public var rawRepresentation: Data { Data() }
      public var publicKey: PublicKey { try! PublicKey(rawRepresentation: Data()) }
      public func signature(for data: Data) throws -> Data { data }
    }
    public struct PublicKey: Sendable {
      public init(rawRepresentation: Data) throws {}
      public var rawRepresentation: Data { Data() }
      public func isValidSignature(_ signature: Data, for data: Data) -> Bool { false }
    }
  }
}
