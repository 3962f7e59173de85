import BarcodeCore

/// Follows pairs of legs to symbols, one after another.
package struct DataMatrixSolver {
  private let options: ReaderOptions
  private let sink: (any DebugSink)?
  /// Gets the places whose legs were measured in vain, as long as somebody wants to know.
  package var unread: UnreadPlaces?
  private var decoder: DataMatrixDecoder
  package private(set) var found: [Barcode] = []
  /// Modules that may still be sampled in grids that turn out to be none.
  private var budget: Int
  /// Samples that may still be taken along rays until something is read.
  private var sweepBudget = Self.mostSweepWork
  /// Whether the work is used up: what is left of the frame's legs need not be looked at.
  package var isSpent: Bool { sweepBudget <= 0 }
  /// Pixels of the pictures that are handed in for each pixel of the frame.
  package var scale = 1.0

  /// The counted modules of a side may be off by this many where the picture is poor.
  private static let sizeTolerance = 2

  package init(options: ReaderOptions, unread: UnreadPlaces? = nil, sink: (any DebugSink)?) {
    self.options = options
    self.sink = sink
    self.unread = unread
    decoder = DataMatrixDecoder(defaultECI: options.text.defaultECI)
    budget = Self.modulesByEffort[options.effort] ?? 0
  }

  package mutating func solve(_ legs: FinderLegs, _ luma: LumaView, _ plane: BinaryPlane) {
    let middle = legs.corner + (legs.leftVector + legs.bottomVector) * 0.3
    guard !found.contains(where: { $0.corners.contains(middle / scale) }) else { return }
    decoder.trials = 0
    let field = InkField(luma: luma, isInverted: legs.isInverted)
    guard var left = LegMeasurement(field, corner: legs.corner, points: legs.left, inward: legs.bottomVector),
      isLeg(left),
      var bottom = LegMeasurement(field, corner: legs.corner, points: legs.bottom, inward: legs.leftVector),
      isLeg(bottom), left.thickness > 0 || bottom.thickness > 0
    else {
      note(
        legs,
        "legs of \(legs.leftVector.length.rounded()) and \(legs.bottomVector.length.rounded()) px that are no bars")
      return
    }
    left.takeThickness(of: bottom)
    bottom.takeThickness(of: left)
    left.findEnd(field)
    bottom.findEnd(field)
    note(legs, "legs \(left.summary), and \(bottom.summary)")
    let contrast = min(left.contrast, bottom.contrast)
    guard max(left.contrast, bottom.contrast) < Self.mostContrastRatio * contrast,
      max(left.thickness, bottom.thickness) < Self.mostThicknessRatio * min(left.thickness, bottom.thickness),
      hasPlausibleSize(left, bottom)
    else { return }
    let modules = legs.leftVector.length / bottom.thickness + legs.bottomVector.length / left.thickness
    guard isTextured(field, legs, contrast, modules: modules) else { return }
    let sweep = TimingSweep(field: field, plane: plane, contrast: contrast, mostWork: sweepBudget)
    defer { sweepBudget -= sweep.work }
    var tops = sides(sweep, from: left, to: bottom, shifts: [0])
    var rights = sides(sweep, from: bottom, to: left, shifts: [0])
    // One side that is surely a timing pattern makes it worth to look for the other where the leg's end was misjudged.
    if tops.isEmpty, let best = rights.first, best.score >= Self.sureScore {
      tops = sides(sweep, from: left, to: bottom, shifts: [1, -1])
    } else if rights.isEmpty, let best = tops.first, best.score >= Self.sureScore {
      rights = sides(sweep, from: bottom, to: left, shifts: [1, -1])
    }
    note(legs, "timing patterns of \(tops.map(\.modules)) modules above, of \(rights.map(\.modules)) on the right")
    let view = View(field: field, contrast: contrast, legs: legs, left: left, bottom: bottom)
    for top in tops {
      for right in rights {
        for size in Self.sizes(columns: top.modules, rows: right.modules) where attempt(size, view, top, right) {
          return
        }
      }
    }
    // The one side may have been misjudged: what the better one says, and the legs, tell where the other must be.
    let seen = [tops.first.map { ($0, true) }, rights.first.map { ($0, false) }].compactMap { $0 }
    for (side, isTop) in seen.sorted(by: { $0.0.score > $1.0.score }) where side.score >= Self.sureScore {
      if guess(view, seen: side, isTop: isTop) { return }
    }
    if guessBlindly(view) { return }
    unread?.add(
      UnreadPlaces.Place(
        mark: legs.area, isWhole: true, module: min(left.thickness, bottom.thickness) / Self.blurredThickness,
        symbologies: [.dataMatrix]))
  }

  /// Whether a leg by itself may be one.
  private func isLeg(_ leg: LegMeasurement) -> Bool {
    leg.contrast > Self.leastContrast && leg.isSolid && leg.isBar
  }

  /// Grey levels between ink and ground.
  private static let leastContrast: Float = 5

  /// Tries sizes without any timing side, as if the symbol were seen straight on: where blur has swallowed the swings
  /// of the timing patterns, they still show once it is known where to look.
  private mutating func guessBlindly(_ view: View) -> Bool {
    let corner = view.legs.corner
    let (up, along) = (view.left.end - corner, view.bottom.end - corner)
    let quad = Quad(view.left.end, view.left.end + along, view.bottom.end, corner)
    // Blur makes legs look thicker, so modules are rather smaller.
    let (columns, rows) = (along.length / view.left.thickness, up.length / view.bottom.thickness)
    for size in Self.shapes {
      let (c, r) = (Double(size.columns) / columns, Double(size.rows) / rows)
      guard c > 0.8, c < 1.6, r > 0.8, r < 1.6, max(c, r) < 1.3 * min(c, r) else { continue }
      let (w, h) = (Double(size.columns), Double(size.rows))
      guard let map = Homography(from: Quad(Point(0, 0), Point(w, 0), Point(w, h), Point(0, h)), to: quad) else {
        continue
      }
      let grid = DataMatrixGrid(size: size, map: map, bend: nil)
      guard grid.isSane, grid.timingShare(view.field) >= Self.leastBlindShare else { continue }
      let isMirroredOnly = DataMatrixSize.of(rows: size.rows, columns: size.columns) == nil
      if attempt(grid, bent: nil, isPartial: true, view, isMirroredOnly) { return true }
    }
    return false
  }

  /// By so much a leg looks thicker at a blur of 0.6 modules, since light modules behind it are filled.
  private static let blurredThickness = 1.3

  /// Share of right neighbours in the timing patterns of a grid that rests on the legs alone.
  private static let leastBlindShare = 0.76

  /// What is known of a place once its legs were measured.
  private struct View {
    let field: InkField
    let contrast: Float
    let legs: FinderLegs
    let left: LegMeasurement
    let bottom: LegMeasurement
  }

  /// Tries sizes with the one side that was seen; the corners follow from it and from the legs.
  private mutating func guess(_ view: View, seen: TimingSide, isTop: Bool) -> Bool {
    let corner = view.legs.corner
    let (up, along) = (view.left.end - corner, view.bottom.end - corner)
    let (own, other) = isTop ? (along, up) : (up, along)
    guard own.length > 0, other.length > 0, seen.points.count >= 3, let last = seen.points.last else { return false }
    // Modules of the unseen side if modules were square; tilt changes that by up to two.
    let expected = Double(seen.modules) * other.length / own.length
    for size in Self.shapes {
      let (ownCount, otherCount) = isTop ? (size.columns, size.rows) : (size.rows, size.columns)
      let ratio = Double(otherCount) / expected
      guard abs(ownCount - seen.modules) <= 1, ratio > 0.5, ratio < 2 else { continue }
      // The far corner: the seen side goes on for what is left of it, then half a module outwards.
      let step = (last - seen.points[seen.points.count - 3]) / 2
      let far = last + step * Double(ownCount - seen.points.count) + other / (2 * Double(otherCount))
      let (columns, rows) = (Double(size.columns), Double(size.rows))
      guard
        let map = Homography(
          from: Quad(Point(0, 0), Point(columns, 0), Point(columns, rows), Point(0, rows)),
          to: Quad(view.left.end, far, view.bottom.end, corner))
      else { continue }
      let grid = DataMatrixGrid(size: size, map: map, bend: nil)
      let isMirroredOnly = DataMatrixSize.of(rows: size.rows, columns: size.columns) == nil
      if grid.isSane, attempt(grid, bent: nil, isPartial: true, view, isMirroredOnly) { return true }
    }
    return false
  }

  /// Enough for a dozen failures of the largest size, or for hundreds of small ones.
  private static let modulesByEffort: [ReaderOptions.Effort: Int] = [
    .quick: 120_000, .balanced: 250_000, .thorough: 600_000, .persistent: 1_500_000, .exhaustive: 4_000_000,
  ]
  /// Samples along rays, without a result between them: a millisecond.
  private static let mostSweepWork = 300_000

  /// Whether the legs' lengths and widths are those of some size. Blur and tilt change both alike.
  private func hasPlausibleSize(_ left: LegMeasurement, _ bottom: LegMeasurement) -> Bool {
    let (up, along) = (left.end - left.corner, bottom.end - bottom.corner)
    let sine = abs(up.cross(along)) / max(up.length * along.length, 1e-9)
    // Widths are measured squarely across the legs.
    let rows = up.length * sine / bottom.thickness
    let columns = along.length * sine / left.thickness
    guard rows > 5, columns > 5 else { return false }
    return Self.shapes.contains { size in
      let (r, c) = (Double(size.rows) / rows, Double(size.columns) / columns)
      return r > 0.5 && r < 2 && c > 0.5 && c < 2 && max(r, c) < 2.1 * min(r, c)
    }
  }

  /// All sizes, rectangles also lying on their sides.
  static let shapes = DataMatrixSize.all.flatMap { $0.isSquare ? [$0] : [$0, $0.transposed] }

  /// A timing side with this score is no accident.
  private static let sureScore = 9.0
  /// Sweeps from one leg without any timing pattern after which there is none.
  private static let mostVainSweeps = 2
  /// Timing patterns that start at the end of a leg, the best first; more than one where end or module size is unsure.
  ///
  /// - Parameter shifts: How far from the leg's end to start, in modules outwards.
  private func sides(
    _ sweep: TimingSweep, from leg: LegMeasurement, to other: LegMeasurement, shifts: [Double]
  ) -> [TimingSide] {
    var found: [TimingSide] = []
    var vain = 0
    for end in leg.ends {
      for height in leg.thicknesses {
        for width in other.thicknesses {
          for shift in shifts {
            if found.isEmpty, vain >= Self.mostVainSweeps { return [] }
            vain += 1
            guard
              let side = sweep.side(
                end: end + leg.direction * (shift * width), inward: -leg.direction,
                parallel: other.end - leg.corner, width: width, height: height)
            else { continue }
            if !found.contains(where: { $0.modules == side.modules }) { found.append(side) }
          }
        }
      }
    }
    return found.sorted { $0.score > $1.score }
  }

  /// Lines across the place must show some of the changes that data modules make.
  private func isTextured(_ field: InkField, _ legs: FinderLegs, _ contrast: Float, modules: Double) -> Bool {
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
    return changes >= Self.leastChanges && Double(changes) <= Self.mostChanges * 3 * modules
  }

  /// Six lines through eight and more modules of data cross about 20 edges; in an eight-row symbol fewer.
  private static let leastChanges = 12
  /// Edges along a line for each module; about a half are right, noise makes many more.
  private static let mostChanges = 1.3
  /// The legs of one symbol are about as strong and as thick, but for uneven light and tilt.
  private static let mostContrastRatio: Float = 4
  private static let mostThicknessRatio = 3.2

  /// Sizes near the counted numbers of modules, nearest first: both sides as counted; then one side as counted and the
  /// other longer (the count broke off) or shorter (it went on into what follows). A rectangle that stands upright can
  /// only be mirrored.
  private static func sizes(columns: Int, rows: Int) -> [(shape: DataMatrixSize, isMirroredOnly: Bool)] {
    var list: [(shape: DataMatrixSize, isMirroredOnly: Bool, distance: Double)] = []
    func consider(_ size: DataMatrixSize, _ isMirroredOnly: Bool) {
      let (dc, dr) = (size.columns - columns, size.rows - rows)
      if abs(dc) <= sizeTolerance, abs(dr) <= sizeTolerance {
        list.append((size, isMirroredOnly, Double(abs(dc) + abs(dr))))
      } else if min(abs(dc), abs(dr)) <= 1 {
        let share = Double(columns * rows) / Double(size.columns * size.rows)
        let off = share < 1 ? 1 / share : share
        guard off < mostMiscount else { return }
        list.append((size, isMirroredOnly, 10 * off))
      }
    }
    for size in DataMatrixSize.all {
      consider(size, false)
      if !size.isSquare { consider(size.transposed, true) }
    }
    return list.sorted { $0.distance < $1.distance }.prefix(mostSizes).map { ($0.shape, $0.isMirroredOnly) }
  }

  /// Ratio of a side's modules to those counted, where only one side was counted well.
  private static let mostMiscount = 2.6
  /// Sizes that are tried for a pair of timing sides.
  private static let mostSizes = 5

  private mutating func attempt(
    _ size: (shape: DataMatrixSize, isMirroredOnly: Bool), _ view: View, _ top: TimingSide, _ right: TimingSide
  ) -> Bool {
    let marks = BorderMeasurement(size.shape, left: view.left, bottom: view.bottom, top: top, right: right)
    guard let first = marks.flatGrid() else { return false }
    return attempt(first, bent: marks.bentGrid(radius: 1.5), isPartial: marks.isShort, view, size.isMirroredOnly)
  }

  /// Sharpens a first grid, and reads what it shows: flat, then bent.
  ///
  /// - Parameters:
  ///   - bent: Bends the grid to what was seen of the borders, if that was enough.
  ///   - isPartial: Not all of the borders was seen.
  private mutating func attempt(
    _ first: DataMatrixGrid, bent: @autoclosure () -> DataMatrixGrid?, isPartial: Bool, _ view: View,
    _ isMirroredOnly: Bool
  ) -> Bool {
    let (field, contrast, legs) = (view.field, view.contrast, view.legs)
    let share = first.timingShare(field)
    note(legs, "size \(first.size.rows)x\(first.size.columns), \((share * 100).rounded()) % of the timing patterns fit")
    let least = isPartial ? Self.leastShortShare : Self.leastFirstShare
    var seen: DataMatrixGrid
    if share >= least {
      var flat = first
      for _ in 0..<(isPartial ? Self.extensionRounds : 2) {
        guard let next = BorderMeasurement(flat, field: field, contrast: contrast).flatGrid() else { break }
        flat = next
      }
      if tryAll(flat, field, legs, isMirroredOnly) { return true }
      // A curved or creased surface: bend by what was seen first, then by what is measured there.
      seen = bent() ?? flat
    } else {
      // On a strongly curved surface no flat grid is near the timing patterns.
      guard let bent = bent(), bent.timingShare(field) >= (isPartial ? Self.leastShortBentShare : Self.leastBentShare)
      else {
        return false
      }
      seen = bent
    }
    if isPartial {
      // What was not counted is found from what was, a few modules each time.
      var share = 0.0
      for round in 0..<Self.mostExtensionRounds {
        guard let next = BorderMeasurement(seen, field: field, contrast: contrast).bentGrid(radius: 1.5) else { break }
        seen = next
        guard round >= Self.extensionRounds else { continue }
        let reached = seen.timingShare(field)
        if reached <= share { break }
        share = reached
      }
    }
    for radius in [2.5, 0.9] {
      guard let bent = BorderMeasurement(seen, field: field, contrast: contrast).bentGrid(radius: radius) else {
        continue
      }
      if tryAll(bent, field, legs, isMirroredOnly) { return true }
    }
    return seen.bend != nil && tryAll(seen, field, legs, isMirroredOnly)
  }

  private static let extensionRounds = 5
  /// As long as more and more of the patterns fits.
  private static let mostExtensionRounds = 16
  /// Neighbouring modules of the timing patterns that must differ as they should, of the first, a first and incomplete,
  /// and a refined grid; by chance half do.
  private static let leastFirstShare = 0.66
  private static let leastShortShare = 0.58
  private static let leastShare = 0.74
  /// The same for a grid that was bent to what was counted, so that it fits whatever alternates.
  private static let leastBentShare = 0.9
  private static let leastShortBentShare = 0.72

  mutating func tryAll(_ grid: DataMatrixGrid, _ field: InkField, _ legs: FinderLegs, _ isMirroredOnly: Bool)
    -> Bool
  {
    guard grid.timingShare(field) >= Self.leastShare else { return false }
    // What fails costs; a frame of texture must come to an end.
    let modules = grid.size.rows * grid.size.columns
    guard budget >= modules else { return false }
    budget -= modules
    let values = ModuleValues(grid, field: field)
    let errors = values.patternErrors()
    note(
      legs,
      "size \(grid.size.rows)x\(grid.size.columns), \(errors.wrong) of \(errors.of) modules of the fixed patterns are wrong"
    )
    guard Double(errors.wrong) < Self.mostPatternErrors * Double(errors.of) else { return false }
    // Only blurred modules are sharpened: of few pixels, or with patterns that are hard to see.
    let isClear = errors.wrong == 0 && grid.moduleSize > 5
    for sharpness in isClear ? [Float(0)] : [0, 0.12, 0.25, 0.45] {
      let sharp = sharpness > 0 ? values.sharpened(sharpness) : values
      if report(sharp, grid, legs, isMirroredOnly) {
        budget += modules
        sweepBudget = Self.mostSweepWork
        return true
      }
    }
    return false
  }

  /// With a larger share of wrong modules in finder and timing patterns the grid is another's.
  private static let mostPatternErrors = 0.3

  private mutating func report(
    _ values: ModuleValues, _ grid: DataMatrixGrid, _ legs: FinderLegs, _ isMirroredOnly: Bool
  ) -> Bool {
    let steps = options.effort >= .balanced ? 6 : 2
    if !isMirroredOnly, let reading = decoder.read(values, erasureSteps: steps) {
      append(reading, grid, corners: grid.corners, legs, isMirrored: false)
      return true
    }
    guard options.readsMirrored else { return false }
    let other = grid.size.transposed
    if let reading = decoder.read(values.mirrored(to: other), erasureSteps: steps) {
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
        bytes: content.bytes, segments: content.segments, corners: corners.map { $0 / scale }, isMirrored: isMirrored,
        isInverted: legs.isInverted, isGS1: reading.content.hasFNC1First, evidence: reading.evidence,
        correctedErrors: reading.correctedErrors, unusedCorrection: reading.unusedCorrection,
        moduleSize: grid.moduleSize / scale, structuredAppend: reading.content.structuredAppend,
        isReaderInitialisation: reading.content.isReaderInitialisation,
        details: "\(reading.size.rows)x\(reading.size.columns)"))
  }

  private func note(_ legs: FinderLegs, _ message: @autoclosure () -> String) {
    guard let sink else { return }
    sink.note("datamatrix", at: legs.area, message())
  }
}
