@_exported import CoreGraphics

@MainActor open class CALayer: NSObject {
  public override nonisolated init() { super.init() }
}

@MainActor open class UIView: NSObject {
  public override nonisolated init() { super.init() }
  public var tag = 0
  public var bounds: CGRect = .zero
  public var layer: CALayer { CALayer() }
}

open class UIColor: NSObject, @unchecked Sendable {
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool { true }
}

open class UIImage: NSObject, @unchecked Sendable {
  public enum Orientation: Int, Sendable { case up, down, left, right }
  public init?(data: Data) { nil }
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) { super.init() }
  public var size: CGSize { CGSize(width: 0, height: 0) }
}
