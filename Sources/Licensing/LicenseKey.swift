/// What a licence key says.
public struct LicenseKey: Sendable, Hashable {
  /// Who it was made for, for people.
  public var owner: String
  /// Identifiers of applications; one that ends in `*` stands for all that begin so.
  public var applications: [String]
  /// `ios`, `macos`, `linux`; empty: all.
  public var platforms: [String]
  /// Major version of the SDK; nil: all.
  public var sdkVersion: Int?
  public var kind: Kind
  /// Days since 1970-01-01 UTC.
  public var issued: Int
  /// The last day; nil: it does not expire.
  public var expires: Int?

  public enum Kind: String, Sendable, CaseIterable {
    /// The device's camera.
    case camera
    /// An active aimer alone. It needs no licence; the key tells whose app it is.
    case tracking
  }

  /// Days of a trial.
  public static let trialDays = 30

  public init(
    owner: String, applications: [String], platforms: [String] = [], sdkVersion: Int? = nil, kind: Kind = .camera,
    issued: Int, expires: Int? = nil
  ) {
    self.owner = owner
    self.applications = applications
    self.platforms = platforms
    self.sdkVersion = sdkVersion
    self.kind = kind
    self.issued = issued
    self.expires = expires
  }

  func covers(application: String) -> Bool {
    applications.contains { pattern in
      pattern.hasSuffix("*") ? application.hasPrefix(pattern.dropLast()) : application == pattern
    }
  }
}

/// Why a key does not work. Raw values are those of the documents.
public enum LicenseError: Int, Error, Sendable, CaseIterable {
  /// There is none, it is no key, or nobody who may has signed it.
  case invalidKey = -1
  /// It was mistyped or is not complete.
  case invalidChecksum = -2
  /// It is for another application.
  case invalidApplication = -3
  /// It is for another version of the SDK.
  case invalidSDKVersion = -4
  /// This version of the SDK does not know keys of this form.
  case invalidKeyVersion = -5
  /// It is for another platform.
  case invalidPlatform = -6
  case keyExpired = -7
  /// It is for readers with an active aimer alone.
  case aimerRequired = -8
  /// It is for readers with an active aimer, and there is none.
  case aimerNotDetected = -9

  /// One line for people.
  public var reason: String {
    switch self {
    case .invalidKey: "there is no valid licence key"
    case .invalidChecksum: "the licence key is mistyped or not complete"
    case .invalidApplication: "the licence key is for another application"
    case .invalidSDKVersion: "the licence key is for another version of the SDK"
    case .invalidKeyVersion: "the licence key has a form that this version of the SDK does not know"
    case .invalidPlatform: "the licence key is for another platform"
    case .keyExpired: "the licence key has expired"
    case .aimerRequired: "the licence key is for readers with an active aimer alone"
    case .aimerNotDetected: "the licence key is for readers with an active aimer, and there is none"
    }
  }
}
