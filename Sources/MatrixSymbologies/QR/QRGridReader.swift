import BarcodeCore

/// A reading with its place.
struct QRFound {
  let reading: QRReading
  let fit: GridFit
  let isDark: Bool
}

/// Reads the grids that are tried at one place for one version.
struct QRGridReader {
  let luma: LumaView
  let options: ReaderOptions
  let work: QRWork
  let template: QRTemplate
  let isDark: Bool
  /// Difference of light and dark, in grey levels.
  let contrast: Double
  /// Grids decoded at this place so far.
  var trials: Int
  /// Agreement of the fixed modules in the best grid so far, from -1 to 1.
  private(set) var structure: Float = -1

  init(
    luma: LumaView, options: ReaderOptions, work: QRWork, template: QRTemplate, isDark: Bool, contrast: Double,
    trials: Int
  ) {
    self.luma = luma
    self.options = options
    self.work = work
    self.template = template
    self.isDark = isDark
    self.contrast = contrast
    self.trials = trials
  }

  enum Outcome {
    case found(QRFound)
    case otherVersion(Int)
    case nothing
  }

  /// Modules sampled around the symbol, for the equalizer's reach.
  private static let margin = 2
  /// Agreement of separators, timing and alignment patterns below which nothing is decoded, and below which nothing is
  /// restored: of what could be restored two thirds agreed at the least.
  private static let leastStructure: Float = 0.3
  private static let clearStructure: Float = 0.55
  /// The same where effort is no object.
  private static let clearStructureThorough: Float = 0.4
  /// Agreement from which the grid is certain enough to try every format.
  private static let soundStructure: Float = 0.65
  /// Every format is tried up to this version; larger symbols take too long for what is rare in them.
  private static let mostAnyFormat = 10
  /// Least agreement with a format, from -1 to 1, that is worth a try.
  private static let leastAgreement: Float = 0.2

  private var side: Int { template.dimension + 2 * Self.margin }

  /// Samples the grid and reads it as it is.
  mutating func read(_ fit: GridFit) -> Outcome {
    let grid = sample(fit)
    let core = crop(grid.soft)
    let score = structureScore(core)
    structure = max(structure, score)
    guard score > Self.leastStructure else { return .nothing }
    if let found = decode(core, fit) { return .found(found) }
    let information = QRVersionInformation.read(core, dimension: template.dimension)
    if let information, information.agreement > 0.7, information.version != template.version.number {
      return .otherVersion(information.version)
    }
    return .nothing
  }

  /// Stiffness of the grid, step by step, while it is bent to the edges.
  private static let stiffness = [3.0, 1.0, 0.3, 0.1]

  /// Undoes blur, and bends the grid to the edges that it shows.
  mutating func restore(_ start: GridFit) -> QRFound? {
    let least = options.effort > .balanced ? Self.clearStructureThorough : Self.clearStructure
    guard structure > least else { return nil }
    var fit = start
    var grid = sample(fit)
    let isClear = isClear(crop(grid.soft))
    if !isClear, let found = equalize(grid.soft, fit) { return found }
    // Format information that is damaged, or was made by another rule, need not be known.
    if structure > Self.soundStructure, template.version.number <= Self.mostAnyFormat,
      let found = decode(crop(grid.soft), fit, anyFormat: true)
    {
      return found
    }
    // Where all modules are clear it is the symbol that is wrong, and no grid makes it right.
    guard !isClear else { return nil }
    let refiner = GridRefiner(
      luma: luma, columns: template.dimension, rows: template.dimension, margin: Self.margin)
    for stiffness in Self.stiffness {
      let bent = refiner.refine(
        fit, greys: grid.greys, soft: grid.soft, isDark: isDark, stiffness: stiffness)
      guard let bent else { return nil }
      fit = bent
      grid = sample(fit)
      if let found = decode(crop(grid.soft), fit) { return found }
    }
    return equalize(grid.soft, fit)
  }

  private func sample(_ fit: GridFit) -> (greys: [Float], soft: [Float]) {
    let n = template.dimension
    let sampler = GridSampler(luma: luma, isDark: isDark)
    let greys = sampler.greys(fit, columns: n, rows: n, margin: Self.margin)
    let soft = GridSampler.soft(greys, columns: side, rows: side, contrast: Float(contrast))
    return (greys, soft)
  }

  private mutating func decode(_ core: [Float], _ fit: GridFit, anyFormat: Bool = false) -> QRFound? {
    trials += 1
    let symbols = QRSymbolReader(
      options: options, maximumFormats: anyFormat ? 64 : work.formats, erasureSets: anyFormat ? 1 : work.erasureSets,
      leastAgreement: anyFormat ? -1 : Self.leastAgreement)
    guard let reading = symbols.read(core, template, trials: trials) else { return nil }
    return QRFound(reading: reading, fit: fit, isDark: isDark)
  }

  /// Clearness from which a module of unknown colour is taken for known.
  private static let clear: Float = 0.6

  /// Share of modules that may be unclear in a symbol that is drawn or printed and seen without fault.
  private static let mostUnclear = 0.002

  private func isClear(_ core: [Float]) -> Bool {
    Double(core.count { abs($0) < Self.clear }) <= Self.mostUnclear * Double(core.count)
  }

  /// Unmixes the modules by the fixed ones, then once more by all that are clear.
  private mutating func equalize(_ soft: [Float], _ fit: GridFit) -> QRFound? {
    let equalizer = GridEqualizer(columns: side, rows: side)
    var known = knownModules()
    let first = equalizer.equalize(soft, known: known)
    if let found = decode(crop(first), fit) { return found }
    let n = template.dimension
    for y in 0..<n {
      for x in 0..<n {
        let place = (y + Self.margin) * side + x + Self.margin
        if known[place] == 0, abs(first[place]) > Self.clear { known[place] = first[place] > 0 ? 1 : -1 }
      }
    }
    return decode(crop(equalizer.equalize(soft, known: known)), fit)
  }

  /// How well the fixed modules outside of the finder patterns agree, from -1 to 1.
  private func structureScore(_ soft: [Float]) -> Float {
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

  private func crop(_ wide: [Float]) -> [Float] {
    let n = template.dimension
    var out: [Float] = []
    out.reserveCapacity(n * n)
    for y in 0..<n {
      let start = (y + Self.margin) * side + Self.margin
      out.append(contentsOf: wide[start..<start + n])
    }
    return out
  }

  /// Modules of fixed colour in the grid with its margin: +1 dark, -1 light, 0 not known.
  private func knownModules() -> [Float] {
    let n = template.dimension
    var out = [Float](repeating: 0, count: side * side)
    for y in 0..<n {
      for x in 0..<n {
        let use = template.uses[y * n + x]
        if use == .dark || use == .light {
          out[(y + Self.margin) * side + x + Self.margin] = use == .dark ? 1 : -1
        }
      }
    }
    return out
  }
}
