import BarcodeEngine
import Foundation
import MatrixSymbologies
import TestSupport
import Testing

@Suite("QR Code: pictures")
struct QRReadingTests {
  private let reader = BarcodeReader(options: ReaderOptions(symbologies: [.qr]))

  @Test("fixtures are there")
  func fixtures() { #expect(QRFixture.all.count >= 80) }

  @Test("every version, level, mask and mode reads", arguments: QRFixture.all)
  func reads(_ fixture: QRFixture) throws {
    var drawing = GridDrawing(fixture)
    drawing.scale = 3
    let results = try reader.read(drawing.drawn())
    let barcode = try #require(results.first)
    #expect(results.count == 1)
    #expect(barcode.symbology == .qr)
    #expect(barcode.symbologyIdentifier == fixture.identifier)
    if let text = fixture.text { #expect(barcode.text == text) }
    if let details = fixture.details { #expect(barcode.details == details) }
    #expect(barcode.correctedErrors == 0)
    #expect(barcode.unusedCorrection == 1)
    #expect(!barcode.isMirrored && !barcode.isInverted)
    #expect(abs(barcode.moduleSize - 3) < 0.05)
    let side = Double(fixture.dimension) * 3
    #expect(barcode.corners.topLeft.distance(to: Point(12, 12)) < 1)
    #expect(barcode.corners.bottomRight.distance(to: Point(12 + side, 12 + side)) < 1.5)
  }

  @Test("what another scale or reader has read is not read again")
  func leavesOutWhatWasRead() throws {
    let fixture = try #require(QRFixture.all.first)
    let image = GridDrawing(fixture).drawn()
    let options = ReaderOptions(symbologies: [.qr])
    let counts = image.withView { view in
      let builder = FrameBuilder(view)
      let frame = builder.frame
      let first = QRReader(options: options).read(frame, sink: nil)
      let again = Frame(
        luma: view, plane: frame.madePlane, bars: frame.madeBars, matrices: frame.madeMatrices, tiles: frame.tiles,
        leftOut: first.map(\.corners))
      let second = QRReader(options: options).read(again, sink: nil)
      withExtendedLifetime(builder) {}
      return [first.count, second.count]
    }
    #expect(counts == [1, 0])
  }

  @Test("structured append tells place and number", arguments: 0..<3)
  func append(_ index: Int) throws {
    let fixture = try #require(QRFixture.named("append-\(index)"))
    let barcode = try #require(try reader.read(GridDrawing(fixture).drawn()).first)
    let place = try #require(barcode.structuredAppend)
    #expect(place.index == index)
    #expect(place.count == 3)
    // The parity of a message is the exclusive or of all its bytes.
    let parity = Array("STRUCTURED APPEND STRUCTURED APPEND STRUCTURED APPEND ".utf8).reduce(0, ^)
    #expect(place.identifier == String(parity))
  }

  @Test("structured append is joined on request, where all symbols are there", arguments: [3, 2])
  func joined(_ count: Int) throws {
    let pictures = try (0..<count).reversed().map { index in
      GridDrawing(try #require(QRFixture.named("append-\(index)"))).drawn()
    }
    let width = pictures.map(\.width).reduce(0, +)
    let height = try #require(pictures.map(\.height).max())
    var whole = LumaImage(width: width, height: height, pixels: [UInt8](repeating: 220, count: width * height))
    var left = 0
    for picture in pictures {
      for y in 0..<picture.height {
        for x in 0..<picture.width { whole.pixels[y * width + left + x] = picture.pixels[y * picture.width + x] }
      }
      left += picture.width
    }
    var options = ReaderOptions(symbologies: [.qr])
    #expect(try BarcodeReader(options: options).read(whole).count == count)
    options.joinsStructuredAppend = true
    let results = try BarcodeReader(options: options).read(whole)
    guard count == 3 else {
      #expect(results.count == count)
      return
    }
    #expect(results.map(\.text) == ["STRUCTURED APPEND STRUCTURED APPEND STRUCTURED APPEND "])
    #expect(results.first?.structuredAppend == nil)
  }

  @Test("GS1 is told")
  func gs1() throws {
    let fixture = try #require(QRFixture.named("gs1"))
    let barcode = try #require(try reader.read(GridDrawing(fixture).drawn()).first)
    #expect(barcode.isGS1)
  }

  @Test("any angle", arguments: Array(stride(from: 0, to: 360, by: 15)))
  func angles(_ degrees: Int) throws {
    let fixture = try #require(QRFixture.named("version-5"))
    let barcode = try #require(try reader.read(GridDrawing(fixture).rotated(degrees: Double(degrees))).first)
    #expect(barcode.text == fixture.text)
    let off = abs(barcode.orientation - Double(degrees))
    #expect(min(off, 360 - off) < 2)
  }

  @Test("mirrored and inverted", arguments: [(true, false), (false, true), (true, true)])
  func variants(_ isMirrored: Bool, _ isInverted: Bool) throws {
    let fixture = try #require(QRFixture.named("level-Q-mask-3"))
    var drawing = GridDrawing(fixture)
    if isMirrored { drawing = drawing.mirrored() }
    if isInverted { drawing = drawing.inverted() }
    let barcode = try #require(try reader.read(drawing.drawn()).first)
    #expect(barcode.text == fixture.text)
    #expect(barcode.isMirrored == isMirrored)
    #expect(barcode.isInverted == isInverted)
    var options = reader.options
    options.readsMirrored = false
    options.readsInverted = false
    #expect(try BarcodeReader(options: options).read(drawing.drawn()).isEmpty)
  }

  @Test("perspective", arguments: ["version-1", "version-6", "version-14", "version-25"])
  func perspective(_ name: String) throws {
    let fixture = try #require(QRFixture.named(name))
    let n = Double(fixture.dimension)
    let side = n * 4 + 60
    let quad = Quad(
      Point(side * 0.12, side * 0.08), Point(side * 0.88, side * 0.2), Point(side * 0.95, side * 0.85),
      Point(side * 0.05, side * 0.95))
    let square = Quad(Point(0, 0), Point(n, 0), Point(n, n), Point(0, n))
    let back = try #require(Homography(from: quad, to: square))
    let picture = GridDrawing(fixture).drawn(width: Int(side), height: Int(side)) { back($0) }
    let barcode = try #require(try reader.read(picture).first)
    #expect(barcode.text == fixture.text)
    #expect(barcode.corners.topLeft.distance(to: quad.topLeft) < 3)
    #expect(barcode.corners.bottomRight.distance(to: quad.bottomRight) < 4)
  }

  @Test("around a cylinder", arguments: ["version-1", "version-3", "version-8", "version-20"])
  func cylinder(_ name: String) throws {
    let fixture = try #require(QRFixture.named(name))
    let n = Double(fixture.dimension)
    let scale = 5.0
    // An arc of 1.6 radians, seen from the front.
    let radius = n * scale / 1.6
    let side = Int(n * scale + 80)
    let middle = Double(side) / 2
    let picture = GridDrawing(fixture).drawn(width: side, height: side) { p in
      let x = (p.x - middle) / radius
      guard abs(x) < 0.999 else { return Point(-1, -1) }
      return Point(Foundation.asin(x) * radius / scale + n / 2, (p.y - middle) / scale + n / 2)
    }
    let barcode = try #require(try reader.read(picture).first)
    #expect(barcode.text == fixture.text)
  }

  @Test("blur of half a module, noise, low contrast")
  func poorPictures() throws {
    let fixture = try #require(QRFixture.named("version-4"))
    var drawing = GridDrawing(fixture)
    drawing.scale = 5
    #expect(try reader.read(drawing.drawn().blurred(reach: 2)).first?.text == fixture.text)
    #expect(try reader.read(drawing.drawn().noisy(25, seed: 3)).first?.text == fixture.text)
    drawing.dark = 118
    drawing.light = 138
    #expect(try reader.read(drawing.drawn()).first?.text == fixture.text)
  }

  @Test("all symbols of a picture, equal ones too")
  func many() throws {
    let fixture = try #require(QRFixture.named("level-L-mask-0"))
    let side = Double(fixture.dimension) + 6
    let picture = GridDrawing(fixture).drawn(width: Int(side * 3) * 8, height: Int(side * 3) * 5) { p in
      Point(
        (p.x / 3).truncatingRemainder(dividingBy: side) - 3, (p.y / 3).truncatingRemainder(dividingBy: side) - 3)
    }
    let results = try reader.read(picture)
    #expect(results.count == 40)
    #expect(results.allSatisfy { $0.text == fixture.text })
  }

  @Test("noise and odd pictures give nothing", arguments: 0..<6)
  func nothing(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    for (width, height) in [(1, 1), (1, 40), (12, 12), (23, 21), (160, 120)] {
      let block = 1 + seed
      var pixels = [UInt8](repeating: 0, count: width * height)
      for y in 0..<height {
        for x in 0..<width {
          let isFirst = x % block == 0 && y % block == 0
          pixels[y * width + x] =
            isFirst
            ? UInt8.random(in: 0...255, using: &random) : pixels[(y - y % block) * width + x - x % block]
        }
      }
      var options = reader.options
      options.effort = .thorough
      let picture = LumaImage(width: width, height: height, pixels: pixels)
      #expect(try BarcodeReader(options: options).read(picture).isEmpty)
    }
  }
}
