/// A symbol that was read. An immutable value.
public struct Barcode: Sendable, Codable, Hashable {
  public let symbology: Symbology
  /// The AIM symbology identifier of ISO/IEC 15424, such as `]Q1`.
  public let symbologyIdentifier: String
  /// The content as text, after character sets and ECI were applied. Control characters are kept as they are.
  public let text: String
  /// The content as bytes, before any character set was applied.
  public let bytes: [UInt8]
  /// The content in pieces of one character set each.
  public let segments: [ContentSegment]
  /// Corners of the symbol without its quiet zone, in pixels of the picture that was given to the reader.
  public let corners: Quad
  /// Seen as in a mirror.
  public let isMirrored: Bool
  /// Light on dark.
  public let isInverted: Bool
  /// Whether the content is structured by GS1 application identifiers (FNC1 in first position).
  public let isGS1: Bool
  /// What speaks for the result.
  public let evidence: Evidence
  /// Codewords or elements that error correction mended.
  public let correctedErrors: Int
  /// Share of the error correction's capacity left unused, from 0 to 1; nil where the symbology has none.
  public let unusedCorrection: Double?
  /// Width of a module, in pixels.
  public let moduleSize: Double
  /// Independent lines that agree, for symbologies read by lines; 1 for others.
  public let lineCount: Int
  /// The place in a message that spans several symbols.
  public let structuredAppend: StructuredAppend?
  /// The 2- or 5-digit add-on beside a UPC/EAN symbol. It is also a result of its own when `ean-2`/`ean-5` are on.
  public let addOn: String?
  /// The other part of a GS1 Composite symbol: of a linear symbol its 2D component, of a component its linear symbol.
  public let composite: CompositeLink?
  /// The symbol is an instruction to the reader (reader programming), not data.
  public let isReaderInitialisation: Bool
  /// Version, error correction level, mask and the like, for people to read, such as `version 4, level M`.
  public let details: String

  public init(
    symbology: Symbology, symbologyIdentifier: String, text: String, bytes: [UInt8],
    segments: [ContentSegment] = [], corners: Quad, isMirrored: Bool = false, isInverted: Bool = false,
    isGS1: Bool = false, evidence: Evidence, correctedErrors: Int = 0, unusedCorrection: Double? = nil,
    moduleSize: Double, lineCount: Int = 1, structuredAppend: StructuredAppend? = nil, addOn: String? = nil,
    composite: CompositeLink? = nil, isReaderInitialisation: Bool = false, details: String = ""
  ) {
    self.symbology = symbology
    self.symbologyIdentifier = symbologyIdentifier
    self.text = text
    self.bytes = bytes
    self.segments = segments
    self.corners = corners
    self.isMirrored = isMirrored
    self.isInverted = isInverted
    self.isGS1 = isGS1
    self.evidence = evidence
    self.correctedErrors = correctedErrors
    self.unusedCorrection = unusedCorrection
    self.moduleSize = moduleSize
    self.lineCount = lineCount
    self.structuredAppend = structuredAppend
    self.addOn = addOn
    self.composite = composite
    self.isReaderInitialisation = isReaderInitialisation
    self.details = details
  }

  /// How sure the result is, from 0 to 1.
  public var confidence: Double { evidence.confidence }

  /// Angle of the symbol's upper edge, in degrees from 0 to 360, clockwise on the screen.
  public var orientation: Double {
    let edge = corners.topRight - corners.topLeft
    let degrees = BarcodeMath.atan2(edge.y, edge.x) * 180 / Double.pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}

extension Barcode {
  /// The same result in the coordinates of a picture that is larger by a factor.
  package func scaled(by factor: Double) -> Barcode { placed(moduleScale: factor) { $0 * factor } }

  /// The same result in the coordinates of a picture in which its own lies at an offset.
  package func moved(by offset: Point) -> Barcode { placed(moduleScale: 1) { $0 + offset } }

  /// The same result in the coordinates of a picture to which a map leads from its own.
  package func mapped(by map: Homography) -> Barcode {
    let center = corners.center
    return placed(moduleScale: map(center).distance(to: map(center + Point(1, 0)))) { map($0) }
  }

  /// The same result in the coordinates of a picture that was stretched to a multiple of its width or height.
  package func unstretched(columns: Int, rows: Int) -> Barcode {
    placed(moduleScale: 1) { Point($0.x / Double(columns), $0.y / Double(rows)) }
  }

  private func placed(moduleScale factor: Double, _ place: (Point) -> Point) -> Barcode {
    Barcode(
      symbology: symbology, symbologyIdentifier: symbologyIdentifier, text: text, bytes: bytes, segments: segments,
      corners: corners.map(place), isMirrored: isMirrored, isInverted: isInverted, isGS1: isGS1,
      evidence: evidence, correctedErrors: correctedErrors, unusedCorrection: unusedCorrection,
      moduleSize: moduleSize * factor, lineCount: lineCount, structuredAppend: structuredAppend, addOn: addOn,
      composite: composite, isReaderInitialisation: isReaderInitialisation, details: details)
  }
}

extension Barcode {
  /// The same result as a part of a GS1 Composite symbol.
  package func linked(by link: CompositeLink) -> Barcode {
    Barcode(
      symbology: symbology, symbologyIdentifier: symbologyIdentifier, text: text, bytes: bytes, segments: segments,
      corners: corners, isMirrored: isMirrored, isInverted: isInverted, isGS1: isGS1, evidence: evidence,
      correctedErrors: correctedErrors, unusedCorrection: unusedCorrection, moduleSize: moduleSize,
      lineCount: lineCount, structuredAppend: structuredAppend, addOn: addOn, composite: link,
      isReaderInitialisation: isReaderInitialisation, details: details)
  }
}

/// The other part of a GS1 Composite symbol, as one part names it. Both parts are results of their own, too.
public struct CompositeLink: Sendable, Codable, Hashable {
  /// Symbology of the other part: `composite`, or that of the linear symbol.
  public let symbology: Symbology
  /// Content of the other part.
  public let text: String
  /// The element strings of both parts in one: first those of the linear symbol, a UPC or EAN number as a GTIN of 14
  /// digits (AI 01), then those of the component, with a separator (0x1D) where the first part ends with a field of
  /// variable length.
  public let message: String

  public init(symbology: Symbology, text: String, message: String) {
    self.symbology = symbology
    self.text = text
    self.message = message
  }
}

/// A piece of content in one character set.
public struct ContentSegment: Sendable, Codable, Hashable {
  /// The extended channel interpretation that was announced, or nil where the symbology's default holds.
  public let eci: Int?
  public let bytes: [UInt8]

  public init(eci: Int?, bytes: [UInt8]) {
    self.eci = eci
    self.bytes = bytes
  }
}

/// The place of a symbol in a message that spans several symbols.
public struct StructuredAppend: Sendable, Codable, Hashable {
  /// From 0.
  public let index: Int
  /// Number of symbols of the message; nil when the symbol does not say.
  public let count: Int?
  /// What all symbols of the message have in common (parity or file identification), as text.
  public let identifier: String

  public init(index: Int, count: Int?, identifier: String) {
    self.index = index
    self.count = count
    self.identifier = identifier
  }
}
