/// What to read, and how hard to try.
public struct ReaderOptions: Sendable, Hashable, Codable {
  /// Symbologies to look for. One that is off costs nothing.
  public var symbologies: SymbologySet
  /// How far up the ladder of methods to climb where nothing was read yet.
  public var effort: Effort
  /// Read light symbols on dark ground, too.
  public var readsInverted: Bool
  /// Read matrix symbols that are seen as in a mirror, too.
  public var readsMirrored: Bool
  /// At most this many results; the reader stops when it has them.
  public var maximumCount: Int
  /// Report the symbols of a message that spans several (structured append) as one result, where a picture shows all of
  /// them. Otherwise, and where one is missing, each is a result of its own that tells its place.
  public var joinsStructuredAppend = false
  public var qr = QROptions()
  public var composite = CompositeOptions()
  public var retail: RetailOptions
  public var linear: LinearOptions
  public var text: TextOptions
  public var postal: PostalOptions

  public init(
    symbologies: SymbologySet = .usual, effort: Effort = .balanced, readsInverted: Bool = true,
    readsMirrored: Bool = true, maximumCount: Int = 255, retail: RetailOptions = .init(),
    linear: LinearOptions = .init(),
    text: TextOptions = .init(), postal: PostalOptions = .init()
  ) {
    self.symbologies = symbologies
    self.effort = effort
    self.readsInverted = readsInverted
    self.readsMirrored = readsMirrored
    self.maximumCount = maximumCount
    self.retail = retail
    self.linear = linear
    self.text = text
    self.postal = postal
  }

  /// Deterministic amounts of work: the same picture and options give the same results.
  public enum Effort: Int, Sendable, Codable, Comparable, CaseIterable {
    case quick = 1
    case balanced = 2
    case thorough = 3
    case persistent = 4
    case exhaustive = 5

    public static func < (a: Effort, b: Effort) -> Bool { a.rawValue < b.rawValue }
  }
}

/// Options of UPC and EAN.
public struct RetailOptions: Sendable, Hashable, Codable {
  /// Report UPC-A as the EAN-13 with a leading zero that it also is.
  public var reportsUPCAAsEAN13 = false
  /// Report UPC-E by the 12 digits of the UPC-A that it stands for.
  public var expandsUPCE = false
  /// Read UPC-E of number system 1 (UPC-E1), too. The standards know none; its number sets are those of number system
  /// 0 the other way around.
  public var readsUPCE1 = true
  /// Read 2- and 5-digit add-ons beside a main symbol.
  public var addOns: AddOnPolicy = .read
  /// Add-ons may stand beside EAN-8, too; otherwise it has none.
  public var readsAddOnsOfEAN8 = true
  /// Report UPC-A and EAN-13 that begin with 0 without that zero.
  public var omitsLeadingZero = false

  public enum AddOnPolicy: String, Sendable, Codable, CaseIterable {
    /// Not looked for.
    case ignore
    /// Read where there is one.
    case read
    /// A main symbol without one is not reported.
    case require
  }

  public init() {}
}

/// Options of QR Code.
public struct QROptions: Sendable, Hashable, Codable {
  /// Read the old model 1.
  public var readsModel1 = true
  /// Read model 2, which is what everybody prints.
  public var readsModel2 = true
  /// Modules of a side of the largest symbol that is read, from 21 to 177.
  public var largestGrid = 177

  public init() {}
}

/// Options of the 2D components of GS1 Composite symbols.
public struct CompositeOptions: Sendable, Hashable, Codable {
  /// Read components of kind CC-C, which are PDF417 symbols.
  public var readsCCC = true

  public init() {}
}

/// How content becomes text.
public struct TextOptions: Sendable, Hashable, Codable {
  /// Character set, as an ECI number, of content that names none; nil lets the reader judge by the bytes.
  public var defaultECI: Int?

  public init() {}
}

/// Options of postal symbologies.
public struct PostalOptions: Sendable, Hashable, Codable {
  /// KIX has neither start nor stop: turned by 180 degrees, each symbol is another valid one. Which one is read.
  public var kixOrientation: KIXOrientation = .upright
  /// How the customer information of Australia Post is coded; a symbol does not say.
  public var customerInformation: CustomerInformation = .automatic
  /// Report the check digit with the content.
  public var transmitsCheckOfPLANET = false
  public var transmitsCheckOfPOSTNET = false

  public enum KIXOrientation: String, Sendable, Codable, CaseIterable {
    /// Its upper side is within 90 degrees of the picture's.
    case upright
    /// Its upper side is within 90 degrees of the picture's lower side.
    case upsideDown
  }

  public enum CustomerInformation: String, Sendable, Codable, CaseIterable {
    /// As digits where all of it can be digits, otherwise as characters.
    case automatic
    /// Digits of two bars (table N).
    case numeric
    /// Characters of three bars (table C).
    case character
  }

  public init() {}
}
