import BarcodeCore

/// Reads DotCode symbols (AIM ISS DotCode) of a frame.
package struct DotCodeReader: Sendable {
  package let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  /// log10 of the odds above which a result is refused.
  private static let limit = -8.0
  /// Share of the places with a dot: five ninths, and up to twice the damage that can be corrected.
  private static let fill = 0.38...0.75
  /// Deviation of a dot from the fitted lattice, in steps, that makes it a stray one.
  private static let stray = 0.3

  /// All symbols of the frame.
  ///
  /// - Parameter unread: Gets the lattices of dots that have no message.
  package func read(_ frame: Frame, unread: UnreadPlaces? = nil, sink: (any DebugSink)?) -> [Barcode] {
    let finder = DotFinder(plane: frame.plane, tiles: frame.tiles)
    if finder.isDense, !isFilled(frame.luma, finder.samples) { return [] }
    var found = read(frame.luma, finder.find(), unread, sink)
    // Dots so small that they touch are seen at the finest scale alone.
    if found.isEmpty, !frame.isReduced, !finder.isBusy {
      found = read(frame.luma, finder.extremes(frame.luma), unread, sink)
    }
    return found
  }

  /// Samples of a frame that show a part of the symbol which fills it.
  private static let fewestSamples = 3
  /// Pixels to a place of a symbol that makes a frame dense, at the most.
  private static let largestCell = 160.0
  /// Pixels of the places with dots at the least: half of those of a symbol that a sample lies in.
  private static let leastCover = 4500.0
  private static let fewestDots = Int(leastCover / largestCell)
  /// Share of a dot's neighbours that are there: five ninths in a symbol, in screens of print nearly all.
  private static let fullest = 0.65

  /// Whether dots of samples look like those of one symbol: on lattices, of which they fill about half.
  private func isFilled(_ luma: LumaView, _ samples: [(dark: [Dot], light: [Dot])]) -> Bool {
    var parts = (dark: 0, light: 0)
    for (k, sample) in samples.enumerated() {
      if isPart(sample.dark, luma, isInverted: false) { parts.dark += 1 }
      if options.readsInverted, isPart(sample.light, luma, isInverted: true) { parts.light += 1 }
      let most = max(parts.dark, parts.light)
      if most >= Self.fewestSamples { return true }
      if most + samples.count - 1 - k < Self.fewestSamples { return false }
    }
    return false
  }

  private func isPart(_ dots: [Dot], _ luma: LumaView, isInverted: Bool) -> Bool {
    guard dots.count >= Self.fewestDots, let lattice = DotLattice.find(dots, atMost: 1).first else { return false }
    let cell = abs(lattice.u.cross(lattice.v))
    return cell <= Self.largestCell && Double(lattice.points.count) * cell >= Self.leastCover
      && lattice.fullness <= Self.fullest && !grids(lattice, luma, isInverted: isInverted).isEmpty
  }

  /// The ways to see a lattice as a grid that is filled and as clear as a symbol is.
  private func grids(_ lattice: DotLattice, _ luma: LumaView, isInverted: Bool) -> [DotGrid] {
    bases(lattice).compactMap { DotGrid(lattice, axes: $0, stray: Self.stray) }
      .filter { Self.fill.contains($0.fill) && $0.isClear(luma, isInverted: isInverted) }
  }

  private func read(
    _ luma: LumaView, _ dots: (dark: [Dot], light: [Dot]), _ unread: UnreadPlaces?, _ sink: (any DebugSink)?
  ) -> [Barcode] {
    let limit = options.effort <= .balanced ? 12 : 48
    var found: [Barcode] = []
    for (dots, isInverted) in [(dots.dark, false), (dots.light, true)] where !isInverted || options.readsInverted {
      for lattice in DotLattice.find(dots, atMost: limit) {
        if found.contains(where: { $0.corners.contains(lattice.points[lattice.points.count / 2]) }) { continue }
        guard let barcode = read(luma, lattice, isInverted: isInverted, unread, sink) else { continue }
        found.append(barcode)
        if found.count >= options.maximumCount { return found }
      }
    }
    return found
  }

  private func read(
    _ luma: LumaView, _ lattice: DotLattice, isInverted: Bool, _ unread: UnreadPlaces?, _ sink: (any DebugSink)?
  ) -> Barcode? {
    var trials = 0
    let grids = grids(lattice, luma, isInverted: isInverted)
    // The likeliest way to see the grid first; borders in doubt after all that are not.
    for step in 0..<2 {
      for grid in grids {
        for window in step == 0 ? [grid.whole] : grid.windows {
          guard let places = grid.sample(window, luma, isInverted: isInverted) else { continue }
          for view in grid.views(window, mirrored: options.readsMirrored) {
            trials += 1
            guard let barcode = decode(places, view, isInverted: isInverted, trials: trials) else { continue }
            return barcode
          }
        }
      }
    }
    if let grid = grids.first {
      unread?.add(
        UnreadPlaces.Place(mark: grid.corners, isWhole: true, module: grid.module, symbologies: [.dotCode]))
      sink?.note("dotcode", at: grid.corners, "lattice of \(grid.columns) by \(grid.rows) without a message")
    }
    return nil
  }

  /// Pairs of steps along the diagonals between places: seen at a slant, the shortest steps may be others.
  private func bases(_ lattice: DotLattice) -> [DotGrid.Axes] {
    [((1, 0), (0, 1)), ((1, 0), (1, 1)), ((1, 0), (-1, 1)), ((1, 1), (0, 1)), ((1, -1), (0, 1))]
      .map { (axes: $0, skew: skew(lattice, $0)) }.sorted { $0.skew < $1.skew }
      .prefix(options.effort <= .balanced ? 3 : 5).map(\.axes)
  }

  /// How far two steps are from equally long and at right angles.
  private func skew(_ lattice: DotLattice, _ axes: DotGrid.Axes) -> Double {
    let p = lattice.u * Double(axes.0.0) + lattice.v * Double(axes.0.1)
    let q = lattice.u * Double(axes.1.0) + lattice.v * Double(axes.1.1)
    let cosine = p.dot(q) / max(p.length * q.length, 1e-9)
    let ratio = p.length / max(q.length, 1e-9)
    return abs(cosine) + abs(ratio - 1 / max(ratio, 1e-9))
  }

  private func decode(_ places: [Float], _ view: DotGrid.View, isInverted: Bool, trials: Int) -> Barcode? {
    guard let layout = DotCodeLayout(columns: view.columns, rows: view.rows),
      let codewords = DotCodeCodewords(view.arranged(places), layout)
    else { return nil }
    var evidence = Evidence(logOdds: codewords.logOdds)
    evidence.add(trials: trials)
    guard evidence.logOdds <= Self.limit,
      let content = DotCodeContent(codewords.data, defaultECI: options.text.defaultECI)
    else { return nil }
    let finished = content.builder.finish()
    guard !finished.bytes.isEmpty else { return nil }
    return Barcode(
      symbology: .dotCode, symbologyIdentifier: content.identifier, text: finished.text, bytes: finished.bytes,
      segments: finished.segments, corners: view.corners, isMirrored: view.isMirrored, isInverted: isInverted,
      isGS1: content.isGS1, evidence: evidence, correctedErrors: codewords.correctedErrors,
      unusedCorrection: codewords.unused, moduleSize: view.module, structuredAppend: content.structuredAppend,
      isReaderInitialisation: content.isReaderInitialisation,
      details: "\(view.columns) by \(view.rows), mask \(codewords.mask)")
  }
}
