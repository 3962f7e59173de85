import Licensing
import Testing

@Suite struct LicensingTests {
  private let authority: LicenseAuthority
  private let verifier: LicenseVerifier
  private let key = LicenseKey(owner: "Müller & Co.", applications: ["com.example.app", "org.test.*"], issued: 20_000)

  init() throws {
    // The first key pair of RFC 8032, section 7.1.
    authority = try #require(LicenseAuthority(secret: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"))
    verifier = LicenseVerifier(
      authority: authority.publicKey, application: "com.example.app", platform: "linux", sdkVersion: 1, today: 20_010)
  }

  /// d75a9801… of RFC 8032.
  @Test func publishedKeyPair() {
    #expect(authority.publicKey.text == "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")
    #expect(LicenseAuthority.PublicKey("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo") == authority.publicKey)
  }

  private func error(_ text: String, _ change: (inout LicenseVerifier) -> Void = { _ in }) -> LicenseError? {
    var verifier = verifier
    change(&verifier)
    do throws(LicenseError) {
      _ = try verifier.verify(text)
      return nil
    } catch { return error }
  }

  private func error(_ key: LicenseKey, _ change: (inout LicenseVerifier) -> Void = { _ in }) throws -> LicenseError? {
    error(try #require(key.signed(by: authority)), change)
  }

  @Test func everythingComesBack() throws {
    var key = key
    key.platforms = ["linux", "ios"]
    key.sdkVersion = 1
    key.expires = 20_040
    let text = try #require(key.signed(by: authority))
    #expect(text.hasPrefix("CMB1-"))
    #expect(try verifier.verify(text) == key)
    // As it is copied out of a mail.
    #expect(try verifier.verify(" " + text.prefix(40) + "\n  " + text.dropFirst(40) + "\n") == key)
  }

  @Test func reasons() throws {
    #expect(try error(key) == nil)
    #expect(try error(key) { $0.application = "org.test.samples.one" } == nil)
    #expect(try error(key) { $0.application = "com.example.app2" } == .invalidApplication)
    var key = key
    key.platforms = ["ios"]
    #expect(try error(key) == .invalidPlatform)
    key.platforms = []
    key.sdkVersion = 2
    #expect(try error(key) == .invalidSDKVersion)
    key.sdkVersion = nil
    key.expires = key.issued + LicenseKey.trialDays
    #expect(try error(key) == nil)
    #expect(try error(key) { $0.today = 20_030 } == nil)
    #expect(try error(key) { $0.today = 20_031 } == .keyExpired)
    key.kind = .tracking
    #expect(try error(key) == .aimerRequired)
    #expect(try error(key) { $0.hasAimer = true } == nil)
  }

  @Test func texts() throws {
    let text = try #require(key.signed(by: authority))
    #expect(error("") == .invalidKey)
    #expect(error("hello") == .invalidKey)
    #expect(error("CMB-x") == .invalidKey)
    #expect(error("CMB2" + text.dropFirst(4)) == .invalidKeyVersion)
    #expect(error(String(text.dropLast(3))) == .invalidChecksum)
    #expect(error("CMB1-") == .invalidChecksum)
    for i in stride(from: 6, to: text.count - 1, by: 5) {
      var letters = Array(text)
      letters[i] = letters[i] == "A" ? "B" : "A"
      #expect(error(String(letters)) == .invalidChecksum)
    }
    let other = try #require(LicenseAuthority())
    #expect(error(try #require(key.signed(by: other))) == .invalidKey)
  }

  @Test func whatCannotBeWritten() {
    #expect(LicenseKey(owner: "a;expires=9", applications: ["x"], issued: 0).signed(by: authority) == nil)
    #expect(LicenseKey(owner: "a", applications: [], issued: 0).signed(by: authority) == nil)
    #expect(LicenseAuthority(secret: "abc") == nil)
    #expect(LicenseAuthority(secret: "!") == nil)
    #expect(Set(LicenseError.allCases.map(\.rawValue)) == Set(-9 ... -1))
  }
}
