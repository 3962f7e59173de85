/// What a build of this software brings with it. Who gives out licence keys of their own replaces `authorityText` by
/// the public key that `cmb license new-authority` writes, and `developmentKey` by one of that authority.
public enum BuiltInLicense {
  private static let authorityText = "rUoI68IkeV0QDo2gjbd9suUmrEEZzNzrrGcmb74tvFI"

  /// For the samples and the command line of this software.
  public static let developmentKey =
    "CMB1-b3duZXI9T3BlbkNNQiBzYW1wbGVzO2FwcGxpY2F0aW9ucz1jbWIsb3JnLm9wZW5jbWIuKjtraW5kPWNhbWVyY"
    + "Ttpc3N1ZWQ9MjA3ODeDyJwCVkUdJRSbsGa_1hLR1SAbtSG7yPqBcFd95TQSXzayevQhO0WTu3TzFDbEextjl_RgzsA"
    + "TBabAXvSAPgIDwIiMGA"

  /// Whose keys are accepted.
  public static var authority: LicenseAuthority.PublicKey? { LicenseAuthority.PublicKey(authorityText) }

  /// Major version of the SDK, to which keys may be bound.
  public static let sdkVersion = 0

  /// The number of the day of a time in seconds since 1970-01-01 UTC.
  public static func day(of time: Double) -> Int { Int((time / 86_400).rounded(.down)) }
}
