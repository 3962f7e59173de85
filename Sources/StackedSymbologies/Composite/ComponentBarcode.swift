import BarcodeCore

/// Makes the result of a composite component.
struct ComponentBarcode {
  enum Kind: String {
    case ccA = "CC-A"
    case ccB = "CC-B"
    case ccC = "CC-C"
  }

  let kind: Kind
  let bits: GS1BitStream
  let evidence: Evidence
  let correction: ReedSolomon.Correction
  let checkCount: Int
  let geometry: SymbolGeometry
  let corners: Quad
  let isInverted: Bool

  /// Nil when the bits stand for no element strings.
  var barcode: Barcode? {
    guard let bytes = ComponentContent.decode(bits) else { return nil }
    let isMirrored = (corners.topRight - corners.topLeft).cross(corners.bottomLeft - corners.topLeft) < 0
    return Barcode(
      symbology: .composite, symbologyIdentifier: "]e0", text: String(decoding: bytes, as: UTF8.self), bytes: bytes,
      segments: [ContentSegment(eci: nil, bytes: bytes)], corners: corners, isMirrored: isMirrored,
      isInverted: isInverted, isGS1: true, evidence: evidence, correctedErrors: correction.changed,
      unusedCorrection: Double(max(0, checkCount - correction.used)) / Double(max(checkCount, 1)),
      moduleSize: geometry.module,
      details: "\(kind.rawValue), \(geometry.rows) rows, \(geometry.layout.columns) columns")
  }
}
