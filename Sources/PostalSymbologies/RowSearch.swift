import BarcodeCore

/// Looks for rows of bars of one polarity in a frame, and reads them.
struct RowSearch {
  private(set) var found: [Barcode] = []

  private let frame: Frame
  private let combs: Combs
  private let view: InkView
  private let options: ReaderOptions
  private let enabled: SymbologySet
  private let sink: (any DebugSink)?
  /// Rows that were followed, and how often.
  private var walked: [(place: Quad, starts: Int)] = []
  /// Steps from bar to bar that were taken in vain.
  private var vain = 0

  /// Rows that several parts of one row lead to are followed from this many of them; what was no row at all, or had too
  /// few or too many bars, counts twice.
  private static let mostStarts = 3
  /// Steps that may be in vain, by effort: texture and print have no end of rows that look like bars. What measuring the
  /// heights of a row costs, in steps.
  private static let mostVain = [250, 500, 5000, 20_000, 20_000]
  private static let heightSteps = 60
  /// Bars of the shortest symbol, one of which may be lost, and of the longest with marks beside it.
  private static let symbolBars = 25...125
  /// Rows that are followed from areas, and from lines, by effort.
  private static let mostRows = [30, 60, 120, 400, 400]

  init(
    _ frame: Frame, _ combs: Combs, isInverted: Bool, _ options: ReaderOptions, _ enabled: SymbologySet,
    _ sink: (any DebugSink)?
  ) {
    self.frame = frame
    self.combs = combs
    view = InkView(luma: frame.luma, isInverted: isInverted)
    self.options = options
    self.enabled = enabled
    self.sink = sink
  }

  mutating func run() {
    var finder = BarBlobs(frame, combs, isInverted: view.isInverted)
    var chains = BarChains(finder.find(), width: frame.luma.width, height: frame.luma.height)
    let mostRows = RowSearch.mostRows[options.effort.rawValue - 1] / (view.isInverted ? 2 : 1)
    // A symbol's row is longer than those of letters.
    for chain in chains.find().sorted(by: { $0.members.count > $1.members.count }).prefix(mostRows) {
      if found.count >= options.maximumCount { return }
      follow(chain)
    }
    followLines(mostRows)
  }

  /// Seeds on lines where no area led to a symbol.
  private mutating func followLines(_ mostRows: Int) {
    // Light symbols are rare, and rarely worn.
    guard options.effort > .quick, !view.isInverted || options.effort >= .thorough else { return }
    var seeds = LineSeeds(view)
    var rows = 0
    for comb in combs.found where view.isInverted ? comb.isLight : comb.isDark {
      if found.count >= options.maximumCount || vain >= mostVain { return }
      if isDone(comb.center) { continue }
      guard let chain = seeds.seed(at: comb) else { continue }
      follow(chain)
      rows += 1
      if rows >= mostRows { return }
    }
  }

  private func isDone(_ point: Point) -> Bool {
    found.contains { $0.corners.contains(point) }
      || walked.contains { $0.starts >= RowSearch.mostStarts && $0.place.contains(point) }
  }

  private mutating func follow(_ chain: BarChain) {
    let middle = chain.members[chain.members.count / 2].blob.center
    if isDone(middle) || vain >= mostVain { return }
    guard ChainEnds.areLikely(chain) else {
      _ = refuse(chain, "ends anywhere")
      return
    }
    let walk = BarWalk(chain, view)
    guard walk.isRow else {
      if walk.steps > 0 { remember(chain.place, middle, starts: 2) }
      vain += walk.steps
      _ = refuse(chain, "no even row")
      return
    }
    remember(walk.place, middle, starts: RowSearch.symbolBars.contains(walk.bars.count) ? 1 : 2)
    // A row with a gap may be one symbol, of which glare hides a part, or a symbol and something else.
    guard
      let barcode = read(walk, chain, beyond: walk.goesOn ? .bars : .quiet)
        ?? walk.longestPart.flatMap({ read($0, chain, beyond: walk.goesOn(beyond: $0) ? .bars : .mark) })
    else {
      vain += walk.steps + (RowSearch.symbolBars.contains(walk.bars.count) ? RowSearch.heightSteps : 0)
      return
    }
    if !found.contains(where: { isSame($0, barcode) }) { found.append(barcode) }
  }

  private var mostVain: Int {
    RowSearch.mostVain[options.effort.rawValue - 1] / (view.isInverted ? 2 : 1) / (frame.isReduced ? 2 : 1)
  }

  private mutating func remember(_ place: Quad, _ point: Point, starts: Int) {
    if let known = walked.firstIndex(where: { $0.place.contains(point) }) {
      walked[known].starts += starts
    } else {
      walked.append((place, starts))
    }
  }

  private mutating func read(_ walk: BarWalk, _ chain: BarChain, beyond: PostalDecoder.Surroundings) -> Barcode? {
    let count = walk.bars.count
    guard RowSearch.symbolBars.contains(count) else {
      return refuse(chain, "a row of \(count) bars")
    }
    guard let geometry = TrainGeometry(walk, view) else { return refuse(chain, "an uneven row of \(count) bars") }
    guard let profiles = BarProfiles(view, geometry), let heights = BarHeights(profiles) else {
      return refuse(chain, "a row of \(count) bars without heights")
    }
    if let barcode = read(heights, geometry, beyond: beyond) { return barcode }
    guard let straight = geometry.straightened, let profiles = BarProfiles(view, straight),
      let heights = BarHeights(profiles)
    else { return nil }
    return read(heights, straight, beyond: beyond)
  }

  private func refuse(_ chain: BarChain, _ reason: @autoclosure () -> String) -> Barcode? {
    sink?.note("postal", at: chain.place, "\(chain.members.count) bars, pitch \(chain.pitch): \(reason())")
    return nil
  }

  private func isSame(_ a: Barcode, _ b: Barcode) -> Bool {
    a.symbology == b.symbology && a.text == b.text && a.corners.contains(b.corners.center)
  }

  private func read(
    _ heights: BarHeights, _ geometry: TrainGeometry, beyond: PostalDecoder.Surroundings
  ) -> Barcode? {
    let decoder = PostalDecoder(options: options, enabled: enabled)
    let isUpright = geometry.along.x > 0 || (geometry.along.x == 0 && geometry.along.y < 0)
    var refusals = ""
    let reading = decoder.decode(heights, isUpright: isUpright, beyond: beyond) { message, evidence in
      guard sink != nil else { return }
      refusals += " (\(message.symbology.rawValue) \(message.text) at odds of \(evidence.logOdds))"
    }
    if let sink {
      let states = heights.states
      sink.note(
        "postal", at: heights.corners(0..<states.count),
        "\(states.count) bars \(states.letters): "
          + (reading.map { "\($0.message.symbology.rawValue)" } ?? "no message" + refusals))
    }
    guard let reading else { return nil }
    var corners = heights.corners(reading.bars)
    if reading.isTurned {
      corners = Quad(corners.bottomRight, corners.bottomLeft, corners.topLeft, corners.topRight)
    }
    let message = reading.message
    return Barcode(
      symbology: message.symbology, symbologyIdentifier: message.symbology.info.identifier(modifier: "0"),
      text: message.text, bytes: Array(message.text.utf8), corners: corners, isInverted: view.isInverted,
      evidence: reading.evidence, correctedErrors: message.corrected, unusedCorrection: message.unusedCorrection,
      moduleSize: heights.barPitch / 2, details: message.details)
  }
}
