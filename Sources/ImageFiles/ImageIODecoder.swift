#if canImport(ImageIO)
  import BarcodeCore
  import CoreGraphics
  import Foundation
  import ImageIO

  /// The formats that the system decodes.
  enum PlatformDecoder {
    static func decode(
      _ bytes: [UInt8], format: ImageFormat, budget: PixelBudget
    ) throws(ImageFileError.Reason) -> LumaImage {
      guard let source = CGImageSourceCreateWithData(Data(bytes) as CFData, nil) else { throw .notAPicture }
      switch CGImageSourceGetStatus(source) {
      case .statusComplete: break
      case .statusUnexpectedEOF, .statusIncomplete: throw .truncated
      case .statusUnknownType: throw .notAPicture
      default: throw .damaged("")
      }
      let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any] ?? [:]
      let width = properties[kCGImagePropertyPixelWidth] as? Int ?? 0
      let height = properties[kCGImagePropertyPixelHeight] as? Int ?? 0
      _ = try budget.check(width: width, height: height)
      guard let image = CGImageSourceCreateImageAtIndex(source, 0, nil) else { throw .damaged("") }
      guard CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete else { throw .truncated }
      let orientation = Orientation(properties[kCGImagePropertyOrientation] as? Int ?? 1)
      return orientation.apply(to: try luma(image, budget: budget))
    }

    private static func luma(_ image: CGImage, budget: PixelBudget) throws(ImageFileError.Reason) -> LumaImage {
      let (width, height) = (image.width, image.height)
      let count = try budget.check(width: width, height: height)
      let information = CGImageAlphaInfo.noneSkipLast.rawValue
      guard let space = CGColorSpace(name: CGColorSpace.sRGB),
        let context = CGContext(
          data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
          bitmapInfo: information)
      else { throw .unreadable("out of memory") }
      let area = CGRect(x: 0, y: 0, width: CGFloat(width), height: CGFloat(height))
      context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
      context.fill(area)
      context.draw(image, in: area)
      guard let data = context.data else { throw .unreadable("out of memory") }
      let stride = context.bytesPerRow
      let pixels = [UInt8](unsafeUninitializedCapacity: count) { to, initialized in
        initialized = count
        for y in 0..<height {
          let row = data.assumingMemoryBound(to: UInt8.self) + y * stride
          for x in 0..<width {
            to[y &* width &+ x] = LumaWeights.luma(row[4 &* x], row[4 &* x &+ 1], row[4 &* x &+ 2])
          }
        }
      }
      return LumaImage(width: width, height: height, pixels: pixels)
    }
  }

  enum ImageIOEncoder {
    static func png(
      _ pixels: [UInt8], width: Int, height: Int, channels: Int
    ) throws(ImageFileError) -> [UInt8] {
      guard let picture = picture(pixels, width: width, height: height, channels: channels),
        let file = file(picture, type: "public.png", properties: nil)
      else { throw ImageFileError(file: "PNG", reason: .unwritable("the picture cannot be encoded")) }
      return file
    }

    /// - Parameter quality: from 1 to 100.
    static func jpeg(_ image: LumaImage, quality: Int) throws(ImageFileError) -> [UInt8] {
      let properties = [kCGImageDestinationLossyCompressionQuality: Double(quality) / 100] as [CFString: Any]
      guard let picture = picture(image.pixels, width: image.width, height: image.height, channels: 1),
        let file = file(picture, type: "public.jpeg", properties: properties as CFDictionary)
      else { throw ImageFileError(file: "JPEG", reason: .unwritable("the picture cannot be encoded")) }
      return file
    }

    private static func picture(_ pixels: [UInt8], width: Int, height: Int, channels: Int) -> CGImage? {
      let name = channels == 3 ? CGColorSpace.sRGB : CGColorSpace.genericGrayGamma2_2
      guard let space = CGColorSpace(name: name), let provider = CGDataProvider(data: Data(pixels) as CFData) else {
        return nil
      }
      return CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 8 * channels, bytesPerRow: width * channels,
        space: space, bitmapInfo: CGBitmapInfo(rawValue: 0), provider: provider, decode: nil,
        shouldInterpolate: false, intent: .defaultIntent)
    }

    private static func file(_ picture: CGImage, type: String, properties: CFDictionary?) -> [UInt8]? {
      let target = NSMutableData()
      guard let destination = CGImageDestinationCreateWithData(target as CFMutableData, type as CFString, 1, nil) else {
        return nil
      }
      CGImageDestinationAddImage(destination, picture, properties)
      return CGImageDestinationFinalize(destination) ? [UInt8](target as Data) : nil
    }
  }
#endif
