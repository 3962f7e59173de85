/// The eight data masks of QR Code.
package enum QRMask {
  /// Whether the mask (0 to 7) reverses the module at column `x` and row `y`.
  @inlinable
  package static func reverses(_ mask: Int, x: Int, y: Int) -> Bool {
    switch mask & 7 {
    case 0: return (x &+ y) & 1 == 0
    case 1: return y & 1 == 0
    case 2: return x % 3 == 0
    case 3: return (x &+ y) % 3 == 0
    case 4: return (y / 2 &+ x / 3) & 1 == 0
    case 5: return x &* y % 2 &+ x &* y % 3 == 0
    case 6: return (x &* y % 2 &+ x &* y % 3) & 1 == 0
    default: return ((x &+ y) % 2 &+ x &* y % 3) & 1 == 0
    }
  }
}
