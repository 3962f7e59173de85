/// What is known of a symbology: a row of the table in `Symbology+Table.swift`.
public struct SymbologyInfo: Sendable, Hashable {
  public let symbology: Symbology
  /// The name for people to read, such as `Data Matrix`.
  public let displayName: String
  /// The code character of the AIM symbology identifier (ISO/IEC 15424); `X` stands for symbologies without their own.
  public let aimLetter: Character
  /// What the modifier characters of the AIM symbology identifier mean.
  public let modifiers: [Modifier]
  public let family: Family
  /// Whether content can be structured by GS1 application identifiers.
  public let isGS1Capable: Bool
  public let check: Check
  /// Characters of content that are accepted unless the caller asks for other lengths.
  public let lengths: ClosedRange<Int>
  /// How much the structure alone says against a chance find.
  public let strength: Strength
  /// Whether this version reads it; otherwise it is only known by name.
  public let isReadable: Bool
  /// Whether it is looked for when nothing else is said.
  public let isUsual: Bool
  /// Whether it is looked for only when it is named, since nothing in it tells a symbol from a chance find.
  public let isOnRequest: Bool

  /// The canonical name, as used on the command line and in JSON.
  public var name: String { symbology.rawValue }

  /// A modifier character of the AIM symbology identifier.
  public struct Modifier: Sendable, Hashable {
    public let character: Character
    public let meaning: String
  }

  /// How a symbol is built and thereby found.
  public enum Family: String, Sendable, Hashable, Codable, CaseIterable {
    /// One row of bars.
    case linear
    /// UPC and EAN.
    case retail
    /// The small symbols beside a UPC or EAN symbol.
    case retailAddOn = "retail add-on"
    /// Several rows of bars.
    case stacked
    /// Modules in a plane.
    case matrix
    /// Bars of different heights, mostly for the mail.
    case postal
  }

  /// How a symbol tells whether it was read right.
  public enum Check: Sendable, Hashable {
    /// It does not.
    case none
    /// A check digit or characters that users may leave out.
    case optional(String)
    /// Check digits, characters or parities that every symbol has.
    case always(String)
    /// Reed–Solomon or another code that also corrects.
    case correction(String)
  }

  /// How much a symbology's structure says against a chance find.
  public enum Strength: String, Sendable, Hashable, Codable {
    /// Other pictures or parts of other symbols can look like it: a result needs more than its structure.
    case weak
    case strong
  }

  /// The AIM symbology identifier with a modifier, such as `]Q1`.
  public func identifier(modifier: Character) -> String { "]\(aimLetter)\(modifier)" }
}

extension Symbology {
  /// What is known of the symbology.
  public var info: SymbologyInfo { Symbology.table[ordinal] }

  /// The symbology of a canonical name, in upper or lower case.
  public init?(name: String) { self.init(rawValue: name.lowercased()) }
}

extension SymbologySet {
  /// What is looked for when nothing else is said.
  public static let usual = SymbologySet(where: \.isUsual)
  /// The symbologies that this version reads.
  public static let readable = SymbologySet(where: \.isReadable)
  /// All that this version reads but those that must be named.
  public static let searchable = SymbologySet { $0.isReadable && !$0.isOnRequest }
  /// Those that are one row of bars: UPC, EAN and their add-ons included.
  public static let linear = SymbologySet { [.linear, .retail, .retailAddOn].contains($0.family) }
  /// UPC, EAN and their add-ons.
  public static let retail = SymbologySet { [.retail, .retailAddOn].contains($0.family) }
  /// Those of several rows of bars.
  public static let stacked = SymbologySet { $0.family == .stacked }
  /// Those of modules in a plane.
  public static let matrix = SymbologySet { $0.family == .matrix }
  /// Those of bars of different heights, mostly for the mail.
  public static let postal = SymbologySet { $0.family == .postal }

  /// The symbologies whose row of the table fulfils a condition.
  public init(where condition: (SymbologyInfo) -> Bool) {
    self.init(Symbology.table.filter(condition).map(\.symbology))
  }
}
