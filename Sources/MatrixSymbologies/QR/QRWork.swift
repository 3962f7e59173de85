import BarcodeCore

/// How much is done, by effort.
struct QRWork {
  let erasureSets: Int
  let formats: Int
  /// Triples of finder patterns that are looked at, and those of them whose grid may be sampled in vain. Of 450 symbols
  /// that were read all but those that had to be restored were so at the first trial.
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
      self.init(erasureSets: 2, formats: 2, triples: 60, grids: 6, finders: 600, probes: 1500, restorations: 0)
    case .balanced:
      self.init(erasureSets: 4, formats: 3, triples: 120, grids: 8, finders: 900, probes: 3000, restorations: 3)
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
