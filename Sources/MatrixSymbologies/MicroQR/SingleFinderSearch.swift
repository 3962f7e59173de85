import BarcodeCore

/// Looks for Micro QR Code and rMQR Code symbols around finder patterns that belong to nothing else.
struct SingleFinderSearch {
  let luma: LumaView
  let options: ReaderOptions
  let sink: (any DebugSink)?
  private let reads: SymbologySet
  private let grey: GreyReader
  private var placesLeft: Int

  /// Symbologies that are read here.
  static let symbologies: SymbologySet = [.microQR, .rmqr]

  /// Places whose grid is sampled, by effort: bounds the work on texture.
  private static let places: [ReaderOptions.Effort: Int] = [.quick: 12, .balanced: 40, .thorough: 120]
  private static let mostPlaces = 400

  init?(luma: LumaView, options: ReaderOptions, sink: (any DebugSink)?) {
    guard !options.symbologies.isDisjoint(with: Self.symbologies), let grey = GreyReader(luma) else { return nil }
    self.luma = luma
    self.options = options
    self.sink = sink
    self.grey = grey
    reads = options.symbologies.intersection(Self.symbologies)
    placesLeft = Self.places[options.effort] ?? Self.mostPlaces
  }

  /// The symbols that start from the seeds.
  mutating func read(_ seeds: [FinderSeed]) -> [Barcode] {
    var found: [Barcode] = []
    for seed in seeds where found.count < options.maximumCount && placesLeft > 0 {
      let center = seed.map(Point(0, 0))
      if found.contains(where: { $0.corners.contains(center) }) { continue }
      if let barcode = read(seed) { found.append(barcode) }
    }
    return found
  }

  private mutating func read(_ seed: FinderSeed) -> Barcode? {
    // In perspective the pattern's own edges tell better how the modules go on.
    var seed = seed
    seed.refine(luma)
    // Whether a timing pattern begins along the upper side, for each direction.
    var starts: [Bool] = []
    for turns in 0..<4 {
      for isMirrored in [false, true] {
        starts.append(hasTimingPattern(seed, seed.map(quarterTurns: turns, isMirrored: isMirrored)))
      }
    }
    guard starts.contains(true) else { return nil }
    for turns in 0..<4 {
      for isMirrored in options.readsMirrored ? [false, true] : [false] where starts[turns * 2 + (isMirrored ? 1 : 0)] {
        let map = seed.map(quarterTurns: turns, isMirrored: isMirrored)
        // Of a Micro QR Code symbol a second timing pattern begins along the left side.
        let isSquare = reads.contains(.microQR) && starts[turns * 2 + (isMirrored ? 0 : 1)]
        for size in sizes(seed, map, isSquare: isSquare) where placesLeft > 0 {
          placesLeft -= 1
          var grids = SingleFinderGrids(luma: luma, options: options, seed: seed, size: size)
          if let (fit, reading) = grids.read(map) { return barcode(seed, size, fit, reading, isMirrored) }
          if let sink {
            let template = size.template
            let far = Point(Double(template.columns) - 3.5, Double(template.rows) - 3.5)
            let quad = Quad(Point(-3.5, -3.5), Point(far.x, -3.5), far, Point(-3.5, far.y)).map { map($0) }
            sink.note(
              size.symbology.rawValue, at: quad,
              "\(template.columns) by \(template.rows) modules, fixed modules agree \(Int(grids.structure * 100)) %")
          }
        }
      }
    }
    return nil
  }

  /// Steps between neighbours of the timing pattern must be this share of the contrast.
  private static let leastStep: Float = 0.12

  /// Whether the modules beside the pattern's upper row are light, dark, light, dark.
  private func hasTimingPattern(_ seed: FinderSeed, _ map: Homography) -> Bool {
    let least = (seed.light - seed.dark) * Self.leastStep
    func value(_ x: Double) -> Float {
      let g = grey(map(Point(x, -3)))
      return seed.isDark ? g : -g
    }
    let first = value(5)
    guard value(4) - first > least else { return false }
    let gap = value(6)
    return gap - first > least && gap - value(7) > least
  }

  /// Agreement with a format, from -1 to 1, that is worth a look: random modules reach it once in a thousand times.
  private static let leastAgreement: Float = 0.5
  /// The best formats only.
  private static let mostSizes = 2

  /// Sizes that the format information beside the pattern may stand for, the likeliest first.
  private func sizes(_ seed: FinderSeed, _ map: Homography, isSquare: Bool) -> [SingleFinderSize] {
    let middle = (seed.dark + seed.light) / 2
    let half = (seed.light - seed.dark) / 2 * (seed.isDark ? 1 : -1)
    func soft(_ places: [(x: Int, y: Int)]) -> [Float] {
      places.map { (middle - grey(map(Point(Double($0.x - 3), Double($0.y - 3))))) / half }
    }
    var best: [(size: SingleFinderSize, agreement: Float)] = []
    func add(_ size: SingleFinderSize, _ agreement: Float) {
      guard agreement > Self.leastAgreement else { return }
      if let i = best.firstIndex(where: { $0.size == size }) {
        best[i].agreement = max(best[i].agreement, agreement)
      } else {
        best.append((size, agreement))
      }
    }
    if isSquare {
      let seen = soft(MicroQRFormat.places)
      for (data, sequence) in MicroQRFormat.sequences.enumerated() {
        add(.micro(MicroQRFormat(data: data).version), bchAgreement(seen, Self.identity, sequence))
      }
    }
    if reads.contains(.rmqr) {
      let seen = soft(RectangularQRFormat.places)
      for (data, sequence) in RectangularQRFormat.sequences[0].enumerated() {
        add(.rectangular(data & 31), bchAgreement(seen, Self.rectangularIdentity, sequence))
      }
    }
    return best.sorted { $0.agreement > $1.agreement }.prefix(Self.mostSizes).map(\.size)
  }

  private static let identity = Array(0..<15)
  private static let rectangularIdentity = Array(0..<18)

  func barcode(
    _ seed: FinderSeed, _ size: SingleFinderSize, _ fit: GridFit, _ reading: SingleFinderReading, _ isMirrored: Bool
  ) -> Barcode {
    let template = size.template
    let corners = fit.corners(columns: template.columns, rows: template.rows)
    let content = reading.message.content
    return Barcode(
      symbology: size.symbology, symbologyIdentifier: "]Q\(reading.message.modifier)", text: content.text,
      bytes: content.bytes, segments: content.segments, corners: corners, isMirrored: isMirrored,
      isInverted: !seed.isDark, isGS1: reading.message.isGS1, evidence: Evidence(logOdds: reading.logOdds),
      correctedErrors: reading.corrected, unusedCorrection: reading.unused,
      moduleSize: (corners.area / Double(template.columns * template.rows)).squareRoot(), details: reading.details)
  }
}
