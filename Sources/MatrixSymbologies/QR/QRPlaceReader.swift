import BarcodeCore

/// How much is done, by effort.
struct QRWork {
  let erasureSets: Int
  let formats: Int
  /// Triples of finder patterns that are looked at, and those of them whose grid is sampled.
  let triples: Int
  let grids: Int
  /// Finder patterns and close looks a pass may take.
  let finders: Int
  let probes: Int
  /// Places where the costly ways are tried.
  let restorations: Int

  init(_ effort: ReaderOptions.Effort) {
    switch effort {
    case .quick:
      self.init(erasureSets: 2, formats: 2, triples: 60, grids: 24, finders: 600, probes: 1500, restorations: 0)
    case .balanced:
      self.init(erasureSets: 4, formats: 3, triples: 400, grids: 60, finders: 900, probes: 3000, restorations: 8)
    case .thorough:
      self.init(erasureSets: 6, formats: 6, triples: 1200, grids: 200, finders: 900, probes: 6000, restorations: 40)
    case .persistent, .exhaustive:
      self.init(erasureSets: 6, formats: 32, triples: 3000, grids: 500, finders: 1500, probes: 20000, restorations: 200)
    }
  }

  private init(
    erasureSets: Int, formats: Int, triples: Int, grids: Int, finders: Int, probes: Int, restorations: Int
  ) {
    self.erasureSets = erasureSets
    self.formats = formats
    self.triples = triples
    self.grids = grids
    self.finders = finders
    self.probes = probes
    self.restorations = restorations
  }
}

/// Reads the symbol that three finder patterns mark.
struct QRPlaceReader {
  let luma: LumaView
  let options: ReaderOptions
  let work: QRWork
  let templates: QRTemplateStore

  /// A reading with its place.
  struct Found {
    let reading: QRReading
    let fit: GridFit
    let isDark: Bool
  }

  enum Outcome {
    case read(Found)
    /// What stopped it, and how well the fixed modules agreed, from -1 to 1.
    case failed(String, structure: Float)
  }

  /// Three finder patterns with the versions whose timing patterns fit between them.
  struct Plan {
    let triple: QRTriple
    let anchors: QRAnchors
    /// The likeliest first.
    let versions: [(version: QRVersion, timing: Double)]
    /// The higher, the better.
    let promise: Double
    /// How well the fixed modules of the best grid agreed.
    var structure: Float = 0
  }

  /// Least alternation of the timing patterns, from -1 to 1.
  private static let leastTiming = 0.3

  /// What could be tried with three patterns, or nil when no timing patterns lie between them.
  func plan(_ triple: QRTriple, _ finders: [QRFinder]) -> Plan? {
    let anchors = QRAnchors(
      finders[triple.corner], right: finders[triple.right], below: finders[triple.below])
    guard let fitter = QRFitter(luma: luma, anchors: anchors) else { return nil }
    let versions = likelyVersions(fitter, triple.distance)
    guard let first = versions.first, first.timing > Self.leastTiming else { return nil }
    // Few steps alternate by chance more easily.
    let chance = 0.8 / Double(2 * (first.version.dimension - 15)).squareRoot()
    return Plan(
      triple: triple, anchors: anchors,
      versions: versions.filter { $0.timing > Self.leastTiming && $0.timing > first.timing - 0.25 },
      promise: first.timing - chance - triple.misfit * 0.4)
  }

  /// Reads the planned symbol; `restores` allows the costly ways.
  func read(_ plan: Plan, restores: Bool) -> Outcome {
    guard let fitter = QRFitter(luma: luma, anchors: plan.anchors) else { return .failed("", structure: 0) }
    var state = Trial(anchors: plan.anchors, restores: restores)
    var reason = ""
    var tried: Set<Int> = []
    var queue = plan.versions.prefix(2).map(\.version)
    while let version = queue.first {
      queue.removeFirst()
      guard tried.insert(version.number).inserted else { continue }
      let template = templates.template(version)
      guard let fit = fitter.fit(version) else { continue }
      switch readGrid(fit, template, &state) {
      case .found(let reading): return .read(Found(reading: reading, fit: fit, isDark: plan.anchors.isDark))
      case .otherVersion(let number):
        reason = "version information says \(number)"
        if !tried.contains(number), let other = QRVersion(number) { queue.insert(other, at: 0) }
      case .nothing:
        reason = "version \(version.number), codewords not correctable"
        // The search for the alignment pattern may have gone astray.
        if restores, version.number > 1, let plain = fitter.fit(version, usesAlignment: false),
          case .found(let reading) = readGrid(plain, template, &state)
        {
          return .read(Found(reading: reading, fit: plain, isDark: plan.anchors.isDark))
        }
      }
    }
    return .failed(reason, structure: state.structure)
  }

  /// Versions near the measured distance, the one whose timing patterns fit best first.
  private func likelyVersions(_ fitter: QRFitter, _ distance: Double) -> [(version: QRVersion, timing: Double)] {
    let middle = (distance - 10) / 4
    guard middle.isFinite, middle > -2, middle < 60 else { return [] }
    let reach = 0.8 + middle * 0.05
    let low = max(1, Int((middle - reach).rounded(.up)))
    let high = min(40, Int((middle + reach).rounded(.down)))
    guard low <= high else { return [] }
    var out: [(version: QRVersion, timing: Double)] = []
    for number in low...high {
      guard let version = QRVersion(number) else { continue }
      // Of two that fit alike, the one nearer to the measured distance.
      let far = abs(Double(number) - middle) * 0.08
      out.append((version, fitter.timingScore(dimension: version.dimension) - far))
    }
    return out.sorted { ($0.timing, $1.version.number) > ($1.timing, $0.version.number) }
  }

  /// What the trials at one place have in common.
  private struct Trial {
    let anchors: QRAnchors
    let restores: Bool
    var count = 0
    var structure: Float = -1
  }

  private enum GridOutcome {
    case found(QRReading)
    case otherVersion(Int)
    case nothing
  }

  private func readGrid(_ fit: GridFit, _ template: QRTemplate, _ state: inout Trial) -> GridOutcome {
    let n = template.dimension
    let margin = Self.margin
    let wide = n + 2 * margin
    let sampler = GridSampler(luma: luma, isDark: state.anchors.isDark)
    let greys = sampler.greys(fit, columns: n, rows: n, margin: margin)
    let soft = GridSampler.soft(greys, columns: wide, rows: wide, contrast: Float(state.anchors.contrast))
    let symbols = QRSymbolReader(options: options, maximumFormats: work.formats, erasureSets: work.erasureSets)
    let core = crop(soft, n)
    state.count += 1
    let structure = structureScore(core, template)
    state.structure = max(state.structure, structure)
    guard structure > Self.leastStructure else { return .nothing }
    if let reading = symbols.read(core, template, trials: state.count) { return .found(reading) }
    let information = QRVersionInformation.read(core, dimension: n)
    if let information, information.agreement > 0.7, information.version != template.version.number {
      return .otherVersion(information.version)
    }
    guard state.restores, structure > Self.clearStructure else { return .nothing }
    let equalizer = GridEqualizer(columns: wide, rows: wide)
    var known = knownModules(template)
    var clear = equalizer.equalize(soft, known: known)
    state.count += 1
    if let reading = symbols.read(crop(clear, n), template, trials: state.count) { return .found(reading) }
    // Once more with what is clear by now as known, at a lower weight.
    for y in 0..<n {
      for x in 0..<n {
        let place = (y + margin) * wide + x + margin
        if known[place] == 0, abs(clear[place]) > 0.6 { known[place] = clear[place] > 0 ? 0.5 : -0.5 }
      }
    }
    clear = equalizer.equalize(soft, known: known.map { $0 == 0 ? 0 : ($0 > 0 ? 1 : -1) })
    state.count += 1
    if let reading = symbols.read(crop(clear, n), template, trials: state.count) { return .found(reading) }
    return .nothing
  }

  /// Agreement of separators, timing and alignment patterns below which nothing is decoded, and below which nothing is
  /// restored.
  private static let leastStructure: Float = 0.3
  private static let clearStructure: Float = 0.45

  /// How well the fixed modules outside of the finder patterns agree, from -1 to 1.
  private func structureScore(_ soft: [Float], _ template: QRTemplate) -> Float {
    let n = template.dimension
    var sum: Float = 0
    var count: Float = 0
    for y in 0..<n {
      for x in 0..<n {
        let use = template.uses[y &* n &+ x]
        guard use == .dark || use == .light else { continue }
        if (x < 7 || x >= n - 7) && y < 7 || x < 7 && y >= n - 7 { continue }
        let value = max(-1, min(1, soft[y &* n &+ x]))
        sum += use == .dark ? value : -value
        count += 1
      }
    }
    return count > 0 ? sum / count : 0
  }

  /// Modules sampled around the symbol, for the equalizer's reach.
  private static let margin = 2

  private func crop(_ wide: [Float], _ n: Int) -> [Float] {
    let width = n + 2 * Self.margin
    var out: [Float] = []
    out.reserveCapacity(n * n)
    for y in 0..<n {
      let start = (y + Self.margin) * width + Self.margin
      out.append(contentsOf: wide[start..<start + n])
    }
    return out
  }

  /// Modules of fixed colour in the grid with its margin: +1 dark, -1 light, 0 not known.
  private func knownModules(_ template: QRTemplate) -> [Float] {
    let n = template.dimension
    let width = n + 2 * Self.margin
    var out = [Float](repeating: 0, count: width * width)
    for y in 0..<n {
      for x in 0..<n {
        let use = template.uses[y * n + x]
        if use == .dark || use == .light {
          out[(y + Self.margin) * width + x + Self.margin] = use == .dark ? 1 : -1
        }
      }
    }
    return out
  }
}
