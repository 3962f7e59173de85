/// Judges licence keys for one application at one time.
public struct LicenseVerifier: Sendable {
  public var authority: LicenseAuthority.PublicKey
  /// The identifier of the application.
  public var application: String
  public var platform: String
  /// Major version of the SDK.
  public var sdkVersion: Int
  /// Days since 1970-01-01 UTC.
  public var today: Int
  /// There is an active aimer.
  public var hasAimer: Bool

  public init(
    authority: LicenseAuthority.PublicKey, application: String, platform: String = LicenseVerifier.platform,
    sdkVersion: Int, today: Int, hasAimer: Bool = false
  ) {
    self.authority = authority
    self.application = application
    self.platform = platform
    self.sdkVersion = sdkVersion
    self.today = today
    self.hasAimer = hasAimer
  }

  /// The name of the platform that this was built for.
  public static var platform: String {
    #if os(iOS)
      "ios"
    #elseif os(macOS)
      "macos"
    #elseif os(Linux)
      "linux"
    #else
      "other"
    #endif
  }

  /// What the key says; throws why it does not work.
  public func verify(_ text: String) throws(LicenseError) -> LicenseKey {
    let key = try LicenseKey.read(text, authority: authority)
    guard key.covers(application: application) else { throw .invalidApplication }
    guard key.platforms.isEmpty || key.platforms.contains(platform) else { throw .invalidPlatform }
    if let version = key.sdkVersion, version != sdkVersion { throw .invalidSDKVersion }
    if let last = key.expires, today > last { throw .keyExpired }
    if key.kind == .tracking, !hasAimer { throw .aimerRequired }
    return key
  }
}
