import BarcodeEngine
import StackedSymbologies
import TestSupport
import Testing

/// Symbols drawn by other encoders, read from pictures.
struct StackedReadingTests {
  private let reader = BarcodeReader(options: .init(symbologies: [.pdf417, .microPDF417]))

  @Test("The fixtures are there")
  func fixtures() {
    #expect(StackedFixture.all.count > 70)
    #expect(StackedFixture.all.count { $0.details != nil && $0.symbology == "micropdf417" } == 34)
  }

  @Test("Content, size and identification", arguments: StackedFixture.all)
  func content(_ fixture: StackedFixture) throws {
    let found = try reader.read(fixture.picture())
    #expect(found.count == 1)
    let barcode = try #require(found.first)
    #expect(fixture.matches(barcode), "\(barcode.text)")
    if let details = fixture.details { #expect(barcode.details.contains(details), "\(barcode.details)") }
    #expect(barcode.symbologyIdentifier == fixture.identifier ?? "]L2")
    #expect(barcode.isReaderInitialisation == fixture.initialises ?? false)
    #expect(barcode.structuredAppend?.index == fixture.macro?.index)
    #expect(barcode.structuredAppend?.count == fixture.macro?.count)
    #expect(barcode.structuredAppend?.identifier == fixture.macro?.identifier)
    #expect(!barcode.isInverted && !barcode.isMirrored)
    #expect(barcode.correctedErrors == 0)
    #expect(barcode.evidence.logOdds < -5)
  }

  @Test("Corners are the outlines of the outer bars", arguments: ["level-2.png", "micro-3x15.png", "compact-4.png"])
  func corners(file: String) throws {
    let picture = try StackedFixture.named(file).picture()
    let barcode = try #require(try reader.read(picture).first)
    let margin = Double(StackedFixture.margin)
    let right = Double(picture.width) - margin
    let bottom = Double(picture.height) - margin
    let expected = [
      Point(margin, margin), Point(right, margin), Point(right, bottom), Point(margin, bottom),
    ]
    for (corner, place) in zip(barcode.corners.points, expected) {
      #expect(corner.distance(to: place) < 3, "\(corner) instead of \(place)")
    }
    #expect(abs(barcode.moduleSize - Double(StackedFixture.module)) < 0.1)
  }

  @Test(
    "Every angle", arguments: ["level-2.png", "compact-4.png", "micro-2x11.png", "micro-4x15.png"],
    Array(stride(from: 0.0, to: 360, by: 15)))
  func angles(file: String, degrees: Double) throws {
    let fixture = try StackedFixture.named(file)
    let found = try reader.read(fixture.picture().enlarged(2).turned(degrees: degrees))
    #expect(found.count == 1 && found.allSatisfy { fixture.matches($0) })
    let orientation = try #require(found.first).orientation
    let gap = (orientation - degrees + 540).truncatingRemainder(dividingBy: 360) - 180
    #expect(abs(gap) < 3, "\(orientation)")
  }

  @Test(
    "Tilted", arguments: ["level-2.png", "compact-4.png", "size-2x8.png", "micro-2x11.png", "micro-3x15.png"],
    [20.0, 40])
  func tilted(file: String, degrees: Double) throws {
    let fixture = try StackedFixture.named(file)
    let picture = try fixture.picture().enlarged(2)
    for aboutVertical in [false, true] {
      let found = try reader.read(picture.tilted(degrees: degrees, aboutVertical: aboutVertical))
      #expect(found.count == 1 && found.allSatisfy { fixture.matches($0) }, "vertical axis: \(aboutVertical)")
    }
  }

  @Test("The direction of rows, from one that is three degrees off", arguments: [15.0, 25, 70, 105, 205, 290])
  func direction(degrees: Double) throws {
    let picture = try StackedFixture.named("micro-1x24.png").picture().enlarged(2).turned(degrees: degrees)
    let radians = degrees * Double.pi / 180
    let known = radians - 0.05 * BarcodeMath.sin(4 * radians)
    let (w, h) = (Double(picture.width), Double(picture.height))
    let refined = picture.withView { luma in
      AxisEstimate(luma, Quad(Point(0, 0), Point(w, 0), Point(w, h), Point(0, h))).refined(known)
    }
    #expect(abs(try #require(refined) - radians) < 0.02)
  }

  @Test("A direction along rows of pixels stays", arguments: [0.0, 90])
  func straightDirection(degrees: Double) throws {
    let picture = try StackedFixture.named("micro-1x24.png").picture().enlarged(2)
    let (w, h) = (Double(picture.width), Double(picture.height))
    let refined = picture.withView { luma in
      AxisEstimate(luma, Quad(Point(0, 0), Point(w, 0), Point(w, h), Point(0, h))).refined(degrees * Double.pi / 180)
    }
    #expect(refined == nil)
  }

  @Test("Rows of a pixel, without a quiet zone")
  func lowRows() throws {
    let found = try reader.read(Fixtures.picture("stacked", "low-rows.png"))
    #expect(found.map(\.text) == ["Your Data Here!"])
  }

  @Test("Mirrored and inverted", arguments: ["level-2.png", "compact-4.png", "micro-2x11.png", "micro-3x20.png"])
  func mirroredInverted(file: String) throws {
    let fixture = try StackedFixture.named(file)
    let picture = try fixture.picture().enlarged(2)
    let mirrored = try #require(try reader.read(picture.mirrored).first)
    #expect(fixture.matches(mirrored) && mirrored.isMirrored && !mirrored.isInverted)
    let inverted = try #require(try reader.read(picture.inverted).first)
    #expect(fixture.matches(inverted) && inverted.isInverted && !inverted.isMirrored)
    let turned = try #require(try reader.read(picture.mirrored.inverted.turned(degrees: 0)).first)
    #expect(fixture.matches(turned) && turned.isMirrored && turned.isInverted)
  }

  @Test("A symbology that is off is not read")
  func off() throws {
    let micro = BarcodeReader(options: .init(symbologies: [.microPDF417]))
    #expect(try micro.read(StackedFixture.named("level-2.png").picture()).isEmpty)
    let plain = BarcodeReader(options: .init(symbologies: [.pdf417]))
    #expect(try plain.read(StackedFixture.named("micro-2x11.png").picture()).isEmpty)
    var options = ReaderOptions(symbologies: [.pdf417, .microPDF417])
    options.readsInverted = false
    let upright = BarcodeReader(options: options)
    #expect(try upright.read(StackedFixture.named("level-2.png").picture().inverted).isEmpty)
  }

  @Test("Several symbols of one picture are all read")
  func several() throws {
    let files = ["level-1.png", "micro-2x20.png", "level-4.png", "digits-44.png"]
    let pictures = try files.map { try StackedFixture.named($0).picture() }
    let width = pictures.map(\.width).reduce(0, max) + 20
    var all = LumaImage(width: width, height: pictures.map { $0.height + 20 }.reduce(0, +), grey: 255)
    var top = 10
    for picture in pictures {
      for y in 0..<picture.height {
        for x in 0..<picture.width { all.pixels[(top + y) * width + 10 + x] = picture.pixels[y * picture.width + x] }
      }
      top += picture.height + 20
    }
    let found = try reader.read(all)
    #expect(found.count == files.count)
    for file in files {
      let fixture = try StackedFixture.named(file)
      #expect(found.contains { fixture.matches($0) }, "\(file)")
    }
  }
}
