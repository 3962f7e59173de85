/// What the modifier characters of AIM symbology identifiers mean (ISO/IEC 15424 and the symbologies' standards).
struct ModifierTable {
  let entries: [SymbologyInfo.Modifier]

  private init(_ meanings: KeyValuePairs<Character, String>) {
    entries = meanings.map { SymbologyInfo.Modifier(character: $0.key, meaning: $0.value) }
  }

  /// Symbologies whose letter has no options.
  static let plain = ModifierTable([
    "0": "as standardised"
  ])

  /// Symbologies without a letter of their own.
  static let other = ModifierTable([
    "0": "no further meaning"
  ])

  /// Data Matrix.
  static let dataMatrix = ModifierTable([
    "1": "ECC 200", "2": "FNC1 in first or fifth place", "3": "FNC1 in second or sixth place", "4": "ECI",
    "5": "ECI and FNC1 in first or fifth place", "6": "ECI and FNC1 in second or sixth place",
  ])

  /// QR Code and its kin.
  static let qr = ModifierTable([
    "0": "Model 1", "1": "no ECI", "2": "ECI", "3": "FNC1 in first place", "4": "ECI and FNC1 in first place",
    "5": "FNC1 in second place", "6": "ECI and FNC1 in second place",
  ])

  /// Aztec Code.
  static let aztec = ModifierTable([
    "0": "no options", "1": "FNC1 in first place", "2": "FNC1 after a letter or two digits", "3": "ECI",
    "4": "ECI and FNC1 in first place", "5": "ECI and FNC1 after a letter or two digits", "6": "structured append",
    "7": "structured append and FNC1 in first place", "8": "structured append and FNC1 after a letter or two digits",
    "9": "structured append and ECI", "A": "structured append, ECI and FNC1 in first place",
    "B": "structured append, ECI and FNC1 after a letter or two digits", "C": "rune",
  ])

  /// MaxiCode.
  static let maxiCode = ModifierTable([
    "0": "mode 4 or 5", "1": "mode 2 or 3", "2": "mode 4 or 5, ECI", "3": "mode 2 or 3, ECI in the secondary message",
  ])

  /// DotCode.
  static let dotCode = ModifierTable([
    "0": "no FNC1 in first or second place", "1": "FNC1 in first place", "2": "FNC1 in second place", "3": "ECI",
    "4": "ECI and FNC1 in first place", "5": "ECI and FNC1 in second place",
  ])

  /// Han Xin Code.
  static let hanXin = ModifierTable([
    "0": "no ECI", "1": "ECI",
  ])

  /// PDF417 and MicroPDF417.
  static let pdf417 = ModifierTable([
    "0": "transmitted as in 1994", "1": "ECI", "2": "no ECI", "3": "Code 128 emulation, FNC1 in first place",
    "4": "Code 128 emulation, FNC1 in second place", "5": "Code 128 emulation",
  ])

  /// GS1 DataBar and composite components.
  static let dataBar = ModifierTable([
    "0": "GS1 DataBar", "1": "composite component after a separator", "2": "composite component after an escape",
    "3": "composite component after an escape, ECI",
  ])

  /// Code 128.
  static let code128 = ModifierTable([
    "0": "no FNC1 in first or second place", "1": "FNC1 in first place", "2": "FNC1 in second place",
    "4": "concatenated by ISBT",
  ])

  /// Code 39.
  static let code39 = ModifierTable([
    "0": "no check, no full ASCII", "1": "check character transmitted", "3": "check character stripped",
    "4": "full ASCII", "5": "full ASCII, check character transmitted", "7": "full ASCII, check character stripped",
  ])

  /// Code 11.
  static let code11 = ModifierTable([
    "0": "one check digit transmitted", "1": "two check digits transmitted", "3": "check digits stripped",
  ])

  /// Code 25 with two start bars.
  static let code25 = ModifierTable([
    "0": "no check", "1": "check digit transmitted", "3": "check digit stripped",
  ])

  /// Interleaved 2 of 5.
  static let itf = ModifierTable([
    "0": "no check", "1": "check digit transmitted", "3": "check digit stripped",
  ])

  /// Codabar.
  static let codabar = ModifierTable([
    "0": "no check", "1": "concatenated (ABC)", "2": "check character transmitted", "4": "check character stripped",
  ])

  /// MSI.
  static let msi = ModifierTable([
    "0": "check digit transmitted", "1": "check digit stripped",
  ])

  /// Telepen.
  static let telepen = ModifierTable([
    "0": "full ASCII", "1": "digits in pairs", "2": "digits in pairs, then full ASCII",
    "4": "full ASCII, then digits in pairs",
  ])

  /// Channel Code; the digit is the number of channels.
  static let channelCode = ModifierTable([
    "3": "3 channels", "4": "4 channels", "5": "5 channels", "6": "6 channels", "7": "7 channels", "8": "8 channels",
  ])

  /// UPC and EAN.
  static let ean = ModifierTable([
    "0": "UPC-A, UPC-E or EAN-13 as 13 digits", "1": "two-digit add-on", "2": "five-digit add-on",
    "3": "with an add-on in one message", "4": "EAN-8",
  ])
}
