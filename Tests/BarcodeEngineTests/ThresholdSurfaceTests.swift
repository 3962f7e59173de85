import BarcodeEngine
import Testing

@Suite struct ThresholdSurfaceTests {
  /// A square of one grey on a ground of another, far larger than any window, on a ramp of light.
  private func square(side: Int, dark: Int, light: Int, inverted: Bool) -> LumaImage {
    var image = LumaImage(width: 3 * side, height: 3 * side)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let inside = (side..<2 * side).contains(x) && (side..<2 * side).contains(y)
        let ramp = 40 * x / image.width
        image.pixels[y * image.width + x] = UInt8((inside != inverted ? dark : light) + ramp)
      }
    }
    return image
  }

  @Test(arguments: [9, 40, 150], [false, true])
  func holdsInsideLargeAreasOfBothPolarities(side: Int, inverted: Bool) {
    let image = square(side: side, dark: 60, light: 120, inverted: inverted)
    image.withView { view in
      let builder = FrameBuilder(view)
      withExtendedLifetime(builder) {
        let plane = builder.frame.plane
        var wrong = 0
        for y in 0..<view.height {
          for x in 0..<view.width {
            let inside = (side..<2 * side).contains(x) && (side..<2 * side).contains(y)
            if (plane[x, y] == 1) != (inside != inverted) { wrong += 1 }
          }
        }
        #expect(wrong == 0)
      }
    }
  }

  @Test func faintContrastIsKeptBesideStrongContrast() {
    var image = LumaImage(width: 200, height: 200, grey: 180)
    // A black bar, and faint stripes of 16 grey levels beside it.
    for y in 0..<200 {
      for x in 0..<40 { image.pixels[y * 200 + x] = 10 }
      for x in 80..<180 where (x / 5) % 2 == 0 { image.pixels[y * 200 + x] = 164 }
    }
    image.withView { view in
      let builder = FrameBuilder(view)
      withExtendedLifetime(builder) {
        let plane = builder.frame.plane
        for x in 85..<175 where x % 5 == 2 { #expect(plane[x, 100] == ((x / 5) % 2 == 0 ? 1 : 0), "\(x)") }
      }
    }
  }
}
