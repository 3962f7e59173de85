/// A picture of 8-bit grey values that owns its memory. Rows follow one another without gaps.
public struct LumaImage: Sendable, Equatable {
  public let width: Int
  public let height: Int
  /// `width * height` grey values, row by row.
  public var pixels: [UInt8]

  /// Takes over the pixels, whose number must be `width * height`.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width >= 0 && height >= 0 && pixels.count == width * height)
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// A picture of one grey value.
  public init(width: Int, height: Int, grey: UInt8 = 255) {
    self.init(width: width, height: height, pixels: [UInt8](repeating: grey, count: width * height))
  }

  /// Lends the picture as a view that is valid during the call.
  @inlinable
  public func withView<R>(_ body: (LumaView) throws -> R) rethrows -> R {
    if pixels.isEmpty {
      var nothing: UInt8 = 255
      return try withUnsafePointer(to: &nothing) {
        try body(LumaView(base: $0, width: 0, height: 0, stride: 0))
      }
    }
    return try pixels.withUnsafeBufferPointer { buffer in
      // The buffer is not empty, so it has an address.
      guard let base = buffer.baseAddress else { preconditionFailure("a filled array has an address") }
      return try body(LumaView(base: base, width: width, height: height, stride: width))
    }
  }
}
