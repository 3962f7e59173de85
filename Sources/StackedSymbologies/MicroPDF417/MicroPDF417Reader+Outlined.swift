import BarcodeCore

extension MicroPDF417Reader {
  /// Pixels of a module at the least.
  private static let leastModule = 1.0
  /// Mean agreement of the row address patterns, of 1, from which on a size may be right: those of other sizes agree by
  /// a third at the most.
  private static let leastAgreement: Float = 0.45
  /// Sizes that are tried.
  private static let mostSizes = 3

  /// The symbol that fills a place with four sides: seen at a flat angle, no line crosses a row from end to end.
  func read(_ place: OutlinedPlace) -> Barcode? {
    var rated: [(size: MicroPDF417Size, map: Homography, agreement: Float)] = []
    for (size, patterns) in MicroPDF417Reader.addresses where sizes.contains(size) {
      let layout = size.layout
      let (w, h) = (Double(layout.modules), Double(size.rows))
      let flat = Quad(Point(0, 0), Point(w, 0), Point(w, h), Point(0, h))
      for quad in place.quads {
        for (map, _) in place.maps(of: flat, in: quad, mirrored: false) {
          guard MicroPDF417Reader.isPlausible(map, modules: w, rows: h) else { continue }
          let agreement = place.agreement(patterns, map)
          if agreement >= MicroPDF417Reader.leastAgreement { rated.append((size, map, agreement)) }
        }
      }
    }
    for tried in rated.sorted(by: { $0.agreement > $1.agreement }).prefix(MicroPDF417Reader.mostSizes) {
      guard let geometry = SymbolGeometry(layout: tried.size.layout, rows: tried.size.rows, map: tried.map),
        let barcode = read(tried.size, geometry, isInverted: place.isInverted)
      else { continue }
      return barcode
    }
    return nil
  }

  /// Height of a row in widths of a module: two as the standard has it, and what perspective makes of it.
  private static let rowHeights = 0.8...8.0

  private static func isPlausible(_ map: Homography, modules: Double, rows: Double) -> Bool {
    let middle = map(Point(modules / 2, rows / 2))
    let module = map(Point(modules / 2 + 1, rows / 2)).distance(to: middle)
    let row = map(Point(modules / 2, rows / 2 + 1)).distance(to: middle)
    return module >= leastModule && rowHeights.contains(row / module)
  }

  /// All sizes with the middles of the modules of their row address patterns.
  private static let addresses: [(size: MicroPDF417Size, patterns: [(place: Point, isDark: Bool)])] =
    (MicroPDF417Size.all + MicroPDF417Size.componentA).map { ($0, patterns(of: $0)) }

  private static func patterns(of size: MicroPDF417Size) -> [(place: Point, isDark: Bool)] {
    let width = RowAddressPatterns.modules
    let modules = size.layout.modules
    var columns: [(x: Int, first: Int, patterns: [UInt32])] = [
      (modules - width - 1, size.right, RowAddressPatterns.side)
    ]
    if size.hasLeft { columns.append((0, size.left, RowAddressPatterns.side)) }
    // The centre pattern stands before the last two columns.
    if size.columns > 2 { columns.append((modules - 1 - 2 * 17 - 2 * width, size.center, RowAddressPatterns.center)) }
    var places: [(Point, Bool)] = []
    for row in 0..<size.rows {
      for (x, first, patterns) in columns {
        let bits = RowAddressPatterns.bits(of: patterns[(first + row) % RowAddressPatterns.count])
        for k in 0..<width {
          places.append(
            (Point(Double(x + k) + 0.5, Double(row) + 0.5), bits >> UInt32(width - 1 - k) & 1 == 1))
        }
      }
    }
    return places
  }
}
