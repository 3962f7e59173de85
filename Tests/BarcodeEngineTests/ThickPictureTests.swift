import BarcodeEngine
import TestSupport
import Testing

/// Pictures of one or two rows of pixels, as line cameras give.
@Suite struct ThickPictureTests {
  @Test(
    "A row or two of a symbol are read, lying and standing",
    arguments: [1, 2], [("ean13-8.png", true), ("ean13-8.png", false), ("code128-control.png", true)])
  func fewRows(rows: Int, picture: (file: String, isLying: Bool)) throws {
    let whole = try Fixtures.picture("linear", picture.file)
    let expected = try #require(try BarcodeReader().read(whole).first)
    let middle = whole.height / 3
    let row = Array(whole.pixels[(middle * whole.width)..<((middle + 1) * whole.width)])
    let strip =
      picture.isLying
      ? LumaImage(width: row.count, height: rows, pixels: (0..<rows).flatMap { _ in row })
      : LumaImage(width: rows, height: row.count, pixels: row.flatMap { Array(repeating: $0, count: rows) })
    let found = try #require(try BarcodeReader().read(strip).first)
    #expect(found.text == expected.text && found.symbology == expected.symbology)
    // Places are those of the strip itself.
    let bounds = found.corners.bounds
    #expect(bounds.maxX <= Double(strip.width) + 1 && bounds.maxY <= Double(strip.height) + 1)
  }
}
