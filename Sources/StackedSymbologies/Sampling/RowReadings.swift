import BarcodeCore

/// What edges tell along many lines over a symbol: a symbol character, or none, in each column of each line.
struct RowReadings {
  /// A character on a line.
  struct Reading {
    /// -1 where none was read.
    var codeword: Int16 = -1
    var cluster: Int8 = 0
    /// Displacements of the character's ends to the right of where the geometry has them, in modules.
    var begin: Float = 0
    var end: Float = 0
  }

  let characters: Int
  /// Heights of the lines, in rows from the symbol's top.
  let heights: [Double]
  private(set) var readings: [Reading]

  subscript(line: Int, character: Int) -> Reading { readings[line * characters + character] }

  /// - Parameter heightsInRow: Where in each row a line is taken, from 0 to 1.
  init(luma: LumaView, scan: ScanLine, geometry: SymbolGeometry, isInverted: Bool, heightsInRow: [Double]) {
    // Bent rows reach beyond the straight outline.
    let heights = (-1...geometry.rows).flatMap { row in heightsInRow.map { Double(row) + $0 } }
    self.init(luma: luma, scan: scan, geometry: geometry, isInverted: isInverted, heights: heights)
  }

  init(luma: LumaView, scan: ScanLine, geometry: SymbolGeometry, isInverted: Bool, heights: [Double]) {
    characters = geometry.layout.offsets.count
    self.heights = heights
    readings = Array(repeating: Reading(), count: characters * heights.count)
    for line in heights.indices {
      read(line, luma: luma, scan: scan, geometry: geometry, isInverted: isInverted)
    }
  }

  private mutating func read(
    _ line: Int, luma: LumaView, scan: ScanLine, geometry: SymbolGeometry, isInverted: Bool
  ) {
    let y = heights[line]
    let from = geometry.point(-2, y)
    let to = geometry.point(Double(geometry.layout.modules) + 2, y)
    let length = from.distance(to: to)
    guard length.isFinite, length > 8, length < 1e5 else { return }
    let direction = (to - from) / length
    let width = Double(geometry.layout.modules)
    let module = length / (width + 4)
    guard
      let projection = LineProjection(
        places: (-2, width / 2, width + 2), middle: (geometry.point(width / 2, y) - from).dot(direction), end: length)
    else { return }
    scan.sample(
      luma, from: from, along: direction, length: length, isFine: module < ScanLine.coarseModule,
      mostLines: geometry.rowHeight / 2)
    scan.findEdges()
    scan.rectify(projection)
    walk(line, geometry: geometry, order: Array(0..<characters), scan: scan, isInverted: isInverted)
    // What was out of reach from the left may be within reach from the right.
    walk(line, geometry: geometry, order: (0..<characters).reversed(), scan: scan, isInverted: isInverted)
  }

  /// Reads characters one after the other; each tells where to expect the next.
  private mutating func walk(
    _ line: Int, geometry: SymbolGeometry, order: [Int], scan: ScanLine, isInverted: Bool
  ) {
    var extra: Float = 0
    let isForward = order.first == 0
    for index in order {
      let offset = geometry.layout.offsets[index]
      let middle = Float(geometry.shift(x: Double(offset) + 8.5, y: heights[line]))
      let known = readings[line * characters + index]
      if known.codeword >= 0 {
        extra = (isForward ? known.end : known.begin) - middle
        continue
      }
      let begin = Float(offset)
      let end = begin + Float(SymbolCharacters.modules)
      let moved = middle + extra
      guard let found = scan.character(from: begin + moved, to: end + moved, isInverted: isInverted) else { continue }
      let reading = Reading(
        codeword: Int16(truncatingIfNeeded: found.reading.codeword),
        cluster: Int8(truncatingIfNeeded: found.reading.cluster), begin: found.begin - begin, end: found.end - end)
      readings[line * characters + index] = reading
      extra = (isForward ? reading.end : reading.begin) - middle
    }
  }
}

extension RowReadings {
  /// Characters whose cluster is that of the row on whose middle their line lies.
  ///
  /// - Parameters:
  ///   - rows: The rows of the lines.
  ///   - firstCluster: Cluster of the first row, divided by 3.
  func fitting(_ rows: [Int], firstCluster: Int) -> Int {
    var count = 0
    for (line, row) in rows.enumerated() {
      for character in 0..<characters {
        let reading = self[line, character]
        if reading.codeword >= 0, Int(reading.cluster) == (row + firstCluster) % 3 { count += 1 }
      }
    }
    return count
  }

  /// Number of characters that were read.
  var count: Int { readings.count { $0.codeword >= 0 } }

  /// A geometry that fits the characters better; nil when they are too few or do not determine one.
  func refined(_ geometry: SymbolGeometry, drift: RowDrift, firstCluster: Int) -> SymbolGeometry? {
    guard count >= RowReadings.leastForFit else { return nil }
    let corners = geometry.corners
    var fit = HomographyFit(center: corners.center, scale: corners.topLeft.distance(to: corners.bottomRight) / 2)
    for (line, height) in heights.enumerated() {
      for character in 0..<characters {
        let reading = self[line, character]
        guard reading.codeword >= 0 else { continue }
        let y = drift.rowHeight(at: height, character: character)
        let row = RowDrift.row(near: y, cluster: Int(reading.cluster), firstCluster: firstCluster)
        guard abs(Double(row) + 0.5 - y) < 1.2, row >= 0, row < geometry.rows else { continue }
        let begin = Double(geometry.layout.offsets[character])
        let end = begin + Double(SymbolCharacters.modules)
        let first = geometry.point(begin + Double(reading.begin), height)
        let last = geometry.point(end + Double(reading.end), height)
        fit.addX(first, begin)
        fit.addX(last, end)
        fit.addY(first, Double(row) + 0.5)
        fit.addY(last, Double(row) + 0.5)
      }
    }
    guard let map = fit.map(), geometry.isPlausible(map) else { return nil }
    return geometry.with(map)
  }

  /// Characters that a fit needs.
  private static let leastForFit = 12
}

/// How far rows of a bent symbol lie from the straight lines of its geometry, a column at a time.
struct RowDrift {
  /// Rows to add to a height to get the row that is really there, as a function of the height; one a character.
  private(set) var fits: [LinearFit] = []

  /// Deviation from the fit up to which a reading supports it: within a row, any height is as good.
  private static let tolerance = 0.75
  /// Readings that a column needs for a drift of its own.
  private static let leastReadings = 6

  /// - Parameter firstCluster: Cluster of the first row, divided by 3.
  init(_ readings: RowReadings, firstCluster: Int) {
    var last = LinearFit()
    for character in 0..<readings.characters {
      var points: [(x: Double, y: Double)] = []
      for (line, height) in readings.heights.enumerated() {
        let reading = readings[line, character]
        guard reading.codeword >= 0 else { continue }
        let expected = height + last.value(at: height)
        let row = RowDrift.row(near: expected, cluster: Int(reading.cluster), firstCluster: firstCluster)
        points.append((height, Double(row) + 0.5 - height))
      }
      if points.count >= RowDrift.leastReadings {
        let fit = LinearFit(points, tolerance: RowDrift.tolerance)
        // A column cannot lie more than a row off its neighbour.
        let middle = readings.heights[readings.heights.count / 2]
        if fit.support * 2 > points.count, abs(fit.value(at: middle) - last.value(at: middle)) < 1,
          abs(fit.slope) < 0.5
        {
          last = fit
        }
      }
      fits.append(last)
    }
  }

  /// The row nearest to a height that has the cluster.
  static func row(near height: Double, cluster: Int, firstCluster: Int) -> Int {
    let middle = Int((height - 0.5).rounded())
    let offset = ((cluster - firstCluster - middle) % 3 + 3) % 3
    switch offset {
    case 0: return middle
    case 1: return middle + 1
    default: return middle - 1
    }
  }

  /// The height of the straight geometry at which a row's height is found in a column.
  func height(of y: Double, character: Int) -> Double {
    let fit = fits[character]
    return (y - fit.offset) / (1 + fit.slope)
  }

  /// The row's height at a height of the straight geometry.
  func rowHeight(at height: Double, character: Int) -> Double { height + fits[character].value(at: height) }
}
