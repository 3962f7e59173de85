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
    let locator = MicroPDF417Locator(place: place)
    let fits = locator.fits(sizes)
    if fits.isEmpty { note("row address patterns fit no size") }
    for fit in fits.filter({ locator.hasWidth(of: $0.size) }).prefix(MicroPDF417Reader.mostFits) {
      if let geometry = SymbolGeometry(
        place: place, layout: fit.size.layout, rows: fit.size.rows, left: fit.leftAnchors, right: fit.rightAnchors),
        let barcode = read(fit.size, geometry, isInverted: place.isInverted)
      {
        return barcode
      }
    }
    for side in place.sides where (side == .left ? place.left : place.right)?.rows ?? 0 >= MicroPDF417Reader.leastRows {
      if let barcode = readInclined(place, from: side, fits) { return barcode }
    }
    return nil
  }

  /// Sizes that are tried: rows of several sizes may have the same addresses.
  private static let mostFits = 3
  /// The same for symbols in perspective, whose width does not tell the size.
  private static let mostInclinedFits = 6

  /// Reads a symbol in perspective from one end on.
  private func readInclined(_ place: StackedPlace, from side: GuardKey.Side, _ fits: [MicroPDF417Locator.Fit])
    -> Barcode?
  {
    let all = InclinedReadings(luma: luma, scan: scan, place: place, side: side).readings
    // The clusters of the characters beside the end tell sizes apart that have the same addresses.
    let sized = fits.map { (size: $0.size, readings: readings($0, side, all)) }
      .filter { $0.readings.count >= MicroPDF417Reader.leastReadings }
      .sorted { $0.readings.count > $1.readings.count }
    for (size, readings) in sized.prefix(MicroPDF417Reader.mostInclinedFits) {
      let growth = SymbolGrowth(
        luma: luma, scan: scan, layout: size.layout, rows: size.rows, firstCluster: size.cluster, place: place,
        side: side, readings: readings)
      guard let map = growth.map, growth.isPlausible,
        let geometry = SymbolGeometry(layout: size.layout, rows: size.rows, map: map)
      else { continue }
      if let barcode = read(size, geometry, isInverted: place.isInverted) { return barcode }
    }
    return nil
  }

  /// Rows that an end must count through for its perspective to be looked at.
  private static let leastRows = 3
  /// Distance from a row's middle up to which a character beside an end is in it, in rows.
  private static let rowReach = 0.8
  /// Characters beside an end that the perspective is told by.
  private static let leastReadings = 4

  /// The characters beside an end that a size explains, with their rows.
  private func readings(
    _ fit: MicroPDF417Locator.Fit, _ side: GuardKey.Side, _ all: [InclinedReadings.Reading]
  ) -> [(reading: InclinedReadings.Reading, row: Int)] {
    guard side == .right || fit.size.hasLeft,
      let rows = RowFit(side == .left ? fit.leftAnchors : fit.rightAnchors, rows: fit.size.rows)
    else { return [] }
    return all.compactMap { reading in
      let y = rows.row(at: reading.v)
      let row = RowDrift.row(near: y, cluster: reading.symbol.cluster, firstCluster: fit.size.cluster)
      return abs(Double(row) + 0.5 - y) < MicroPDF417Reader.rowReach ? (reading, row) : nil
    }
  }

  /// CC-B is MicroPDF417 of any size.
  var sizes: [MicroPDF417Size] {
    options.symbologies.contains(.composite)
      ? MicroPDF417Size.all + MicroPDF417Size.componentA : MicroPDF417Size.all
  }

  func read(_ size: MicroPDF417Size, _ geometry: SymbolGeometry, isInverted: Bool) -> Barcode? {
    guard
      CellReader.showsCharacters(
        geometry, luma: luma, scan: scan, isInverted: isInverted, firstCluster: size.cluster)
    else {
      note("\(size): no symbol characters in the middle of rows")
      return nil
    }
    let cells = CellReader(
      luma: luma, scan: scan, geometry: geometry, isInverted: isInverted, firstCluster: size.cluster)
    guard cells.hasCharacters else {
      note("\(size): no symbol characters")
      return nil
    }
    let all = cells.cells(blur: 0.5)
    guard
      let result = CodewordCorrection(cells: all, checkCount: size.checks, limit: MicroPDF417Reader.limit).run()
    else {
      let sure = all.count { $0.reliability == 1 }
      note("\(size): \(sure) of \(all.count) cells sure, not corrected")
      return nil
    }
    let data = Array(result.codewords.dropLast(size.checks))
    func component(_ kind: ComponentBarcode.Kind, _ bits: GS1BitStream) -> Barcode? {
      ComponentBarcode(
        kind: kind, bits: bits, evidence: Evidence(logOdds: result.logOdds), correction: result.correction,
        checkCount: size.checks, geometry: cells.geometry, corners: cells.corners, isInverted: isInverted
      ).barcode
    }
    if size.isComponentA { return ComponentBits.ofBase928(data).flatMap { component(.ccA, $0) } }
    var decoder = StackedContentDecoder(data, isMicro: true, defaultECI: options.text.defaultECI)
    guard let content = decoder.decode() else { return nil }
    if content.isGS1Linked {
      guard options.symbologies.contains(.composite) else { return nil }
      return component(.ccB, ComponentBits.ofBytes(content.content.bytes))
    }
    guard options.symbologies.contains(.microPDF417) else { return nil }
    return StackedBarcode(
      symbology: .microPDF417, content: content, evidence: Evidence(logOdds: result.logOdds),
      correction: result.correction, checkCount: size.checks, geometry: cells.geometry, corners: cells.corners,
      isInverted: isInverted,
      details: "\(size.rows) rows, \(size.columns) columns"
    ).barcode
  }
}
