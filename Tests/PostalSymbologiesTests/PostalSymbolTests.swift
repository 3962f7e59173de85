import BarcodeEngine
import Foundation
import Testing

/// Symbols drawn bar by bar, from published examples.
@Suite struct PostalSymbolTests {
  /// The example of USPS-B-3200.
  private static let intelligentMail = "AADTFFDFTDADTAADAATFDTDDAAADDTDTTDAFADADDDTFFFDDTTTADFAAADFTDAADA"
  /// BX11LT1A with its check character.
  private static let royalMail = "ADFTAFATDTDAFTDAFFTTFFDATTDAFDADAATDFF"
  /// 1231FZ13 without start, stop and check character.
  private static let kix = "TDAFTDFADTAFTDAFDAADFFTTTDAFDTAF"

  private func read(_ image: LumaImage, _ symbologies: SymbologySet) throws -> [Barcode] {
    try BarcodeReader(options: .init(symbologies: symbologies)).read(image)
  }

  private static let checked: SymbologySet = [
    .postnet, .planet, .imb, .rm4scc, .mailmark, .kix, .ausPost, .japanPost,
  ]

  @Test func intelligentMailHasTrackingAndRouting() throws {
    let found = try read(BarPicture.draw(Self.intelligentMail), Self.checked)
    #expect(found.map(\.symbology) == [.imb])
    #expect(found.map(\.text) == ["0123456709498765432101234567891"])
  }

  @Test(arguments: [0, 1, 2, 3])
  func everyQuarterTurn(_ quarters: Int) throws {
    for (states, text) in [(Self.intelligentMail, "0123456709498765432101234567891"), (Self.royalMail, "BX11LT1A")] {
      var image = BarPicture.draw(states)
      for _ in 0..<quarters { image = BarPicture.quarterTurned(image) }
      #expect(try read(image, Self.checked).map(\.text) == [text])
    }
  }

  @Test func lightBarsOnDarkPaper() throws {
    let found = try read(BarPicture.inverted(BarPicture.draw(Self.royalMail)), Self.checked)
    #expect(found.map(\.text) == ["BX11LT1A"])
    #expect(found.first?.isInverted == true)
  }

  @Test func cornersRunAlongTheReadingDirection() throws {
    let image = BarPicture.draw(Self.royalMail)
    let upright = try #require(try read(image, Self.checked).first)
    #expect(abs(upright.corners.topLeft.x - 40) < 3 && abs(upright.corners.topLeft.y - 40) < 3)
    let turned = try #require(try read(BarPicture.turned(image), Self.checked).first)
    #expect(abs(turned.orientation - 180) < 3)
  }

  @Test func oneDamagedBarIsNeverAnotherMessage() throws {
    for states in [Self.intelligentMail, Self.royalMail] {
      let right = try read(BarPicture.draw(states), Self.checked).map(\.text)
      for bar in stride(from: 0, to: states.count, by: 3) {
        var damaged = Array(states)
        damaged[bar] = damaged[bar] == "F" ? "T" : "F"
        for found in try read(BarPicture.draw(String(damaged)), Self.checked) { #expect([found.text] == right) }
      }
    }
  }

  @Test func kixIsReadAsItStands() throws {
    let image = BarPicture.draw(Self.kix)
    let upright = try read(image, [.kix]).map(\.text)
    #expect(upright == ["1231FZ13"])
    // Turned by 180 degrees, it is another valid symbol.
    let other = try read(BarPicture.turned(image), [.kix]).map(\.text)
    #expect(other.count == 1 && other != upright)
    var options = ReaderOptions(symbologies: [.kix])
    options.postal.kixOrientation = .upsideDown
    #expect(try BarcodeReader(options: options).read(BarPicture.turned(image)).map(\.text) == upright)
  }

  @Test func rawStatesOnRequestOnly() throws {
    let image = BarPicture.draw("FADTFADTTDAFTDAFAFTDFATDATFD")
    #expect(try read(image, Self.checked.subtracting([.kix])).isEmpty)
    #expect(try read(image, [.daft]).map(\.text) == ["FADTFADTTDAFTDAFAFTDFATDATFD"])
  }

  /// Light of a highlight, by the distance from its middle.
  private func lit(_ image: LumaImage, x: Double, y: Double, radius: Double) -> LumaImage {
    var lit = image
    for row in 0..<image.height {
      for column in 0..<image.width {
        let (dx, dy) = ((Double(column) - x) / radius, (Double(row) - y) / radius)
        let light = 330 * exp(-(dx * dx + dy * dy) / 2)
        let index = row * image.width + column
        lit.pixels[index] = UInt8(min(255, Double(image.pixels[index]) + light))
      }
    }
    return lit
  }

  @Test func whatGlareHidesIsNotTakenForShort() throws {
    let image = BarPicture.draw("ATAATTTTTAAAATTTTATTATTATAATTATAATTTAATTTATATTATTTATATATATTATA")
    let right = try read(image, [.postnet, .planet]).map(\.text)
    #expect(right == ["61042800975"])
    // Places of highlights that hide the upper halves of some bars.
    for (x, y, radius) in [
      (250.0, 32.0, 26.0), (475, 26, 26), (493, 26, 26), (142, 20, 32), (151, 20, 32), (160, 20, 32),
    ] {
      let found = try read(lit(image, x: x, y: y, radius: radius), [.postnet, .planet]).map(\.text)
      #expect(found.isEmpty || found == right, "glare at \(x), \(y)")
    }
  }

  /// A highlight moved along the first bars of a symbol whose first two digits have the sum ten: without them, and with
  /// the tall bar before the others for an end, it is a symbol of nine digits with a right sum.
  @Test(arguments: [14.0, 20, 26]) func whatGlareCutsIsNoShorterSymbol(_ radius: Double) throws {
    let image = BarPicture.draw("ATTAATATTTATTTAAAATTTTATTATTATAATTATAATTTAATTTATATTTATATTTTAAA")
    #expect(try read(image, [.postnet]).map(\.text) == ["37104280095"])
    for x in stride(from: 10.0, to: 160, by: 3) {
      let found = try read(lit(image, x: x, y: 54, radius: radius), [.postnet]).map(\.text)
      #expect(found.isEmpty || found == ["37104280095"], "glare at \(x)")
    }
  }
}
