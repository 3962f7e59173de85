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
    let fits = MicroPDF417Locator(place: place).fits(sizes)
    if fits.isEmpty { note("row address patterns fit no size") }
    for fit in fits {
      if let geometry = SymbolGeometry(
        place: place, layout: fit.size.layout, rows: fit.size.rows, left: fit.leftAnchors, right: fit.rightAnchors),
        let barcode = read(place, fit, geometry)
      {
        return barcode
      }
    }
    if fits.isEmpty { return nil }
    for side in place.sides where (side == .left ? place.left : place.right)?.rows ?? 0 >= MicroPDF417Reader.leastRows {
      let readings = InclinedReadings(luma: luma, scan: scan, place: place, side: side).readings
      for fit in fits {
        if let geometry = inclined(place, fit, side, readings), let barcode = read(place, fit, geometry) {
          return barcode
        }
      }
    }
    return nil
  }

  /// Rows that an end must count through for its perspective to be looked at.
  private static let leastRows = 3

  /// Distance from a row's middle up to which a character beside an end is in it, in rows.
  private static let rowReach = 0.8
  /// Characters beside an end that the perspective is told by.
  private static let leastReadings = 4

  /// The geometry of a symbol in perspective, from one end on.
  private func inclined(
    _ place: StackedPlace, _ fit: MicroPDF417Locator.Fit, _ side: GuardKey.Side, _ all: [InclinedReadings.Reading]
  ) -> SymbolGeometry? {
    guard side == .right || fit.size.hasLeft,
      let rows = RowFit(side == .left ? fit.leftAnchors : fit.rightAnchors, rows: fit.size.rows)
    else { return nil }
    let readings = all.compactMap { reading -> (reading: InclinedReadings.Reading, row: Int)? in
      let y = rows.row(at: reading.v)
      let row = RowDrift.row(near: y, cluster: reading.symbol.cluster, firstCluster: fit.size.cluster)
      return abs(Double(row) + 0.5 - y) < MicroPDF417Reader.rowReach ? (reading, row) : nil
    }
    guard readings.count >= MicroPDF417Reader.leastReadings else { return nil }
    let growth = SymbolGrowth(
      luma: luma, scan: scan, layout: fit.size.layout, rows: fit.size.rows, firstCluster: fit.size.cluster,
      place: place, side: side, readings: readings)
    return growth.map.flatMap { SymbolGeometry(layout: fit.size.layout, rows: fit.size.rows, map: $0) }
  }

  /// CC-B is MicroPDF417 of any size.
  private var sizes: [MicroPDF417Size] {
    options.symbologies.contains(.composite)
      ? MicroPDF417Size.all + MicroPDF417Size.componentA : MicroPDF417Size.all
  }

  private func read(_ place: StackedPlace, _ fit: MicroPDF417Locator.Fit, _ geometry: SymbolGeometry) -> Barcode? {
    guard
      CellReader.showsCharacters(
        geometry, luma: luma, scan: scan, isInverted: place.isInverted, firstCluster: fit.size.cluster)
    else {
      note("\(fit.size): no symbol characters in the middle of rows")
      return nil
    }
    let cells = CellReader(
      luma: luma, scan: scan, geometry: geometry, isInverted: place.isInverted, firstCluster: fit.size.cluster)
    guard cells.hasCharacters else {
      note("\(fit.size): no symbol characters")
      return nil
    }
    let all = cells.cells(blur: 0.5)
    guard
      let result = CodewordCorrection(cells: all, checkCount: fit.size.checks, limit: MicroPDF417Reader.limit).run()
    else {
      let sure = all.count { $0.reliability == 1 }
      note("\(fit.size): \(sure) of \(all.count) cells sure, not corrected")
      return nil
    }
    let data = Array(result.codewords.dropLast(fit.size.checks))
    func component(_ kind: ComponentBarcode.Kind, _ bits: GS1BitStream) -> Barcode? {
      ComponentBarcode(
        kind: kind, bits: bits, evidence: Evidence(logOdds: result.logOdds), correction: result.correction,
        checkCount: fit.size.checks, geometry: cells.geometry, corners: cells.corners, isInverted: place.isInverted
      ).barcode
    }
    if fit.size.isComponentA { return ComponentBits.ofBase928(data).flatMap { component(.ccA, $0) } }
    var decoder = StackedContentDecoder(data, isMicro: true, defaultECI: options.text.defaultECI)
    guard let content = decoder.decode() else { return nil }
    if content.isGS1Linked {
      guard options.symbologies.contains(.composite) else { return nil }
      return component(.ccB, ComponentBits.ofBytes(content.content.bytes))
    }
    guard options.symbologies.contains(.microPDF417) else { return nil }
    return StackedBarcode(
      symbology: .microPDF417, content: content, evidence: Evidence(logOdds: result.logOdds),
      correction: result.correction, checkCount: fit.size.checks, geometry: cells.geometry, corners: cells.corners,
      isInverted: place.isInverted,
      details: "\(fit.size.rows) rows, \(fit.size.columns) columns"
    ).barcode
  }
}
