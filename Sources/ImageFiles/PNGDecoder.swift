#if os(Linux)
  import BarcodeCore
  import CImageShims

  enum PNGDecoder {
    static func decode(_ bytes: [UInt8], budget: PixelBudget) throws(ImageFileError.Reason) -> LumaImage {
      guard let width = ByteOrder.big.uint32(bytes, at: 16), let height = ByteOrder.big.uint32(bytes, at: 20) else {
        throw .truncated
      }
      let count = try budget.check(width: width, height: height)
      let pixels = try CImage.pixels(count) { to, message in
        cimage_png_decode(bytes, bytes.count, to, UInt32(width), UInt32(height), message)
      }
      return Orientation(png: bytes).apply(to: LumaImage(width: width, height: height, pixels: pixels))
    }
  }

  /// Calls of the C shims.
  enum CImage {
    /// Pixels that a shim fills in.
    static func pixels(
      _ count: Int, _ fill: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<CChar>?) -> Int32
    ) throws(ImageFileError.Reason) -> [UInt8] {
      var status = Int32(CIMAGE_OK)
      var message = [CChar](repeating: 0, count: Int(CIMAGE_MESSAGE_SIZE))
      let pixels = [UInt8](unsafeUninitializedCapacity: count) { to, initialized in
        status = message.withUnsafeMutableBufferPointer { fill(to.baseAddress, $0.baseAddress) }
        initialized = status == CIMAGE_OK ? count : 0
      }
      try check(status, message)
      return pixels
    }

    static func check(_ status: Int32, _ message: [CChar]) throws(ImageFileError.Reason) {
      let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      switch Int(status) {
      case CIMAGE_OK: return
      case CIMAGE_TRUNCATED: throw .truncated
      case CIMAGE_UNSUPPORTED: throw .unsupported("this kind of picture (\(text)) is")
      case CIMAGE_NO_MEMORY: throw .unreadable("out of memory")
      default: throw .damaged(text)
      }
    }
  }
#endif
