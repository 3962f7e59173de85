import BarcodeCore

/// Reads one located PDF417 symbol.
struct PDF417Reader {
  let luma: LumaView
  let scan: ScanLine
  let options: ReaderOptions
  /// Takes what became of the place.
  let note: (String) -> Void

  /// log10 of the odds of being wrong above which a result is refused. A symbol of level 0 without errors has -5.9
  /// from its check codewords alone, and more from what its row indicators agree on.
  private static let limit = -5.5

  func read(_ place: StackedPlace) -> Barcode? {
    if let barcode = readStraight(place) { return barcode }
    for side in place.sides {
      if let barcode = readInclined(place, from: side) { return barcode }
    }
    return nil
  }

  /// Reads a symbol whose rows run about along the scan lines.
  private func readStraight(_ place: StackedPlace) -> Barcode? {
    var locator = PDF417Locator(luma: luma, scan: scan, place: place, usesTemplates: true)
    locator.run()
    let estimate = place.estimatedModules.map { Int((($0 - 1) / 17 - 4).rounded()) }
    guard let parameters = locator.indicators.parameters(estimatedColumns: estimate) else {
      note("\(locator.indicators.count) row indicators read, no size")
      return nil
    }
    let layout = SymbolLayout(pdf417Columns: parameters.columns, isCompact: place.right == nil)
    guard
      let geometry = SymbolGeometry(
        place: place, layout: layout, rows: parameters.rows, left: locator.leftAnchors, right: locator.rightAnchors)
    else {
      note("\(parameters): no geometry from \(locator.leftAnchors.count) and \(locator.rightAnchors.count) rows")
      return nil
    }
    return read(place, geometry, parameters)
  }

  /// Reads a symbol in perspective from one end on.
  private func readInclined(_ place: StackedPlace, from side: GuardKey.Side) -> Barcode? {
    let all = InclinedReadings(luma: luma, scan: scan, place: place, side: side).readings
      .map { (reading: $0, row: PDF417Indicators.row(of: $0.symbol)) }
    let anchors = all.map { RowAnchor(v: $0.reading.v, row: $0.row) }
    guard let rows = RowFit(anchors, rows: PDF417Indicators.mostRows) else {
      note("\(all.count) inclined row indicators read, no rows")
      return nil
    }
    let readings = zip(all, anchors).filter { rows.explains($0.1) }.map(\.0)
    var indicators = PDF417Indicators()
    for one in readings { _ = indicators.take(one.reading.symbol, side: side) }
    guard var parameters = indicators.parameters(estimatedColumns: nil) else {
      note("\(readings.count) inclined row indicators read, no size")
      return nil
    }
    var growth = grow(place, side, readings, parameters)
    if let better = PDF417Reader.parameters(growth), better != parameters {
      parameters = better
      growth = grow(place, side, readings, parameters)
    }
    let isCompact = place.right == nil && !PDF417Reader.hasRightIndicators(growth)
    guard let map = growth.map,
      let geometry = SymbolGeometry(
        layout: SymbolLayout(pdf417Columns: parameters.columns, isCompact: isCompact), rows: parameters.rows, map: map)
    else {
      note("\(parameters): no geometry from \(readings.count) inclined rows")
      return nil
    }
    return read(place, geometry, parameters)
  }

  private func grow(
    _ place: StackedPlace, _ side: GuardKey.Side, _ readings: [(reading: InclinedReadings.Reading, row: Int)],
    _ parameters: PDF417Indicators.Parameters
  ) -> SymbolGrowth {
    SymbolGrowth(
      luma: luma, scan: scan, layout: SymbolLayout(pdf417Columns: parameters.columns, isCompact: false),
      rows: parameters.rows, firstCluster: 0, place: place, side: side, readings: readings)
  }

  /// What the row indicators say that were read at their places.
  private static func parameters(_ growth: SymbolGrowth) -> PDF417Indicators.Parameters? {
    let last = growth.layout.offsets.count - 1
    var indicators = PDF417Indicators()
    for one in growth.indicators where one.character == 0 || one.character == last {
      guard PDF417Indicators.row(of: one.reading) == one.row else { continue }
      _ = indicators.take(one.reading, side: one.character == 0 ? .left : .right)
    }
    return indicators.parameters(estimatedColumns: nil)
  }

  /// Right row indicators that tell a whole symbol from a compact one, behind which there is nothing.
  private static let leastRightIndicators = 2

  private static func hasRightIndicators(_ growth: SymbolGrowth) -> Bool {
    let last = growth.layout.offsets.count - 1
    return growth.indicators.count {
      $0.character == last && PDF417Indicators.row(of: $0.reading) == $0.row
    } >= leastRightIndicators
  }

  /// Reads all codewords.
  private func read(
    _ place: StackedPlace, _ geometry: SymbolGeometry, _ parameters: PDF417Indicators.Parameters
  ) -> Barcode? {
    let cells = CellReader(
      luma: luma, scan: scan, geometry: geometry, isInverted: place.isInverted, firstCluster: 0)
    let all = cells.cells(blur: 0.5)
    let layout = geometry.layout
    let n = layout.offsets.count
    let data = (0..<parameters.rows).flatMap { row in layout.dataCharacters.map { all[row * n + $0] } }
    guard
      let result = CodewordCorrection(cells: data, checkCount: parameters.checks, limit: PDF417Reader.limit).run()
    else {
      let sure = data.count { $0.reliability == 1 }
      note("\(parameters): \(sure) of \(data.count) cells sure, not corrected, corners \(geometry.corners)")
      return nil
    }
    return barcode(result, parameters: parameters, geometry: cells.geometry, corners: cells.corners, place: place)
  }

  private func barcode(
    _ result: CodewordCorrection.Result, parameters: PDF417Indicators.Parameters, geometry: SymbolGeometry,
    corners: Quad, place: StackedPlace
  ) -> Barcode? {
    let dataCount = result.codewords.count - parameters.checks
    let length = result.codewords[0]
    // The length descriptor counts itself and the pads; some encoders leave the pads out.
    guard length >= 1, length <= dataCount else { return nil }
    var decoder = StackedContentDecoder(
      Array(result.codewords[1..<length]), isMicro: false, defaultECI: options.text.defaultECI)
    guard let content = decoder.decode() else { return nil }
    if content.isGS1Linked {
      guard options.symbologies.contains(.composite), options.composite.readsCCC else { return nil }
      return ComponentBarcode(
        kind: .ccC, bits: ComponentBits.ofBytes(content.content.bytes), evidence: Evidence(logOdds: result.logOdds),
        correction: result.correction, checkCount: parameters.checks, geometry: geometry, corners: corners,
        isInverted: place.isInverted
      ).barcode
    }
    guard options.symbologies.contains(.pdf417) else { return nil }
    var evidence = Evidence(logOdds: result.logOdds)
    if length == dataCount { evidence.add(chance: 1 / 900) }
    let size = "\(parameters.rows) rows, \(parameters.columns) columns, level \(parameters.level)"
    return StackedBarcode(
      symbology: .pdf417, content: content, evidence: evidence, correction: result.correction,
      checkCount: parameters.checks, geometry: geometry, corners: corners, isInverted: place.isInverted,
      details: geometry.layout.kind == .compactPDF417 ? "compact, " + size : size
    ).barcode
  }
}
