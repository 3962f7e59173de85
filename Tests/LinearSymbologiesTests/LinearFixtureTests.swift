import BarcodeEngine
import TestSupport
import Testing

/// A line of the fixtures' manifest.
struct LinearFixture: Decodable, Sendable, CustomStringConvertible {
  struct Symbol: Decodable, Sendable, Hashable {
    let symbology: String
    let text: String
    let identifier: String
  }

  let file: String
  let expected: [Symbol]

  var description: String { file }

  static let all: [LinearFixture] = (try? Fixtures.manifest("linear", of: LinearFixture.self)) ?? []
  static func named(_ prefix: String) -> [LinearFixture] { all.filter { $0.file.hasPrefix(prefix) } }

  func picture() throws -> LumaImage { try Fixtures.picture("linear", file) }

  /// Whether the results are the expected ones and no others.
  func equals(_ found: [Barcode]) -> Bool {
    let seen = found.map {
      Symbol(symbology: $0.symbology.rawValue, text: $0.text, identifier: $0.symbologyIdentifier)
    }
    return seen.count == expected.count && Set(seen) == Set(expected)
  }
}

let linearSymbologies: SymbologySet = [.code128, .upcA, .upcE, .ean13, .ean8, .ean2, .ean5]

@Suite struct LinearFixtureTests {
  private let reader = BarcodeReader(options: .init(symbologies: linearSymbologies))

  /// One fixture of every structure.
  private static let various = [
    "code128-upper.png", "code128-gs1-variable.png", "ean13-5.png", "ean13-0.png", "ean8-0.png", "upce-0-4.png",
    "upce-1-7.png", "addon5-3.png",
  ]
  private static func fixtures() -> [LinearFixture] { LinearFixture.all.filter { various.contains($0.file) } }

  @Test func fixturesAreThere() {
    #expect(LinearFixture.named("upce-").count == 21)
    #expect(LinearFixture.named("code128-").count == 19)
    #expect(LinearFixtureTests.fixtures().count == LinearFixtureTests.various.count)
  }

  @Test(arguments: LinearFixture.all)
  func readsWhatTheEncodersWrote(_ fixture: LinearFixture) throws {
    let found = try reader.read(try fixture.picture())
    #expect(fixture.equals(found), "\(found.map(\.text))")
  }

  @Test(arguments: fixtures(), [11.0, 45, 90, 137, 180, 262])
  func readsAtAnyAngle(_ fixture: LinearFixture, _ degrees: Double) throws {
    let found = try reader.read(try fixture.picture().turned(by: degrees))
    #expect(fixture.equals(found), "\(found.map(\.text))")
    let main = try #require(found.first { $0.text == fixture.expected.first?.text })
    let difference = abs(main.orientation - degrees).truncatingRemainder(dividingBy: 360)
    #expect(min(difference, 360 - difference) < 3)
  }

  @Test(arguments: fixtures())
  func readsLightOnDark(_ fixture: LinearFixture) throws {
    let found = try reader.read(try fixture.picture().mapped { 255 - $0 })
    #expect(fixture.equals(found), "\(found.map(\.text))")
    #expect(found.allSatisfy { $0.isInverted })
  }

  @Test(arguments: fixtures())
  func readsLowContrast(_ fixture: LinearFixture) throws {
    let found = try reader.read(try fixture.picture().mapped { 100 + $0 * 0.08 })
    #expect(fixture.equals(found), "\(found.map(\.text))")
  }

  /// Bars of a module run together at 0.9 modules of 3 pixels: only whole characters can be told apart.
  @Test(arguments: ["code128-upper.png", "code128-gs1-variable.png", "code128-latin.png"], [0.0, 33])
  func readsBarsThatRunTogether(_ file: String, _ degrees: Double) throws {
    let fixture = try #require(LinearFixture.named(file).first)
    let found = try reader.read(try fixture.picture().blurred(sigma: 2.7).turned(by: degrees))
    #expect(fixture.equals(found), "\(found.map(\.text))")
  }

  @Test(arguments: fixtures())
  func readsOutOfFocus(_ fixture: LinearFixture) throws {
    // 0.5 modules of 3 pixels.
    let found = try reader.read(try fixture.picture().blurred(sigma: 1.5))
    #expect(fixture.equals(found), "\(found.map(\.text))")
  }

  @Test(arguments: LinearFixture.named("ean13-").filter { !$0.file.contains("addon") })
  func readsRetailFarOutOfFocus(_ fixture: LinearFixture) throws {
    // 0.8 modules: no narrow bar reaches half of the contrast.
    let found = try reader.read(try fixture.picture().blurred(sigma: 2.4))
    #expect(found.map(\.text).first == fixture.expected.first?.text)
  }

  @Test(arguments: fixtures())
  func readsScratched(_ fixture: LinearFixture) throws {
    var picture = try fixture.picture()
    let w = picture.width
    // Slanted light scratches that leave no row of the upper two thirds whole.
    for y in 0..<(picture.height * 2 / 3) {
      for k in 0..<3 {
        let x = (y * 2 + k * w / 3 + 50) % w
        for i in 0..<4 where x + i < w { picture.pixels[y * w + x + i] = 255 }
      }
    }
    let found = try reader.read(picture)
    #expect(found.contains { $0.text == fixture.expected.first?.text }, "\(found.map(\.text))")
  }

  @Test func cornersAreTight() throws {
    let fixture = try #require(LinearFixture.named("ean13-5").first)
    let picture = try fixture.picture()
    let code = try #require(try reader.read(picture).first)
    // The script's quiet zones: 36 pixels at the sides, 12 above and below.
    #expect(code.corners.topLeft.distance(to: Point(36, 12)) < 3)
    #expect(code.corners.topRight.distance(to: Point(Double(picture.width) - 36, 12)) < 3)
    #expect(abs(code.moduleSize - 3) < 0.1)
    #expect(code.lineCount >= 3)
  }

  @Test func optionsChangeTheForm() throws {
    var options = ReaderOptions(symbologies: linearSymbologies)
    options.retail.reportsUPCAAsEAN13 = true
    options.retail.expandsUPCE = true
    let upcA = try #require(LinearFixture.named("upca-0").first)
    let upcE = try #require(LinearFixture.named("upce-0-4").first)
    let wide = try #require(try BarcodeReader(options: options).read(try upcA.picture()).first)
    #expect(wide.symbology == .ean13)
    #expect(wide.text == "0" + (upcA.expected.first?.text ?? ""))
    let expanded = try #require(try BarcodeReader(options: options).read(try upcE.picture()).first)
    #expect(expanded.text.count == 12)
    #expect(expanded.text.last == upcE.expected.first?.text.last)
  }

  /// Rows of a surface that recedes aslant run down beside the symbol, so that none of its own lines crosses the add-on.
  @Test(arguments: ["addon2-1", "addon2-4", "addon5-3", "addon5-7"], [(20.0, 45.0), (35.0, 40.0)])
  func addOnsOfRecedingSymbols(_ name: String, _ view: (turn: Double, tilt: Double)) throws {
    let fixture = try #require(LinearFixture.named(name).first)
    let picture = try fixture.picture().turned(by: view.turn).tilted(degrees: view.tilt, aboutVertical: true)
    let found = try BarcodeReader(options: ReaderOptions(symbologies: [.ean13, .upcA, .ean2, .ean5])).read(picture)
    #expect(Set(found.map(\.text)) == Set(fixture.expected.map(\.text)), "\(found.map(\.text))")
  }

  @Test func addOnsAreOptional() throws {
    let fixture = try #require(LinearFixture.named("addon5-3").first)
    let picture = try fixture.picture()
    var options = ReaderOptions(symbologies: [.ean13])
    let plain = try BarcodeReader(options: options).read(picture)
    #expect(plain.map(\.addOn) == ["12345"])
    options.retail.addOns = .ignore
    #expect(try BarcodeReader(options: options).read(picture).map(\.addOn) == [nil])
    options.retail.addOns = .require
    #expect(try BarcodeReader(options: options).read(picture).count == 1)
    let without = try #require(LinearFixture.named("ean13-5").first)
    #expect(try BarcodeReader(options: options).read(try without.picture()).isEmpty)
  }
}
