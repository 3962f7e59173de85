import BarcodeEngine
import MatrixSymbologies
import TestSupport
import Testing

/// Aztec Code, MaxiCode, DotCode, Han Xin Code, Micro QR Code and rMQR Code as other encoders draw them.
@Suite struct AztecFamilyTests {
  /// A symbology with its fixtures.
  struct Kind: Sendable, CustomStringConvertible {
    let area: String
    let symbology: Symbology
    let shape: ModuleShape
    /// Fixtures at the least, so that a lost file fails.
    let least: Int
    var description: String { area }
    /// DotCode has no orientation pattern: rows and columns change roles with their parity.
    var hasNoUpperSide: Bool { symbology == .dotCode }
    var fixtures: [SymbolFixture] { SymbolFixture.all(area) }
    var reader: BarcodeReader { BarcodeReader(options: .init(symbologies: [symbology])) }
  }

  static let kinds = [
    Kind(area: "aztec", symbology: .aztec, shape: .square, least: 35),
    Kind(area: "maxicode", symbology: .maxiCode, shape: .hexagon, least: 12),
    Kind(area: "dotcode", symbology: .dotCode, shape: .dot, least: 25),
    Kind(area: "hanxin", symbology: .hanXin, shape: .square, least: 15),
    Kind(area: "microqr", symbology: .microQR, shape: .square, least: 26),
    Kind(area: "rmqr", symbology: .rmqr, shape: .square, least: 78),
  ]

  private func pick(_ kind: Kind, atMost modules: Int) -> [SymbolFixture] {
    let small = kind.fixtures.filter { $0.columns * $0.rows <= modules }
    return stride(from: 0, to: small.count, by: max(1, small.count / 4)).map { small[$0] }
  }

  @Test(arguments: kinds)
  func readsEverySymbolUpright(_ kind: Kind) throws {
    #expect(kind.fixtures.count >= kind.least)
    for fixture in kind.fixtures {
      let (image, corners) = SymbolDrawing(fixture, shape: kind.shape).upright(module: 5)
      let found = try kind.reader.read(image)
      #expect(found.count == 1, "\(fixture)")
      guard let barcode = found.first else { continue }
      #expect(fixture.says(barcode), "\(fixture): \(barcode.text.debugDescription)")
      if let identifier = fixture.identifier { #expect(barcode.symbologyIdentifier == identifier, "\(fixture)") }
      #expect(barcode.structuredAppend?.index == fixture.index, "\(fixture)")
      #expect(barcode.structuredAppend?.count == fixture.count, "\(fixture)")
      if let group = fixture.group { #expect(barcode.structuredAppend?.identifier == group, "\(fixture)") }
      #expect(barcode.isReaderInitialisation == (fixture.initialises ?? (barcode.details == "mode 6")), "\(fixture)")
      #expect(!barcode.isMirrored && !barcode.isInverted, "\(fixture)")
      #expect(cornerError(barcode.corners, corners, anySide: kind.hasNoUpperSide) < 7, "\(fixture)")
    }
  }

  /// Symbols that are drawn well are read before other symbologies are looked for.
  @Test(arguments: kinds.prefix(2))
  func wellDrawnBullseyesArePlain(_ kind: Kind) {
    let reader = BullseyeReader(options: .init(symbologies: [kind.symbology]))
    let plain = kind.fixtures.filter { fixture in
      let (image, _) = SymbolDrawing(fixture, shape: kind.shape).turned(module: 5, degrees: 10)
      return image.withView { view in
        let builder = FrameBuilder(view)
        return withExtendedLifetime(builder) {
          reader.readPlain(reader.places(in: builder.frame), of: builder.frame, sink: nil).contains(where: fixture.says)
        }
      }
    }
    #expect(Double(plain.count) >= 0.9 * Double(kind.fixtures.count))
  }

  @Test(arguments: kinds)
  func readsAnyRotation(_ kind: Kind) throws {
    for fixture in pick(kind, atMost: 1400).prefix(2) {
      for degrees in stride(from: 0.0, to: 360, by: 24) {
        let (image, corners) = SymbolDrawing(fixture, shape: kind.shape).turned(module: 4, degrees: degrees)
        let found = try kind.reader.read(image)
        #expect(found.contains { fixture.says($0) }, "\(fixture) at \(degrees)")
        if let barcode = found.first {
          #expect(cornerError(barcode.corners, corners, anySide: kind.hasNoUpperSide) < 7, "\(fixture) at \(degrees)")
        }
      }
    }
  }

  @Test(arguments: kinds)
  func readsInPerspective(_ kind: Kind) throws {
    for fixture in pick(kind, atMost: 1400) {
      let (image, _) = SymbolDrawing(fixture, shape: kind.shape).turned(module: 6, degrees: 20, tilt: 40)
      #expect(try kind.reader.read(image).contains { fixture.says($0) }, "\(fixture)")
    }
  }

  @Test(arguments: kinds)
  func readsMirroredAndInverted(_ kind: Kind) throws {
    for fixture in pick(kind, atMost: 1400) {
      var drawing = SymbolDrawing(fixture, shape: kind.shape)
      let mirrored = try kind.reader.read(drawing.turned(module: 5, degrees: 15, isMirrored: true).image)
      #expect(mirrored.contains { fixture.says($0) && $0.isMirrored }, "\(fixture)")
      drawing.isInverted = true
      let inverted = try kind.reader.read(drawing.turned(module: 5, degrees: 15).image)
      #expect(inverted.contains { fixture.says($0) && $0.isInverted }, "\(fixture)")
      var options = ReaderOptions(symbologies: [kind.symbology])
      options.readsInverted = false
      #expect(try BarcodeReader(options: options).read(drawing.upright(module: 5).image).isEmpty, "\(fixture)")
    }
  }

  @Test(arguments: kinds)
  func readsFaintSymbols(_ kind: Kind) throws {
    for fixture in pick(kind, atMost: 1400) {
      var drawing = SymbolDrawing(fixture, shape: kind.shape)
      (drawing.dark, drawing.light) = (120, 142)
      #expect(try kind.reader.read(drawing.upright(module: 5).image).contains { fixture.says($0) }, "\(fixture)")
    }
  }

  /// Every share of wrong modules gives the right content or none.
  @Test(arguments: kinds)
  func neverMisreadsDamage(_ kind: Kind) throws {
    var random = Splitmix(seed: 7)
    for fixture in pick(kind, atMost: 1400) {
      var corrected = 0
      for share in [0.01, 0.02, 0.05, 0.1, 0.2, 0.35] {
        var grid = fixture.grid
        for i in grid.indices where isData(kind, i, fixture) && random.unit() < share { grid[i].toggle() }
        let drawing = SymbolDrawing(grid: grid, columns: fixture.columns, rows: fixture.rows, shape: kind.shape)
        for barcode in try kind.reader.read(drawing.upright(module: 4).image) {
          #expect(fixture.says(barcode), "\(fixture) with \(share): \(barcode.text)")
          if barcode.correctedErrors > 0 { corrected += 1 }
        }
      }
      #expect(corrected > 0 || fixture.columns < 16 || fixture.rows < 12, "\(fixture)")
    }
  }

  /// Whether the test may damage a module: not the finder patterns, whose loss is another matter.
  private func isData(_ kind: Kind, _ index: Int, _ fixture: SymbolFixture) -> Bool {
    let x = index % fixture.columns
    let y = index / fixture.columns
    switch kind.symbology {
    case .aztec:
      return max(abs(x - fixture.columns / 2), abs(y - fixture.rows / 2)) > (fixture.columns < 28 ? 5 : 7)
    case .hanXin:
      return !((x < 9 || x > fixture.columns - 10) && (y < 9 || y > fixture.rows - 10))
    case .dotCode: return (x + y) & 1 == 0 && x > 0 && y > 0 && x < fixture.columns - 1 && y < fixture.rows - 1
    // The finder pattern, the format information and the timing patterns.
    case .microQR: return x > 0 && y > 0 && (x > 8 || y > 8)
    case .rmqr: return x > 11 && y > 0 && y < fixture.rows - 1 && x < fixture.columns - 8
    default: return abs(x - 14) > 8 || abs(y - 16) > 8
    }
  }

  @Test(arguments: kinds)
  func findsNothingInNoiseAndTinyPictures(_ kind: Kind) throws {
    var random = Splitmix(seed: 3)
    for (width, height) in [(1, 1), (1, 40), (40, 1), (2, 2), (7, 7), (16, 9), (200, 150)] {
      let noise = LumaImage(
        width: width, height: height, pixels: (0..<width * height).map { _ in UInt8(random.unit() * 255) })
      #expect(try kind.reader.read(noise).isEmpty)
      let stripes = LumaImage(
        width: width, height: height, pixels: (0..<width * height).map { $0 % width / 3 % 2 == 0 ? 0 : 255 })
      #expect(try kind.reader.read(stripes).isEmpty)
      let dots = LumaImage(
        width: width, height: height,
        pixels: (0..<width * height).map { $0 % width % 6 < 3 && $0 / width % 6 < 3 ? 0 : 255 })
      #expect(try kind.reader.read(dots).isEmpty)
    }
  }

  @Test func doesNotLookForWhatIsOff() throws {
    let fixture = try #require(SymbolFixture.all("aztec").first)
    let image = SymbolDrawing(fixture, shape: .square).upright(module: 5).image
    #expect(try BarcodeReader(options: .init(symbologies: [.maxiCode, .dotCode, .hanXin])).read(image).isEmpty)
  }
}

/// Reproducible random numbers.
struct Splitmix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// From 0 to 1.
  mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
