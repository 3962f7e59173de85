import BarcodeCore

/// Reads QR Code, Micro QR Code and rMQR Code symbols of a frame.
package struct QRReader: Sendable {
  package let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  /// Symbologies that are read here.
  package static let symbologies: SymbologySet = [.qr, .microQR, .rmqr]

  /// The symbol that fills a place with four sides.
  func read(_ place: OutlinedPlace) -> Barcode? {
    QROutlineReader(place: place, options: options).read().map { QRSearch.barcode($0) }
  }

  /// All symbols of the frame; equal ones at different places are all reported.
  ///
  /// - Parameter unread: Gets the finder patterns that belong to no symbol that was read.
  package func read(_ frame: Frame, unread: UnreadPlaces? = nil, sink: (any DebugSink)?) -> [Barcode] {
    guard !options.symbologies.isDisjoint(with: Self.symbologies), frame.luma.width > 10, frame.luma.height > 10 else {
      return []
    }
    var search = QRSearch(frame: frame, options: options, sink: sink)
    search.run(unread)
    return search.found
  }
}

/// The search of one frame, from the cheapest way to the heavier ones.
struct QRSearch {
  let frame: Frame
  let options: ReaderOptions
  let work: QRWork
  let sink: (any DebugSink)?
  private(set) var found: [Barcode] = []
  private var gridsLeft: Int
  private let templates = QRTemplateStore()

  init(frame: Frame, options: ReaderOptions, sink: (any DebugSink)?) {
    self.frame = frame
    self.options = options
    self.sink = sink
    work = QRWork(options.effort)
    gridsLeft = work.grids
  }

  /// Pictures of fewer rows than these are scanned row by row, every second and every third one, others every fourth: the
  /// centre of a pattern is three modules high.
  private static let smallHeights = [240, 480, 640]

  mutating func run(_ unread: UnreadPlaces?) {
    let scanner = QRFinderScanner(
      luma: frame.luma, plane: frame.plane, leftOut: frame.leftOut, maximumCount: work.finders,
      maximumProbes: work.probes, readsInverted: options.readsInverted)
    let finders = scanner.scan(
      spans: frame.tiles.spans, tileSize: TileMap.size,
      rowStep: 1 + Self.smallHeights.count { $0 <= frame.luma.height })
    var used = [Bool](repeating: false, count: finders.count)
    if options.symbologies.contains(.qr) { readAll(finders, luma: frame.luma, &used) }
    if var single = SingleFinderSearch(luma: frame.luma, options: options, sink: sink) {
      found += single.read(finders.indices.lazy.filter { !used[$0] }.compactMap { FinderSeed(finders[$0]) })
    }
    if options.symbologies.contains(.qr), options.effort >= .balanced { readPairs(finders, &used) }
    guard let unread else { return }
    for (finder, isUsed) in zip(finders, used) where !isUsed {
      if found.contains(where: { $0.corners.contains(finder.center) }) { continue }
      unread.add(
        UnreadPlaces.Place(
          mark: finder.area, isWhole: false, module: finder.module, symbologies: QRReader.symbologies))
    }
  }

  /// Reads every symbol that three of the patterns mark.
  private mutating func readAll(_ finders: [QRFinder], luma: LumaView, _ used: inout [Bool]) {
    if let sink {
      for finder in finders { note(finder, sink) }
    }
    guard finders.count >= 3 else { return }
    let reader = QRPlaceReader(luma: luma, options: options, work: work, templates: templates)
    let triples = QRGrouping(finders: finders, neighbours: 4).triples(limit: work.triples)
    var plans = plan(triples, reader, finders, &used)
    plans.sort { ($0.promise, $1.triple.corner) > ($1.promise, $0.triple.corner) }
    for index in plans.indices where !plans[index].isTried {
      guard gridsLeft > 0 else { break }
      gridsLeft -= attempt(plans[index], reader, false, finders, &used) { plans[index].structure = $0 }
    }
    plans.sort { ($0.structure, $0.promise, $1.triple.corner) > ($1.structure, $1.promise, $0.triple.corner) }
    var modules = work.restorations * Self.restorationModules
    for plan in plans where plan.structure > Self.leastStructure && modules > 0 {
      let side = plan.versions.first?.version.dimension ?? 0
      modules -= attempt(plan, reader, true, finders, &used) { _ in } * side * side
    }
  }

  /// Triples from which on those that promise so much are read at once: neighbours in a picture of many symbols need not
  /// be planned any more.
  private static let manyTriples = 100
  private static let surePromise = 0.5

  /// What could be tried with triples, the best first, without those of symbols that are read on the way.
  private mutating func plan(
    _ triples: [QRTriple], _ reader: QRPlaceReader, _ finders: [QRFinder], _ used: inout [Bool]
  ) -> [QRPlaceReader.Plan] {
    var plans: [QRPlaceReader.Plan] = []
    for triple in triples where !used[triple.corner] && !used[triple.right] && !used[triple.below] {
      guard var plan = reader.plan(triple, finders) else { continue }
      if triples.count > Self.manyTriples, plan.promise > Self.surePromise, gridsLeft > 0 {
        plan.isTried = true
        var structure = plan.structure
        gridsLeft -= attempt(plan, reader, false, finders, &used) { structure = $0 }
        plan.structure = structure
      }
      plans.append(plan)
    }
    return plans
  }

  /// Pairs of patterns that are looked at, and grids of them that are sampled, by effort.
  private static let mostGuesses = (balanced: 24, thorough: 400)
  private static let mostPairGrids = (balanced: 2, thorough: 24)

  /// Reads symbols of which two patterns were seen.
  private mutating func readPairs(_ finders: [QRFinder], _ used: inout [Bool]) {
    let unused = finders.indices.filter { index in
      !used[index] && !found.contains { $0.corners.contains(finders[index].center) }
    }
    let isThorough = options.effort > .balanced
    let mostGuesses = isThorough ? Self.mostGuesses.thorough : Self.mostGuesses.balanced
    guard unused.count >= 2, unused.count * unused.count <= mostGuesses * 2 else { return }
    let reader = QRPairReader(luma: frame.luma, options: options, work: work, templates: templates)
    let plans = QRPairing(finders: finders).guesses(unused: unused).prefix(mostGuesses).compactMap { reader.plan($0) }
      .sorted { $0.timing > $1.timing }
    var trials = 0
    for plan in plans.prefix(isThorough ? Self.mostPairGrids.thorough : Self.mostPairGrids.balanced) {
      guard found.count < options.maximumCount, !plan.guess.seen.contains(where: { used[$0] }) else { continue }
      guard let hit = reader.read(plan, trials: trials) else {
        trials += 1
        continue
      }
      for index in plan.guess.seen { used[index] = true }
      found.append(Self.barcode(hit))
    }
  }

  /// Modules of a symbol of common size; larger ones use up the costly ways sooner.
  private static let restorationModules = 1600

  /// Agreement of the fixed modules, from -1 to 1, for which the costly ways are worth a try.
  private static let leastStructure: Float = 0.3

  /// Tries a place unless one of its patterns belongs to a symbol that was read; returns the number of vain trials.
  private mutating func attempt(
    _ plan: QRPlaceReader.Plan, _ reader: QRPlaceReader, _ restores: Bool, _ finders: [QRFinder],
    _ used: inout [Bool], onFailure: (Float) -> Void
  ) -> Int {
    let triple = plan.triple
    if used[triple.corner] || used[triple.right] || used[triple.below] { return 0 }
    guard found.count < options.maximumCount else { return 0 }
    switch reader.read(plan, restores: restores) {
    case .read(let hit):
      used[triple.corner] = true
      used[triple.right] = true
      used[triple.below] = true
      let barcode = Self.barcode(hit)
      found.append(barcode)
      // What looks like a pattern inside of a symbol that was read is none.
      for (i, finder) in finders.enumerated() where !used[i] && barcode.corners.contains(finder.center) {
        used[i] = true
      }
      return 0
    case .failed(let reason, let structure):
      sink?.note(
        "qr", at: place(triple, finders),
        "three finder patterns, \(reason), fixed modules agree \(Int(structure * 100)) %")
      onFailure(structure)
      return 1
    }
  }

  private func note(_ finder: QRFinder, _ sink: any DebugSink) {
    let c = finder.center
    func tenths(_ x: Double) -> Double { (x * 10).rounded() / 10 }
    let kind = finder.hasSides ? "finder pattern" : "round finder pattern"
    sink.note(
      "qr", at: finder.area,
      "\(kind) at (\(tenths(c.x)), \(tenths(c.y))), module \(tenths(finder.module)) px, "
        + "likeness \(tenths(finder.quality * 10) / 10)")
  }

  private func place(_ triple: QRTriple, _ finders: [QRFinder]) -> Quad {
    let a = finders[triple.corner].center
    let b = finders[triple.right].center
    let c = finders[triple.below].center
    return Quad(a, b, b + c - a, c)
  }

  static func barcode(_ hit: QRFound) -> Barcode {
    let reading = hit.reading
    let n = reading.version.dimension
    var corners = hit.fit.corners(columns: n, rows: n)
    if reading.isMirrored { swap(&corners.topRight, &corners.bottomLeft) }
    let format = reading.codewords.format
    let content = reading.message.content
    return Barcode(
      symbology: .qr, symbologyIdentifier: "]Q\(reading.message.modifier)", text: content.text, bytes: content.bytes,
      segments: content.segments, corners: corners, isMirrored: reading.isMirrored, isInverted: !hit.isDark,
      isGS1: reading.message.isGS1, evidence: Evidence(logOdds: reading.logOdds),
      correctedErrors: reading.codewords.corrected, unusedCorrection: reading.codewords.unused,
      moduleSize: corners.area.squareRoot() / Double(n), structuredAppend: reading.message.structuredAppend,
      details: (reading.message.isModelOne ? "model 1, " : "")
        + "version \(reading.version.number), level \(format.level.letter), mask \(format.mask)")
  }
}
