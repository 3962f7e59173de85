import BarcodeCore

#if os(Linux)
  import CImageShims
  import Glibc
#endif

/// A picture of red, green and blue, one byte each.
public struct ColourImage: Sendable, Equatable {
  public let width: Int
  public let height: Int
  /// `3 * width * height` values, row by row, red first.
  public var pixels: [UInt8]

  /// A grey picture in colour.
  public init(_ image: LumaImage) {
    width = image.width
    height = image.height
    pixels = [UInt8](unsafeUninitializedCapacity: 3 * image.pixels.count) { to, count in
      count = 3 * image.pixels.count
      for (i, grey) in image.pixels.enumerated() {
        (to[3 &* i], to[3 &* i &+ 1], to[3 &* i &+ 2]) = (grey, grey, grey)
      }
    }
  }
}

extension ImageFile {
  /// The picture as the bytes of a PGM file.
  public static func pgm(_ image: LumaImage) -> [UInt8] { PortableAnyMap.encode(image) }

  /// The picture as the bytes of a PNG file.
  public static func png(_ image: LumaImage) throws(ImageFileError) -> [UInt8] {
    try encodePNG(image.pixels, width: image.width, height: image.height, channels: 1)
  }

  /// The picture as the bytes of a PNG file.
  public static func png(_ image: ColourImage) throws(ImageFileError) -> [UInt8] {
    try encodePNG(image.pixels, width: image.width, height: image.height, channels: 3)
  }

  /// The picture as the bytes of a JPEG file.
  ///
  /// - Parameter quality: from 1 to 100; what is beyond is cut.
  public static func jpeg(_ image: LumaImage, quality: Int) throws(ImageFileError) -> [UInt8] {
    let quality = max(1, min(100, quality))
    #if os(Linux)
      return try JPEGEncoder.encode(image, quality: quality)
    #elseif canImport(ImageIO)
      return try ImageIOEncoder.jpeg(image, quality: quality)
    #else
      throw ImageFileError(file: "JPEG", reason: .unwritable("not on this system"))
    #endif
  }

  /// The picture as the bytes of a BMP file of 256 grey values.
  public static func bmp(_ image: LumaImage) throws(ImageFileError) -> [UInt8] { try BMPEncoder.encode(image) }

  /// Writes bytes to a file, in place of one that is there.
  public static func write(_ bytes: [UInt8], path: String) throws(ImageFileError) {
    do {
      try FileBytes.write(bytes, path: path)
    } catch {
      throw ImageFileError(file: path, reason: error)
    }
  }

  private static func encodePNG(
    _ pixels: [UInt8], width: Int, height: Int, channels: Int
  ) throws(ImageFileError) -> [UInt8] {
    #if os(Linux)
      var count = 0
      guard width > 0, height > 0, width <= 1 << 30, height <= 1 << 30,
        let bytes = cimage_png_encode(pixels, UInt32(width), UInt32(height), Int32(channels), &count)
      else { throw ImageFileError(file: "PNG", reason: .unwritable("the picture cannot be encoded")) }
      defer { free(bytes) }
      return Array(UnsafeBufferPointer(start: bytes, count: count))
    #elseif canImport(ImageIO)
      return try ImageIOEncoder.png(pixels, width: width, height: height, channels: channels)
    #else
      throw ImageFileError(file: "PNG", reason: .unwritable("not on this system"))
    #endif
  }
}
