import BarcodeCore

#if os(Linux)
  /// The formats that C libraries decode.
  enum PlatformDecoder {
    static func decode(
      _ bytes: [UInt8], format: ImageFormat, budget: PixelBudget
    ) throws(ImageFileError.Reason) -> LumaImage {
      switch format {
      case .jpeg: return try JPEGDecoder.decode(bytes, budget: budget)
      case .png: return try PNGDecoder.decode(bytes, budget: budget)
      case .webP: return try WebPDecoder.decode(bytes, budget: budget)
      case .tiff: return try TIFFDecoder.decode(bytes, budget: budget)
      case .heif: return try HEIFDecoder.decode(bytes, budget: budget)
      case .portableAnyMap, .bmp, .gif: throw .notAPicture
      }
    }
  }
#elseif !canImport(ImageIO)
  /// A system without picture libraries.
  enum PlatformDecoder {
    static func decode(
      _ bytes: [UInt8], format: ImageFormat, budget: PixelBudget
    ) throws(ImageFileError.Reason) -> LumaImage {
      throw .unsupported("\(format) is, on this system,")
    }
  }
#endif
