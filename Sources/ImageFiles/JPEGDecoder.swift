#if os(Linux)
  import BarcodeCore
  import CTurboJPEG

  enum JPEGDecoder {
    static func decode(_ bytes: [UInt8], budget: PixelBudget) throws(ImageFileError.Reason) -> LumaImage {
      guard let handle = tjInitDecompress() else { throw .unreadable("out of memory") }
      defer { tjDestroy(handle) }
      var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
      let size = UInt(bytes.count)
      guard tjDecompressHeader3(handle, bytes, size, &width, &height, &subsampling, &colours) == 0 else {
        throw failure(handle, bytes)
      }
      let count = try budget.check(width: Int(width), height: Int(height))
      // Four inks come as such; all else has a luma plane or is turned into one.
      let isInk = colours == TJCS_CMYK.rawValue || colours == TJCS_YCCK.rawValue
      let format = isInk ? TJPF_CMYK : TJPF_GRAY
      let channels = isInk ? 4 : 1
      var failed = false
      var pixels = [UInt8](unsafeUninitializedCapacity: count * channels) { to, initialized in
        let status = tjDecompress2(
          handle, bytes, size, to.baseAddress, width, 0, height, format.rawValue, TJFLAG_LIMITSCANS)
        failed = status != 0 && !isHarmless(handle)
        initialized = failed ? 0 : count * channels
      }
      if failed { throw failure(handle, bytes) }
      if isInk { pixels = fromInk(pixels, count: count) }
      return Orientation(jpeg: bytes).apply(to: LumaImage(width: Int(width), height: Int(height), pixels: pixels))
    }

    private static func message(_ handle: tjhandle) -> String { String(cString: tjGetErrorStr2(handle)) }

    /// Some cameras leave bytes between the segments, which costs no pixel.
    private static func isHarmless(_ handle: tjhandle) -> Bool {
      tjGetErrorCode(handle) == TJERR_WARNING.rawValue && message(handle).contains("extraneous bytes before marker")
    }

    private static func failure(_ handle: tjhandle, _ bytes: [UInt8]) -> ImageFileError.Reason {
      let text = message(handle)
      if text.contains("Premature end") || !hasEnd(bytes) { return .truncated }
      if text.contains("nsupported") { return .unsupported("this kind of JPEG is") }
      return .damaged(text)
    }

    /// Whether the marker of the end stands near the end of the file; a few bytes may follow it.
    private static func hasEnd(_ bytes: [UInt8]) -> Bool {
      let tail = bytes.suffix(1024)
      return zip(tail, tail.dropFirst()).contains { $0 == 0xff && $1 == 0xd9 }
    }

    /// Programs store the four inks inverted: 255 is no ink.
    private static func fromInk(_ inks: [UInt8], count: Int) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: count) { to, initialized in
        initialized = count
        for i in 0..<count {
          let black = UInt32(inks[4 &* i &+ 3])
          func light(_ ink: UInt8) -> UInt8 { UInt8(truncatingIfNeeded: (UInt32(ink) &* black &+ 127) / 255) }
          to[i] = LumaWeights.luma(light(inks[4 &* i]), light(inks[4 &* i &+ 1]), light(inks[4 &* i &+ 2]))
        }
      }
    }
  }
#endif
