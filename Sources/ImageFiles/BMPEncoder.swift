import BarcodeCore

enum BMPEncoder {
  private static let headerSize = 14
  private static let informationSize = 40
  private static let colours = 256

  /// Rows stand upside down in the file, each filled up to a multiple of four bytes.
  static func encode(_ image: LumaImage) throws(ImageFileError) -> [UInt8] {
    let stride = (image.width + 3) & ~3
    let start = headerSize + informationSize + 4 * colours
    let (size, overflow) = stride.multipliedReportingOverflow(by: image.height)
    guard image.width > 0, image.height > 0, !overflow, size <= Int(Int32.max) - start else {
      throw ImageFileError(file: "BMP", reason: .unwritable("the picture cannot be encoded"))
    }
    var file: [UInt8] = []
    file.reserveCapacity(start + size)
    func put(_ value: Int, bytes: Int) {
      for i in 0..<bytes { file.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
    }
    file += Array("BM".utf8)
    put(start + size, bytes: 4)
    put(0, bytes: 4)
    put(start, bytes: 4)
    put(informationSize, bytes: 4)
    put(image.width, bytes: 4)
    put(image.height, bytes: 4)
    put(1, bytes: 2)
    put(8, bytes: 2)
    // Not compressed; sizes per metre left open.
    for value in [0, size, 0, 0, colours, 0] { put(value, bytes: 4) }
    for grey in 0..<colours { put(grey * 0x01_0101, bytes: 4) }
    let filling = [UInt8](repeating: 0, count: stride - image.width)
    for y in (0..<image.height).reversed() {
      file += image.pixels[y * image.width..<(y + 1) * image.width]
      file += filling
    }
    return file
  }
}
