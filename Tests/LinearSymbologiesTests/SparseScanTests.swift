import BarcodeEngine
import LinearSymbologies
import TestSupport
import Testing

/// Lines over the whole frame, where no place was located.
@Suite struct SparseScanTests {
  @Test(arguments: [0.0, 90, 45, -45])
  func linesRunAlongRowsColumnsAndDiagonals(_ degrees: Double) throws {
    let picture = try Fixtures.picture("linear", "code128-upper.png").turned(by: degrees)
    let options = ReaderOptions(symbologies: [.code128], effort: .thorough)
    let found = picture.withView { view in
      let builder = FrameBuilder(view, candidates: [])
      return withExtendedLifetime(builder) {
        LinearReader(options: options).read(builder.frame, isSomethingRead: false, sink: nil)
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.symbology == .code128)
  }
}
