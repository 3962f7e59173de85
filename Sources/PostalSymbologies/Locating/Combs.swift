import BarcodeCore

/// A place with an even row of peaks.
struct Comb {
  /// Whether its dark bars, or its light ones, may be those of a symbol.
  var isDark = false
  var isLight = false
  var center: Point
  /// Unit vector from bar to bar, and another along the bars.
  var direction: Point
  var bars: Point
  /// Distance of bars, in pixels.
  var pitch: Double
  /// How much its peaks are like those of a symbol: many, and even; 0 for the least.
  var quality: Double
  /// Pixels from sample to sample on its line.
  var step: Double

  /// Unevenness of rows that are hardly even.
  private static let mostUneven = 0.3

  init(_ center: Point, _ direction: Point, _ bars: Point, _ run: CombLine.Run, step: Double) {
    self.center = center + direction * (Double(run.first + run.last) / 2 * step)
    self.direction = direction
    self.bars = bars
    self.step = step
    pitch = run.pitch * step
    quality = Double(run.count) * (1 - run.unevenness / Comb.mostUneven)
  }

  /// Steps in which the slope is refined, and how many to either side.
  private static let slopeStep = 0.045
  private static let slopeSteps = 6
  /// Pitches that differ by less than this share may be one.
  private static let samePitch = 0.25

  /// Turns to the slope at which the row has the most and the evenest peaks, and looks at the heights of its bars.
  mutating func judge(_ luma: LumaView, _ line: CombLine) {
    let start = self
    let across = bars.cross(direction) < 0 ? bars.perpendicular : -bars.perpendicular
    var slope = 0
    func attempt(_ index: Int) {
      let direction = (across + bars * (Double(index) * Comb.slopeStep)).normalized
      guard let run = line.longestRun(around: start.center, direction, bars, step: step) else { return }
      let tried = Comb(start.center, direction, bars, run, step: step)
      if tried.quality > quality, abs(tried.pitch - start.pitch) < Comb.samePitch * start.pitch {
        self = tried
        slope = index
      }
    }
    // Every second slope first, then those beside the best one.
    for index in stride(from: -Comb.slopeSteps, through: Comb.slopeSteps, by: 2) { attempt(index) }
    for index in [slope - 1, slope + 1] { attempt(index) }
    guard let run = line.longestRun(around: center, direction, bars, step: step) else { return }
    isDark =
      CombHeights(luma, self, places: line.places(run, areLight: false).map { $0 * step }, isLight: false).isLikely
    isLight =
      CombHeights(luma, self, places: line.places(run, areLight: true).map { $0 * step }, isLight: true).isLikely
  }
}

/// The even rows of peaks of a frame.
struct Combs {
  private(set) var found: [Comb] = []

  /// Rows of peaks that are kept, the best ones, by effort: a page of symbols has some for each of them.
  private static let mostCombs = [24, 32, 150, 500, 500]
  /// Fewer steps than this to a pitch may be the echo of a finer row.
  private static let leastSteps = 3.2
  /// Steps of lines, in pixels: rows of bars up to 9, 23 and 55 pixels apart have enough of them on a line.
  private static let steps = [1.0, 2.5, 6.0]
  /// Lines that are tried, by effort: where many places may hold bars, fewer at each.
  private static let mostLines = [1000, 2500, 20_000, 60_000, 60_000]
  /// One in so many of these lines, where a finer scale of the picture was searched before: its halves have a quarter of
  /// the places, and but the symbols that are worse to read there.
  private static let reducedShare = 3
  /// Of the nine lines of a place, how many are tried there where many places may hold bars, by effort; its neighbours
  /// try others.
  private static let mostVariants = [2, 3, 9, 9, 9]
  /// Of the lines with longer steps, one in so many places.
  private static let longLineEvery = 8
  /// Lines beside one another, in pixels: one of them meets the middle band of bars a pixel and a half wide.
  private static let offsets = [0.0, -2.7, 2.7]
  /// Slopes of the row against the bars that are tried, as tangents: a picture taken at an angle leans its bars.
  private static let slopes = [0.0, 0.17, -0.17]
  /// Bars that are all higher than this, in pitches, are those of texture or of a linear symbol: the part that all bars
  /// of a postal symbol share is at most a third of their height.
  private static let mostCommon = 4.5
  /// Distances of the middles of bars, in pixels, that can be followed.
  private static let pitches = 2.2...70.0
  /// What lies around the bars of a line: half of the height of the tallest symbols, in pitches, and the bars beside.
  private static let reach = 4.5
  private static let bars = 6.0

  init(_ frame: Frame, effort: ReaderOptions.Effort) {
    let tiles = frame.tiles
    let places = BarPlaces(tiles).places
    guard !places.isEmpty else { return }
    let scratch = UnsafeMutableRawPointer.allocate(byteCount: CombLine.scratchSize, alignment: 4)
    defer { scratch.deallocate() }
    let line = CombLine(frame.luma, scratch: scratch)
    let most = Combs.mostLines[effort.rawValue - 1] / (frame.isReduced ? Combs.reducedShare : 1)
    var share = LineShare(
      places, most: most, mostVariants: Combs.mostVariants[effort.rawValue - 1],
      allVariants: Combs.offsets.count * Combs.slopes.count)
    var number = 0
    // Texture is marked, too, so that it is left alone.
    var isDone = [Bool](repeating: false, count: tiles.columns * tiles.rows)
    for place in places where !isDone[place.tile] {
      let variants = share.variants(place)
      if variants == 0 { continue }
      number += 1
      var best: (comb: Comb, count: Int)?
      var reach = (back: 0.0, ahead: 0.0)
      for (level, step) in Combs.steps.enumerated() where level == 0 || number % Combs.longLineEvery == level {
        for variant in 0..<(level == 0 ? variants : 1) {
          // Neighbouring places take different lines.
          let kind = variant &+ number
          let side = Combs.offsets[kind % Combs.offsets.count] * step
          let bars = place.direction.perpendicular
          let center = place.center + bars * side
          let slope = Combs.slopes[kind / Combs.offsets.count % Combs.slopes.count]
          let direction = (place.direction + bars * slope).normalized
          guard let run = line.longestRun(around: center, direction, bars, step: step),
            Combs.pitches.contains(run.pitch * step), run.count > best?.count ?? 0,
            level == 0 || run.pitch > Combs.leastSteps
          else { continue }
          best = (Comb(center, direction, bars, run, step: step), run.count)
          let most = 1.4 * Combs.mostCommon * run.pitch * step
          reach = line.reach(run, around: center, direction, bars, step: step, most: most)
        }
        if best != nil { break }
      }
      if let best { add(best.comb, tiles, reach, &isDone) }
    }
    found.sort { $0.quality > $1.quality }
    found.removeLast(max(0, found.count - Combs.mostCombs[effort.rawValue - 1]))
    for index in found.indices { found[index].judge(frame.luma, line) }
    found.removeAll { !$0.isDark && !$0.isLight }
  }

  /// Adds a comb whose bars go on by so many pixels, unless it is texture, and marks where it is.
  private mutating func add(
    _ comb: Comb, _ tiles: TileMap, _ reach: (back: Double, ahead: Double), _ isDone: inout [Bool]
  ) {
    let isTexture = reach.back + reach.ahead > Combs.mostCommon * comb.pitch
    let side = Double(TileMap.size) * 0.75
    let along = comb.direction * (Double(CombLine.leastPeaks) / 2 * comb.pitch)
    let back = comb.bars * (isTexture ? max(side, reach.back) : side)
    let ahead = comb.bars * (isTexture ? max(side, reach.ahead) : side)
    let row = Quad(
      comb.center - along - back, comb.center + along - back, comb.center + along + ahead,
      comb.center - along + ahead)
    tiles.forEachTile(in: row) { isDone[$0] = true }
    if !isTexture { found.append(comb) }
  }

  /// Tiles around those of them that may have light bars, or dark ones.
  func surroundings(_ tiles: TileMap, areLight: Bool) -> [Bool] {
    var mask = [Bool](repeating: false, count: tiles.columns * tiles.rows)
    for comb in found where areLight ? comb.isLight : comb.isDark {
      let far = comb.direction * (Combs.bars * comb.pitch + Double(TileMap.size))
      let high = comb.bars * (Combs.reach * comb.pitch + Double(TileMap.size))
      tiles.forEachTile(
        in: Quad(
          comb.center - far - high, comb.center + far - high, comb.center + far + high, comb.center - far + high)
      ) { mask[$0] = true }
    }
    return mask
  }
}
