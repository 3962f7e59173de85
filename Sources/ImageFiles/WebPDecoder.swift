#if os(Linux)
  import BarcodeCore
  import CWebP

  enum WebPDecoder {
    static func decode(_ bytes: [UInt8], budget: PixelBudget) throws(ImageFileError.Reason) -> LumaImage {
      var features = WebPBitstreamFeatures()
      switch WebPGetFeatures(bytes, bytes.count, &features) {
      case VP8_STATUS_OK: break
      case VP8_STATUS_NOT_ENOUGH_DATA: throw .truncated
      default: throw .damaged("")
      }
      guard features.has_animation == 0 else { throw .unsupported("animated WebP is") }
      let (width, height) = (Int(features.width), Int(features.height))
      let count = try budget.check(width: width, height: height)
      let hasAlpha = features.has_alpha != 0
      let channels = hasAlpha ? 4 : 3
      // The library's luma has a limited range and other rounding, so colours are asked for.
      var decoded = false
      let colours = [UInt8](unsafeUninitializedCapacity: count * channels) { to, initialized in
        let stride = Int32(width * channels)
        let result =
          hasAlpha
          ? WebPDecodeRGBAInto(bytes, bytes.count, to.baseAddress, count * 4, stride)
          : WebPDecodeRGBInto(bytes, bytes.count, to.baseAddress, count * 3, stride)
        decoded = result != nil
        initialized = decoded ? count * channels : 0
      }
      guard decoded else { throw isCutOff(bytes) ? .truncated : .damaged("") }
      let pixels = colours.withUnsafeBufferPointer { Interleaved.luma($0, count: count, hasAlpha: hasAlpha) }
      return Orientation(webP: bytes).apply(to: LumaImage(width: width, height: height, pixels: pixels))
    }

    private static func isCutOff(_ bytes: [UInt8]) -> Bool {
      (ByteOrder.little.uint32(bytes, at: 4) ?? 0) + 8 > bytes.count
    }
  }

  /// Pixels of red, green, blue and perhaps alpha, one after another.
  enum Interleaved {
    static func luma(_ from: UnsafeBufferPointer<UInt8>, count: Int, hasAlpha: Bool) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: count) { to, initialized in
        initialized = count
        if hasAlpha {
          for i in 0..<count {
            let p = 4 &* i
            to[i] = LumaWeights.luma(from[p], from[p &+ 1], from[p &+ 2], alpha: from[p &+ 3])
          }
        } else {
          for i in 0..<count {
            let p = 3 &* i
            to[i] = LumaWeights.luma(from[p], from[p &+ 1], from[p &+ 2])
          }
        }
      }
    }
  }
#endif
