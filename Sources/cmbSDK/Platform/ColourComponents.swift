/// A colour; each component from 0 to 1.
package struct ColourComponents: Sendable, Hashable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// From `0xRRGGBB`.
  package init(rgb: Int32) {
    let value = UInt32(bitPattern: rgb)
    func component(_ shift: UInt32) -> Double { Double(value >> shift & 0xFF) / 255 }
    self.init(red: component(16), green: component(8), blue: component(0))
  }

  /// As `0xRRGGBB`.
  package var rgb: Int32 {
    func byte(_ component: Double) -> Int32 { Int32((min(1, max(0, component)) * 255).rounded()) }
    return byte(red) << 16 | byte(green) << 8 | byte(blue)
  }
}
