import ScanSession

extension ScanReport {
  /// The same report of other symbols.
  func replacing(_ barcodes: [Barcode]) -> ScanReport {
    ScanReport(
      number: number, run: run, barcodes: barcodes, ending: ending, width: width, height: height,
      orientation: orientation, picture: picture, target: target, elapsed: elapsed, decodingTime: decodingTime)
  }

  /// Add-ons follow the digits of their main symbols, in the text and in the bytes.
  var appendingAddOns: ScanReport {
    guard barcodes.contains(where: { $0.addOn != nil }) else { return self }
    return replacing(
      barcodes.map { barcode in
        guard let addOn = barcode.addOn else { return barcode }
        return barcode.replacing(text: barcode.text + addOn, bytes: barcode.bytes + Array(addOn.utf8))
      })
  }
}

extension Barcode {
  /// The same symbol with another content; its pieces and its add-on go.
  func replacing(text: String, bytes: [UInt8]) -> Barcode {
    Barcode(
      symbology: symbology, symbologyIdentifier: symbologyIdentifier, text: text, bytes: bytes, corners: corners,
      isMirrored: isMirrored, isInverted: isInverted, isGS1: isGS1, evidence: evidence,
      correctedErrors: correctedErrors, unusedCorrection: unusedCorrection, moduleSize: moduleSize,
      lineCount: lineCount, structuredAppend: structuredAppend, isReaderInitialisation: isReaderInitialisation,
      details: details)
  }
}
