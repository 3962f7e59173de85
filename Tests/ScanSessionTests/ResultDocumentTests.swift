import Foundation
import ScanSession
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ResultDocumentTests {
  private let xml = ResultXML(source: "a<b>&\"'\u{1}") { "\($0.rawValue) <&>" }

  /// Text of each element by its name, and attributes by `element@name`; nil when the document is not well-formed.
  private func parse(_ document: String) -> [String: [String]]? {
    final class Collector: NSObject, XMLParserDelegate {
      var values: [String: [String]] = [:]
      var path: [(name: String, text: String)] = []

      func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
      ) {
        path.append((name, ""))
        for (key, value) in attributes { values["\(name)@\(key)", default: []].append(value) }
      }

      func parser(_ parser: XMLParser, foundCharacters string: String) {
        if !path.isEmpty { path[path.count - 1].text += string }
      }

      func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
      ) {
        if let last = path.popLast() { values[name, default: []].append(last.text) }
      }
    }
    let parser = XMLParser(data: Data(document.utf8))
    let collector = Collector()
    parser.delegate = collector
    return parser.parse() ? collector.values : nil
  }

  private func report(_ barcodes: [Barcode], _ ending: ScanEnding? = .read, target: PictureRegion? = nil) -> ScanReport
  {
    ScanReport(
      number: 3, run: 2, barcodes: barcodes, ending: ending, width: 640, height: 480, target: target, elapsed: 1.5,
      decodingTime: 0.012)
  }

  @Test func everyByteValue() throws {
    for byte in UInt8.min...UInt8.max {
      let bytes = [byte, byte]
      let text = String(UnicodeScalar(byte))
      let barcode = symbol(text, bytes: bytes)
      let values = try #require(parse(xml.document(report([barcode]))))
      let content = try #require(values["full_string"]?.first.flatMap { Data(base64Encoded: $0) })
      #expect(Array(content) == bytes)
      #expect(values["status"] == ["GOOD READ"])
      #expect(parse(ResultSVG.document([barcode], of: report([barcode]))) != nil)
    }
  }

  @Test func fields() throws {
    let values = try #require(parse(xml.document(report([symbol("x")]))))
    #expect(values["result@id"] == ["3"])
    #expect(values["result_source"] == ["a<b>&\"'\u{FFFD}"])
    #expect(values["symbology"] == ["qr <&>"])
    #expect(values["trigger_index"] == ["2"])
    #expect(values["trigger_time"] == ["1500"])
    #expect(values["decode_time"] == ["12"])
    #expect(values["full_string@encoding"] == ["base64"])
  }

  @Test func severalSymbols() throws {
    let values = try #require(parse(xml.document(report([symbol("a"), symbol("b"), symbol("c")]))))
    #expect(Set(values["full_string"] ?? []) == ["YQ==", "Yg==", "Yw=="])
    #expect(values["result@id"] == ["3", "3", "3"])
    let single = try #require(parse(xml.document(symbol("b"), of: report([symbol("a"), symbol("b")]))))
    #expect(single["full_string"] == ["Yg=="])
  }

  @Test func noRead() throws {
    let values = try #require(parse(xml.document(report([], .timedOut))))
    #expect(values["status"] == ["NO READ"])
    #expect(values["full_string"] == [""])
  }

  /// The manual's parser takes whatever text comes before the next opening tag.
  @Test func noWhiteSpaceBetweenElements() {
    let document = xml.document(report([symbol("a"), symbol("b")]))
    #expect(document.range(of: ">[ \r\n\t]+<", options: .regularExpression) == nil)
  }

  @Test func svg() throws {
    let barcode = symbol("a", at: Point(100.4, 50.6))
    let target = PictureRegion(x: 0.5, y: 0.5, width: 0.25, height: 0.25)
    let values = try #require(parse(ResultSVG.document([barcode], of: report([barcode], target: target))))
    #expect(values["svg@viewBox"] == ["0 0 640 480"])
    #expect(values["polygon@points"] == ["90,41 110,41 110,61 90,61 ", "320,240 480,240 480,360 320,360 "])
    #expect(values["polygon@stroke"] == ["#00FF00", "#FFFF00"])
  }

  @Test func svgOfOddCorners() {
    let nan = Point(.nan, .infinity)
    let barcode = Barcode(
      symbology: .qr, symbologyIdentifier: "]Q1", text: "", bytes: [], corners: Quad(nan, nan, nan, nan),
      evidence: Evidence(), moduleSize: .nan)
    #expect(ResultSVG.document([barcode], of: report([barcode])).contains("0,1000000 "))
  }

  @Test(arguments: 0...20)
  func base64(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }
    #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString())
  }
}
