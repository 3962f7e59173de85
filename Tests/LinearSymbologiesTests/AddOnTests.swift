import BarcodeEngine
import TestSupport
import Testing

/// Add-ons without a main symbol.
@Suite struct AddOnTests {
  private let alone = BarcodeReader(options: ReaderOptions(symbologies: [.ean2, .ean5]))

  /// The add-on of a fixture cut out with less than the gap before it.
  private func cutOut(_ name: String) throws -> (picture: LumaImage, text: String) {
    let fixture = try #require(LinearFixture.named(name).first)
    let picture = try fixture.picture()
    let found = try BarcodeReader(options: ReaderOptions(symbologies: linearSymbologies)).read(picture)
    let addOn = try #require(found.first { $0.symbology == .ean2 || $0.symbology == .ean5 })
    let left = Int(min(addOn.corners.topLeft.x, addOn.corners.bottomLeft.x) - 5 * addOn.moduleSize)
    return (picture.cropped(left: left, right: picture.width), addOn.text)
  }

  @Test(arguments: ["addon2-0", "addon2-3", "addon5-3", "addon5-7"], [0.0, 33, 180])
  func standAlone(_ name: String, _ degrees: Double) throws {
    let (picture, text) = try cutOut(name)
    #expect(try alone.read(picture.turned(by: degrees)).map(\.text) == [text])
    let all = BarcodeReader(options: ReaderOptions(symbologies: .linear))
    #expect(try all.read(picture.turned(by: degrees)).map(\.text) == [text])
  }

  /// What stands to the left may be a main symbol that is not read.
  @Test func areLeftAloneBesideBars() throws {
    let fixture = try #require(LinearFixture.named("addon5-3").first)
    var picture = try fixture.picture()
    // A stroke through two digits, from top to bottom.
    for y in 0..<picture.height {
      for x in (picture.width / 5)..<(picture.width / 4) { picture.pixels[y * picture.width + x] = 0 }
    }
    #expect(try BarcodeReader(options: ReaderOptions(symbologies: linearSymbologies)).read(picture).isEmpty)
    #expect(try alone.read(picture).map(\.text) == fixture.expected.filter { $0.symbology == "ean-5" }.map(\.text))
  }

  /// Blur makes parts of other symbols look like two digits.
  @Test(arguments: LinearFixture.all.filter { !$0.file.contains("addon") }, [0.0, 1.2, 2.4])
  func areNoPartsOfOtherSymbols(_ fixture: LinearFixture, _ sigma: Double) throws {
    let picture = try fixture.picture()
    #expect(try alone.read(sigma > 0 ? picture.blurred(sigma: sigma) : picture).map(\.text) == [])
  }

  @Test func areReadBesideAMainSymbolAloneWhereThatIsRequired() throws {
    let (picture, _) = try cutOut("addon5-3")
    for policy in [RetailOptions.AddOnPolicy.ignore, .require] {
      var options = ReaderOptions(symbologies: linearSymbologies)
      options.retail.addOns = policy
      #expect(try BarcodeReader(options: options).read(picture).isEmpty)
    }
  }
}
