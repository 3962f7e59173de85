import BarcodeEngine
import TestSupport
import Testing

@Suite struct ReaderBoundsTests {
  @Test(arguments: [(0, 0), (1, 1), (1, 500), (500, 1), (2, 2), (3, 7), (60_000, 1), (60_000, 2), (2, 60_000)])
  func oddPicturesAreHarmless(size: (width: Int, height: Int)) throws {
    var random = SeededRandom(seed: 1)
    var image = LumaImage(width: size.width, height: size.height)
    for i in image.pixels.indices { image.pixels[i] = UInt8.random(in: 0...255, using: &random) }
    for effort in ReaderOptions.Effort.allCases {
      let reader = BarcodeReader(options: ReaderOptions(symbologies: .all, effort: effort))
      #expect(try reader.read(image).isEmpty)
    }
  }

  @Test(arguments: 0..<40)
  func noiseReadsNothing(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let module = 1 << (seed % 4)
    var image = LumaImage(width: 240 + seed, height: 200)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let above = y % module > 0 ? image.pixels[(y - 1) * image.width + x] : nil
        let before = x % module > 0 ? image.pixels[y * image.width + x - 1] : nil
        image.pixels[y * image.width + x] = above ?? before ?? (Bool.random(using: &random) ? 20 : 230)
      }
    }
    let reader = BarcodeReader(options: ReaderOptions(symbologies: .all, effort: .thorough))
    #expect(try reader.read(image).isEmpty)
  }

  @Test func picturesBeyondTheLimitAreRefused() {
    var pixel: UInt8 = 0
    withUnsafePointer(to: &pixel) { base in
      // Only the size is looked at before the refusal.
      let view = LumaView(base: base, width: 1 << 16, height: 1 << 15, stride: 1 << 16)
      #expect(throws: ReaderError.pictureTooLarge) { try BarcodeReader().read(view) }
    }
  }
}
