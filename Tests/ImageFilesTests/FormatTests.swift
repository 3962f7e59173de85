import BarcodeEngine
import ImageFiles
import TestSupport
import Testing

/// A picture file and the luma that it must decode to.
struct PictureFixture: Decodable, Sendable, CustomTestStringConvertible {
  let file: String
  let expected: String
  /// How many grey levels a pixel may differ.
  let tolerance: Int

  var testDescription: String { file }

  static let all = (try? Fixtures.manifest("pictures", of: PictureFixture.self)) ?? []
}

/// Whether two pictures are equal; keeps their pixels out of the messages of tests.
private func same(_ a: LumaImage, _ b: LumaImage) -> Bool { a == b }

@Suite struct FormatTests {
  @Test func theFixturesAreThere() {
    #expect(PictureFixture.all.count > 70)
  }

  @Test(arguments: PictureFixture.all)
  func decodesToTheExpectedLuma(_ fixture: PictureFixture) throws {
    let image = try Fixtures.picture("pictures", fixture.file)
    let expected = try Fixtures.picture("pictures", fixture.expected)
    #expect(image.width == expected.width)
    #expect(image.height == expected.height)
    guard image.pixels.count == expected.pixels.count else { return }
    let worst = zip(image.pixels, expected.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(worst <= fixture.tolerance)
  }

  @Test func aNameSaysNothingAboutTheFormat() throws {
    let png = try Fixtures.bytes("pictures", "grey.png")
    let image = try ImageFile.decode(png, name: "grey.jpg")
    #expect(same(image, try Fixtures.picture("pictures", "grey.pgm")))
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let image = try Fixtures.picture("pictures", "grey.pgm")
    #expect(same(try ImageFile.decode(try ImageFile.png(image)), image))
    #expect(same(try ImageFile.decode(try ImageFile.png(ColourImage(image))), image))
    #expect(same(try ImageFile.decode(ImageFile.pgm(image)), image))
  }
}

@Suite struct OddSizeTests {
  @Test(arguments: [(1, 1), (1, 700), (700, 1), (60_000, 1), (1, 60_000), (3, 2)])
  func picturesOfAnySizeAreKept(width: Int, height: Int) throws {
    let pixels = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let image = LumaImage(width: width, height: height, pixels: pixels)
    #expect(same(try ImageFile.decode(try ImageFile.png(image)), image))
    #expect(same(try ImageFile.decode(ImageFile.pgm(image)), image))
  }
}
