import BarcodeCore
import Foundation

extension LumaImage {
  /// Each pixel as a square of so many pixels a side.
  package func enlarged(_ factor: Int) -> LumaImage {
    var out = LumaImage(width: width * factor, height: height * factor)
    for y in 0..<out.height {
      for x in 0..<out.width { out.pixels[y * out.width + x] = pixels[y / factor * width + x / factor] }
    }
    return out
  }

  /// The picture tilted about its horizontal or vertical axis before a camera at 2.5 half diagonals' distance, pixels
  /// averaged from finer ones.
  package func tilted(degrees: Double, aboutVertical: Bool) -> LumaImage {
    let angle = degrees * Double.pi / 180
    let half = Point(Double(width) / 2, Double(height) / 2)
    let distance = 2.5 * half.length
    // The nearer end is up to this much larger.
    let w = Int(Double(width) * 1.7)
    let h = Int(Double(height) * 1.7)
    var out = LumaImage(width: w, height: h, grey: 255)
    withView { view in
      for y in 0..<h {
        for x in 0..<w {
          var sum = 0.0
          for part in 0..<16 {
            let dx = Double(x) + Double(part % 4) / 4 + 0.125 - Double(w) / 2
            let dy = Double(y) + Double(part / 4) / 4 + 0.125 - Double(h) / 2
            // The ray through the place meets the tilted plane at t along the inclined axis.
            let t = (aboutVertical ? dx : dy) * distance
            let along = t / (distance * cos(angle) + (aboutVertical ? dx : dy) * sin(angle))
            let scale = (distance - along * sin(angle)) / distance
            let p = half + (aboutVertical ? Point(along, dy * scale) : Point(dx * scale, along))
            let isInside = p.x > 0 && p.y > 0 && p.x < Double(width) && p.y < Double(height)
            sum += isInside ? Double(view.sample(p.x, p.y)) : 255
          }
          out.pixels[y * w + x] = UInt8(sum / 16)
        }
      }
    }
    return out
  }
}
