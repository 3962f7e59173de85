import BarcodeEngine
import TestSupport
import Testing

/// A line of the manifest of symbols of narrow and wide elements.
struct TwoWidthFixture: Decodable, Sendable, CustomStringConvertible {
  let file: String
  let expected: LinearFixture.Symbol
  /// The name of the options with which it is read so.
  let setting: String?

  var description: String { "\(file) \(setting ?? "")" }

  static let all: [TwoWidthFixture] = (try? Fixtures.manifest("twowidth", of: TwoWidthFixture.self)) ?? []

  var symbology: Symbology { get throws { try #require(Symbology(rawValue: expected.symbology)) } }
  func picture() throws -> LumaImage { try Fixtures.picture("twowidth", file) }

  func equals(_ found: [Barcode]) -> Bool {
    found.map {
      LinearFixture.Symbol(symbology: $0.symbology.rawValue, text: $0.text, identifier: $0.symbologyIdentifier)
    } == [expected]
  }

  /// The options that the setting stands for.
  func options(_ symbologies: SymbologySet) -> ReaderOptions {
    var options = ReaderOptions(symbologies: symbologies)
    var check = CheckOptions()
    check.isRequired = setting == "check" || setting == "check-sent"
    check.isTransmitted = setting == "check-sent"
    options.linear.code39.check = check
    options.linear.interleaved = check
    options.linear.code25 = check
    options.linear.codabar.check = check
    options.linear.codabar.transmitsStartStop = setting == "ends"
    options.linear.code11.transmitsCheck = setting == "check-sent" || setting == "two-sent"
    let rules: [String: Code11Options.Check] = ["two": .two, "two-sent": .two, "ignored": .ignored]
    options.linear.code11.check = rules[setting ?? ""] ?? .automatic
    if let scheme = setting.flatMap(MSIOptions.Scheme.init(rawValue:)) {
      options.linear.msi.scheme = scheme
      options.linear.msi.check.isRequired = true
    }
    options.linear.telepen.isNumeric = setting == "numeric"
    options.linear.code39.convertsToCode32 = setting == "code32"
    options.linear.code39.prefixesCode32 = true
    options.linear.code39.convertsToPZN = setting == "pzn"
    if setting == "regular" {
      options.linear.pharmacode.acceptsRegular = true
      options.linear.pharmacode.numbers = 3...131070
    }
    return options
  }
}

@Suite struct TwoWidthFixtureTests {
  /// One plain fixture of each symbology.
  private static let names = [
    "code39-zint", "itf-bwipp", "code25-industrial-bwipp", "code25-iata-bwipp", "code25-matrix-bwipp",
    "code25-datalogic-bwipp", "code25-coop-bwipp", "code25-inverted", "codabar-AB", "code11-one", "msi-plain",
    "telepen-bwipp", "pharmacode-638",
  ]
  private static let various = TwoWidthFixture.all.filter { f in names.contains { "\($0).png" == f.file } }

  @Test func fixturesAreThere() {
    #expect(TwoWidthFixture.all.count >= 60)
    #expect(TwoWidthFixtureTests.various.count == TwoWidthFixtureTests.names.count)
  }

  /// With all other linear symbologies on, so that none of them is read in its place.
  @Test(arguments: TwoWidthFixture.all)
  func readsWhatTheEncodersWrote(_ fixture: TwoWidthFixture) throws {
    // Regular bars are accepted only where nothing else is looked for.
    if fixture.setting == "regular" {
      let found = try read(fixture, try fixture.picture())
      #expect(fixture.equals(found), "\(found.map(\.text))")
      return
    }
    let postal = SymbologySet(SymbologySet.readable.members.filter { $0.info.family == .postal })
    let symbology = try fixture.symbology
    let all = SymbologySet.readable.subtracting(postal).union([symbology])
    let found = try BarcodeReader(options: fixture.options(all)).read(try fixture.picture())
    #expect(fixture.equals(found), "\(found.map { "\($0.symbology) \($0.text) \($0.symbologyIdentifier)" })")
  }

  private func read(_ fixture: TwoWidthFixture, _ picture: LumaImage) throws -> [Barcode] {
    try BarcodeReader(options: fixture.options([fixture.symbology])).read(picture)
  }

  /// Pharmacode has a test of its own, since its number depends on the direction.
  @Test(arguments: various.filter { $0.expected.symbology != "pharmacode" }, [11.0, 45, 90, 137, 180, 262])
  func readsAtAnyAngle(_ fixture: TwoWidthFixture, _ degrees: Double) throws {
    let found = try read(fixture, try fixture.picture().turned(by: degrees))
    #expect(fixture.equals(found), "\(found.map(\.text))")
  }

  @Test(arguments: various)
  func readsLightOnDark(_ fixture: TwoWidthFixture) throws {
    let found = try read(fixture, try fixture.picture().mapped { 255 - $0 })
    #expect(fixture.equals(found), "\(found.map(\.text))")
    #expect(found.allSatisfy { $0.isInverted })
  }

  @Test(arguments: various)
  func readsLowContrast(_ fixture: TwoWidthFixture) throws {
    let found = try read(fixture, try fixture.picture().mapped { 100 + $0 * 0.06 })
    #expect(fixture.equals(found), "\(found.map(\.text))")
  }

  @Test(arguments: various)
  func readsOutOfFocus(_ fixture: TwoWidthFixture) throws {
    // 0.75 modules of 2 pixels: no narrow bar reaches half of the contrast.
    let found = try read(fixture, try fixture.picture().blurred(sigma: 1.5))
    #expect(fixture.equals(found), "\(found.map(\.text))")
  }

  /// Pharmacode has no direction: within 90 degrees of upright it is its number, else the number from the other side.
  @Test(arguments: [("638", 0.0), ("638", 60), ("638", 280), ("638", 90), ("1019", 180), ("1019", 130), ("1019", 270)])
  func directionOfPharmacode(_ number: String, _ degrees: Double) throws {
    let fixture = try #require(TwoWidthFixture.all.first { $0.file == "pharmacode-638.png" })
    let found = try read(fixture, try fixture.picture().turned(by: degrees))
    #expect(found.map(\.text) == [number])
  }

  /// The same holds of the two-track form.
  @Test(arguments: [("123456", 0.0), ("123456", 45), ("123456", 275)])
  func directionOfTwoTrack(_ number: String, _ degrees: Double) throws {
    let fixture = try #require(TwoWidthFixture.all.first { $0.file == "pharmacode2-123456.png" })
    let found = try read(fixture, try fixture.picture().turned(by: degrees))
    #expect(found.map(\.text) == [number])
  }

  /// Symbols of other kinds, none of which holds one of these.
  @Test(arguments: LinearFixture.all.filter { !$0.file.hasPrefix("other-") })
  func readsNothingInOtherSymbols(_ fixture: LinearFixture) throws {
    let these = SymbologySet(try TwoWidthFixture.all.map { try $0.symbology })
    let found = try BarcodeReader(options: ReaderOptions(symbologies: these)).read(try fixture.picture())
    #expect(found.isEmpty, "\(found.map { "\($0.symbology) \($0.text)" })")
  }

  /// A fence of many equal stripes with posts of another width at its ends.
  @Test(arguments: [([9], []), ([9, 9], [9]), ([9], [9, 9])] as [([Int], [Int])])
  func readsNothingInFences(_ posts: (first: [Int], last: [Int])) throws {
    let found = try readStripes(posts.first + [Int](repeating: 3, count: 11) + posts.last)
    #expect(found.isEmpty, "\(found.map(\.text))")
  }

  /// A piece of a fence whose first, or first and last, stripe is cut: equal bars between narrow ones.
  @Test(arguments: [(first: 3, last: 9), (9, 3), (3, 3), (9, 9)], [6, 8, 10])
  func readsNothingInStripes(_ cut: (first: Int, last: Int), _ stripes: Int) throws {
    let found = try readStripes([cut.first] + [Int](repeating: 9, count: stripes - 2) + [cut.last])
    #expect(found.isEmpty, "\(found.map(\.text))")
  }

  /// What is read as Pharmacode in dark stripes of the given widths, in pixels, with 6 pixels between them.
  private func readStripes(_ widths: [Int]) throws -> [Barcode] {
    var row = [UInt8](repeating: 220, count: 60)
    for width in widths {
      row += [UInt8](repeating: 30, count: width) + [UInt8](repeating: 220, count: 6)
    }
    row += [UInt8](repeating: 220, count: 60)
    let height = 120
    let blank = [UInt8](repeating: 220, count: row.count * 30)
    let pixels = blank + (0..<height).flatMap { _ in row } + blank
    let picture = LumaImage(width: row.count, height: height + 60, pixels: pixels)
    return try BarcodeReader(options: ReaderOptions(symbologies: [.pharmacode])).read(picture)
  }
}
