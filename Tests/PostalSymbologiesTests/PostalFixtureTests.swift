import BarcodeEngine
import TestSupport
import Testing

/// Symbols of independent encoders as a worn printer makes them (`Scripts/make-envelopes --fixtures`).
@Suite struct PostalFixtureTests {
  @Test func fixturesAreRead() throws {
    let pictures = try Fixtures.manifest("postal", of: ExpectedPicture.self)
    #expect(pictures.count >= 16)
    let reader = BarcodeReader(options: .init(symbologies: SymbologySet.postal.subtracting([.daft])))
    for picture in pictures {
      let result = picture.compare(try reader.read(try Fixtures.picture("postal", picture.file)))
      #expect(result.missing.isEmpty, "\(picture.file): \(result.missing)")
      #expect(result.wrong.isEmpty, "\(picture.file): \(result.wrong.map(\.text))")
    }
  }
}
