import BarcodeCore

/// Makes the result of a decoded stacked symbol.
struct StackedBarcode {
  let symbology: Symbology
  let content: StackedContent
  let evidence: Evidence
  let correction: ReedSolomon.Correction
  let checkCount: Int
  let geometry: SymbolGeometry
  let corners: Quad
  let isInverted: Bool
  let details: String

  var barcode: Barcode {
    let isMirrored = (corners.topRight - corners.topLeft).cross(corners.bottomLeft - corners.topLeft) < 0
    let macro = content.macro.map { block in
      StructuredAppend(
        index: block.segment, count: block.segmentCount ?? (block.isLast ? block.segment + 1 : nil),
        identifier: block.fileIdentifier)
    }
    return Barcode(
      symbology: symbology, symbologyIdentifier: "]L\(modifier)", text: content.content.text,
      bytes: content.content.bytes, segments: content.content.segments, corners: corners, isMirrored: isMirrored,
      isInverted: isInverted, isGS1: content.emulation == 3, evidence: evidence,
      correctedErrors: correction.changed,
      unusedCorrection: Double(max(0, checkCount - correction.used)) / Double(max(checkCount, 1)),
      moduleSize: geometry.module, lineCount: 1, structuredAppend: macro,
      isReaderInitialisation: content.isReaderInitialisation, details: details)
  }

  /// The AIM modifier: 1 where ECIs are in force, 2 for plain content, 3 to 5 for an emulated Code 128 symbol.
  private var modifier: Int {
    content.emulation ?? (content.content.hasECI ? 1 : 2)
  }
}
