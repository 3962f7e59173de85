/// A plane that is made when it is first looked at: where nobody looks, it costs nothing.
package final class MadePlane {
  private let width: Int
  private let height: Int
  private let threshold: (any RowThreshold)?
  private var pixels: UnsafeMutablePointer<UInt8>?
  /// Rows that were made one by one, and in which columns of tiles.
  private var rows: UnsafeMutablePointer<UInt8>?
  private var madeColumns: [Range<Int>] = []
  private var made: BinaryPlane?

  package init(width: Int, height: Int, threshold: any RowThreshold) {
    self.width = width
    self.height = height
    self.threshold = threshold
  }

  /// A plane that is there already; who owns its pixels must outlive this.
  package init(_ plane: BinaryPlane) {
    width = plane.width
    height = plane.height
    threshold = nil
    made = plane
  }

  /// The plane; valid while this is.
  package var plane: BinaryPlane {
    if let made { return made }
    let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height)
    let columns = 0..<((width + TileMap.size - 1) / TileMap.size)
    for y in 0..<height { threshold?.binarize(row: y, tileColumns: columns, into: pixels + y * width) }
    self.pixels = pixels
    let plane = BinaryPlane(base: UnsafePointer(pixels), width: width, height: height, stride: width)
    made = plane
    return plane
  }

  /// A row of pixels, right in the given columns of tiles; valid while this is.
  package func row(_ y: Int, tileColumns: Range<Int>) -> UnsafePointer<UInt8> {
    if let made { return made.row(y) }
    let all = rows ?? .allocate(capacity: width * height)
    if rows == nil {
      rows = all
      madeColumns = [Range<Int>](repeating: 0..<0, count: height)
    }
    let out = all + y * width
    // Both polarities ask for the same rows.
    if tileColumns.clamped(to: madeColumns[y]) != tileColumns {
      threshold?.binarize(row: y, tileColumns: tileColumns, into: out)
      madeColumns[y] = tileColumns
    }
    return UnsafePointer(out)
  }

  deinit {
    pixels?.deallocate()
    rows?.deallocate()
  }
}
