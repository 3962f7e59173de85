import BarcodeContent
import Testing

@Suite struct GS1Tests {
  private let parser = ContentParser(year: 2026)
  private let gs = "\u{1D}"

  private func rows(_ text: String) -> [String]? {
    parser.parse(text, as: .gs1)?.fields.map { "\($0.key)=\($0.value)" + ($0.meaning.map { "=\($0)" } ?? "") }
  }

  /// Examples of the GS1 General Specifications.
  @Test func elementStrings() {
    #expect(rows("0109521234543213") == ["01=09521234543213"])
    #expect(
      rows("010952123454321317260731" + "10ABC123\(gs)3103000195")
        == ["01=09521234543213", "17=260731=2026-07-31", "10=ABC123", "3103=000195=0.195"])
    #expect(rows("00395011015300000011") == ["00=395011015300000011"])
    #expect(rows("11260200") == ["11=260200=2026-02"])
    #expect(rows("3922" + "1099") == ["3922=1099=10.99"])
    #expect(rows("3932" + "978" + "1099") == ["3932=9781099=978 10.99"])
    #expect(rows("(01)09521234543213(21)A(b)1") == ["01=09521234543213", "21=A(b)1"])
    #expect(rows("70032612312359") == ["7003=2612312359=2026-12-31 23:59"])
    #expect(rows("\(gs)21X\(gs)") == ["21=X"])
  }

  @Test func centuries() {
    // Of the General Specifications: 51 years ahead is the past, 50 years back the future.
    #expect(rows("17760101") == ["17=760101=2076-01-01"])
    #expect(rows("17770101") == ["17=770101=1977-01-01"])
    #expect(ContentParser(year: 1960).parse("17100101", as: .gs1)?["17"]?.meaning == "2010-01-01")
  }

  @Test(arguments: [
    ("0109521234543214", "wrong check digit"), ("17261301", "no such date"), ("17260229", "no such date"),
    ("13260200", nil), ("7003261231", "too short"), ("70032602002359", "no such date"), ("0109521", "too short"),
    ("30123456789", "too long"), ("10{}", "characters that are not allowed"), ("7003261231" + "2460", "no such time"),
  ])
  func problems(text: String, problem: String?) throws {
    let content = try #require(parser.parse(text, as: .gs1))
    #expect(content.problems.first?.contains(problem ?? "-") ?? (problem == nil))
    #expect(content.isValid == (problem == nil))
  }

  /// The example of the General Specifications for the check character pair.
  @Test func globalModelNumber() throws {
    #expect(parser.parse("80131987654Ad4X4bL5ttr2310c2K", as: .gs1)?.isValid == true)
    #expect(parser.parse("80131987654Ad4X4bL5ttr2310c2J", as: .gs1)?.isValid == false)
  }

  @Test func noElementStrings() {
    for text in ["", "hello", "\(gs)", "05123", "310x", "3106000001", "39440001"] {
      #expect(parser.parse(text, as: .gs1) == nil)
    }
    #expect(parser.parse("0109521234543213") == nil)
    #expect(parser.parse("0109521234543213", isGS1: true)?.format == .gs1)
    // What follows a good element is told.
    #expect(parser.parse("010952123454321305", as: .gs1)?.problems.count == 1)
  }

  @Test func documents() throws {
    let content = try #require(parser.parse("0109521234543213" + "10A\"B", as: .gs1))
    #expect(content.text == "(01) 09521234543213\n(10) A\"B")
    #expect(
      content.json
        == #"{"format":"GS1","valid":true,"fields":[{"key":"01","name":"GTIN","value":"09521234543213"},"#
        + #"{"key":"10","name":"BATCH/LOT","value":"A\"B"}],"problems":[]}"#)
  }
}
