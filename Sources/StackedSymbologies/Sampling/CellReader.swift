import BarcodeCore

/// Reads all cells of a symbol whose geometry is known: by edges first, by templates where edges do not tell.
struct CellReader {
  let luma: LumaView
  let scan: ScanLine
  let geometry: SymbolGeometry
  let isInverted: Bool
  /// Cluster of the first row, divided by 3.
  let firstCluster: Int

  /// A cell as read at last.
  struct Cell {
    /// -1 where nothing was read.
    var codeword = -1
    /// The next best codeword, or -1.
    var alternative = -1
    /// How sure the codeword is; cells read alike on several lines have 1, others the lead of the best template.
    var reliability: Float = 0
  }

  private var votes: CellVotes
  private let drift: RowDrift
  /// Sums of displacements of characters' beginnings and ends, in modules, and their counts.
  private var shifts: [Shift]
  /// Heights within a row at which it is scanned.
  private let heights: [Double]

  private struct Shift {
    var begin: Float = 0
    var end: Float = 0
    var count: Float = 0
  }

  init(luma: LumaView, scan: ScanLine, geometry: SymbolGeometry, isInverted: Bool, firstCluster: Int) {
    self.luma = luma
    self.scan = scan
    self.isInverted = isInverted
    self.firstCluster = firstCluster
    // In low rows all but the middle is mixed with their neighbours.
    let isLow = geometry.rowHeight < 2
    heights = isLow ? [0.5] : [0.3, 0.5, 0.7]
    let phase = RowPhase(luma: luma, scan: scan, isInverted: isInverted, firstCluster: firstCluster)
    let geometry = isLow ? phase.best(geometry) : geometry
    var best = CellReader.read(geometry, luma, scan, isInverted, heights, firstCluster)
    let full = geometry.rows * geometry.layout.offsets.count * heights.count
    let seen = Double(best.readings.count)
    if seen < CellReader.enoughShare * Double(full), seen > CellReader.hopelessShare * Double(full),
      let refined = best.readings.refined(geometry, drift: best.drift, firstCluster: firstCluster)
    {
      let other = CellReader.read(refined, luma, scan, isInverted, heights, firstCluster)
      if other.readings.count > best.readings.count { best = other }
    }
    self.geometry = best.geometry
    drift = best.drift
    let readings = best.readings
    votes = CellVotes(rows: geometry.rows, characters: readings.characters)
    shifts = Array(repeating: Shift(), count: geometry.rows * readings.characters)
    count(readings)
  }

  /// Whether edges tell enough characters for a symbol to be there: some cells are read alike on two lines, or many on
  /// one. What is left to templates would always find something.
  var hasCharacters: Bool {
    var alike = 0
    var seen = 0
    for row in 0..<geometry.rows {
      for character in 0..<votes.characters {
        let vote = votes[row, character]
        if vote.count >= 2 { alike += 1 }
        if vote.count > 0 { seen += 1 }
      }
    }
    return alike * CellReader.leastAlike + seen >= geometry.rows * votes.characters / CellReader.leastSeen + 1
  }

  /// Rows that show whether there are characters at all, and the share of their cells that must be read.
  private static let glancedRows = 6
  private static let leastGlanced = 12

  /// Whether the middles of some rows show characters of these rows.
  static func showsCharacters(
    _ geometry: SymbolGeometry, luma: LumaView, scan: ScanLine, isInverted: Bool, firstCluster: Int
  ) -> Bool {
    let step = max(1, geometry.rows / glancedRows)
    let rows = Array(stride(from: step / 2, to: geometry.rows, by: step))
    let readings = RowReadings(
      luma: luma, scan: scan, geometry: geometry, isInverted: isInverted, heights: rows.map { Double($0) + 0.5 })
    return readings.fitting(rows, firstCluster: firstCluster) > rows.count * readings.characters / leastGlanced
  }

  /// A cell read alike on two lines counts as so many that were read on one.
  private static let leastAlike = 3
  /// One of so many cells must be read.
  private static let leastSeen = 8

  /// Share of the lines through cells that is read where the geometry is right.
  private static let enoughShare = 0.8
  /// Share that edges of anything at all reach; there is nothing to refine.
  private static let hopelessShare = 0.04

  private static func read(
    _ geometry: SymbolGeometry, _ luma: LumaView, _ scan: ScanLine, _ isInverted: Bool, _ heights: [Double],
    _ firstCluster: Int
  ) -> (geometry: SymbolGeometry, readings: RowReadings, drift: RowDrift) {
    let readings = RowReadings(
      luma: luma, scan: scan, geometry: geometry, isInverted: isInverted, heightsInRow: heights)
    return (geometry, readings, RowDrift(readings, firstCluster: firstCluster))
  }

  /// Gives each reading to the row that its cluster and place tell.
  private mutating func count(_ readings: RowReadings) {
    for (line, height) in readings.heights.enumerated() {
      for character in 0..<readings.characters {
        let reading = readings[line, character]
        guard reading.codeword >= 0 else { continue }
        let y = drift.rowHeight(at: height, character: character)
        let row = RowDrift.row(near: y, cluster: Int(reading.cluster), firstCluster: firstCluster)
        guard row >= 0, row < geometry.rows, abs(Double(row) + 0.5 - y) < CellReader.rowReach else { continue }
        votes.add(Int(reading.codeword), row: row, character: character)
        let at = row * readings.characters + character
        shifts[at].begin += reading.begin
        shifts[at].end += reading.end
        shifts[at].count += 1
      }
    }
  }

  /// How far from its row's middle a reading may have been taken, in rows.
  private static let rowReach = 1.1

  private func cluster(ofRow row: Int) -> Int { (row + firstCluster) % 3 }

  /// The displacement at a character, from its own readings or those around it.
  private func shift(row: Int, character: Int) -> (begin: Float, end: Float) {
    let n = votes.characters
    let own = shifts[row * n + character]
    if own.count > 0 { return (own.begin / own.count, own.end / own.count) }
    var begin: Float = 0
    var end: Float = 0
    var count: Float = 0
    for r in max(0, row - 2)...min(geometry.rows - 1, row + 2) {
      for c in max(0, character - 1)...min(n - 1, character + 1) {
        let s = shifts[r * n + c]
        guard s.count > 0 else { continue }
        // The same column counts double; neighbours touch at one end.
        let weight: Float = c == character ? 2 : 1
        begin += weight * (c < character ? s.end : s.begin)
        end += weight * (c > character ? s.begin : s.end)
        count += weight * s.count
      }
    }
    guard count > 0 else {
      let expected = Float(geometry.shift(x: Double(geometry.layout.offsets[character]) + 8.5, y: Double(row) + 0.5))
      return (expected, expected)
    }
    return (begin / count, end / count)
  }

  /// All cells, row by row; those without two agreeing lines are compared with templates.
  func cells(blur: Float) -> [Cell] {
    let n = votes.characters
    var cells = [Cell](repeating: Cell(), count: geometry.rows * n)
    let bank = TemplateBank.bank(blur: blur)
    for row in 0..<geometry.rows {
      for character in 0..<n {
        let vote = votes[row, character]
        if vote.count >= 2, vote.otherCount == 0 {
          cells[row * n + character] = Cell(codeword: Int(vote.codeword), alternative: -1, reliability: 1)
        } else {
          cells[row * n + character] = match(row: row, character: character, vote: vote, bank: bank)
        }
      }
    }
    return cells
  }

  /// Compares a cell with templates, on grey values averaged over the row's middle.
  private func match(row: Int, character: Int, vote: CellVotes.Cell, bank: TemplateBank) -> Cell {
    let shift = shift(row: row, character: character)
    let begin = Double(geometry.layout.offsets[character]) + Double(shift.begin)
    let end = Double(geometry.layout.offsets[character] + SymbolCharacters.modules) + Double(shift.end)
    var sums = [Float](repeating: 0, count: TemplateBank.samples)
    for height in heights {
      let y = drift.height(of: Double(row) + height, character: character)
      // A module more on both sides, for the interpolation.
      let from = geometry.point(begin - 1, y)
      let to = geometry.point(end + 1, y)
      let length = from.distance(to: to)
      guard length.isFinite, length > 4, length < 1e5 else { return Cell() }
      let module = length / (end - begin + 2)
      let middle = (begin + end) / 2
      guard
        let projection = LineProjection(
          places: (begin - 1, middle, end + 1), middle: from.distance(to: geometry.point(middle, y)), end: length)
      else { return Cell() }
      scan.sample(
        luma, from: from, along: (to - from) / length, length: length, isFine: module < ScanLine.coarseModule,
        mostLines: geometry.rowHeight / 2)
      scan.addCharacterValues(from: Float(begin), to: Float(end), projection, into: &sums)
    }
    if isInverted { for i in sums.indices { sums[i] = -sums[i] } }
    let found = bank.match(TemplateBank.normalized(sums), cluster: cluster(ofRow: row))
    guard found.score > CellReader.leastScore else { return Cell() }
    var cell = Cell(
      codeword: found.codeword, alternative: found.nextCodeword, reliability: found.score - found.nextScore)
    if vote.count > 0 {
      // A line read by edges that agrees with the template settles it.
      if Int(vote.codeword) == found.codeword {
        cell.reliability = max(cell.reliability, 0.5)
      } else {
        cell.alternative = Int(vote.codeword)
      }
    }
    return cell
  }

  /// Correlation below which a cell shows no symbol character at all.
  private static let leastScore: Float = 0.3

  /// Corners of the symbol as its characters stand in the picture.
  var corners: Quad {
    let h = Double(geometry.rows)
    let w = Double(geometry.layout.modules)
    let last = votes.characters - 1
    func corner(_ x: Double, _ y: Double, _ character: Int, _ shift: LinearFit) -> Point {
      geometry.point(x + shift.value(at: y), drift.height(of: y, character: character))
    }
    let left = sideShift(0) { $0.begin / $0.count }
    let right = sideShift(last) { $0.end / $0.count }
    return Quad(
      corner(0, 0, 0, left), corner(w, 0, last, right), corner(w, h, last, right), corner(0, h, 0, left))
  }

  /// The displacement of a column's characters as a function of the height.
  private func sideShift(_ character: Int, _ value: (Shift) -> Float) -> LinearFit {
    var points: [(x: Double, y: Double)] = []
    for row in 0..<geometry.rows {
      let shift = shifts[row * votes.characters + character]
      if shift.count > 0 { points.append((Double(row) + 0.5, Double(value(shift)))) }
    }
    return points.count < 3 ? LinearFit() : LinearFit(points, tolerance: 0.5)
  }
}
