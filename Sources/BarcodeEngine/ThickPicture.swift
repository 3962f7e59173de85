import BarcodeCore

/// A picture of one or two rows or columns of pixels, as line cameras give, with each repeated: symbols are looked for in
/// pictures that have some height.
struct ThickPicture {
  let image: LumaImage
  /// How often each column and each row stands there.
  let columns: Int
  let rows: Int

  /// Rows and columns that a picture has at the least to be searched as it is.
  private static let leastSide = 3

  /// Nil where the picture is high and wide enough.
  init?(_ luma: LumaView) {
    func times(_ side: Int) -> Int { (Self.leastSide + side - 1) / side }
    (columns, rows) = (times(luma.width), times(luma.height))
    guard columns > 1 || rows > 1 else { return nil }
    let (width, height) = (luma.width * columns, luma.height * rows)
    var pixels = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      let row = luma.row(y / rows)
      for x in 0..<width { pixels[y * width + x] = row[x / columns] }
    }
    image = LumaImage(width: width, height: height, pixels: pixels)
  }
}
