import BarcodeEngine
import MatrixSymbologies
import TestSupport
import Testing

/// Content of Han Xin Code in the modes for element strings, URIs and Unicode, as data codewords published with an open
/// encoder: no encoder that draws fixtures writes them.
@Suite struct HanXinContentTests {
  private func content(_ bits: [String]) throws -> HanXinContent {
    var all = Array(bits.joined())
    while all.count % 8 != 0 { all.append("0") }
    let bytes = stride(from: 0, to: all.count, by: 8).map { start in
      all[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 == "1" ? 1 : 0) }
    }
    return try #require(HanXinContent(bytes, defaultECI: nil))
  }

  private func fields(_ values: [Int], _ width: Int) -> String {
    values.map { value in
      let digits = String(value, radix: 2)
      return String(repeating: "0", count: width - digits.count) + digits
    }.joined()
  }

  @Test func readsElementStrings() throws {
    let numeric = HanXinContent(
      [0xE1, 0x10, 0x2B, 0xB6, 0x96, 0x00, 0xD6, 0xCC, 0x02, 0xFF, 0x7F, 0xC0, 0, 0], defaultECI: nil)
    #expect(numeric?.builder.finish().text == "0109506000134352")
    #expect(numeric?.isGS1 == true)
    let separated = HanXinContent(
      [0xE1, 0x11, 0xED, 0xC8, 0xC5, 0x7E, 0x8C, 0x54, 0x0C, 0xFF, 0xFF, 0xC0, 0], defaultECI: nil)
    #expect(separated?.builder.finish().text == "123456789\u{1D}789012")
    let mixed = try content([
      "11100001", "0001", fields([10, 345, 312, 0, 1, 117, 191, 125, 10, 1022], 10),
      "0010", fields([10, 11, 12, 13, 1, 2, 3, 4, 63], 6), "11111111",
    ])
    #expect(mixed.builder.finish().text == "01034531200000111719112510ABCD1234")
    let text = try content([
      "11100001", "0010", fields([10, 63], 6), "0001", fields([1000, 211, 0, 1021], 10), "11111111",
    ])
    #expect(text.builder.finish().text == "A\u{1D}2110")
  }

  /// A separator is none where the symbol does not say that it holds element strings.
  @Test func refusesSeparatorsElsewhere() {
    #expect(HanXinContent([0x1F, 0xA3, 0xFF, 0], defaultECI: nil) == nil)
  }

  @Test func readsURIs() throws {
    let lower = try content([
      "11100010", "001", fields([50, 4, 23, 0, 12, 15, 11, 4, 57, 63], 6), "111",
    ])
    #expect(lower.builder.finish().text == "https://example.com")
    let any = try content(["11100010", "011", fields([0, 26, 127], 7), "111"])
    #expect(any.builder.finish().text == "aA")
    let octets = try content([
      "11100010", "001", fields([50, 4, 23, 0, 12, 15, 11, 4, 57, 37, 63], 6), "100", fields([3, 0xE2, 0x82, 0xAC], 8),
      "111",
    ])
    #expect(octets.builder.finish().text == "https://example.com/%E2%82%AC")
    let changes = try content(["11100010", "001", fields([0, 62, 0, 62, 1, 63], 6), "111"])
    #expect(changes.builder.finish().text == "aAb")
  }

  @Test func readsUnicode() {
    let vectors: [(text: String, codewords: [UInt8])] = [
      ("A", [0x91, 0x10, 0x41, 0xF0, 0]),
      ("Привет", [0x92, 0x61, 0x6D, 0x08, 0x03, 0xF0, 0x1C, 0x32, 0x6B, 0x0B, 0xC0, 0]),
      ("🙂", [0x91, 0x47, 0x82, 0xDC, 0x74, 0xB8, 0x0F, 0]),
    ]
    for (text, codewords) in vectors {
      #expect(HanXinContent(codewords, defaultECI: nil)?.builder.finish().text == text)
      #expect(HanXinContent(codewords, defaultECI: 3)?.builder.finish().text == text)
    }
  }

  /// What breaks off, or has a form that there is none of, has no content.
  @Test func refusesWhatBreaksOff() {
    for codewords: [UInt8] in [[0x91, 0x10], [0x95, 0x10, 0x41, 0xF0], [0xE2, 0x33], [0xE3, 0x10], [0xF0, 0x10]] {
      #expect(HanXinContent(codewords, defaultECI: nil) == nil, "\(codewords)")
    }
  }

  /// The bare square of the lower left corner meets two borders of a picture that the symbol fills.
  @Test func readsSymbolsThatFillThePicture() throws {
    let reader = BarcodeReader(options: ReaderOptions(symbologies: [.hanXin]))
    for fixture in SymbolFixture.all("hanxin") where fixture.columns <= 60 {
      let map = Homography(4, 0, 0, 0, 4, 0, 0, 0, 1)
      let image = SymbolDrawing(fixture, shape: .square).draw(
        width: 4 * fixture.columns, height: 4 * fixture.rows, map: map)
      #expect(try reader.read(image).contains { fixture.says($0) }, "\(fixture)")
    }
  }
}
