import BarcodeEngine
import Testing

/// What only a strongly reduced picture shows.
@Suite struct ScaleTrustTests {
  /// Halved three times, a keyboard has no lines between its white keys any more, and its black keys stand as the bars of
  /// two widths do.
  @Test(arguments: 0..<7)
  func keysAreNoBars(_ firstKey: Int) throws {
    let keyWidth = 22.6
    let blackHalf = 6.8
    let rowHeight = 540
    let width = 1920
    let height = 1080
    var pixels = [UInt8](repeating: 220, count: width * height)
    for x in 0..<width {
      let key = Int(Double(x) / keyWidth)
      let inKey = Double(x) - Double(key) * keyWidth
      // The border between two white keys that is nearest; five of seven have a black key.
      let border = inKey < keyWidth / 2 ? key : key + 1
      let hasBlack = border > 0 && [0, 1, 3, 4, 5].contains((border - 1 + firstKey) % 7)
      let isBlack = hasBlack && abs(Double(x) - Double(border) * keyWidth) < blackHalf
      guard isBlack || inKey < 2 else { continue }
      for y in 0..<height { pixels[y * width + x] = isBlack && y % rowHeight < 335 ? 20 : inKey < 2 ? 110 : 220 }
    }
    let picture = LumaImage(width: width, height: height, pixels: pixels)
    let reader = BarcodeReader(options: ReaderOptions(symbologies: [.code25Datalogic], effort: .thorough))
    #expect(try reader.read(picture).isEmpty)
  }
}
