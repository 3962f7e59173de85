#if os(Linux)
  import BarcodeCore
  import CHEIF

  /// HEIC and AVIF. The library turns the picture itself.
  enum HEIFDecoder {
    static func decode(_ bytes: [UInt8], budget: PixelBudget) throws(ImageFileError.Reason) -> LumaImage {
      guard let context = heif_context_alloc() else { throw .unreadable("out of memory") }
      defer { heif_context_free(context) }
      // The context borrows the bytes until it is freed.
      let result = bytes.withUnsafeBytes { buffer -> Result<LumaImage, ImageFileError.Reason> in
        do throws(ImageFileError.Reason) {
          return .success(try decode(context, buffer, budget: budget))
        } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }

    private static func decode(
      _ context: OpaquePointer, _ buffer: UnsafeRawBufferPointer, budget: PixelBudget
    ) throws(ImageFileError.Reason) -> LumaImage {
      try check(heif_context_read_from_memory_without_copy(context, buffer.baseAddress, buffer.count, nil))
      var handle: OpaquePointer?
      try check(heif_context_get_primary_image_handle(context, &handle))
      guard let handle else { throw .damaged("") }
      defer { heif_image_handle_release(handle) }
      _ = try budget.check(
        width: Int(heif_image_handle_get_width(handle)), height: Int(heif_image_handle_get_height(handle)))
      let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
      var image: OpaquePointer?
      let chroma = hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB
      try check(heif_decode_image(handle, &image, heif_colorspace_RGB, chroma, nil))
      guard let image else { throw .damaged("") }
      defer { heif_image_release(image) }
      return try luma(image, channels: hasAlpha ? 4 : 3, budget: budget)
    }

    private static func luma(
      _ image: OpaquePointer, channels: Int, budget: PixelBudget
    ) throws(ImageFileError.Reason) -> LumaImage {
      let width = Int(heif_image_get_width(image, heif_channel_interleaved))
      let height = Int(heif_image_get_height(image, heif_channel_interleaved))
      let count = try budget.check(width: width, height: height)
      var stride: Int32 = 0
      guard let plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride),
        Int(stride) >= width * channels
      else { throw .damaged("") }
      var pixels: [UInt8] = []
      pixels.reserveCapacity(count)
      for y in 0..<height {
        let row = UnsafeBufferPointer(start: plane + y * Int(stride), count: width * channels)
        pixels += Interleaved.luma(row, count: width, hasAlpha: channels == 4)
      }
      return LumaImage(width: width, height: height, pixels: pixels)
    }

    private static func check(_ error: heif_error) throws(ImageFileError.Reason) {
      guard error.code != heif_error_Ok else { return }
      let text = error.message.map { String(cString: $0) } ?? ""
      if error.subcode == heif_suberror_End_of_data { throw .truncated }
      if error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature {
        throw .unsupported("this kind of HEIF (\(text)) is")
      }
      throw .damaged(text)
    }
  }
#endif
