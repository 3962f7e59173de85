import BarcodeCore
import BarcodeEngine
import LinearSymbologies
import TestSupport
import Testing

private let dataBarSymbologies: SymbologySet = [
  .dataBarOmni, .dataBarStacked, .dataBarLimited, .dataBarExpanded, .dataBarExpandedStacked, .code93,
]

/// A line of the manifest of GS1 DataBar and Code 93.
struct DataBarFixture: Decodable, Sendable, CustomStringConvertible {
  let file: String
  let expected: [LinearFixture.Symbol]

  var description: String { file }

  static let all: [DataBarFixture] = (try? Fixtures.manifest("databar", of: DataBarFixture.self)) ?? []

  func picture() throws -> LumaImage { try Fixtures.picture("databar", file) }

  func equals(_ found: [Barcode]) -> Bool {
    found.map {
      LinearFixture.Symbol(symbology: $0.symbology.rawValue, text: $0.text, identifier: $0.symbologyIdentifier)
    }
      == expected
  }
}

@Suite struct DataBarTests {
  private let reader = BarcodeReader(options: .init(symbologies: dataBarSymbologies))

  private static let various = [
    "omni-0.png", "truncated-4.png", "stacked-0.png", "stackedomni-3.png", "limited-3.png", "expanded-long.png",
    "expandedstacked-long-1.png", "expandedstacked-long-2.png", "expandedstacked-bwipp-4.png", "code93-ascii.png",
  ]
  private static func fixtures() -> [DataBarFixture] { DataBarFixture.all.filter { various.contains($0.file) } }

  @Test func fixturesAreThere() {
    #expect(DataBarFixture.all.count == 85)
    #expect(DataBarTests.fixtures().count == DataBarTests.various.count)
  }

  @Test(arguments: DataBarFixture.all)
  func readsWhatTheEncodersWrote(_ fixture: DataBarFixture) throws {
    let found = try reader.read(try fixture.picture())
    #expect(fixture.equals(found), "\(found.map(\.text))")
  }

  @Test(arguments: fixtures(), [14.0, 45, 90, 145, 180, 250])
  func readsAtAnyAngle(_ fixture: DataBarFixture, _ degrees: Double) throws {
    let found = try reader.read(try fixture.picture().turned(by: degrees))
    #expect(fixture.equals(found), "\(found.map(\.text))")
    let main = try #require(found.first)
    let difference = abs(main.orientation - degrees).truncatingRemainder(dividingBy: 360)
    #expect(min(difference, 360 - difference) < 6)
  }

  @Test(arguments: fixtures())
  func readsLightOnDark(_ fixture: DataBarFixture) throws {
    let found = try reader.read(try fixture.picture().mapped { 255 - $0 })
    #expect(fixture.equals(found), "\(found.map(\.text))")
    #expect(found.allSatisfy { $0.isInverted })
  }

  /// Symbols that are valid from the other side, too, were they of the other polarity.
  @Test(arguments: ["omni-backwards.png", "stacked-backwards.png"], [false, true])
  func groundTellsTheDirection(_ file: String, _ isInverted: Bool) throws {
    let fixture = try #require(DataBarFixture.all.first { $0.file == file })
    let picture = try fixture.picture()
    let found = try reader.read(isInverted ? picture.mapped { 255 - $0 } : picture)
    #expect(fixture.equals(found), "\(found.map(\.text))")
    #expect(found.allSatisfy { $0.isInverted == isInverted })
  }

  @Test(arguments: fixtures())
  func readsLowContrast(_ fixture: DataBarFixture) throws {
    let found = try reader.read(try fixture.picture().mapped { 100 + $0 * 0.08 })
    #expect(fixture.equals(found), "\(found.map(\.text))")
  }

  @Test(arguments: fixtures())
  func readsOutOfFocus(_ fixture: DataBarFixture) throws {
    // 0.5 modules of 3 pixels.
    let found = try reader.read(try fixture.picture().blurred(sigma: 1.5))
    #expect(fixture.equals(found), "\(found.map(\.text))")
  }

  @Test(arguments: fixtures())
  func isNothingElse(_ fixture: DataBarFixture) throws {
    let own = Set(fixture.expected.map(\.symbology))
    let others = SymbologySet.linear.union(.stacked).members.filter { !own.contains($0.rawValue) }
    let found = try BarcodeReader(options: .init(symbologies: SymbologySet(others))).read(try fixture.picture())
    #expect(found.isEmpty, "\(found.map { ($0.symbology, $0.text) })")
  }

  @Test(arguments: LinearFixture.all.filter { !$0.file.contains("databar") })
  func findsNothingInOtherSymbols(_ fixture: LinearFixture) throws {
    let found = try reader.read(try fixture.picture())
    #expect(found.isEmpty, "\(found.map { ($0.symbology, $0.text) })")
  }

  @Test func findsNothingInNoise() throws {
    var random = SeededRandom(seed: 11)
    // Columns of random widths, as texture and other bars have them.
    for _ in 0..<60 {
      var row: [UInt8] = []
      while row.count < 700 {
        row += [UInt8](repeating: row.last == 0 ? 255 : 0, count: Int.random(in: 2...9, using: &random))
      }
      let picture = LumaImage(width: 700, height: 40, pixels: (0..<40).flatMap { _ in row.prefix(700) })
      #expect(try reader.read(picture).isEmpty)
    }
  }

  @Test func cornersHoldAllRows() throws {
    let fixture = try #require(DataBarFixture.all.first { $0.file == "expandedstacked-long-2.png" })
    let picture = try fixture.picture()
    let code = try #require(try reader.read(picture).first)
    #expect(code.corners.topLeft.distance(to: Point(18, 12)) < 10)
    #expect(code.corners.bottomRight.distance(to: Point(Double(picture.width) - 18, Double(picture.height) - 12)) < 10)
    #expect(abs(code.moduleSize - 3) < 0.15)
  }

  @Test func onlyWhatIsAskedFor() throws {
    let stacked = try #require(DataBarFixture.all.first { $0.file == "stackedomni-3.png" })
    let omni = try #require(DataBarFixture.all.first { $0.file == "omni-0.png" })
    #expect(try BarcodeReader(options: .init(symbologies: [.dataBarOmni])).read(try stacked.picture()).isEmpty)
    #expect(try BarcodeReader(options: .init(symbologies: [.dataBarStacked])).read(try omni.picture()).isEmpty)
  }
}

@Suite struct DataBarContentTests {
  private func decode(_ bits: String) -> String? {
    var stream = GS1BitStream()
    for bit in bits where bit != " " { stream.append(bit == "1" ? 1 : 0, count: 1) }
    var compaction = GS1Compaction(stream)
    return compaction.run().map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func digitsStandInPairs() {
    // (1 · 11 + 2) + 8 = 21, (3 · 11 + 4) + 8 = 45.
    #expect(decode("0010101 0101101") == "1234")
    // A last digit in four bits.
    #expect(decode("0010101 0101") == "124")
    #expect(decode("0010101 0000 00100 0") == "12")
  }

  @Test func lettersFollowALatch() {
    #expect(decode("0000 100000 100001 01111 0010101") == "AB\u{1D}12")
    #expect(decode("0000 00100 1011010 11101000 000 0010101") == "a!12")
    // A second latch to digits behind a separator.
    #expect(decode("0000 100000 01111 000 0010101") == "A\u{1D}12")
  }

  @Test func impossibleBitsAreRefused() {
    #expect(decode("0000 111111") == nil)
    #expect(decode("0000 00100 11111111") == nil)
  }

  @Test func code93ChecksAndShifts() throws {
    // "TEST93" with the check characters + and 6, as in the AIM specification.
    let codes: [UInt8] = [47, 29, 14, 28, 29, 9, 3, 41, 6, 47]
    #expect(Code93.verify(codes))
    #expect(try #require(Code93.interpret(codes)).text == "TEST93")
    var wrong = codes
    wrong[2] = 15
    #expect(!Code93.verify(wrong))
    // (+)A is a; a shift alone is nothing.
    #expect(Code93.interpret([47, 46, 10, 0, 0, 47])?.text == "a")
    #expect(Code93.interpret([47, 46, 0, 0, 47]) == nil)
    #expect(Code93.interpret([47, 46, 10, 0, 0, 47], isFullASCII: false)?.text == "+A")
  }
}
