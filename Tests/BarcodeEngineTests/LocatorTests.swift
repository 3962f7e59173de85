import BarcodeEngine
import TestSupport
import Testing

@Suite struct LocatorTests {
  /// Grey bars of random widths (1 to 4 modules) in a rectangle at an angle, softly sampled.
  private func bars(angle: Double, module: Double, contrast: Double, seed: UInt64) -> (LumaImage, Quad) {
    var random = SeededRandom(seed: seed)
    var edges: [Double] = [0]
    while edges.count < 61 { edges.append((edges.last ?? 0) + Double(Int.random(in: 1...4, using: &random)) * module) }
    let length = edges[60]
    let height = length / 3
    let size = Int(length * 1.6)
    let c = BarcodeMath.cos(angle)
    let s = BarcodeMath.sin(angle)
    let middle = Double(size) / 2
    var image = LumaImage(width: size, height: size)
    for y in 0..<size {
      for x in 0..<size {
        var dark = 0
        for sub in 0..<9 {
          let px = Double(x) + (Double(sub % 3) + 0.5) / 3 - middle
          let py = Double(y) + (Double(sub / 3) + 0.5) / 3 - middle
          let u = px * c + py * s + length / 2
          let v = py * c - px * s + height / 2
          if u >= 0, u < length, v >= 0, v < height, (edges.firstIndex { $0 > u } ?? 0) % 2 == 1 { dark += 1 }
        }
        image.pixels[y * size + x] = UInt8(200 - 255 * contrast * Double(dark) / 9)
      }
    }
    func corner(_ u: Double, _ v: Double) -> Point { Point(u * c - v * s + middle, u * s + v * c + middle) }
    return (
      image,
      Quad(
        corner(-length / 2, -height / 2), corner(length / 2, -height / 2), corner(length / 2, height / 2),
        corner(-length / 2, height / 2))
    )
  }

  @Test(arguments: [0.0, 10, 30, 45, 60, 85, 90, 120, 170], [(1.2, 0.5), (3, 0.06), (12, 0.3)])
  func findsBarsAtAnyAngle(degrees: Double, look: (module: Double, contrast: Double)) throws {
    let angle = degrees * Double.pi / 180
    let (image, truth) = bars(angle: angle, module: look.module, contrast: look.contrast, seed: 5)
    let candidates = image.withView { view in
      let builder = FrameBuilder(view)
      return withExtendedLifetime(builder) { builder.frame.bars }
    }
    let best = candidates.first { candidate in
      let turn = abs(BarcodeMath.sin(candidate.angle - angle))
      // Within five degrees of the axis (the gradient of two pixels turns a little towards the axes of the picture
      // where modules are as small), and of about the size of the symbol.
      return turn < 0.087 && candidate.quad.contains(truth.center) && candidate.quad.area < 2 * truth.area
        && candidate.quad.area > 0.5 * truth.area
    }
    let report = candidates.prefix(4).map { c in
      "\(c.kind) angle \(c.angle * 180 / .pi) area \(c.quad.area / truth.area)"
    }
    #expect(best != nil, "\(report)")
  }

  /// A symbol that fills the picture, with a solid leg on two sides that has no edge at the picture's border.
  @Test(arguments: [6, 10, 16])
  func placesReachToTheBorder(module: Int) {
    var random = SeededRandom(seed: 3)
    let side = 14 * module
    var image = LumaImage(width: side, height: side, grey: 255)
    for row in 0..<14 {
      for column in 0..<14 where column == 0 || row == 13 || Bool.random(using: &random) {
        for y in (row * module)..<((row + 1) * module) {
          for x in (column * module)..<((column + 1) * module) { image.pixels[y * side + x] = 0 }
        }
      }
    }
    let places = image.withView { view in
      let builder = FrameBuilder(view)
      return withExtendedLifetime(builder) { builder.frame.matrices.map(\.quad) }
    }
    let corners = [(1, 1), (side - 1, 1), (1, side - 1), (side - 1, side - 1)].map { Point(Double($0.0), Double($0.1)) }
    #expect(places.contains { corners.allSatisfy($0.contains) })
  }

  @Test func emptyPicturesHaveNoCandidates() {
    for grey in [0, 128, 255] as [UInt8] {
      let found = LumaImage(width: 300, height: 200, grey: grey).withView { view in
        let frame = FrameBuilder(view).frame
        return frame.bars.count + frame.matrices.count
      }
      #expect(found == 0)
    }
  }
}
