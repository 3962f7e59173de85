import BarcodeEngine
import TestSupport
import Testing

/// A line of the manifest of GS1 Composite symbols: the linear part, then the component.
struct CompositeFixture: Decodable, Sendable, CustomStringConvertible {
  struct Symbol: Decodable, Sendable, Hashable {
    let symbology: String
    let text: String
  }

  let file: String
  let expected: [Symbol]

  var description: String { file }

  static let all: [CompositeFixture] = (try? Fixtures.manifest("composite", of: CompositeFixture.self)) ?? []
  static func named(_ name: String) -> CompositeFixture? { all.first { $0.file == name } }

  func picture() throws -> LumaImage { try Fixtures.picture("composite", file) }
}

@Suite struct CompositeTests {
  private static let carriers: SymbologySet = [
    .ean13, .ean8, .upcA, .upcE, .code128, .dataBarOmni, .dataBarStacked, .dataBarLimited, .dataBarExpanded,
    .dataBarExpandedStacked,
  ]
  private let reader = BarcodeReader(options: .init(symbologies: carriers.union([.composite])))

  private func symbols(_ found: [Barcode]) -> Set<CompositeFixture.Symbol> {
    Set(found.map { CompositeFixture.Symbol(symbology: $0.symbology.rawValue, text: $0.text) })
  }

  @Test func fixturesAreThere() {
    #expect(CompositeFixture.all.count > 40)
  }

  @Test(arguments: CompositeFixture.all)
  func readsBothPartsAndLinksThem(_ fixture: CompositeFixture) throws {
    let found = try reader.read(try fixture.picture())
    #expect(symbols(found) == Set(fixture.expected))
    #expect(found.count == 2)
    for (part, other) in zip(found, found.reversed()) {
      let link = try #require(part.composite)
      #expect(link.symbology == other.symbology && link.text == other.text)
      #expect(link.message.hasSuffix(fixture.expected[1].text))
    }
    #expect(found.first { $0.symbology == .composite }?.symbologyIdentifier == "]e0")
  }

  @Test(arguments: ["omni-a.png", "ean13-b.png", "gs1128-c-0.png", "upce-a.png", "expanded-b.png"], [90.0, 180, 270])
  func readsTurned(_ name: String, _ degrees: Double) throws {
    let fixture = try #require(CompositeFixture.named(name))
    let found = try reader.read(try fixture.picture().quarterTurned(times: Int(degrees / 90)))
    #expect(symbols(found) == Set(fixture.expected))
    #expect(found.allSatisfy { $0.composite != nil })
  }

  /// Bars that change their width along the symbol more than a linear reader follows: the component tells by how much.
  @Test(arguments: ["ean13-b.png", "ean8-b.png", "upca-b.png", "upce-b.png", "stacked-b.png"])
  func readsAtFlatAngles(_ name: String) throws {
    let fixture = try #require(CompositeFixture.named(name))
    let picture = try fixture.picture().enlarged(2).tilted(degrees: 55, aboutVertical: true)
    let found = try reader.read(picture)
    #expect(symbols(found) == Set(fixture.expected))
    #expect(found.allSatisfy { $0.composite != nil })
    // The linear part stands below the component, where it was seen.
    let component = try #require(found.first { $0.symbology == .composite })
    let linear = try #require(found.first { $0.symbology != .composite })
    #expect(linear.corners.center.y > component.corners.center.y)
    #expect(abs(linear.corners.center.x - component.corners.center.x) < 0.1 * Double(picture.width))
  }

  @Test(arguments: ["omni-a.png", "ean13-b.png", "gs1128-c-0.png"])
  func readsEachPartAlone(_ name: String) throws {
    let fixture = try #require(CompositeFixture.named(name))
    let linear = try BarcodeReader(options: .init(symbologies: CompositeTests.carriers)).read(try fixture.picture())
    #expect(linear.map(\.text) == [fixture.expected[0].text])
    #expect(linear.first?.composite == nil)
    let component = try BarcodeReader(options: .init(symbologies: [.composite])).read(try fixture.picture())
    #expect(component.map(\.text) == [fixture.expected[1].text])
  }

  @Test func isNoOtherStackedSymbol() throws {
    let stacked = BarcodeReader(options: .init(symbologies: [.pdf417, .microPDF417]))
    for name in ["omni-a.png", "ean13-b.png", "gs1128-c-0.png"] {
      let fixture = try #require(CompositeFixture.named(name))
      #expect(try stacked.read(try fixture.picture()).isEmpty)
    }
  }

  @Test func messagesJoinElementStrings() throws {
    func message(_ name: String) throws -> String? {
      try reader.read(try #require(CompositeFixture.named(name)).picture()).first?.composite?.message
    }
    #expect(try message("ean13-a.png") == "0103312345678903991234-abcd")
    #expect(try message("upce-a.png") == "0100012000001239991234-abcd")
    #expect(try message("omni-a.png") == "0103612345678904991234-abcd")
    // A field of variable length comes to its end by a separator.
    #expect(try message("expandedstacked-a.png") == "010001234567890510ABCDEF\u{1D}991234-abcd")
  }
}

extension LumaImage {
  /// Turned clockwise by quarters.
  fileprivate func quarterTurned(times: Int) -> LumaImage {
    var image = self
    for _ in 0..<times {
      var out = LumaImage(width: image.height, height: image.width)
      for y in 0..<image.height {
        for x in 0..<image.width {
          out.pixels[x * out.width + (image.height - 1 - y)] = image.pixels[y * image.width + x]
        }
      }
      image = out
    }
    return image
  }
}
