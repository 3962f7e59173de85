/// A picture of two values, one byte a pixel: 1 dark, 0 light. Same coordinates as `LumaView`.
@frozen
@usableFromInline
package struct BinaryPlane: @unchecked Sendable {  // Only reads; the owning frame outlives it.
  @usableFromInline package let base: UnsafePointer<UInt8>
  @usableFromInline package let width: Int
  @usableFromInline package let height: Int
  @usableFromInline package let stride: Int

  @inlinable
  package init(base: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int) {
    self.base = base
    self.width = width
    self.height = height
    self.stride = stride
  }

  /// 1 for a dark pixel, 0 for a light one; must lie inside.
  @inlinable
  package subscript(x: Int, y: Int) -> UInt8 {
    assert(x >= 0 && y >= 0 && x < width && y < height)
    return base[y &* stride &+ x]
  }

  @inlinable
  package func contains(x: Int, y: Int) -> Bool { x >= 0 && y >= 0 && x < width && y < height }

  /// The value of the pixel that the point lies in, or nil outside of the picture.
  @inlinable
  package func value(at p: Point) -> UInt8? {
    guard p.x >= 0, p.y >= 0, p.x < Double(width), p.y < Double(height) else { return nil }
    return base[Int(p.y) &* stride &+ Int(p.x)]
  }

  @inlinable
  package func row(_ y: Int) -> UnsafePointer<UInt8> { base + y &* stride }
}
