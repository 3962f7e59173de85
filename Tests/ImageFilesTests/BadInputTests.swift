import BarcodeEngine
import Foundation
import ImageFiles
import TestSupport
import Testing

/// Every bad file gives an error that says why, and nothing else happens.
@Suite struct BadInputTests {
  private func reason(_ bytes: [UInt8], limit: Int = ImageFile.defaultLimit) -> ImageFileError.Reason? {
    do throws(ImageFileError) {
      _ = try ImageFile.decode(bytes, name: "bad", limit: limit)
      return nil
    } catch {
      #expect(error.file == "bad")
      #expect(error.description.hasPrefix("bad: "))
      return error.reason
    }
  }

  @Test func emptyFiles() { #expect(reason([]) == .empty) }

  @Test func text() {
    #expect(reason(Array("This is no picture.\n".utf8)) == .notAPicture)
    #expect(reason(Array("P".utf8)) == .notAPicture)
    #expect(reason(Array("BM is the start of a sentence, too.".utf8)) == .notAPicture)
  }

  @Test func randomBytes() {
    var random = SeededRandom(seed: 1)
    for count in [1, 2, 3, 10, 100, 5000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(reason(bytes) == .notAPicture)
    }
  }

  @Test func missingFilesAndFolders() throws {
    let missing = "/no/such/folder/picture.png"
    #expect(throws: ImageFileError(file: missing, reason: .notFound)) { try ImageFile.load(path: missing) }
    let folder = Fixtures.path("pictures")
    #expect(throws: ImageFileError(file: folder, reason: .isFolder)) { try ImageFile.load(path: folder) }
  }

  @Test(arguments: PictureFixture.all)
  func halfAPictureIsAnError(_ fixture: PictureFixture) throws {
    let bytes = try Fixtures.bytes("pictures", fixture.file)
    #expect(reason(Array(bytes.prefix(bytes.count / 2))) != nil)
    #expect(reason(Array(bytes.prefix(bytes.count * 9 / 10))) != nil)
  }

  @Test(arguments: ["colour.png", "colour.jpg", "colour-progressive.jpg", "p5.pgm", "colour.bmp", "colour-lossy.webp"])
  func aCutOffFileIsCalledSo(_ file: String) throws {
    let bytes = try Fixtures.bytes("pictures", file)
    #expect(reason(Array(bytes.prefix(bytes.count * 3 / 4))) == .truncated)
  }

  @Test(arguments: PictureFixture.all)
  func theLimitHoldsForEveryFormat(_ fixture: PictureFixture) throws {
    let bytes = try Fixtures.bytes("pictures", fixture.file)
    #expect(reason(bytes, limit: 40 * 24) == nil)
    guard case .tooLarge(_, _, let limit) = reason(bytes, limit: 40 * 24 - 1) else {
      Issue.record("not refused as too large")
      return
    }
    #expect(limit == 40 * 24 - 1)
  }

  @Test func greatSizesAreRefusedBeforeMemoryIsTaken() throws {
    // The size in the header of a PNG and of a BMP, changed to two thousand million.
    var png = try Fixtures.bytes("pictures", "grey.png")
    png.replaceSubrange(16..<24, with: [0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff])
    guard case .tooLarge = reason(png) else {
      Issue.record("not refused as too large")
      return
    }
    var bmp = try Fixtures.bytes("pictures", "colour.bmp")
    bmp.replaceSubrange(18..<26, with: [0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f])
    guard case .tooLarge = reason(bmp) else {
      Issue.record("not refused as too large")
      return
    }
    #expect(reason(Array("P5 999999999 999999999 255\n".utf8)) != nil)
    #expect(reason(Array("P5 99999999999999999999 1 255\n".utf8)) != nil)
    // Within the limit, but without the pixels.
    #expect(reason(Array("P5 14000 14000 255\n".utf8)) == .truncated)
  }

  @Test func sizesOfNothing() {
    #expect(reason(Array("P5 0 5 255\n".utf8)) != nil)
    #expect(reason(Array("P5 5 0 255\n".utf8)) != nil)
    #expect(reason(Array("P5 1 1 0\n\0".utf8)) != nil)
    #expect(reason(Array("P5 -1 1 255\n\0".utf8)) != nil)
  }

  /// Wrong bytes anywhere give a picture or an error; that the process goes on is the test.
  @Test(arguments: PictureFixture.all)
  func wrongBytesAreSurvived(_ fixture: PictureFixture) throws {
    let good = try Fixtures.bytes("pictures", fixture.file)
    var random = SeededRandom(seed: UInt64(good.count))
    for round in 0..<150 {
      var bytes = good
      for _ in 0...round % 4 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      // The limit keeps changed sizes from costing time.
      if let image = try? ImageFile.decode(bytes, limit: 1_000_000) {
        #expect(image.pixels.count == image.width * image.height)
      }
    }
  }

  @Test(arguments: PictureFixture.all)
  func anyBeginningOfAFileIsSurvived(_ fixture: PictureFixture) throws {
    let bytes = try Fixtures.bytes("pictures", fixture.file)
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 97)) {
      if let image = try? ImageFile.decode(Array(bytes.prefix(count))) {
        #expect(image.pixels.count == image.width * image.height)
      }
    }
  }
}
