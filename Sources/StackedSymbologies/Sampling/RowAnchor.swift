/// A reading of a row's number at one end of a symbol.
struct RowAnchor {
  /// Position across the scan lines, in pixels.
  var v: Double
  var row: Int
}
