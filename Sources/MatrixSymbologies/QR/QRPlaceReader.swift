import BarcodeCore

/// Reads the symbol that three finder patterns mark.
struct QRPlaceReader {
  let luma: LumaView
  let options: ReaderOptions
  let work: QRWork
  let templates: QRTemplateStore

  enum Outcome {
    case read(QRFound)
    /// What stopped it, and how well the fixed modules agreed, from -1 to 1.
    case failed(String, structure: Float)
  }

  /// Three finder patterns with the versions whose timing patterns fit between them.
  struct Plan {
    let triple: QRTriple
    let anchors: QRAnchors
    /// The likeliest first.
    let versions: [(version: QRVersion, timing: Double, far: Double)]
    /// The higher, the better.
    let promise: Double
    /// How well the fixed modules of the best grid agreed; -1 before any was tried.
    var structure: Float = -1
    /// Whether the cheap ways were tried.
    var isTried = false
  }

  /// Least alternation of the timing patterns, from -1 to 1.
  private static let leastTiming = 0.3

  /// What could be tried with three patterns, or nil when no timing patterns lie between them.
  func plan(_ triple: QRTriple, _ finders: [QRFinder]) -> Plan? {
    let anchors = QRAnchors(
      finders[triple.corner], right: finders[triple.right], below: finders[triple.below])
    guard let fitter = QRFitter(luma: luma, anchors: anchors) else { return nil }
    let versions = likelyVersions(fitter, triple)
    guard let first = versions.first else { return nil }
    // Few steps alternate by chance more easily.
    let chance = 0.8 / Double(2 * (first.version.dimension - 15)).squareRoot()
    if first.timing < Self.leastTiming {
      // On a curved surface the straight line between the patterns misses the timing pattern.
      guard triple.misfit - triple.sizePart < Self.clearMisfit else { return nil }
      return Plan(
        triple: triple, anchors: anchors, versions: versions.sorted { $0.far < $1.far },
        promise: Self.blindPromise - triple.misfit)
    }
    return Plan(
      triple: triple, anchors: anchors,
      versions: versions.filter { $0.timing > Self.leastTiming && $0.timing > first.timing - 0.25 },
      promise: first.timing - chance - triple.misfit * 0.4)
  }

  /// Three patterns that fit together so well are tried without timing patterns, after all others.
  private static let clearMisfit = 0.9
  private static let blindPromise = -1.0

  /// Reads the planned symbol; `restores` allows the costly ways.
  func read(_ plan: Plan, restores: Bool) -> Outcome {
    guard let fitter = QRFitter(luma: luma, anchors: plan.anchors) else { return .failed("", structure: 0) }
    var reason = ""
    var structure: Float = -1
    var tried: Set<Int> = []
    var trials = 0
    var queue = plan.versions.prefix(2).map(\.version)
    while let version = queue.first {
      queue.removeFirst()
      guard tried.insert(version.number).inserted, let fit = fitter.fit(version) else { continue }
      var grids = QRGridReader(
        luma: luma, options: options, work: work, template: templates.template(version), isDark: plan.anchors.isDark,
        contrast: plan.anchors.contrast, trials: trials)
      switch grids.read(fit) {
      case .found(let found): return .read(found)
      case .otherVersion(let number):
        reason = "version information says \(number)"
        if !tried.contains(number), let other = QRVersion(number) { queue.insert(other, at: 0) }
      case .nothing:
        reason = "version \(version.number), codewords not correctable"
        if restores, let found = grids.restore(fit) { return .read(found) }
        if restores {
          let bent = fitter.bentFit(version, from: fit)
          if case .found(let found) = grids.read(bent) { return .read(found) }
          if let found = grids.restore(bent) { return .read(found) }
        }
        // The search for the alignment pattern may have gone astray.
        if restores, version.number > 1, let plain = fitter.fit(version, usesAlignment: false) {
          if case .found(let found) = grids.read(plain) { return .read(found) }
          if let found = grids.restore(plain) { return .read(found) }
        }
      }
      structure = max(structure, grids.structure)
      trials = grids.trials
    }
    return .failed(reason, structure: structure)
  }

  /// Versions near the measured distance, the one whose timing patterns fit best first.
  private func likelyVersions(_ fitter: QRFitter, _ triple: QRTriple) -> [(
    version: QRVersion, timing: Double, far: Double
  )] {
    let middle = (triple.distance - 10) / 4
    guard middle.isFinite, middle > -2, middle < 60 else { return [] }
    // On a curved surface one of the two distances comes out wrong.
    let reach = 0.8 + middle * 0.05 + triple.difference / 8
    let low = max(1, Int((middle - reach).rounded(.up)))
    let high = min(40, Int((middle + reach).rounded(.down)))
    guard low <= high else { return [] }
    var out: [(version: QRVersion, timing: Double, far: Double)] = []
    for number in low...high {
      guard let version = QRVersion(number) else { continue }
      // Of two that fit alike, the one nearer to the measured distance.
      let far = abs(Double(number) - middle)
      out.append((version, fitter.timingScore(dimension: version.dimension) - far * 0.08, far))
    }
    return out.sorted { ($0.timing, $1.version.number) > ($1.timing, $0.version.number) }
  }
}
