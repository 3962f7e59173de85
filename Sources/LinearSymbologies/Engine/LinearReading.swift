import BarcodeCore

/// A confirmed symbol.
struct LinearReading {
  var hit: LineHit
  var content: LinearContent
  /// Corners in the symbol's own orientation.
  var corners: Quad
  var evidence: Evidence
  /// Independent lines that agree.
  var lines: Int
  /// Pixels a module.
  var module: Double
  var addOn: AddOnReading?

  struct AddOnReading {
    var digits: [UInt8]
    var corners: Quad
    var evidence: Evidence
    var lines: Int
  }

  /// Whether a point lies in the symbol or its quiet zones.
  func covers(_ p: Point) -> Bool {
    let c = corners.center
    // A little larger than the bars: lines at the border of a symbol belong to it.
    let grown = corners.map { c + ($0 - c) * 1.08 }
    if grown.contains(p) { return true }
    return addOn?.corners.contains(p) ?? false
  }

  /// The results to report: the symbol, and its add-on where that is asked for.
  func barcodes(_ options: ReaderOptions) -> [Barcode] {
    var out = [
      Barcode(
        symbology: content.symbology, symbologyIdentifier: identifier, text: content.text, bytes: content.bytes,
        segments: [ContentSegment(eci: nil, bytes: content.bytes)], corners: corners, isInverted: hit.isInverted,
        isGS1: content.isGS1, evidence: evidence, moduleSize: module, lineCount: lines,
        structuredAppend: content.structuredAppend, addOn: addOn.map { Self.text($0.digits) },
        isReaderInitialisation: content.isReaderInitialisation, details: content.details)
    ]
    if let addOn, let add = addOnBarcode(addOn, options) { out.append(add) }
    return out
  }

  /// A UPC/EAN symbol with an add-on has a modifier of its own.
  private var identifier: String {
    addOn != nil && content.identifier == "]E0" ? "]E3" : content.identifier
  }

  private func addOnBarcode(_ a: AddOnReading, _ options: ReaderOptions) -> Barcode? {
    let symbology: Symbology = a.digits.count == 2 ? .ean2 : .ean5
    guard options.symbologies.contains(symbology),
      let c = RetailContent.interpret(symbology, a.digits, options)
    else { return nil }
    return Barcode(
      symbology: symbology, symbologyIdentifier: c.identifier, text: c.text, bytes: c.bytes,
      segments: [ContentSegment(eci: nil, bytes: c.bytes)], corners: a.corners, isInverted: hit.isInverted,
      evidence: a.evidence, moduleSize: module, lineCount: a.lines)
  }

  private static func text(_ digits: [UInt8]) -> String { String(decoding: digits.map { $0 + 48 }, as: UTF8.self) }
}
