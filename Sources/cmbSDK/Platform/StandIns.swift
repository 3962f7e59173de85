#if !canImport(UIKit)
  import Foundation
  import ImageFiles
  import ScanSession

  // The few types of UIKit and ExternalAccessory that the interface names, for systems without UIKit.

  /// Stands for a view that holds the camera preview.
  @MainActor
  open class UIView: NSObject {
    public var tag = 0

    public override nonisolated init() { super.init() }
  }

  /// Stands for a layer that the overlay is drawn on.
  @MainActor
  open class CALayer: NSObject {
    public override nonisolated init() { super.init() }
  }

  /// Stands for an accessory; there are none.
  public final class EAAccessory: NSObject, Sendable {
    /// Names of the protocols that it speaks.
    public var protocolStrings: [String] { [] }
  }

  /// A colour.
  public final class UIColor: NSObject, Sendable {
    package let components: ColourComponents

    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      components = ColourComponents(
        red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(alpha))
      super.init()
    }

    public static var black: UIColor { UIColor(red: 0, green: 0, blue: 0, alpha: 1) }
    public static var white: UIColor { UIColor(red: 1, green: 1, blue: 1, alpha: 1) }
    public static var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
    public static var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
    public static var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
    public static var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
  }

  /// A grey picture.
  public final class UIImage: NSObject, Sendable {
    /// The picture's grey values.
    public let luma: LumaImage

    public init(luma: LumaImage) {
      self.luma = luma
      super.init()
    }

    /// From the bytes of a picture file; nil when they hold none.
    public init?(data: Data) {
      guard let luma = try? ImageFile.decode(Array(data)) else { return nil }
      self.luma = luma
      super.init()
    }

    /// In pixels.
    public var size: CGSize { CGSize(width: luma.width, height: luma.height) }

    /// The picture as a PNG file; nil when it has no pixels.
    public func pngData() -> Data? { (try? ImageFile.png(luma)).map { Data($0) } }
  }

  extension UIImage {
    convenience init?(upright luma: LumaImage) { self.init(luma: luma) }
  }

  extension ColourComponents {
    init(_ colour: UIColor) { self = colour.components }
  }
#endif
