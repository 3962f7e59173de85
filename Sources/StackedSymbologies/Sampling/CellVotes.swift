/// Readings of the cells of a symbol on several scan lines.
struct CellVotes {
  /// The codewords most often read in a cell.
  struct Cell {
    var codeword: Int16 = -1
    var count: UInt8 = 0
    var otherCodeword: Int16 = -1
    var otherCount: UInt8 = 0
  }

  let rows: Int
  let characters: Int
  private(set) var cells: [Cell]

  init(rows: Int, characters: Int) {
    self.rows = rows
    self.characters = characters
    cells = [Cell](repeating: Cell(), count: rows * characters)
  }

  subscript(row: Int, character: Int) -> Cell { cells[row * characters + character] }

  /// Counts a reading.
  mutating func add(_ codeword: Int, row: Int, character: Int) {
    let at = row * characters + character
    let value = Int16(truncatingIfNeeded: codeword)
    if cells[at].codeword == value || cells[at].count == 0 {
      cells[at].codeword = value
      cells[at].count &+= 1
    } else if cells[at].otherCodeword == value || cells[at].otherCount == 0 {
      cells[at].otherCodeword = value
      cells[at].otherCount &+= 1
      if cells[at].otherCount > cells[at].count {
        let cell = cells[at]
        cells[at] = Cell(
          codeword: cell.otherCodeword, count: cell.otherCount, otherCodeword: cell.codeword, otherCount: cell.count)
      }
    }
  }
}
