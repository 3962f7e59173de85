import BarcodeCore

extension SymbologySwitch {
  /// All rows, by raw value; those without one at the end.
  package static let table: [SymbologySwitch] = [
    .init("SYMBOL.DATAMATRIX", 1, [.dataMatrix], "Data Matrix"),
    .init("SYMBOL.QR", 2, [.qr, .microQR], "QR"),
    .init("SYMBOL.C128", 3, [.code128], "Code 128"),
    .init("SYMBOL.UPC-EAN", 4, [.upcA, .upcE, .ean8, .ean13], "UPC/EAN"),
    .init("SYMBOL.C11", 5, [.code11], "Code 11"),
    .init("SYMBOL.C39", 6, [.code39], "Code 39"),
    .init("SYMBOL.C93", 7, [.code93], "Code 93"),
    .init("SYMBOL.I2O5", 8, [.itf], "Interleaved 2 of 5"),
    .init("SYMBOL.CODABAR", 9, [.codabar], "Codabar"),
    .init("SYMBOL.EAN-UCC", 10, [.composite], "EAN-UCC"),
    .init("SYMBOL.PHARMACODE", 11, [.pharmacode], "Pharmacode"),
    .init("SYMBOL.MAXICODE", 12, [.maxiCode], "MaxiCode"),
    .init("SYMBOL.PDF417", 13, [.pdf417], "PDF417"),
    .init("SYMBOL.MICROPDF417", 14, [.microPDF417], "Micro PDF417"),
    .init("SYMBOL.DATABAR", 15, dataBar, "Databar"),
    .init("SYMBOL.PLANET", 16, [.planet], "PLANET"),
    .init("SYMBOL.POSTNET", 17, [.postnet], "POSTNET"),
    .init("SYMBOL.4STATE-JAP", 18, [.japanPost], "Japan Post"),
    .init("SYMBOL.4STATE-AUS", 19, [.ausPost], "Australia Post"),
    .init("SYMBOL.4STATE-UPU", 20, [.upu], "UPU"),
    .init("SYMBOL.4STATE-IMB", 21, [.imb], "IMB"),
    .init("SYMBOL.VERICODE", 22, .nothing, "VERICODE"),
    .init("SYMBOL.RPC", 23, .nothing, "RPC"),
    .init("SYMBOL.MSI", 24, [.msi], "MSI"),
    .init("SYMBOL.AZTECCODE", 25, [.aztec], "AztecCode"),
    .init("SYMBOL.DOTCODE", 26, [.dotCode], "DotCode"),
    .init("SYMBOL.C25", 27, code25, "C25"),
    .init("SYMBOL.C39-CONVERT-TO-C32", 28, .convertsCode39ToCode32, "C39 to C32"),
    .init("SYMBOL.OCR", 29, .nothing, "OCR"),
    .init("SYMBOL.4STATE-RMC", 30, [.rm4scc, .kix, .mailmark], "RMC"),
    .init("SYMBOL.TELEPEN", 31, [.telepen], "Telepen"),
    .init("SYMBOL.4STATE-CBC", nil, [.canadaPost], "Canada Post"),
    .init("SYMBOL.4STATE-POSTI", nil, .nothing, "Posti"),
    .init("SYMBOL.COOP", nil, [.code25COOP], "COOP 2 of 5"),
    .init("SYMBOL.IATA", nil, [.code25IATA], "IATA 2 of 5"),
    .init("SYMBOL.INVERTED", nil, [.code25Inverted], "Inverted 2 of 5"),
    .init("SYMBOL.ITF14", nil, [.itf], "ITF-14"),
    .init("SYMBOL.MATRIX", nil, [.code25Matrix], "Matrix 2 of 5"),
  ]

  private static let dataBar: SymbologySet = [
    .dataBarOmni, .dataBarStacked, .dataBarLimited, .dataBarExpanded, .dataBarExpandedStacked,
  ]
  /// ITF-14 is an interleaved symbol of 14 digits, so that seven names are six symbologies.
  private static let code25: SymbologySet = [
    .code25Industrial, .itf, .code25IATA, .code25Matrix, .code25COOP, .code25Inverted,
  ]
}

extension SubSwitch {
  /// All rows.
  package static let table: [SubSwitch] = [
    .init("QR.MICRO", [.microQR], true, "Micro QR while QR is on"),
    .init("UPC-EAN.UPC-A", [.upcA], true, "UPC-A while UPC/EAN is on"),
    .init("UPC-EAN.UPC-E", [.upcE], true, "UPC-E while UPC/EAN is on"),
    .init("UPC-EAN.EAN13", [.ean13], true, "EAN-13 while UPC/EAN is on"),
    .init("UPC-EAN.EAN8", [.ean8], true, "EAN-8 while UPC/EAN is on"),
    .init("DATABAR.RSS14", [.dataBarOmni], true, "DataBar Omnidirectional while DataBar is on"),
    .init("DATABAR.RSS14STACK", [.dataBarStacked], true, "DataBar Stacked while DataBar is on"),
    .init(
      "DATABAR.GROUP", [.dataBarOmni, .dataBarStacked], true,
      "DataBar Omnidirectional, Truncated and Stacked while DataBar is on"),
    .init("DATABAR.LIMITED", [.dataBarLimited], true, "DataBar Limited while DataBar is on"),
    .init(
      "DATABAR.EXPANDED", [.dataBarExpanded, .dataBarExpandedStacked], true, "DataBar Expanded while DataBar is on"),
  ]
}
