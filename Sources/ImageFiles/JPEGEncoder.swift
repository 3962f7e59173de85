#if os(Linux)
  import BarcodeCore
  import CTurboJPEG

  enum JPEGEncoder {
    static func encode(_ image: LumaImage, quality: Int) throws(ImageFileError) -> [UInt8] {
      let failure = ImageFileError(file: "JPEG", reason: .unwritable("the picture cannot be encoded"))
      // The format's own limit of a side.
      guard (1...65535).contains(image.width), (1...65535).contains(image.height), let handle = tjInitCompress() else {
        throw failure
      }
      defer { tjDestroy(handle) }
      var bytes: UnsafeMutablePointer<UInt8>?
      var size: UInt = 0
      defer { tjFree(bytes) }
      let status = tjCompress2(
        handle, image.pixels, Int32(image.width), 0, Int32(image.height), TJPF_GRAY.rawValue, &bytes, &size,
        Int32(TJSAMP_GRAY.rawValue), Int32(quality), 0)
      guard status == 0, let bytes else { throw failure }
      return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }
  }
#endif
