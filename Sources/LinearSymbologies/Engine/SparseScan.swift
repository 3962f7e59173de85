import BarcodeCore

extension LinearSession {
  /// Stretches without edges up to this many tiles are part of a line: quiet zones and gaps before add-ons.
  private static let joinedTiles = 4
  /// Shorter stretches hold no symbol, in tiles.
  private static let fewestTiles = 3

  /// Sparse lines over the whole frame: rows and columns, diagonals with more effort.
  ///
  /// - Parameter hasSymbols: Something was read in the picture, so that what is low stands beside it.
  func scanSparsely(hasSymbols: Bool) {
    let luma = frame.luma
    let pitch: Int
    switch options.effort {
    case .quick: pitch = 48
    case .balanced: pitch = 32
    case .thorough: pitch = 6
    case .persistent: pitch = 4
    case .exhaustive: pitch = 2
    }
    for (k, y) in middleOut(luma.height, min(pitch, rowPitch)).enumerated() where !isFull { scanRow(y, methods(k)) }
    for (k, x) in middleOut(luma.width, pitch).enumerated() where !isFull { scanColumn(x, methods(k)) }
    if options.effort >= .thorough { scanDiagonals(pitch) }
    if hasSymbols, pitch > Self.lowestBars { scanStrips() }
  }

  /// Lines farther apart than this, in pixels, miss bars that are lower than two tiles.
  private static let lowestBars = 4

  private func scanStrips() {
    for areColumns in [false, true] {
      for strip in LowStrips(tiles: frame.tiles, areColumns: areColumns).lines where !isFull {
        let reach = Self.joinedTiles * TileMap.size
        let size = areColumns ? frame.luma.height : frame.luma.width
        let across = Double(strip.offset) + 0.5
        let (a, b) = (Double(max(0, strip.from - reach)) + 0.5, Double(min(size, strip.to + reach)) - 0.5)
        let line =
          areColumns
          ? ScanLine(in: frame.luma, from: Point(across, a), to: Point(across, b))
          : ScanLine(in: frame.luma, from: Point(a, across), to: Point(b, across))
        if let line { scan(line, [EdgeAttempt.cheap[0]]) }
      }
    }
  }

  /// Lines to one that is refined at thorough effort: the bars of symbols are mostly higher than these are apart.
  private static let refinedEvery = 3

  /// What the line of a number is tried with.
  private func methods(_ line: Int) -> [EdgeAttempt] {
    guard options.effort >= .thorough else { return [EdgeAttempt.cheap[0]] }
    let isRefined = options.effort > .thorough || line % Self.refinedEvery == 0
    return EdgeAttempt.cheap + (isRefined ? EdgeAttempt.refinements : [])
  }

  /// Lines at 45 degrees both ways, which cross bars that rows and columns meet at too flat an angle.
  private func scanDiagonals(_ pitch: Int) {
    let (width, height) = (Double(frame.luma.width), Double(frame.luma.height))
    // As far apart as the rows are, measured across the lines.
    let step = Double(pitch) * 2.0.squareRoot()
    for slope in [1.0, -1.0] {
      for (k, offset) in stride(from: step / 2, to: width + height, by: step).enumerated() where !isFull {
        let start = slope > 0 ? offset - width : offset
        for (a, b) in stretches(.diagonal(from: start, slope: slope)) {
          guard
            let line = ScanLine(
              in: frame.luma, from: Point(Double(a), start + slope * Double(a)),
              to: Point(Double(b), start + slope * Double(b)))
          else { continue }
          scan(line, methods(k))
        }
      }
    }
  }

  /// Rows of a low picture are scanned more closely: its bars may be as low as a row or two.
  private var rowPitch: Int { max(1, frame.luma.height / Self.fewestRows) }
  private static let fewestRows = 16

  /// Lines from the middle outwards: symbols are mostly in the middle.
  private func middleOut(_ size: Int, _ pitch: Int) -> [Int] {
    var out: [Int] = []
    let middle = size / 2
    var k = 0
    while k * pitch <= middle + pitch {
      if middle + k * pitch < size { out.append(middle + k * pitch) }
      if k > 0, middle - k * pitch >= 0 { out.append(middle - k * pitch) }
      k += 1
    }
    return out
  }

  private func scanRow(_ y: Int, _ methods: [EdgeAttempt]) {
    let c = Double(y) + 0.5
    for (a, b) in stretches(.row(y / TileMap.size)) {
      guard
        let line = ScanLine(
          in: frame.luma, from: Point(Double(a) + 0.5, c), to: Point(Double(b) - 0.5, c))
      else { continue }
      scan(line, methods)
    }
  }

  private func scanColumn(_ x: Int, _ methods: [EdgeAttempt]) {
    let c = Double(x) + 0.5
    for (a, b) in stretches(.column(x / TileMap.size)) {
      guard
        let line = ScanLine(
          in: frame.luma, from: Point(c, Double(a) + 0.5), to: Point(c, Double(b) - 0.5))
      else { continue }
      scan(line, methods)
    }
  }

  /// Parts of a line that hold edges of bars, in pixels along the axis that it follows.
  private func stretches(_ line: TileLine) -> [(Int, Int)] {
    let tiles = frame.tiles
    let size = line.followsRows ? frame.luma.width : frame.luma.height
    let n = line.followsRows ? tiles.columns : tiles.rows
    guard n > 0, tiles.energy.count >= tiles.columns * tiles.rows else {
      return tiles.columns == 0 ? [(0, size)] : []
    }
    var out: [(Int, Int)] = []
    var start = -1
    var last = -1
    var run = TileRun()
    func close() {
      guard start >= 0, last - start + 1 >= Self.fewestTiles, run.holdsBars(fewestBarTiles) else { return }
      let a = Swift.max(0, (start - Self.joinedTiles) * TileMap.size)
      out.append((a, Swift.min(size, (last + 1 + Self.joinedTiles) * TileMap.size)))
    }
    for i in 0..<n {
      guard let tile = line.tile(i, of: tiles), tiles.energy[tile] > 0 else { continue }
      if start >= 0, i - last > Self.joinedTiles {
        close()
        start = -1
      }
      if start < 0 {
        start = i
        run = TileRun()
      }
      run.add(isCrossed(tile, by: line))
      last = i
    }
    close()
    return out
  }

  /// Tiles of bars in a stretch; bars of low pictures may be too low for their edges to have one direction.
  private var fewestBarTiles: Int { frame.luma.height < Self.lowHeight ? 0 : Self.fewestTilesOfBars }
  private static let fewestTilesOfBars = 4
  private static let lowHeight = 64
  /// Least coherence of a tile whose edges run in one direction; noise of as much energy as the edges leaves half.
  private static let leastCoherence: Float = 0.4
  /// Bars farther than 50 degrees from upright are crossed better by columns, as the cosine of the double angle.
  private static let leastCosine: Float = -0.2
  /// Rows and columns cross bars that lie farther than 30 degrees from a diagonal's own, as the same.
  private static let leastDiagonalCosine: Float = 0.5

  /// Whether a tile has parallel edges that a line crosses.
  private func isCrossed(_ tile: Int, by line: TileLine) -> Bool {
    (frame.tiles.axis[tile] * line.doubleAngle).sum()
      > (line.isDiagonal ? Self.leastDiagonalCosine : Self.leastCosine)
      && frame.tiles.coherence(tile) > Self.leastCoherence
  }
}

/// A line over the tiles of a frame.
private enum TileLine {
  case row(Int)
  case column(Int)
  /// A line at 45 degrees that meets the left border at the given height, in pixels, and falls by `slope` (1 or -1).
  case diagonal(from: Double, slope: Double)

  /// Whether places along the line are told by their columns.
  var followsRows: Bool {
    if case .column = self { false } else { true }
  }

  var isDiagonal: Bool {
    if case .diagonal = self { true } else { false }
  }

  /// The tile at a place along the line; nil outside of the frame.
  func tile(_ i: Int, of tiles: TileMap) -> Int? {
    switch self {
    case .row(let row): return row < tiles.rows ? row * tiles.columns + i : nil
    case .column(let column): return column < tiles.columns ? i * tiles.columns + column : nil
    case .diagonal(let start, let slope):
      let size = Double(TileMap.size)
      let row = Int(((start + slope * (Double(i) + 0.5) * size) / size).rounded(.down))
      return tiles.rows > row && row >= 0 ? row * tiles.columns + i : nil
    }
  }

  /// Unit vector of the double angle of its direction.
  var doubleAngle: SIMD2<Float> {
    switch self {
    case .row: SIMD2(1, 0)
    case .column: SIMD2(-1, 0)
    case .diagonal(_, let slope): SIMD2(0, Float(slope))
    }
  }
}

/// Tiles in a row, of which those of bars follow upon each other, but for a blot or a scratch here and there.
private struct TileRun {
  private var longest = 0
  private var count = 0
  private var misses = 0
  private var bars = 0
  private var all = 0
  /// Other tiles in sequence that do not end a run.
  private static let patience = 1
  /// Where bars begin or end within the row of tiles, at least one tile in so many has edges of one direction.
  private static let leastShare = 4

  mutating func add(_ isOfBars: Bool) {
    all += 1
    if isOfBars {
      bars += 1
      count += 1
      misses = 0
      longest = Swift.max(longest, count)
    } else {
      misses += 1
      if misses > Self.patience { count = 0 }
    }
  }

  func holdsBars(_ fewest: Int) -> Bool { longest >= fewest || (bars + 1 >= fewest && bars * Self.leastShare >= all) }
}
