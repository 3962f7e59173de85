/// The row address patterns of MicroPDF417: 10 modules in three bars and three spaces, two cycles of 52.
enum RowAddressPatterns {
  /// Modules of a pattern.
  static let modules = 10
  /// Patterns of a cycle.
  static let count = 52

  /// Place in the cycle of side patterns by their ten modules, -1 for what is none.
  static let sideIndex: [Int8] = {
    var places = [Int8](repeating: -1, count: 1 << modules)
    for (place, widths) in side.enumerated() { places[Int(bits(of: widths))] = Int8(place) }
    return places
  }()

  /// Modules of the first bar and the first space of side patterns, by their place in the cycle.
  static let firstPair: [Float] = side.map { Float($0 >> 20 & 15) + Float($0 >> 16 & 15) }

  /// The ten modules of a pattern from its widths, the first module as the highest bit, 1 for a bar.
  static func bits(of widths: UInt32) -> UInt32 {
    var bits: UInt32 = 0
    for place in 0..<6 {
      let width = Int(widths >> UInt32(20 - 4 * place) & 15)
      for _ in 0..<width { bits = bits << 1 | (place & 1 == 0 ? 1 : 0) }
    }
    return bits
  }
}

/// One of the sizes of MicroPDF417.
struct MicroPDF417Size: Hashable, Sendable {
  /// Data columns, 1 to 4.
  var columns: Int
  /// Rows, 4 to 44.
  var rows: Int
  /// Check codewords.
  var checks: Int
  /// Places in their cycles of the first row's left, centre and right row address patterns.
  var left: Int
  var center: Int
  var right: Int
  /// Cluster of the first row, divided by 3.
  var cluster: Int
  /// The size is one of CC-A.
  var isComponentA = false

  /// The same size as one of CC-A.
  var asComponentA: MicroPDF417Size {
    var size = self
    size.isComponentA = true
    return size
  }

  /// CC-A of three columns has no left row address patterns.
  var hasLeft: Bool { !isComponentA || columns != 3 }

  var layout: SymbolLayout { hasLeft ? SymbolLayout(microColumns: columns) : .componentOfThree }

  init(_ columns: Int, rows: Int, checks: Int, left: Int, center: Int, right: Int, cluster: Int) {
    self.columns = columns
    self.rows = rows
    self.checks = checks
    self.left = left
    self.center = center
    self.right = right
    self.cluster = cluster
  }
}
