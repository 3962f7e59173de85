/// Tells the dark pixels of a picture from the light ones, row by row.
package protocol RowThreshold: AnyObject {
  /// Writes 1 for each dark pixel of a row and 0 for the others, in the given columns of tiles at the least.
  /// - Parameter out: Memory for a whole row, written at the pixels' own places.
  func binarize(row: Int, tileColumns: Range<Int>, into out: UnsafeMutablePointer<UInt8>)
}
