import BarcodeCore

/// Fits the grid of a symbol of one size to a finder pattern and reads it, from the cheapest way to the heavier ones.
struct SingleFinderGrids {
  let luma: LumaView
  let seed: FinderSeed
  let size: SingleFinderSize
  private let template: SingleFinderTemplate
  private let decoder: SingleFinderDecoder
  private let restores: Bool
  private var trials = 0
  /// Agreement of the fixed modules in the best grid so far, from -1 to 1.
  private(set) var structure: Float = -1

  /// Modules sampled around the symbol, for the equalizer's reach.
  private static let margin = 2
  /// Agreement of the fixed modules below which nothing is decoded.
  private static let leastStructure: Float = 0.35
  /// Clearness from which a module of unknown colour is taken for known.
  private static let clear: Float = 0.6
  /// Stiffness of the grid, step by step, while it is bent to the edges.
  private static let stiffness = [2.0, 0.5]

  init(luma: LumaView, options: ReaderOptions, seed: FinderSeed, size: SingleFinderSize) {
    self.luma = luma
    self.seed = seed
    self.size = size
    template = size.template
    let isQuick = options.effort == .quick
    restores = !isQuick
    decoder = SingleFinderDecoder(
      size: size, options: options, erasureSets: isQuick ? 2 : options.effort == .balanced ? 4 : 6,
      maximumFormats: isQuick ? 2 : 3)
  }

  /// The symbol whose finder pattern `map` takes to the picture (its centre at the origin).
  ///
  /// - Parameter isWhole: The map is right for all of the symbol, not for the finder pattern alone.
  mutating func read(_ map: Homography, isWhole: Bool = false) -> (GridFit, SingleFinderReading)? {
    let growth = GridGrowth(luma: luma, dark: seed.dark, light: seed.light)
    // One module of the quiet zone counts, too.
    let last = (column: template.columns - 4, row: template.rows - (template.rows < 10 ? 3 : 4))
    let grown = growth.grow(
      map, columns: -4...(isWhole ? last.column : 6), rows: -4...(isWhole ? last.row : min(6, template.rows - 3)),
      toColumn: last.column, row: last.row)
    var fit = GridFit(map: grown.after(Homography(1, 0, -3.5, 0, 1, -3.5, 0, 0, 1)))
    var grid = sample(fit)
    if let reading = decode(grid.soft) { return (fit, reading) }
    guard restores, structure > Self.leastStructure else { return nil }
    if let reading = equalize(grid.soft) { return (fit, reading) }
    let refiner = GridRefiner(luma: luma, columns: template.columns, rows: template.rows, margin: Self.margin)
    for stiffness in Self.stiffness {
      let bent = refiner.refine(fit, greys: grid.greys, soft: grid.soft, isDark: seed.isDark, stiffness: stiffness)
      guard let bent else { return nil }
      fit = bent
      grid = sample(fit)
      if let reading = decode(grid.soft) { return (fit, reading) }
    }
    return equalize(grid.soft).map { (fit, $0) }
  }

  private var width: Int { template.columns + 2 * Self.margin }

  private func sample(_ fit: GridFit) -> (greys: [Float], soft: [Float]) {
    let sampler = GridSampler(luma: luma, isDark: seed.isDark)
    let greys = sampler.greys(fit, columns: template.columns, rows: template.rows, margin: Self.margin)
    let soft = GridSampler.soft(
      greys, columns: width, rows: template.rows + 2 * Self.margin, contrast: seed.light - seed.dark)
    return (greys, soft)
  }

  /// Reads a grid with its margin.
  private mutating func decode(_ wide: [Float]) -> SingleFinderReading? {
    let soft = crop(wide)
    let score = structureScore(soft)
    structure = max(structure, score)
    guard score > Self.leastStructure else { return nil }
    trials += 1
    return decoder.read(soft, trials: trials)
  }

  /// Unmixes the modules by the fixed ones, then once more by all that are clear.
  private mutating func equalize(_ wide: [Float]) -> SingleFinderReading? {
    let equalizer = GridEqualizer(columns: width, rows: template.rows + 2 * Self.margin)
    var known = [Float](repeating: 0, count: wide.count)
    for y in 0..<template.rows {
      for x in 0..<template.columns {
        let use = template.uses[y * template.columns + x]
        guard use == .dark || use == .light else { continue }
        known[(y + Self.margin) * width + x + Self.margin] = use == .dark ? 1 : -1
      }
    }
    let first = equalizer.equalize(wide, known: known)
    if let reading = decode(first) { return reading }
    for y in 0..<template.rows {
      for x in 0..<template.columns {
        let place = (y + Self.margin) * width + x + Self.margin
        if known[place] == 0, abs(first[place]) > Self.clear { known[place] = first[place] > 0 ? 1 : -1 }
      }
    }
    return decode(equalizer.equalize(wide, known: known))
  }

  /// How well the fixed modules outside of the finder pattern agree, from -1 to 1.
  private func structureScore(_ soft: [Float]) -> Float {
    var sum: Float = 0
    var count: Float = 0
    for y in 0..<template.rows {
      for x in 0..<template.columns where x > 6 || y > 6 {
        let use = template.uses[y &* template.columns &+ x]
        guard use == .dark || use == .light else { continue }
        let value = max(-1, min(1, soft[y &* template.columns &+ x]))
        sum += use == .dark ? value : -value
        count += 1
      }
    }
    return count > 0 ? sum / count : 0
  }

  private func crop(_ wide: [Float]) -> [Float] {
    var out: [Float] = []
    out.reserveCapacity(template.columns * template.rows)
    for y in 0..<template.rows {
      let start = (y + Self.margin) * width + Self.margin
      out.append(contentsOf: wide[start..<start + template.columns])
    }
    return out
  }
}
