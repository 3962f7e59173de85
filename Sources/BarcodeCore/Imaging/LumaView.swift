/// A picture of 8-bit grey values that somebody else owns.
///
/// Coordinates are pixels from the top left corner; the pixel `(x, y)` covers the square from `(x, y)` to
/// `(x + 1, y + 1)`, so its centre lies at `(x + 0.5, y + 0.5)`. 0 is black, 255 is white.
/// The memory must stay valid and unchanged while a view of it is in use.
@frozen
public struct LumaView: @unchecked Sendable {  // Only reads; the owner keeps the memory unchanged meanwhile.
  /// The first pixel of the first row.
  public let base: UnsafePointer<UInt8>
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Bytes from one row to the next, at least `width`.
  public let stride: Int

  @inlinable
  public init(base: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int) {
    self.base = base
    self.width = width
    self.height = height
    self.stride = stride
  }

  /// The pixel at column `x` and row `y`, which must lie inside the picture.
  @inlinable
  public subscript(x: Int, y: Int) -> UInt8 {
    assert(x >= 0 && y >= 0 && x < width && y < height)
    return base[y &* stride &+ x]
  }

  /// The row `y` as a pointer to its first pixel.
  @inlinable
  public func row(_ y: Int) -> UnsafePointer<UInt8> {
    assert(y >= 0 && y < height)
    return base + y &* stride
  }

  /// Whether the point lies inside the picture.
  @inlinable
  public func contains(_ p: Point) -> Bool {
    p.x >= 0 && p.y >= 0 && p.x < Double(width) && p.y < Double(height)
  }

  /// The grey value at a point, linearly interpolated between pixel centres; the border pixels continue outwards.
  @inlinable
  public func sample(_ x: Double, _ y: Double) -> Float {
    // Clamping first keeps the conversion to integers defined for every input, NaN included.
    let fx = Swift.max(0, Swift.min(Double(width - 1), x - 0.5))
    let fy = Swift.max(0, Swift.min(Double(height - 1), y - 0.5))
    let ix = Int(fx)
    let iy = Int(fy)
    let tx = Float(fx - Double(ix))
    let ty = Float(fy - Double(iy))
    let jx = ix &+ 1 < width ? 1 : 0
    let jy = iy &+ 1 < height ? stride : 0
    let p = base + (iy &* stride &+ ix)
    let a = Float(p[0])
    let b = Float(p[jx])
    let c = Float(p[jy])
    let d = Float(p[jy &+ jx])
    let top = a + (b - a) * tx
    let bottom = c + (d - c) * tx
    return top + (bottom - top) * ty
  }

  /// A part of the picture; the rectangle is cut to what lies inside.
  @inlinable
  public func cropped(x: Int, y: Int, width w: Int, height h: Int) -> LumaView {
    let x0 = Swift.max(0, Swift.min(x, width))
    let y0 = Swift.max(0, Swift.min(y, height))
    let x1 = Swift.max(x0, Swift.min(x + w, width))
    let y1 = Swift.max(y0, Swift.min(y + h, height))
    return LumaView(base: base + (y0 &* stride &+ x0), width: x1 - x0, height: y1 - y0, stride: stride)
  }
}
