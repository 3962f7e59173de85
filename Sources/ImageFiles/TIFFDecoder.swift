#if os(Linux)
  import BarcodeCore
  import CImageShims

  enum TIFFDecoder {
    static func decode(_ bytes: [UInt8], budget: PixelBudget) throws(ImageFileError.Reason) -> LumaImage {
      var (width, height): (UInt32, UInt32) = (0, 0)
      var orientation: Int32 = 1
      var message = [CChar](repeating: 0, count: Int(CIMAGE_MESSAGE_SIZE))
      let status = cimage_tiff_header(bytes, bytes.count, &width, &height, &orientation, &message)
      try CImage.check(status, message)
      let count = try budget.check(width: Int(width), height: Int(height))
      let pixels = try CImage.pixels(count) { to, message in
        cimage_tiff_decode(bytes, bytes.count, to, width, height, message)
      }
      let image = LumaImage(width: Int(width), height: Int(height), pixels: pixels)
      return Orientation(Int(orientation)).apply(to: image)
    }
  }
#endif
