/// Grey values between pixels, for inner loops: the same as `LumaView.sample`, always inlined.
@frozen
@usableFromInline
package struct GreyReader {
  @usableFromInline let base: UnsafePointer<UInt8>
  @usableFromInline let stride: Int
  @usableFromInline let lastX: Int
  @usableFromInline let lastY: Int
  @usableFromInline let maxX: Double
  @usableFromInline let maxY: Double

  /// Nil for pictures of fewer than 2 by 2 pixels. The picture must stay valid meanwhile.
  @inlinable
  package init?(_ luma: LumaView) {
    guard luma.width >= 2, luma.height >= 2 else { return nil }
    base = luma.base
    stride = luma.stride
    lastX = luma.width - 2
    lastY = luma.height - 2
    maxX = Double(luma.width - 1)
    maxY = Double(luma.height - 1)
  }

  /// The grey value at a point, linearly interpolated; the border pixels continue outwards. A point that is not a
  /// number counts as the origin.
  @inlinable
  @inline(__always)
  package func callAsFunction(_ p: Point) -> Float {
    var x = p.x - 0.5
    var y = p.y - 0.5
    x = x > 0 ? x : 0
    y = y > 0 ? y : 0
    x = x < maxX ? x : maxX
    y = y < maxY ? y : maxY
    let ix = Swift.min(Int(x), lastX)
    let iy = Swift.min(Int(y), lastY)
    let tx = Float(x - Double(ix))
    let ty = Float(y - Double(iy))
    let q = base + (iy &* stride &+ ix)
    let r = q + stride
    let a = Float(q[0])
    let b = Float(q[1])
    let c = Float(r[0])
    let d = Float(r[1])
    let top = a + (b - a) * tx
    let bottom = c + (d - c) * tx
    return top + (bottom - top) * ty
  }
}
