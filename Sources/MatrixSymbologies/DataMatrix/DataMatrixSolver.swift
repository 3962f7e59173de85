import BarcodeCore

/// Follows pairs of legs to symbols, one after another.
package struct DataMatrixSolver {
  private let luma: LumaView
  private let options: ReaderOptions
  private let sink: (any DebugSink)?
  private var decoder: DataMatrixDecoder
  package private(set) var found: [Barcode] = []
  /// Counts by stage, for people who tune.
  private var trials = 0

  /// The counted modules of a side may be off by this many where the picture is poor.
  private static let sizeTolerance = 2

  package init(luma: LumaView, options: ReaderOptions, sink: (any DebugSink)?) {
    self.luma = luma
    self.options = options
    self.sink = sink
    decoder = DataMatrixDecoder(defaultECI: options.text.defaultECI)
  }

  package mutating func solve(_ legs: FinderLegs) {
    let middle = legs.corner + (legs.leftVector + legs.bottomVector) * 0.3
    guard !found.contains(where: { $0.corners.contains(middle) }) else { return }
    let field = InkField(luma: luma, isInverted: legs.isInverted)
    guard
      let left = LegMeasurement(field, corner: legs.corner, points: legs.left, inward: legs.bottomVector),
      let bottom = LegMeasurement(field, corner: legs.corner, points: legs.bottom, inward: legs.leftVector)
    else { return }
    note(
      legs,
      "legs \(legs.leftVector.length) \(legs.bottomVector.length), thickness \(left.thickness) \(bottom.thickness), contrast \(left.contrast) \(bottom.contrast)"
    )
    let contrast = min(left.contrast, bottom.contrast)
    guard contrast > 5 else { return }
    guard isTextured(field, legs, contrast) else { return }
    let sweep = TimingSweep(field: field, contrast: contrast)
    // The corner by the measured legs, and the legs as vectors up to their measured ends.
    let corner = legs.corner
    let (up, along) = (left.end - corner, bottom.end - corner)
    note(legs, "ends \(up.length) \(along.length)")
    guard
      let top = sweep.side(
        end: left.end, inward: -left.direction, parallel: along, width: bottom.thickness, height: left.thickness)
    else { return }
    note(legs, "top \(top.modules)")
    guard
      let right = sweep.side(
        end: bottom.end, inward: -bottom.direction, parallel: up, width: left.thickness, height: bottom.thickness)
    else { return }
    note(legs, "right \(right.modules)")
    let fit = DataMatrixGridFit(field: field, left: left, bottom: bottom)
    for size in Self.sizes(columns: top.modules, rows: right.modules) {
      guard let first = fit.grid(size.shape, legs: legs, top: top, right: right) else { continue }
      if attempt(first, fit, legs, size.isMirroredOnly) { return }
    }
  }

  /// Lines across the place must show some of the changes that data modules make.
  private func isTextured(_ field: InkField, _ legs: FinderLegs, _ contrast: Float) -> Bool {
    var changes = 0
    for share in [0.2, 0.5, 0.8] {
      for (along, across) in [(legs.leftVector, legs.bottomVector), (legs.bottomVector, legs.leftVector)] {
        let from = legs.corner + across * share
        let steps = min(max(Int(along.length), 16), 96)
        var extreme = field.at(from)
        var isHigh = true
        for step in 1...steps {
          let value = field.at(from + along * (Double(step) / Double(steps)))
          if isHigh ? value > extreme : value < extreme {
            extreme = value
          } else if abs(value - extreme) > contrast * 0.25 {
            changes += 1
            isHigh.toggle()
            extreme = value
          }
        }
      }
    }
    return changes >= Self.leastChanges
  }

  /// Six lines through eight and more modules of data cross about 20 edges; in an eight-row symbol fewer.
  private static let leastChanges = 10

  /// Sizes near the counted numbers of modules, nearest first. A rectangle that stands upright can only be mirrored.
  private static func sizes(columns: Int, rows: Int) -> [(shape: DataMatrixSize, isMirroredOnly: Bool)] {
    var list: [(shape: DataMatrixSize, isMirroredOnly: Bool, distance: Int)] = []
    func consider(_ size: DataMatrixSize, _ isMirroredOnly: Bool) {
      let (dc, dr) = (abs(size.columns - columns), abs(size.rows - rows))
      guard dc <= sizeTolerance, dr <= sizeTolerance else { return }
      list.append((size, isMirroredOnly, dc + dr))
    }
    for size in DataMatrixSize.all {
      consider(size, false)
      if !size.isSquare { consider(size.transposed, true) }
    }
    return list.sorted { $0.distance < $1.distance }.map { ($0.shape, $0.isMirroredOnly) }
  }

  private mutating func attempt(
    _ first: DataMatrixGrid, _ fit: DataMatrixGridFit, _ legs: FinderLegs, _ isMirroredOnly: Bool
  ) -> Bool {
    trials = 0
    var grid = first
    for round in 0..<2 {
      guard let next = fit.refined(grid, bends: round == 1) else { break }
      grid = next
    }
    let values = ModuleValues(grid, field: fit.field)
    let errors = values.patternErrors()
    note(legs, "size \(grid.size.rows)x\(grid.size.columns) pattern errors \(errors.wrong) of \(errors.of)")
    for sharpness in [Float(0), 0.12, 0.25] {
      let sharp = sharpness > 0 ? values.sharpened(sharpness) : values
      if report(sharp, grid, legs, isMirroredOnly) { return true }
    }
    return false
  }

  private mutating func report(
    _ values: ModuleValues, _ grid: DataMatrixGrid, _ legs: FinderLegs, _ isMirroredOnly: Bool
  ) -> Bool {
    let steps = options.effort >= .balanced ? 6 : 2
    trials += 1
    if !isMirroredOnly, let reading = decoder.read(values, erasureSteps: steps, trials: trials) {
      append(reading, grid, corners: grid.corners, legs, isMirrored: false)
      return true
    }
    guard options.readsMirrored else { return false }
    trials += 1
    let other = grid.size.transposed
    if let reading = decoder.read(values.mirrored(to: other), erasureSteps: steps, trials: trials) {
      let c = grid.corners
      append(
        reading, grid, corners: Quad(c.bottomRight, c.topRight, c.topLeft, c.bottomLeft), legs, isMirrored: true)
      return true
    }
    return false
  }

  private mutating func append(
    _ reading: DataMatrixReading, _ grid: DataMatrixGrid, corners: Quad, _ legs: FinderLegs, isMirrored: Bool
  ) {
    let content = reading.content.builder.finish()
    found.append(
      Barcode(
        symbology: .dataMatrix, symbologyIdentifier: reading.content.identifier, text: content.text,
        bytes: content.bytes, segments: content.segments, corners: corners, isMirrored: isMirrored,
        isInverted: legs.isInverted, isGS1: reading.content.hasFNC1First, evidence: reading.evidence,
        correctedErrors: reading.correctedErrors, unusedCorrection: reading.unusedCorrection,
        moduleSize: grid.moduleSize, structuredAppend: reading.content.structuredAppend,
        isReaderInitialisation: reading.content.isReaderInitialisation,
        details: "\(reading.size.rows)x\(reading.size.columns)"))
  }

  private func note(_ legs: FinderLegs, _ message: @autoclosure () -> String) {
    guard let sink else { return }
    let far = legs.leftEnd + legs.bottomVector
    sink.note("datamatrix", at: Quad(legs.leftEnd, far, legs.bottomEnd, legs.corner), message())
  }
}
