#if canImport(UIKit)
  import CoreGraphics
  import Foundation
  import ScanSession
  import UIKit

  extension UIImage {
    /// A grey picture; nil when it has no pixels.
    convenience init?(upright luma: LumaImage) {
      guard luma.width > 0, luma.height > 0, let provider = CGDataProvider(data: Data(luma.pixels) as CFData),
        let picture = CGImage(
          width: luma.width, height: luma.height, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: luma.width,
          space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGBitmapInfo(rawValue: 0), provider: provider,
          decode: nil, shouldInterpolate: false, intent: .defaultIntent)
      else { return nil }
      self.init(cgImage: picture, scale: 1, orientation: .up)
    }
  }

  extension ColourComponents {
    init(_ colour: UIColor) {
      var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 1)
      colour.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
      self.init(red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(alpha))
    }
  }
#endif
