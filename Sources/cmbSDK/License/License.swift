import Foundation
@_exported import Licensing

/// The licence of the running application.
///
/// The device's camera needs a key; without a valid one, some characters of each text are replaced by asterisks. A key
/// comes with the reader's factory, from Info.plist under `MX_MOBILE_LICENSE`, or from the environment variable
/// `CMB_LICENSE`, in this order. Readers with an active aimer, attached terminals, network readers, and readers over
/// frames that the application brings itself need none.
public enum License {
  /// The key of Info.plist.
  public static let propertyName = "MX_MOBILE_LICENSE"
  public static let variableName = "CMB_LICENSE"

  /// What the application's key says; throws why there is no valid one.
  ///
  /// - Parameters:
  ///   - registrationKey: a key; nil or empty: the application's.
  ///   - hasAimer: there is an active aimer.
  public static func check(_ registrationKey: String? = nil, hasAimer: Bool = false) throws(LicenseError) -> LicenseKey
  {
    guard let authority = BuiltInLicense.authority else { throw .invalidKey }
    let verifier = LicenseVerifier(
      authority: authority, application: application, sdkVersion: BuiltInLicense.sdkVersion,
      today: BuiltInLicense.day(of: Date().timeIntervalSince1970), hasAimer: hasAimer)
    return try verifier.verify(key(registrationKey))
  }

  /// Why the application's key does not work; nil when it does.
  static func error(_ registrationKey: String?) -> LicenseError? {
    do throws(LicenseError) {
      _ = try check(registrationKey)
      return nil
    } catch { return error }
  }

  private static func key(_ registrationKey: String?) -> String {
    let places = [
      registrationKey, Bundle.main.object(forInfoDictionaryKey: propertyName) as? String,
      ProcessInfo.processInfo.environment[variableName],
    ]
    return places.compactMap { $0 }.first { !$0.isEmpty } ?? BuiltInLicense.developmentKey
  }

  /// By which keys name the application: its bundle identifier, or the name of a program that has none.
  public static var application: String { Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName }
}

/// Domain of `CMBReaderDevice.licenseError`; codes are those of `LicenseError`.
// Spelled like the other constants of this interface.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CMBLicenseErrorDomain = "CMBLicenseErrorDomain"

extension NSError {
  static func of(_ error: LicenseError) -> NSError {
    NSError(
      domain: CMBLicenseErrorDomain, code: error.rawValue, userInfo: [NSLocalizedDescriptionKey: error.reason])
  }
}
