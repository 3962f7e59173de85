@_exported import Foundation

public final class CGColorSpace {
  public init?(name: CFString) { nil }
  public static var sRGB: CFString { NSString() }
  public static var genericGrayGamma2_2: CFString { NSString() }
}
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(name: NSString())! }

public final class CGDataProvider { public init?(data: CFData) { nil } }

public struct CGBitmapInfo: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public enum CGImageAlphaInfo: UInt32, Sendable { case none, premultipliedLast, noneSkipLast = 5 }
public enum CGColorRenderingIntent: Sendable { case defaultIntent }

public final class CGImage {
  public init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) { nil }
  public var width: Int { 0 }
  public var height: Int { 0 }
}

public final class CGContext {
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) { nil }
  public var data: UnsafeMutableRawPointer? { nil }
  public var bytesPerRow: Int { 0 }
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
  public func fill(_ area: CGRect) {}
  public func draw(_ image: CGImage, in area: CGRect) {}
}

public final class CGPath { public init() {} }
public final class CGColor: Sendable { public init() {} }
