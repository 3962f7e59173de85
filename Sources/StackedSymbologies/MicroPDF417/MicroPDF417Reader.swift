import BarcodeCore

/// Reads one located MicroPDF417 symbol.
struct MicroPDF417Reader {
  let luma: LumaView
  let scan: ScanLine
  let options: ReaderOptions
  /// Takes what became of the place.
  let note: (String) -> Void

  /// log10 of the odds of being wrong above which a result is refused.
  private static let limit = -5.5

  func read(_ place: StackedPlace) -> Barcode? {
    guard let fit = MicroPDF417Locator(place: place).fit() else {
      note("row address patterns fit no size")
      return nil
    }
    let layout = SymbolLayout(microColumns: fit.size.columns)
    guard
      let geometry = SymbolGeometry(
        place: place, layout: layout, rows: fit.size.rows, left: fit.leftAnchors, right: fit.rightAnchors)
    else { return nil }
    let cells = CellReader(
      luma: luma, scan: scan, geometry: geometry, isInverted: place.isInverted, firstCluster: fit.size.cluster)
    let all = cells.cells(blur: 0.5)
    guard
      let result = CodewordCorrection(cells: all, checkCount: fit.size.checks, limit: MicroPDF417Reader.limit).run()
    else {
      let sure = all.count { $0.reliability == 1 }
      note("\(fit.size): \(sure) of \(all.count) cells sure, not corrected")
      return nil
    }
    var decoder = StackedContentDecoder(
      Array(result.codewords.dropLast(fit.size.checks)), isMicro: true, defaultECI: options.text.defaultECI)
    guard let content = decoder.decode() else { return nil }
    return StackedBarcode(
      symbology: .microPDF417, content: content, evidence: Evidence(logOdds: result.logOdds),
      correction: result.correction, checkCount: fit.size.checks, geometry: cells.geometry, corners: cells.corners,
      isInverted: place.isInverted,
      details: "\(fit.size.rows) rows, \(fit.size.columns) columns"
    ).barcode
  }
}
