import BarcodeCore

/// A threshold picture in which dots that nearly touch have grown together and specks have gone: symbols made of
/// separate dots get legs that can be followed.
package final class JoinedPlane {
  private let pixels: UnsafeMutablePointer<UInt8>
  package let plane: BinaryPlane
  private let greys: UnsafeMutablePointer<UInt8>
  /// The picture's grey values, smoothed alike.
  package let luma: LumaView

  /// Of the nine pixels around a place so many must have the dots' colour: fewer than the middle, so that gaps close.
  private static let leastOfNine: UInt8 = 4

  /// - Parameter joinsLight: The dots are light on dark ground.
  package init(_ source: BinaryPlane, luma grey: LumaView, joinsLight: Bool) {
    let (width, height) = (source.width, source.height)
    pixels = .allocate(capacity: max(width * height, 1))
    pixels.initialize(repeating: joinsLight ? 1 : 0, count: max(width * height, 1))
    plane = BinaryPlane(base: UnsafePointer(pixels), width: width, height: height, stride: width)
    greys = .allocate(capacity: max(width * height, 1))
    luma = LumaView(base: UnsafePointer(greys), width: width, height: height, stride: width)
    for y in 0..<height { (greys + y &* width).update(from: grey.row(y), count: width) }
    guard width > 2, height > 2 else { return }
    let least = joinsLight ? 10 - Self.leastOfNine : Self.leastOfNine
    for y in 1..<(height - 1) {
      Self.row(
        source.row(y - 1), source.row(y), source.row(y + 1), pixels + y &* width, count: width, least: least)
      Self.smooth(grey.row(y - 1), grey.row(y), grey.row(y + 1), greys + y &* width, count: width)
    }
  }

  deinit {
    pixels.deallocate()
    greys.deallocate()
  }

  @inline(never)
  private static func smooth(
    _ above: UnsafePointer<UInt8>, _ middle: UnsafePointer<UInt8>, _ below: UnsafePointer<UInt8>,
    _ out: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for x in 1..<(count &- 1) {
      let a = UInt32(above[x &- 1]) &+ UInt32(above[x]) &+ UInt32(above[x &+ 1])
      let b = UInt32(middle[x &- 1]) &+ UInt32(middle[x]) &+ UInt32(middle[x &+ 1])
      let c = UInt32(below[x &- 1]) &+ UInt32(below[x]) &+ UInt32(below[x &+ 1])
      // Division by nine, rounded: 7282 / 65536.
      out[x] = UInt8(truncatingIfNeeded: ((a &+ b &+ c &+ 4) &* 7282) >> 16)
    }
  }

  @inline(never)
  private static func row(
    _ above: UnsafePointer<UInt8>, _ middle: UnsafePointer<UInt8>, _ below: UnsafePointer<UInt8>,
    _ out: UnsafeMutablePointer<UInt8>, count: Int, least: UInt8
  ) {
    for x in 1..<(count &- 1) {
      let a = above[x &- 1] &+ above[x] &+ above[x &+ 1]
      let b = middle[x &- 1] &+ middle[x] &+ middle[x &+ 1]
      let c = below[x &- 1] &+ below[x] &+ below[x &+ 1]
      out[x] = a &+ b &+ c >= least ? 1 : 0
    }
  }
}
