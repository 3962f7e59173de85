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
    let tops = sides(field, contrast, from: left, to: bottom)
    guard !tops.isEmpty else { return }
    let rights = sides(field, contrast, from: bottom, to: left)
    note(legs, "tops \(tops.map(\.modules)) rights \(rights.map(\.modules))")
    for top in tops {
      for right in rights {
        for size in Self.sizes(columns: top.modules, rows: right.modules) {
          let marks = BorderMeasurement(size.shape, left: left, bottom: bottom, top: top, right: right)
          if attempt(marks, field, contrast, legs, size.isMirroredOnly) { return }
        }
      }
    }
  }

  /// Timing patterns that start at the end of a leg, the best first; more than one where end or module size is unsure.
  private func sides(_ field: InkField, _ contrast: Float, from leg: LegMeasurement, to other: LegMeasurement)
    -> [TimingSide]
  {
    let sweep = TimingSweep(field: field, contrast: contrast)
    var found: [TimingSide] = []
    for end in leg.ends {
      for height in leg.thicknesses {
        for width in other.thicknesses {
          guard
            let side = sweep.side(
              end: end, inward: -leg.direction, parallel: other.end - leg.corner, width: width, height: height)
          else { continue }
          if !found.contains(where: { $0.modules == side.modules }) { found.append(side) }
        }
      }
    }
    return found.sorted { $0.score > $1.score }
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
    _ marks: BorderMeasurement, _ field: InkField, _ contrast: Float, _ legs: FinderLegs, _ isMirroredOnly: Bool
  ) -> Bool {
    trials = 0
    guard let first = marks.flatGrid() else { return false }
    var flat = first
    for _ in 0..<2 {
      guard let next = BorderMeasurement(flat, field: field, contrast: contrast).flatGrid() else { break }
      flat = next
    }
    if tryAll(flat, field, legs, isMirroredOnly) { return true }
    // A curved or creased surface: bend by what was seen first, then by what is measured there.
    guard let seen = marks.bentGrid(radius: 1.5) else { return false }
    if let bent = BorderMeasurement(seen, field: field, contrast: contrast).bentGrid(radius: 2.5),
      tryAll(bent, field, legs, isMirroredOnly)
    {
      return true
    }
    if let bent = BorderMeasurement(seen, field: field, contrast: contrast).bentGrid(radius: 0.9),
      tryAll(bent, field, legs, isMirroredOnly)
    {
      return true
    }
    return tryAll(seen, field, legs, isMirroredOnly)
  }

  private mutating func tryAll(_ grid: DataMatrixGrid, _ field: InkField, _ legs: FinderLegs, _ isMirroredOnly: Bool)
    -> Bool
  {
    let values = ModuleValues(grid, field: field)
    let errors = values.patternErrors()
    note(legs, "size \(grid.size.rows)x\(grid.size.columns) pattern errors \(errors.wrong) of \(errors.of)")
    guard Double(errors.wrong) < Self.mostPatternErrors * Double(errors.of) else { return false }
    for sharpness in [Float(0), 0.12, 0.25] {
      let sharp = sharpness > 0 ? values.sharpened(sharpness) : values
      if report(sharp, grid, legs, isMirroredOnly) { return true }
    }
    return false
  }

  /// With a larger share of wrong modules in finder and timing patterns the grid is another's.
  private static let mostPatternErrors = 0.3

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
