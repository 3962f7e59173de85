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
