import BarcodeEngine
import Testing

/// UPU S18 and PostBar, from published examples.
@Suite struct CorrectedFourStateTests {
  /// Two ID-tags of UPU S18 in format 18C, of the United States and of Portugal.
  private static let tags = [
    ("FDFDFFAADATFADFTDADFATFDDTDDTDDFTFTAFDFFATATTFADTFAATATAFATTDDTAFFDADFDFDFF", "J18CUSA8E6N062315014880T"),
    ("FDFTTTAADDFDAFAAAFTTADTDAATTFFAAATFATDAAFAFDDFFDAFATAATFTDATFFDADFDADTFFDDT", "J18CPTA153U061615500043N"),
  ]
  /// The example of US patent 5,602,382: K1S 5B6 with the machine number DFAF.
  private static let postBar = (
    "ATDDAAAFFADFDADFAFDFFADFAFTADTAFADTFTDFAAFTFATAAFDDFAFAT", "ZK1S5B62010"
  )

  private func read(_ states: String, _ symbologies: SymbologySet = [.upu, .canadaPost]) throws -> [Barcode] {
    try BarcodeReader(options: .init(symbologies: symbologies)).read(BarPicture.draw(states))
  }

  @Test(arguments: tags)
  func tagsAreRead(_ states: String, _ text: String) throws {
    let found = try read(states)
    #expect(found.map(\.symbology) == [.upu])
    #expect(found.map(\.text) == [text])
    let reader = BarcodeReader(options: .init(symbologies: .postal))
    #expect(try reader.read(BarPicture.turned(BarPicture.draw(states))).map(\.text) == [text])
  }

  @Test(arguments: tags)
  func wrongBarsAreCorrected(_ states: String, _ text: String) throws {
    var damaged = Array(states)
    for bar in [1, 44] { damaged[bar] = damaged[bar] == "F" ? "T" : "F" }
    let found = try read(String(damaged))
    #expect(found.map(\.text) == [text])
    #expect(found.first.map { $0.correctedErrors == 2 } == true)
  }

  @Test func postBarIsRead() throws {
    let found = try read(Self.postBar.0)
    #expect(found.map(\.symbology) == [.canadaPost])
    #expect(found.map(\.text) == [Self.postBar.1])
  }

  @Test func damagedPostBarIsNeverAnotherMessage() throws {
    for bar in stride(from: 0, to: Self.postBar.0.count, by: 5) {
      var damaged = Array(Self.postBar.0)
      damaged[bar] = damaged[bar] == "F" ? "T" : "F"
      // No check covers the machine's number.
      for found in try read(String(damaged)) { #expect(found.text.hasPrefix("ZK1S5B6")) }
    }
  }

  @Test func otherBarsAreNoMessage() throws {
    let states = Self.tags[0].0
    #expect(try read(String(states.reversed())).isEmpty)
    #expect(try read(String(Self.postBar.0.reversed())).isEmpty)
  }

  @Test func fullBarsAreNoMessage() throws {
    for count in [30, 45, 75] {
      var states = Array("AT" + String(repeating: "F", count: count) + "AT")
      for bar in stride(from: 5, to: count, by: 9) { states[bar] = bar % 2 == 0 ? "A" : "D" }
      #expect(try read(String(states)).isEmpty)
    }
  }
}
