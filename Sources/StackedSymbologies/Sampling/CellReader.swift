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

  private(set) var votes: CellVotes
  /// Displacements of characters' beginnings and ends along the rows from where the geometry has them, in pixels; sums
  /// and counts.
  private var shifts: [(begin: Float, end: Float, count: Float)]

  /// Heights within a row at which it is scanned.
  private let heights: [Double]

  init(luma: LumaView, scan: ScanLine, geometry: SymbolGeometry, isInverted: Bool, firstCluster: Int) {
    self.luma = luma
    self.scan = scan
    self.geometry = geometry
    self.isInverted = isInverted
    self.firstCluster = firstCluster
    // In low rows all but the middle is mixed with their neighbours.
    heights = geometry.rowHeight < 2 ? [0.5] : [0.3, 0.5, 0.7]
    votes = CellVotes(rows: geometry.rows, characters: geometry.layout.offsets.count)
    shifts = Array(repeating: (0, 0, 0), count: geometry.rows * geometry.layout.offsets.count)
  }

  func cluster(ofRow row: Int) -> Int { (row + firstCluster) % 3 }

  /// Reads by edges along each row.
  mutating func readEdges() {
    for row in 0..<geometry.rows {
      for height in heights {
        guard let line = sampleRow(y: Double(row) + height) else { continue }
        let range = scan.range
        guard range >= 2 * GuardSearch.leastSwing else { continue }
        scan.findEdges(swing: max(GuardSearch.leastSwing, range * GuardSearch.swingShare))
        vote(row: row, line: line)
      }
    }
  }

  /// A row's line in the picture.
  private struct RowLine {
    var origin: Point
    var direction: Point
    var y: Double
  }

  /// Samples along a row, from two modules before the symbol to two behind it.
  private func sampleRow(y: Double) -> RowLine? {
    let from = geometry.point(-2, y)
    let to = geometry.point(Double(geometry.layout.modules) + 2, y)
    let length = from.distance(to: to)
    guard length.isFinite, length > 8, length < 1e5 else { return nil }
    let direction = (to - from) / length
    let module = length / Double(geometry.layout.modules + 4)
    scan.sample(
      luma, from: from, along: direction, length: length, isFine: module < ScanLine.coarseModule)
    return RowLine(origin: from, direction: direction, y: y)
  }

  private func position(_ x: Double, on line: RowLine) -> Float {
    Float((geometry.point(x, line.y) - line.origin).dot(line.direction))
  }

  private mutating func vote(row: Int, line: RowLine) {
    let offsets = geometry.layout.offsets
    var shift: Float = 0
    for (index, offset) in offsets.enumerated() {
      let begin = position(Double(offset), on: line)
      let end = position(Double(offset + SymbolCharacters.modules), on: line)
      guard let found = scan.character(from: begin + shift, to: end + shift, isInverted: isInverted) else { continue }
      guard found.reading.cluster == cluster(ofRow: row) else { continue }
      votes.add(found.reading.codeword, row: row, character: index)
      let at = row * offsets.count + index
      shifts[at].begin += found.begin - begin
      shifts[at].end += found.end - end
      shifts[at].count += 1
      shift = found.end - end
    }
  }

  /// The displacement at a character, from its own readings or those around it.
  private func shift(row: Int, character: Int) -> (begin: Float, end: Float) {
    let n = geometry.layout.offsets.count
    let own = shifts[row * n + character]
    if own.count > 0 { return (own.begin / own.count, own.end / own.count) }
    var begin: Float = 0
    var end: Float = 0
    var count: Float = 0
    for r in max(0, row - 2)...min(geometry.rows - 1, row + 2) {
      for c in max(0, character - 1)...min(n - 1, character + 1) {
        let s = shifts[r * n + c]
        guard s.count > 0 else { continue }
        if c == character {
          begin += 2 * s.begin
          end += 2 * s.end
          count += 2 * s.count
        } else if c < character {
          begin += s.end
          end += s.end
          count += s.count
        } else {
          begin += s.begin
          end += s.begin
          count += s.count
        }
      }
    }
    return count > 0 ? (begin / count, end / count) : (0, 0)
  }

  /// All cells, row by row; those without two agreeing lines are compared with templates.
  mutating func cells(blur: Float) -> [Cell] {
    let n = geometry.layout.offsets.count
    var cells = [Cell](repeating: Cell(), count: geometry.rows * n)
    let bank = TemplateBank.bank(blur: blur)
    for row in 0..<geometry.rows {
      var open: [Int] = []
      for character in 0..<n {
        let vote = votes[row, character]
        if vote.count >= 2, vote.otherCount == 0 {
          cells[row * n + character] = Cell(codeword: Int(vote.codeword), alternative: -1, reliability: 1)
        } else {
          open.append(character)
        }
      }
      if !open.isEmpty { match(open, row: row, bank: bank, into: &cells) }
    }
    return cells
  }

  /// Compares the open cells of a row with templates, on grey values averaged over the row's middle.
  private mutating func match(_ open: [Int], row: Int, bank: TemplateBank, into cells: inout [Cell]) {
    let n = geometry.layout.offsets.count
    var sums = [[Float]](repeating: [Float](repeating: 0, count: TemplateBank.samples), count: open.count)
    for height in heights {
      guard let line = sampleRow(y: Double(row) + height) else { continue }
      for (slot, character) in open.enumerated() {
        let offset = geometry.layout.offsets[character]
        let shift = shift(row: row, character: character)
        scan.addCharacterValues(
          from: position(Double(offset), on: line) + shift.begin,
          to: position(Double(offset + SymbolCharacters.modules), on: line) + shift.end, into: &sums[slot])
      }
    }
    for (slot, character) in open.enumerated() {
      let values = isInverted ? sums[slot].map { -$0 } : sums[slot]
      let found = bank.match(TemplateBank.normalized(values), cluster: cluster(ofRow: row))
      let vote = votes[row, character]
      var cell = Cell(
        codeword: found.codeword, alternative: found.nextCodeword, reliability: found.score - found.nextScore)
      if found.score < 0.3 { cell = Cell() }
      // A line read by edges that agrees with the template settles it.
      if vote.count > 0 {
        if Int(vote.codeword) == found.codeword {
          cell.reliability = max(cell.reliability, 0.5)
        } else {
          cell.alternative = Int(vote.codeword)
        }
      }
      cells[row * n + character] = cell
    }
  }
}
