import BarcodeCore

/// Reads two-track Pharmacode at places of bars: lines through the upper and through the lower half of a place show which
/// bars cover which half.
struct TwoTrackReader {
  let frame: Frame
  let options: ReaderOptions
  /// See `LinearReader.leastModule`.
  let leastModule: Double
  private let scratch = LinearScratch(capacity: 2048)

  /// Places that are looked at.
  private static let mostPlaces = 24
  /// Distances of the lines from the middle, as fractions of the height of the place; the two in the middle of the halves
  /// are read first.
  private static let fractions = [0.25, 0.15, 0.33]
  /// log10 of the odds that some bars of one width at one distance are none of a symbol, that one more fits by chance,
  /// and that another pair of lines says the same.
  private static let anyBars = 1.5
  private static let barChance = -0.4
  private static let agreement = -1.1
  /// Odds above which a read is refused.
  private static let limit = -3.0
  /// Least height of a symbol, in widths of a bar, and the most: shorter ones are text, longer ones fences.
  private static let heights = 3.0...40.0

  func read() -> [Barcode] {
    var found: [Barcode] = []
    var looks = 0
    for candidate in frame.bars where looks < Self.mostPlaces {
      guard let place = BarPlace(candidate), place.down.length >= 6 else { continue }
      looks += 1
      if found.contains(where: { $0.corners.contains((place.left + place.right) / 2) }) { continue }
      if let barcode = read(place) { found.append(barcode) }
    }
    return found
  }

  private func read(_ place: BarPlace) -> Barcode? {
    var halves: [Halves] = []
    for (k, fraction) in Self.fractions.enumerated() {
      guard let upper = stretches(place, -fraction) else { return nil }
      if mayShowBars(upper, place) {
        guard let half = Halves(upper: upper, lower: stretches(place, fraction), fraction) else { return nil }
        if bars(place, half, false) != nil || bars(place, half, true) != nil { halves.append(half) }
      }
      // Two pairs of lines must agree.
      if halves.isEmpty, k + 2 >= Self.fractions.count { return nil }
    }
    return read(place, halves, inverted: false) ?? (options.readsInverted ? read(place, halves, inverted: true) : nil)
  }

  /// What a pair of lines shows.
  private struct Halves {
    let upper: Stretches
    let lower: Stretches
    /// Their distance from the middle, as a fraction of the height.
    let fraction: Double

    init?(upper: Stretches?, lower: Stretches?, _ fraction: Double) {
      guard let upper, let lower else { return nil }
      (self.upper, self.lower, self.fraction) = (upper, lower, fraction)
    }
  }

  private func read(_ place: BarPlace, _ halves: [Halves], inverted: Bool) -> Barcode? {
    let seen = halves.compactMap { half in bars(place, half, inverted).map { (bars: $0, fraction: half.fraction) } }
    guard let (best, fraction) = seen.first, seen.count >= 2, best.width >= leastModule,
      seen.allSatisfy({ $0.bars.codes == best.codes }), isAlone(best, place, inverted),
      Self.heights.contains(place.down.length / best.width),
      TwoTrackEnds(best, place, fraction, inverted: inverted, in: frame.luma).areOnThreeLines
    else { return nil }
    return barcode(best, place, seen.count, inverted)
  }

  /// Whether nothing stands in the quiet zones at the middle of the height, as the short bars of postal symbols do.
  private func isAlone(_ bars: TwoTrackBars, _ place: BarPlace, _ inverted: Bool) -> Bool {
    let room = TwoTrackBars.leastQuiet * bars.pitch
    guard let middle = stretches(place, 0) else { return false }
    return middle.of(inverted: inverted).allSatisfy {
      $0.middle > bars.first - bars.width && $0.middle < bars.last + bars.width || $0.to < bars.first - room
        || $0.from > bars.last + room
    }
  }

  private func bars(_ place: BarPlace, _ half: Halves, _ inverted: Bool) -> TwoTrackBars? {
    let extent = extent(place)
    return TwoTrackBars(
      upper: half.upper.of(inverted: inverted), lower: half.lower.of(inverted: inverted), from: extent.lowerBound,
      to: extent.upperBound)
  }

  /// Where along the axis the bars of a symbol lie, in pixels from the place's left end.
  private func extent(_ place: BarPlace) -> ClosedRange<Double> {
    let length = place.left.distance(to: place.right)
    let margin = length * 0.03 + 4
    return -margin...length + margin
  }

  /// Whether the stretches of either colour may be the bars of one half; those of most symbologies differ too much.
  private func mayShowBars(_ upper: Stretches, _ place: BarPlace) -> Bool {
    let extent = extent(place)
    return TwoTrackBars.areAlike(upper.dark, in: extent)
      || options.readsInverted && TwoTrackBars.areAlike(upper.light, in: extent)
  }

  /// The dark and the light stretches of a line.
  private struct Stretches {
    var dark: [TwoTrackBars.Stretch] = []
    var light: [TwoTrackBars.Stretch] = []

    func of(inverted: Bool) -> [TwoTrackBars.Stretch] { inverted ? light : dark }
  }

  /// Edges of a line at the most: both of every bar, and what else stands beside the quiet zones.
  private static let mostEdges = 2 * PharmacodeTwoTrack.bars.upperBound + 16

  /// What a line shows, as distances from the place's left end along its axis; nil for more than a symbol has.
  private func stretches(_ place: BarPlace, _ fraction: Double) -> Stretches? {
    guard let line = place.line(fraction, in: frame.luma) else { return Stretches() }
    scratch.reserve(line.count)
    line.sample(frame.luma, into: scratch)
    var finder = EdgeFinder()
    (finder.closesStart, finder.closesEnd) = line.touchesBorder(frame.luma)
    let edges = finder.find(.local, in: UnsafePointer(scratch.grey), count: line.count, scratch: scratch)
    guard edges.count <= Self.mostEdges else { return nil }
    let axis = (place.right - place.left).normalized
    func distance(_ k: Int) -> Double { (line.point(at: edges.positions[k]) - place.left).dot(axis) }
    var out = Stretches()
    for k in 0..<max(0, edges.count - 1) {
      let stretch = TwoTrackBars.Stretch(from: distance(k), to: distance(k + 1))
      if edges.isDark(k) { out.dark.append(stretch) } else { out.light.append(stretch) }
    }
    return out
  }

  private func barcode(_ bars: TwoTrackBars, _ place: BarPlace, _ agree: Int, _ inverted: Bool) -> Barcode? {
    let axis = (place.right - place.left).normalized
    // Turned by 180 degrees a symbol is another one: it is read as it stands upright.
    let isTurned = !PharmacodeMatcher.isUpright(axis)
    let isMirrored = axis.cross(place.down) < 0
    var codes = isTurned ? PharmacodeTwoTrack.turned(bars.codes) : bars.codes
    if isMirrored { codes = codes.map { $0 == 3 ? 3 : 3 - $0 } }
    let value = PharmacodeTwoTrack.value(codes)
    // Postal symbols have one kind of half bars, rulers and fences repeat.
    guard codes.contains(1), codes.contains(2), !Pharmacode.isRegular(codes), !PharmacodeTwoTrack.areBlocks(codes)
    else { return nil }
    var evidence = Evidence(logOdds: Self.anyBars + Self.barChance * Double(codes.count))
    evidence.logOdds += Self.agreement * Double(agree - 1)
    guard evidence.logOdds < Self.limit else { return nil }
    let half = place.down / 2
    let a = place.left + axis * bars.first
    let b = place.left + axis * bars.last
    let quad = isTurned ? Quad(b + half, a + half, a - half, b - half) : Quad(a - half, b - half, b + half, a + half)
    let bytes = Array(String(value).utf8)
    return Barcode(
      symbology: .pharmacodeTwoTrack, symbologyIdentifier: "]X0", text: String(value), bytes: bytes,
      segments: [ContentSegment(eci: nil, bytes: bytes)], corners: quad, isInverted: inverted, evidence: evidence,
      moduleSize: bars.width, lineCount: agree)
  }
}
