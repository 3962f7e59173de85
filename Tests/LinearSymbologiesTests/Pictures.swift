import BarcodeEngine
import Foundation

extension LumaImage {
  /// Every pixel changed by a function of its grey value.
  func mapped(_ change: (Double) -> Double) -> LumaImage {
    LumaImage(
      width: width, height: height,
      pixels: pixels.map { UInt8(max(0, min(255, change(Double($0)).rounded()))) })
  }

  /// The columns of a range, at full height.
  func cropped(left: Int, right: Int) -> LumaImage {
    let pixels = (0..<height).flatMap { self.pixels[($0 * width + left)..<($0 * width + right)] }
    return LumaImage(width: right - left, height: height, pixels: pixels)
  }

  /// Turned clockwise about its middle on a light ground that holds it at any angle.
  func turned(by degrees: Double) -> LumaImage {
    let side = Int(Double(width * width + height * height).squareRoot()) + 20
    let c = cos(degrees * .pi / 180)
    let s = sin(degrees * .pi / 180)
    var out = LumaImage(width: side, height: side)
    withView { view in
      for y in 0..<side {
        for x in 0..<side {
          let dx = Double(x) + 0.5 - Double(side) / 2
          let dy = Double(y) + 0.5 - Double(side) / 2
          let p = Point(dx * c + dy * s + Double(width) / 2, dy * c - dx * s + Double(height) / 2)
          if view.contains(p) { out.pixels[y * side + x] = UInt8(view.sample(p.x, p.y)) }
        }
      }
    }
    return out
  }

  /// Blurred by a normal distribution, in pixels.
  func blurred(sigma: Double) -> LumaImage {
    let reach = Int(sigma * 3) + 1
    var kernel = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = kernel.reduce(0, +)
    kernel = kernel.map { $0 / sum }
    func pass(_ from: [Double], _ step: (Int, Int, Int) -> Int) -> [Double] {
      var out = from
      for y in 0..<height {
        for x in 0..<width {
          out[y * width + x] = kernel.indices.reduce(0.0) { $0 + kernel[$1] * from[step(x, y, $1 - reach)] }
        }
      }
      return out
    }
    let across = pass(pixels.map(Double.init)) { x, y, d in y * width + max(0, min(width - 1, x + d)) }
    let both = pass(across) { x, y, d in max(0, min(height - 1, y + d)) * width + x }
    return LumaImage(width: width, height: height, pixels: both.map { UInt8(max(0, min(255, $0.rounded()))) })
  }
}
