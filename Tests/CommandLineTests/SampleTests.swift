import BarcodeEngine
import ImageFiles
import TestSupport
import Testing

/// The bundled pictures hold what their manifest says, and nothing else is read.
@Suite struct SampleTests {
  @Test func theSamplesAreThere() {
    #expect(Samples.pictures.count >= 12)
  }

  @Test(arguments: Samples.pictures)
  func readsASample(_ picture: ExpectedPicture) throws {
    let image = try ImageFile.load(path: Samples.folder + "/" + picture.file)
    let (missing, wrong) = picture.compare(try BarcodeReader().read(image))
    #expect(missing.map { "\($0.symbology): \($0.text ?? "")" } == [])
    #expect(wrong.map { "\($0.symbology.rawValue): \($0.text)" } == [])
  }

  /// A sample reads the same as a negative, in a mirror, and turned by a right angle.
  @Test(arguments: Samples.pictures)
  func readsASampleAnyWayRound(_ picture: ExpectedPicture) throws {
    let image = try ImageFile.load(path: Samples.folder + "/" + picture.file)
    let variants: [(name: String, image: LumaImage)] = [
      ("negative", LumaImage(width: image.width, height: image.height, pixels: image.pixels.map { 255 - $0 })),
      ("mirrored", image.mirrored),
      ("turned", image.transposed.mirrored),
    ]
    for (name, variant) in variants {
      let (missing, wrong) = picture.compare(try BarcodeReader().read(variant))
      #expect(missing.map { "\(name): \($0.symbology): \($0.text ?? "")" } == [])
      #expect(wrong.map { "\(name): \($0.symbology.rawValue): \($0.text)" } == [])
    }
  }

  @Test func code32IsReportedOnRequest() throws {
    let path = Fixtures.path("twowidth", "code39-code32.png")
    let plain = try CommandUnderTest.run(["scan", path])
    #expect(plain.output.hasPrefix("\(path): code39: "))
    #expect(!plain.output.contains("A012345676"))
    #expect(try CommandUnderTest.run(["scan", "--code32", path]).output == "\(path): code39: A012345676\n")
  }

  @Test func plainOutput() throws {
    let path = Samples.folder + "/qr-tilted.jpg"
    let result = try CommandUnderTest.run(["scan", path])
    #expect(result.status == 0)
    #expect(result.output == "\(path): qr: https://example.org/opencmb?from=sample\n")
  }

  @Test func onlyWhatIsAskedForIsRead() throws {
    let path = Samples.folder + "/several.jpg"
    let result = try CommandUnderTest.run(["scan", "--symbology", "datamatrix", path])
    #expect(result.output == "\(path): datamatrix: Box 7 of 9\n")
  }
}

extension LumaImage {
  /// Left and right exchanged.
  fileprivate var mirrored: LumaImage {
    var image = self
    for y in 0..<height {
      for x in 0..<width { image.pixels[y * width + x] = pixels[y * width + width - 1 - x] }
    }
    return image
  }

  /// Rows and columns exchanged.
  fileprivate var transposed: LumaImage {
    var image = LumaImage(width: height, height: width)
    for y in 0..<height {
      for x in 0..<width { image.pixels[x * height + y] = pixels[y * width + x] }
    }
    return image
  }
}
