import BarcodeCore
import FrameSources
import ImageFiles

/// Pictures as results carry them.
package enum ResultPicture {
  /// File formats, numbered as readers do.
  package enum Format: Int, Sendable {
    case bmp = 0
    case jpeg = 1
    case png = 2
  }

  /// The picture turned upright, each side divided by a number.
  package static func picture(_ image: LumaImage, _ orientation: PictureOrientation, dividing: Int) -> LumaImage {
    turned(reduced(image, by: dividing), orientation)
  }

  /// The bytes of a picture file; nil for a picture that the format cannot hold.
  package static func encode(_ image: LumaImage, _ format: Format, quality: Int) -> [UInt8]? {
    switch format {
    case .bmp: try? ImageFile.bmp(image)
    case .jpeg: try? ImageFile.jpeg(image, quality: quality)
    case .png: try? ImageFile.png(image)
    }
  }

  /// Squares of pixels become their mean; what is left over at the right and at the bottom is cut.
  static func reduced(_ image: LumaImage, by side: Int) -> LumaImage {
    guard side > 1, image.width >= side, image.height >= side else { return image }
    let width = image.width / side
    let height = image.height / side
    let area = side * side
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { to, count in
      image.pixels.withUnsafeBufferPointer { from in
        for y in 0..<height {
          for x in 0..<width {
            var sum = area / 2
            for row in 0..<side {
              let start = (y &* side &+ row) &* image.width &+ x &* side
              for i in start..<start &+ side { sum &+= Int(from[i]) }
            }
            to[y &* width &+ x] = UInt8(truncatingIfNeeded: sum / area)
          }
        }
      }
      count = width * height
    }
    return LumaImage(width: width, height: height, pixels: pixels)
  }

  static func turned(_ image: LumaImage, _ orientation: PictureOrientation) -> LumaImage {
    guard orientation != .up else { return image }
    let (w, h) = (image.width, image.height)
    let (width, height) = orientation.swapsSides ? (h, w) : (w, h)
    // The stored pixel of the upright (x, y) is at `start + x * stepX + y * stepY`.
    let (start, stepX, stepY): (Int, Int, Int) =
      switch orientation {
      case .up: (0, 1, w)
      case .quarterTurn: (w * (h - 1), -w, 1)
      case .halfTurn: (w * h - 1, -1, -w)
      case .threeQuarterTurn: (w - 1, w, -1)
      }
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { to, count in
      image.pixels.withUnsafeBufferPointer { from in
        for y in 0..<height {
          var source = start &+ y &* stepY
          for i in y &* width..<(y &+ 1) &* width {
            to[i] = from[source]
            source &+= stepX
          }
        }
      }
      count = width * height
    }
    return LumaImage(width: width, height: height, pixels: pixels)
  }
}
