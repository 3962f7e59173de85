/// Where things stand across a stacked symbol, in modules from its left edge.
struct SymbolLayout: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case pdf417
    /// PDF417 without right row indicators, its stop pattern a single bar.
    case compactPDF417
    case microPDF417
  }

  let kind: Kind
  /// Data columns.
  let columns: Int
  /// Where each symbol character begins, row indicators included, from left to right.
  let offsets: [Int]
  /// Width of the whole symbol.
  let modules: Int

  init(pdf417Columns columns: Int, isCompact: Bool) {
    kind = isCompact ? .compactPDF417 : .pdf417
    self.columns = columns
    offsets = (0..<(columns + (isCompact ? 1 : 2))).map { 17 * ($0 + 1) }
    modules = 17 * (columns + (isCompact ? 2 : 4)) + 1
  }

  init(microColumns columns: Int) {
    kind = .microPDF417
    self.columns = columns
    switch columns {
    case 1: offsets = [10]
    case 2: offsets = [10, 27]
    case 3: offsets = [10, 37, 54]
    default: offsets = [10, 27, 54, 71]
    }
    modules = SymbolLayout.microModules(columns: columns)
  }

  /// CC-A of three columns: MicroPDF417 that begins with a symbol character.
  static let componentOfThree = SymbolLayout(columns: 3, offsets: [0, 27, 44], modules: 72)

  private init(columns: Int, offsets: [Int], modules: Int) {
    kind = .microPDF417
    self.columns = columns
    self.offsets = offsets
    self.modules = modules
  }

  /// Width of a MicroPDF417 symbol of 1 to 4 data columns.
  static func microModules(columns: Int) -> Int { 17 * columns + (columns > 2 ? 31 : 21) }

  /// The symbol characters that are data, as indices into `offsets`.
  var dataCharacters: Range<Int> {
    switch kind {
    case .pdf417, .compactPDF417: 1..<(columns + 1)
    case .microPDF417: 0..<columns
    }
  }
}
