import BarcodeContent
import Testing

@Suite struct FormatTests {
  private let parser = ContentParser(year: 2026)
  private let rs = "\u{1E}"
  private let gs = "\u{1D}"
  private let eot = "\u{4}"

  // MARK: AAMVA

  private static let header2016 = "@\n\u{1E}\rANSI 636026080102DL00410288ZA03290015"

  @Test func driverLicence() throws {
    let text =
      Self.header2016
      + "DLDAQD12345678\nDCSPUBLIC\nDDEN\nDACJOHN\nDDFN\nDADQUINCY\nDDGN\nDCAD\nDCBNONE\nDCDNONE\nDBD08242015\n"
      + "DBB01311970\nDBA01312035\nDBC1\nDAU069 in\nDAYGRN\nDAG789 E OAK ST\nDAIANYTOWN\nDAJAZ\nDAK902230000\n"
      + "DCF83D9BN217QO983B1\nDCGUSA\rZAZAAN\nZAB\n\r"
    let content = try #require(parser.parse(text))
    #expect(content.format == .aamva)
    #expect(content.isValid)
    #expect(content["IIN"]?.meaning == "Arizona")
    #expect(content["VER"]?.value == "08")
    #expect(content["DCS"]?.value == "PUBLIC")
    #expect(content["DBB"]?.meaning == "1970-01-31")
    #expect(content["DBA"]?.meaning == "2035-01-31")
    #expect(content["DBC"]?.meaning == "male")
    #expect(content["DAY"]?.meaning == "green")
    #expect(content["ZAA"]?.value == "N")
  }

  /// The first version has no number of the jurisdiction, and dates begin with the year.
  @Test func firstVersion() throws {
    let text = "@\n\u{1E}\rAAMVA6360000102DL00390100ZV01390020DLDAQT1\nDAAPUBLIC,JOHN\nDBB19700131\n\rZVZVA01\r"
    let content = try #require(parser.parse(text))
    #expect(content["DBB"]?.meaning == "1970-01-31")
    #expect(content["DAA"]?.value == "PUBLIC,JOHN")
    #expect(content["ZVA"]?.value == "01")
    #expect(content.isValid)
  }

  @Test func damagedLicences() {
    #expect(parser.parse("@\n\u{1E}\rANSI ", as: .aamva) == nil)
    #expect(parser.parse("@\n\u{1E}\rANSI 636026080101DL99999999", as: .aamva) == nil)
    #expect(parser.parse(Self.header2016 + "DLDAQ1\n\r", as: .aamva)?.isValid == false)
  }

  // MARK: HIBC

  /// Of the HIBC standard: supplier A123, product BJC5D6E7, unit 1.
  @Test func hibc() throws {
    let content = try #require(parser.parse("+A123BJC5D6E71G"))
    #expect(content.format == .hibc)
    #expect(content.fields.map(\.value) == ["A123", "BJC5D6E7", "1", "G"])
    #expect(parser.parse("+A123BJC5D6E71H") == nil)
  }

  @Test(arguments: [
    ("$$3270131LOT1", "2027-01-31", "LOT1"), ("$$0127LOT1", "2027-01", "LOT1"), ("$$2013127LOT1", "2027-01-31", "LOT1"),
    ("$$527031LOT1", "2027-01-31", "LOT1"), ("$$427013108LOT1", "2027-01-31 08:00", "LOT1"),
    ("27031LOT1", "2027-01-31", "LOT1"),
    ("$$8243270131LOT1", "2027-01-31", "LOT1"), ("$$7LOT1", nil, "LOT1"), ("$LOT1", nil, "LOT1"),
  ])
  func hibcSecondary(data: String, date: String?, lot: String) throws {
    let content = try #require(parser.parse(Self.checked("+A123BJC5D6E71/" + data), as: .hibc))
    #expect(content.isValid, "\(content.problems)")
    #expect(content["EXP"]?.meaning == date)
    #expect(content["LOT"]?.value == lot)
    #expect(content["QTY"]?.meaning == (data.hasPrefix("$$8") ? "24" : nil))
  }

  @Test func hibcMore() throws {
    let content = try #require(
      parser.parse(Self.checked("+A123BJC5D6E71/$$+3270131SN1/16D20260501/Q12"), as: .hibc))
    #expect(content["SER"]?.value == "SN1")
    #expect(content["MAN"]?.meaning == "2026-05-01")
    #expect(content["QTY"]?.value == "12")
    let alone = try #require(parser.parse(Self.checked("+$$3270131LOT1G"), as: .hibc))
    #expect(alone["LNK"]?.value == "G")
    #expect(alone["LOT"]?.value == "LOT1")
    #expect(parser.parse(Self.checked("+A123BJC5D6E71/$$3279931L"), as: .hibc)?.isValid == false)
  }

  /// The check character of a text of the alphabet.
  private static func checked(_ text: String) -> String {
    let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%")
    return text + String(alphabet[text.reduce(0) { $0 + (alphabet.firstIndex(of: $1) ?? 0) } % 43])
  }

  // MARK: ISBT 128

  @Test func isbt() throws {
    let content = try #require(parser.parse("=A99992612345600=%5100=<E0791000&>0260312359"))
    #expect(content.format == .isbt128)
    #expect(content.isValid)
    #expect(content["="]?.value == "A99992612345600")
    #expect(content["=%"]?.meaning == "O RhD positive")
    #expect(content["=<"]?.value == "E0791000")
    #expect(content["&>"]?.meaning == "2026-01-31 23:59")
    #expect(parser.parse("=>026400")?.isValid == false)
    for text in ["=", "=%", "=%51", "= 5100", "=?1234", "A=%5100", "x=1&y=2"] {
      #expect(parser.parse(text, as: .isbt128) == nil, "\(text)")
    }
  }

  // MARK: IUID

  /// Of MIL-STD-130: both constructs, in both ways to write them.
  @Test(arguments: [
    ("06", ["17V0CVA5", "1P1234", "S786950"], "D0CVA51234786950"),
    ("06", ["18S0CVA5786950"], "D0CVA5786950"), ("06", ["25SUN067084639 X1"], "UN067084639 X1"),
    ("12", ["MFR 0CVA5", "SER 786950"], "D0CVA5786950"),
    ("12", ["MFR0CVA5", "PNO1234", "SEQ786950"], "D0CVA51234786950"), ("05", ["80040614141AB"], "0614141AB"),
  ])
  func iuid(format: String, elements: [String], item: String) throws {
    let text = "[)>\(rs)\(format)\(gs)" + elements.joined(separator: gs) + rs + eot
    let content = try #require(parser.parse(text))
    #expect(content.format == .iuid)
    #expect(content["UII"]?.value == item)
  }

  @Test func incompleteIUID() {
    #expect(parser.parse("[)>\(rs)06\(gs)17V0CVA5\(rs)\(eot)")?.isValid == false)
    #expect(parser.parse("[)>\(rs)06\(gs)\(rs)\(eot)") == nil)
    #expect(parser.parse("[)>\(rs)99\(gs)17V\(rs)") == nil)
  }

  // MARK: SCM

  @Test func parcel() throws {
    let values = [
      "96841706672", "840", "001", "1Z12345675", "UPSN", "12345E", "089", "", "1/3", "10.1", "Y", "634 ALPHA DR",
      "PITTSBURGH", "PA",
    ]
    let content = try #require(parser.parse("[)>\(rs)01\(gs)" + values.joined(separator: gs) + rs + eot))
    #expect(content.format == .scm)
    #expect(content.isValid)
    #expect(content["POST"]?.value == "841706672")
    #expect(content["TRK"]?.value == "1Z12345675")
    #expect(content["PKG"]?.meaning == "1 of 3")
    #expect(content["ID"] == nil)
    #expect(content["ST"]?.value == "PA")
  }

  // MARK: Intelligent Mail

  /// The example of USPS-B-3200.
  @Test func intelligentMail() throws {
    let content = try #require(parser.parse("0123456709498765432101234567891", as: .intelligentMail))
    #expect(content.isValid)
    let values = [
      "BI": "01", "STID": "234", "MID": "567094", "SN": "987654321", "ZIP": "01234", "ZIP4": "5678", "DP": "91",
    ]
    for (key, value) in values { #expect(content[key]?.value == value) }
    #expect(parser.parse("0123456709498765432101234567891") == nil)
  }

  @Test func intelligentMailOfLargeMailersAndWithoutRouting() throws {
    let content = try #require(parser.parse("04000912345678123456", as: .intelligentMail))
    #expect(content["MID"]?.value == "912345678")
    #expect(content["SN"]?.value == "123456")
    #expect(content["ZIP"] == nil)
    #expect(parser.parse("09000912345678123456", as: .intelligentMail)?.isValid == false)
    #expect(parser.parse("0400091234567812345", as: .intelligentMail) == nil)
  }

  /// Nothing makes a parser stumble.
  @Test func anyText() {
    var random = SystemRandomNumberGenerator()
    let heads = ["", "+", "=", "&>", "[)>\u{1E}06\u{1D}", "@\n\u{1E}\rANSI 636026080102DL00410288ZA03290015DL", "(01)"]
    let alphabet = Array("0123456789ABZ$/+%=&<>[](){}\"\u{1D}\u{1E}\u{4}\n\r éあ")
    for _ in 0..<20_000 {
      let tail = (0..<Int.random(in: 0...40, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "0" }
      let text = (heads.randomElement(using: &random) ?? "") + String(tail)
      for format in ContentFormat.allCases { _ = parser.parse(text, as: format)?.json }
      _ = parser.parse(text, isGS1: true)?.text
    }
  }
}
