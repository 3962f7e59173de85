/// Options of linear symbologies other than UPC and EAN.
public struct LinearOptions: Sendable, Hashable, Codable {
  public var code39 = Code39Options()
  public var code93 = Code93Options()
  public var interleaved = CheckOptions()
  /// All kinds of Code 25 (2 of 5) that are not interleaved.
  public var code25 = CheckOptions()
  public var codabar = CodabarOptions()
  public var code11 = Code11Options()
  public var msi = MSIOptions()
  public var telepen = TelepenOptions()
  public var pharmacode = PharmacodeOptions()
  /// Characters of content that are accepted; a symbology without an entry has the lengths of its row in the table.
  public var lengths: [Symbology: ClosedRange<Int>] = [:]
  /// How strictly quiet zones are asked for, in percent of what the reader asks for by itself, from 0 to 100; a
  /// symbology without an entry has 100.
  public var quietZones: [Symbology: Int] = [:]

  public init() {}

  /// Characters of content that are accepted of a symbology.
  package func lengths(of symbology: Symbology) -> ClosedRange<Int> { lengths[symbology] ?? symbology.info.lengths }

  /// Share of the reader's own quiet zone that is asked for, from 0 to 1.
  package func quietShare(of symbology: Symbology) -> Float {
    Float(Swift.min(100, Swift.max(0, quietZones[symbology] ?? 100))) / 100
  }
}

/// A check character that users may leave out of a symbol.
public struct CheckOptions: Sendable, Hashable, Codable {
  /// Symbols whose last character does not fit are refused; otherwise the last character is content like all others.
  public var isRequired = false
  /// The check character that was required is reported with the content.
  public var isTransmitted = false

  public init() {}
}

/// Options of Code 39.
public struct Code39Options: Sendable, Hashable, Codable {
  /// The check character, modulo 43.
  public var check = CheckOptions()
  public var characters: Characters = .automatic
  /// Report an Italian pharmacode (Code 32) by its nine digits where its check digit fits.
  public var convertsToCode32 = false
  /// Put the letter A, which is printed but not coded, before the digits of Code 32.
  public var prefixesCode32 = false
  /// Report a Pharmazentralnummer (PZN, 7 or 8 digits after a minus sign) by its digits where its check digit fits.
  public var convertsToPZN = false

  public enum Characters: String, Sendable, Codable, CaseIterable {
    /// The 43 characters as they are.
    case standard
    /// Pairs of a sign and a letter stand for one character of ASCII; a symbol with other pairs is refused.
    case fullASCII
    /// As full ASCII where every sign is part of such a pair, else as they are. Health industry bar codes (HIBC) are
    /// left as they are.
    case automatic
  }

  public init() {}
}

/// Options of Code 93.
public struct Code93Options: Sendable, Hashable, Codable {
  /// Pairs of a shift character and a letter stand for one character of ASCII, as the standard has it; otherwise shift
  /// characters are reported as the signs `$`, `%`, `/` and `+`.
  public var isFullASCII = true

  public init() {}
}

/// Options of Codabar.
public struct CodabarOptions: Sendable, Hashable, Codable {
  /// The check character, modulo 16, before the stop character.
  public var check = CheckOptions()
  /// Report the start and the stop character, as letters from A to D.
  public var transmitsStartStop = false

  public init() {}
}

/// Options of Code 11.
public struct Code11Options: Sendable, Hashable, Codable {
  public var check: Check = .automatic
  /// Report the check digits with the content.
  public var transmitsCheck = false

  public enum Check: String, Sendable, Codable, CaseIterable {
    /// Not tested; all characters are content.
    case ignored
    case one
    case two
    /// One where it fits, else two; two where the content is longer than ten characters and both fit.
    case automatic
  }

  public init() {}
}

/// Options of MSI.
public struct MSIOptions: Sendable, Hashable, Codable {
  public var check = CheckOptions()
  public var scheme: Scheme = .mod10

  /// How check digits are computed; the digits before the first slash stand first in the symbol.
  public enum Scheme: String, Sendable, Codable, CaseIterable {
    case mod10
    case mod10mod10
    /// Modulo 11, weights from 2 to 7.
    case mod11IBM
    /// Modulo 11, weights from 2 to 9.
    case mod11NCR
    case mod11IBMmod10
    case mod11NCRmod10
  }

  public init() {}
}

/// Options of Telepen.
public struct TelepenOptions: Sendable, Hashable, Codable {
  /// Symbols say nothing of whether they hold ASCII or pairs of digits: read all as pairs of digits. Otherwise only those
  /// are read so that are no text as ASCII.
  public var isNumeric = false

  public init() {}
}

/// Options of one-track Pharmacode.
public struct PharmacodeOptions: Sendable, Hashable, Codable {
  /// Numbers that are accepted, from 3 to 131070. Small ones have few bars, and other things in a picture look like
  /// them; from 15 on there are four bars.
  public var numbers: ClosedRange<Int> = 15...131070
  /// Accept numbers whose bars are all alike or repeat, too; a piece of a fence, a comb or a ruler looks the same.
  public var acceptsRegular = false

  public init() {}
}
