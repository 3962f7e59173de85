@_exported import CoreGraphics

public final class CGImageSource {}
public final class CGImageDestination {}
public enum CGImageSourceStatus: Int32, Sendable {
  case statusUnexpectedEOF, statusInvalidData, statusUnknownType, statusReadingHeader, statusIncomplete, statusComplete
}
public var kCGImagePropertyPixelWidth: CFString { NSString() }
public var kCGImagePropertyPixelHeight: CFString { NSString() }
public var kCGImageDestinationLossyCompressionQuality: CFString { NSString() }
public var kCGImagePropertyOrientation: CFString { NSString() }
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? { nil }
public func CGImageSourceGetStatus(_ source: CGImageSource) -> CGImageSourceStatus { .statusComplete }
public func CGImageSourceGetStatusAtIndex(_ source: CGImageSource, _ index: Int) -> CGImageSourceStatus {
  .statusComplete
}
public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? { nil }
public func CGImageSourceCreateImageAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { nil }
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { nil }
public func CGImageDestinationAddImage(
  _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {}
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool { true }
