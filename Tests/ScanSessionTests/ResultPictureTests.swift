import BarcodeCore
import ImageFiles
import ScanSession
import Testing

@Suite struct ResultPictureTests {
  /// 3 x 2, all pixels different.
  private let image = LumaImage(width: 3, height: 2, pixels: [0, 1, 2, 3, 4, 5])

  @Test func turns() {
    func turned(_ orientation: PictureOrientation) -> [UInt8] {
      ResultPicture.picture(image, orientation, dividing: 1).pixels
    }
    #expect(turned(.up) == [0, 1, 2, 3, 4, 5])
    // Clockwise: the lower left pixel comes to the upper left.
    #expect(turned(.quarterTurn) == [3, 0, 4, 1, 5, 2])
    #expect(turned(.halfTurn) == [5, 4, 3, 2, 1, 0])
    #expect(turned(.threeQuarterTurn) == [2, 5, 1, 4, 0, 3])
    // As points are turned.
    for orientation in PictureOrientation.allCases {
      let point = orientation.upright(Point(2.5, 0.5), width: 3, height: 2)
      let picture = ResultPicture.picture(image, orientation, dividing: 1)
      #expect(picture.pixels[Int(point.y) * picture.width + Int(point.x)] == 2)
    }
  }

  @Test func sizes() {
    let grey = LumaImage(width: 5, height: 4, pixels: (0..<20).map { UInt8($0) })
    let half = ResultPicture.picture(grey, .up, dividing: 2)
    #expect(half.width == 2 && half.height == 2)
    // Means of 0 1 5 6 and so on, rounded.
    #expect(half.pixels == [3, 5, 13, 15])
    #expect(ResultPicture.picture(image, .up, dividing: 8) == image)
  }

  @Test func files() throws {
    var picture = LumaImage(width: 37, height: 21)
    for i in picture.pixels.indices { picture.pixels[i] = UInt8(i % 37 * 6) }
    for format in [ResultPicture.Format.bmp, .png] {
      let file = try #require(ResultPicture.encode(picture, format, quality: 50))
      #expect(try ImageFile.decode(file) == picture)
    }
    let file = try #require(ResultPicture.encode(picture, .jpeg, quality: 90))
    let again = try ImageFile.decode(file)
    #expect(again.width == 37 && again.height == 21)
    #expect(zip(again.pixels, picture.pixels).allSatisfy { abs(Int($0) - Int($1)) < 12 })
    let small = try #require(ResultPicture.encode(picture, .jpeg, quality: 10))
    #expect(small.count < file.count)
    #expect(ResultPicture.encode(LumaImage(width: 0, height: 0), .bmp, quality: 50) == nil)
    #expect(ResultPicture.encode(LumaImage(width: 70_000, height: 1), .jpeg, quality: 50) == nil)
  }
}
