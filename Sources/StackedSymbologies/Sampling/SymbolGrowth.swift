import BarcodeCore

/// Follows the rows of a symbol from one end to the other, a column of characters at a time. What has been read tells
/// the perspective, and so where the next column stands.
struct SymbolGrowth {
  let luma: LumaView
  let scan: ScanLine
  let layout: SymbolLayout
  let rows: Int
  let firstCluster: Int
  let isInverted: Bool
  private var fit: HomographyFit
  private(set) var map: Homography?
  /// Characters that were read in each column.
  private(set) var counts: [Int]
  /// The row of each line that read a character in each column, for the codewords of row indicators.
  private(set) var indicators: [(character: Int, row: Int, reading: SymbolCharacters.Reading)] = []

  /// Weight of what a row number tells against what an edge tells: rows are higher than edges are unsure.
  private static let rowWeight = 0.1
  /// Weight of a guard's edges, which are the mean of many lines.
  private static let guardWeight = 3.0

  /// - Parameters:
  ///   - place: Where the end lies.
  ///   - side: The end to begin at.
  ///   - readings: Characters beside that end, with the rows that they are in.
  init(
    luma: LumaView, scan: ScanLine, layout: SymbolLayout, rows: Int, firstCluster: Int, place: StackedPlace,
    side: GuardKey.Side, readings: [(reading: InclinedReadings.Reading, row: Int)]
  ) {
    self.luma = luma
    self.scan = scan
    self.layout = layout
    self.rows = rows
    self.firstCluster = firstCluster
    isInverted = place.isInverted
    counts = [Int](repeating: 0, count: layout.offsets.count)
    fit = HomographyFit(center: place.ends.first ?? Point(0, 0), scale: place.module * Double(layout.modules) / 2)
    guard let column = side == .left ? place.left : place.right else { return }
    add(column, place: place, side: side)
    let guards = fit
    add(readings, side: side)
    guard let first = fit.map() else { return }
    // Rows that were read wrongly.
    fit = guards
    guard let inverse = first.inverse else { return }
    add(readings.filter { abs(inverse($0.reading.near).y - Double($0.row) - 0.5) < 1 }, side: side)
    map = fit.map()
    let order = side == .left ? Array(layout.offsets.indices) : layout.offsets.indices.reversed()
    for character in order { grow(character) }
  }

  /// Share of the lines through characters that must be read for a symbol to be there.
  private static let leastShare = 0.15

  /// Whether enough characters were read for the map to be one.
  var isPlausible: Bool {
    Double(counts.reduce(0, +)) >= SymbolGrowth.leastShare * Double(counts.count * rows * SymbolGrowth.heights.count)
  }

  /// The edges of a guard.
  private mutating func add(_ column: GuardColumn, place: StackedPlace, side: GuardKey.Side) {
    let width = Double(layout.modules)
    for step in 0...8 {
      let v = column.firstV + (column.lastV - column.firstV) * Double(step) / 8
      let outer = column.outer.value(at: v)
      let inner = column.inner.value(at: v)
      let middle = outer + (inner - outer) * (0.5 + column.bend / 4)
      for (u, x) in [(outer, 0), (middle, column.modules / 2), (inner, column.modules)] {
        fit.addX(place.grid.point(u, v), side == .left ? x : width - x, weight: SymbolGrowth.guardWeight)
      }
    }
  }

  private mutating func add(_ readings: [(reading: InclinedReadings.Reading, row: Int)], side: GuardKey.Side) {
    let modules = Double(SymbolCharacters.modules)
    let near =
      side == .left ? Double(layout.offsets[0]) : Double(layout.offsets[layout.offsets.count - 1]) + modules
    let far = side == .left ? near + modules : near - modules
    for (reading, row) in readings {
      fit.addX(reading.near, near)
      fit.addX(reading.far, far)
      fit.addY(reading.near, Double(row) + 0.5, weight: SymbolGrowth.rowWeight)
      fit.addY(reading.far, Double(row) + 0.5, weight: SymbolGrowth.rowWeight)
    }
  }

  /// Heights within a row at which characters are read.
  private static let heights = [0.25, 0.5, 0.75]
  /// Rows above and below the symbol that are looked at: the map is not yet exact.
  private static let beyond = 1
  /// Modules beside a character that a line covers.
  private static let margin = 3.0
  /// Characters of a column that tell anything.
  private static let leastCharacters = 3

  /// Reads a column and fits the map to it.
  private mutating func grow(_ character: Int) {
    guard let map else { return }
    var found: [(height: Double, begin: Point, end: Point, symbol: SymbolCharacters.Reading)] = []
    for row in -SymbolGrowth.beyond..<(rows + SymbolGrowth.beyond) {
      for part in SymbolGrowth.heights {
        let y = Double(row) + part
        if let (begin, end, symbol) = read(character, y, map) { found.append((y, begin, end, symbol)) }
      }
    }
    guard found.count >= SymbolGrowth.leastCharacters else { return }
    let drift = ColumnDrift(found.map { (height: $0.height, cluster: $0.symbol.cluster) }, firstCluster: firstCluster)
    let x = Double(layout.offsets[character])
    var count = 0
    for one in found {
      let row = drift.row(at: one.height, cluster: one.symbol.cluster)
      guard row >= 0, row < rows, drift.explains(row, at: one.height) else { continue }
      count += 1
      indicators.append((character, row, one.symbol))
      fit.addX(one.begin, x)
      fit.addX(one.end, x + Double(SymbolCharacters.modules))
      fit.addY(one.begin, Double(row) + 0.5, weight: SymbolGrowth.rowWeight)
      fit.addY(one.end, Double(row) + 0.5, weight: SymbolGrowth.rowWeight)
    }
    counts[character] = count
    if let better = fit.map() { self.map = better }
  }

  /// Reads a character where the map has it.
  private func read(_ character: Int, _ y: Double, _ map: Homography) -> (Point, Point, SymbolCharacters.Reading)? {
    let begin = Double(layout.offsets[character])
    let end = begin + Double(SymbolCharacters.modules)
    let from = map(Point(begin - SymbolGrowth.margin, y))
    let to = map(Point(end + SymbolGrowth.margin, y))
    let length = from.distance(to: to)
    guard length.isFinite, length > 8, length < 1e4,
      let projection = LineProjection(
        places: (begin - SymbolGrowth.margin, (begin + end) / 2, end + SymbolGrowth.margin),
        middle: from.distance(to: map(Point((begin + end) / 2, y))), end: length)
    else { return nil }
    let module = length / (end - begin + 2 * SymbolGrowth.margin)
    scan.sample(
      luma, from: from, along: (to - from) / length, length: length, isFine: module < ScanLine.coarseModule,
      mostLines: 1)
    scan.findEdges()
    scan.rectify(projection)
    guard let found = scan.character(from: Float(begin), to: Float(end), isInverted: isInverted) else { return nil }
    return (
      scan.point(at: Double(projection.distance(of: found.begin))),
      scan.point(at: Double(projection.distance(of: found.end))), found.reading
    )
  }
}

/// How far the rows of one column lie from where a map has them.
struct ColumnDrift {
  private let fit: LinearFit
  private let firstCluster: Int

  /// Deviation from the fit up to which a reading supports it: within a row, any height is as good.
  private static let tolerance = 0.75
  /// Farthest row that a reading is explained by, in rows.
  private static let reach = 1.1

  /// - Parameters:
  ///   - readings: Where characters were read, in rows by the map, and their clusters divided by 3.
  ///   - firstCluster: Cluster of the first row, divided by 3.
  init(_ readings: [(height: Double, cluster: Int)], firstCluster: Int) {
    self.firstCluster = firstCluster
    let points = readings.map { reading in
      let row = RowDrift.row(near: reading.height, cluster: reading.cluster, firstCluster: firstCluster)
      return (x: reading.height, y: Double(row) + 0.5 - reading.height)
    }
    let line = LinearFit(points, tolerance: ColumnDrift.tolerance)
    // Rows are a few steps apart, so that a line through wrong ones is steep.
    fit = line.support * 2 > points.count && abs(line.slope) < 0.5 ? line : LinearFit()
  }

  func row(at height: Double, cluster: Int) -> Int {
    RowDrift.row(near: height + fit.value(at: height), cluster: cluster, firstCluster: firstCluster)
  }

  /// Whether a row is near what stands at a height.
  func explains(_ row: Int, at height: Double) -> Bool {
    abs(Double(row) + 0.5 - height - fit.value(at: height)) < ColumnDrift.reach
  }
}
