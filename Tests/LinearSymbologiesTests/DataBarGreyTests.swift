import BarcodeCore
import BarcodeEngine
import TestSupport
import Testing

/// GS1 DataBar whose edges say too little: its rows are searched for in the grey values.
@Suite struct DataBarGreyTests {
  private let reader = BarcodeReader(
    options: .init(symbologies: [
      .dataBarOmni, .dataBarStacked, .dataBarLimited, .dataBarExpanded, .dataBarExpandedStacked,
    ]))

  private static func fixtures(_ names: [String]) -> [DataBarFixture] {
    DataBarFixture.all.filter { f in names.contains { "\($0).png" == f.file } }
  }

  private static let receding = fixtures([
    "omni-0", "omni-4", "limited-1", "stackedomni-0", "stackedomni-3", "expanded-gtin-more", "expandedstacked-bwipp-4",
  ])
  private static let blurred = fixtures([
    "omni-2", "limited-0", "limited-bwipp", "stackedomni-0", "stackedomni-4", "expandedstacked-bwipp-4",
    "expandedstacked-long-2", "expandedstacked-gtin-more-1",
  ])

  private static let noisy = fixtures(["limited-0", "limited-1", "limited-2", "limited-3", "limited-bwipp"])

  /// Noise of 25 grey levels where bars and spaces differ by 128 hides parts of low bars from the locator.
  @Test(arguments: noisy)
  func readsInNoise(_ fixture: DataBarFixture) throws {
    for seed in 1...6 {
      let low = try fixture.picture().middleRows(27).framed(by: 30)
      let picture = low.mapped { 64 + $0 / 2 }.noisy(25, seed: UInt64(seed))
      #expect(fixture.equals(try reader.read(picture)), "\(seed)")
    }
  }

  @Test func fixturesAreThere() {
    #expect(Self.noisy.count == 5)
    #expect(Self.receding.count == 7)
    #expect(Self.blurred.count == 8)
    #expect(Self.short.count == 2)
  }

  @Test(arguments: receding)
  func readsWhatRecedesFar(_ fixture: DataBarFixture) throws {
    let found = try reader.read(try fixture.picture().framed(by: 12).turnedAboutVertical(-56))
    #expect(fixture.equals(found), "\(found.map { ($0.symbology, $0.text) })")
  }

  @Test(arguments: blurred)
  func readsFarOutOfFocus(_ fixture: DataBarFixture) throws {
    // 0.8 modules of 3 pixels.
    let found = try reader.read(try fixture.picture().framed(by: 12).blurred(sigma: 2.4))
    #expect(fixture.equals(found), "\(found.map { ($0.symbology, $0.text) })")
  }

  private static let short = fixtures(["expandedstacked-bwipp-4", "expandedstacked-price-392-2"])

  /// A last row that is shorter than the others, on a label whose border is near: blur hides so many elements that the
  /// blank beside it is not much wider than what is left of them.
  @Test(arguments: short)
  func readsShortRowsFarOutOfFocus(_ fixture: DataBarFixture) throws {
    // Quiet zones of two modules of 3 pixels on a grey ground.
    var picture = try fixture.picture()
    let (width, height) = (picture.width, picture.height)
    for i in picture.pixels.indices {
      let (x, y) = (i % width, i / width)
      if min(x, y, width - 1 - x, height - 1 - y) < 12 { picture.pixels[i] = 140 }
    }
    let found = try reader.read(picture.blurred(sigma: 2.4))
    #expect(fixture.equals(found), "\(found.map { ($0.symbology, $0.text) })")
  }

  /// A half of one row is no symbol together with a half of a row below.
  @Test func halvesOfDifferentRowsAreNoSymbol() throws {
    let fixture = try #require(DataBarFixture.all.first { $0.file == "omni-0.png" })
    var picture = try fixture.picture()
    // Guard and left half have 48 modules of 3 pixels.
    let middle = 18 + 48 * 3
    for y in 0..<picture.height {
      // What lines average between them shows neither.
      let isBetween = abs(y - picture.height / 2) < 8
      for x in 0..<picture.width where isBetween || (y < picture.height / 2) == (x >= middle) {
        picture.pixels[y * picture.width + x] = 255
      }
    }
    let found = try reader.read(picture)
    #expect(found.isEmpty, "\(found.map { ($0.symbology, $0.text) })")
  }

  @Test(arguments: receding)
  func isNothingElse(_ fixture: DataBarFixture) throws {
    let own = Set(fixture.expected.map(\.symbology))
    let others = SymbologySet.linear.union(.stacked).members.filter { !own.contains($0.rawValue) }
    let picture = try fixture.picture().framed(by: 12)
    let reader = BarcodeReader(options: .init(symbologies: SymbologySet(others)))
    for degraded in [picture.turnedAboutVertical(-56), picture.blurred(sigma: 2.4)] {
      let found = try reader.read(degraded)
      #expect(found.isEmpty, "\(found.map { ($0.symbology, $0.text) })")
    }
  }
}
