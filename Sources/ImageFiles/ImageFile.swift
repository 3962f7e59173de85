import BarcodeCore

/// Still pictures as 8-bit grey: JPEG, PNG, WebP, TIFF, HEIC and AVIF, PBM/PGM/PPM, BMP and GIF.
///
/// The format is told by the content, never by the name. An orientation that the file carries is applied. What is
/// transparent lies on white. Nothing a file may hold makes decoding stop the process.
public enum ImageFile {
  /// The most pixels that a picture may have unless the caller says otherwise.
  public static let defaultLimit = 200_000_000

  /// The picture in a file; `-` is standard input. `limit` is the most pixels it may have.
  public static func load(path: String, limit: Int = defaultLimit) throws(ImageFileError) -> LumaImage {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path: path)
    } catch {
      throw ImageFileError(file: path, reason: error)
    }
    do {
      return try decoded(bytes, limit: limit)
    } catch {
      throw ImageFileError(file: path, reason: error)
    }
  }

  /// The picture that the bytes of a file hold. `name` stands in the error.
  public static func decode(
    _ bytes: [UInt8], name: String = "picture", limit: Int = defaultLimit
  ) throws(ImageFileError) -> LumaImage {
    do {
      return try decoded(bytes, limit: limit)
    } catch {
      throw ImageFileError(file: name, reason: error)
    }
  }

  private static func decoded(_ bytes: [UInt8], limit: Int) throws(ImageFileError.Reason) -> LumaImage {
    guard !bytes.isEmpty else { throw .empty }
    guard let format = ImageFormat(sniffing: bytes) else { throw .notAPicture }
    let budget = PixelBudget(limit: limit)
    switch format {
    case .portableAnyMap: return try PortableAnyMap.decode(bytes, budget: budget)
    case .gif: return try GIFDecoder.decode(bytes, budget: budget)
    case .bmp: return try BMPDecoder.decode(bytes, budget: budget)
    default: return try PlatformDecoder.decode(bytes, format: format, budget: budget)
    }
  }
}

/// How many pixels a picture may have.
struct PixelBudget {
  let limit: Int

  /// The number of pixels, when there are some and not too many.
  func check(width: Int, height: Int) throws(ImageFileError.Reason) -> Int {
    guard width > 0, height > 0 else { throw .damaged("it has no pixels") }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= limit else { throw .tooLarge(width: width, height: height, limit: limit) }
    return count
  }
}

/// The weights of red, green and blue by which JPEG makes luma, in 65536ths.
enum LumaWeights {
  @inline(__always)
  static func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    let sum = 19595 &* UInt32(red) &+ 38470 &* UInt32(green) &+ 7471 &* UInt32(blue) &+ 32768
    return UInt8(truncatingIfNeeded: sum >> 16)
  }

  /// The luma of a colour of which `alpha` 255ths cover white.
  @inline(__always)
  static func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8) -> UInt8 {
    let grey = UInt32(luma(red, green, blue))
    let a = UInt32(alpha)
    return UInt8(truncatingIfNeeded: (grey &* a &+ 255 &* (255 &- a) &+ 127) / 255)
  }
}
