import BarcodeEngine
import Foundation
import TestSupport
import Testing

/// Symbols as they are seen at a flat angle, in noise, and far out of focus.
@Suite struct DegradedTests {
  struct Fixture: Sendable, CustomStringConvertible {
    let folder: String
    let file: String
    let symbology: Symbology
    let text: String
    var description: String { file }
    func picture() throws -> LumaImage { try Fixtures.picture(folder, file) }
  }

  private struct Line: Decodable {
    let file: String
    let expected: Expected
  }
  private struct Expected: Decodable {
    let symbology: String
    let text: String
  }

  private static func twoWidth(_ names: [String]) -> [Fixture] {
    let all: [Line] = (try? Fixtures.manifest("twowidth", of: Line.self)) ?? []
    return names.compactMap { name in
      guard let line = all.first(where: { $0.file == "\(name).png" }),
        let symbology = Symbology(rawValue: line.expected.symbology)
      else { return nil }
      return Fixture(folder: "twowidth", file: line.file, symbology: symbology, text: line.expected.text)
    }
  }

  private static func linear(_ names: [String], _ symbology: Symbology) -> [Fixture] {
    names.compactMap { name in
      LinearFixture.named(name).first.flatMap { f in
        f.expected.first.map { Fixture(folder: "linear", file: f.file, symbology: symbology, text: $0.text) }
      }
    }
  }

  private static let retail = linear(["ean13-5"], .ean13)
  private static let mixed =
    linear(["ean13-5"], .ean13) + linear(["code128-upper"], .code128)
    + twoWidth(["code39-zint", "itf-bwipp", "code25-industrial-bwipp", "codabar-AB", "telepen-bwipp"])

  @Test func fixturesAreThere() {
    #expect(Self.retail.count == 1)
    #expect(Self.mixed.count == 7)
  }

  private func texts(_ fixture: Fixture, _ picture: LumaImage) throws -> [String] {
    try BarcodeReader(options: .init(symbologies: [fixture.symbology])).read(picture).map(\.text)
  }

  /// Modules at one end are three times as wide as at the other.
  @Test(arguments: retail, [-50.0, -55])
  func readsWhatRecedes(_ fixture: Fixture, _ degrees: Double) throws {
    #expect(try texts(fixture, try fixture.picture().turnedAboutVertical(degrees)) == [fixture.text])
  }

  /// Noise of 25 grey levels where bars and spaces differ by 128: no row shows all of them.
  @Test(arguments: mixed)
  func readsInNoise(_ fixture: Fixture) throws {
    let picture = try fixture.picture().framed(by: 30).mapped { 64 + $0 / 2 }.noisy(25)
    #expect(try texts(fixture, picture) == [fixture.text])
  }

  /// 0.9 modules of blur, for modules of 2 (or 3) pixels.
  @Test(arguments: twoWidth(["itf-bwipp", "codabar-AB", "telepen-bwipp"]))
  func readsFarOutOfFocus(_ fixture: Fixture) throws {
    let picture = try fixture.picture().framed(by: 20).blurred(sigma: 1.8)
    #expect(try texts(fixture, picture) == [fixture.text])
  }

  /// Pharmacode (Laetus): the bits of the number plus one, without the first, as bars of one or three modules.
  private func pharmacode(_ number: Int, module: Int) -> LumaImage {
    let bars = String(number + 1, radix: 2).dropFirst().map { $0 == "1" ? 3 : 1 }
    var row = [UInt8](repeating: 255, count: 15 * module)
    for bar in bars {
      row += [UInt8](repeating: 0, count: bar * module) + [UInt8](repeating: 255, count: 2 * module)
    }
    row += [UInt8](repeating: 255, count: 15 * module)
    return LumaImage(width: row.count, height: 70, pixels: (0..<70).flatMap { _ in row })
  }

  /// Its bars look like those of others when they are blurred, its spaces do not.
  @Test(arguments: [46078, 49138, 32765, 99979, 55991, 120505], [1.8, 2.4, 2.7])
  func blurredPharmacodeIsNothingElse(_ number: Int, _ sigma: Double) throws {
    let picture = pharmacode(number, module: 3).framed(by: 20).blurred(sigma: sigma)
    let others = SymbologySet.linear.subtracting([.pharmacode])
    #expect(try BarcodeReader(options: .init(symbologies: others)).read(picture).map(\.text) == [])
  }

  /// The picture without what lies right of a share of the bars.
  private func cut(_ picture: LumaImage, at share: Double) -> LumaImage {
    let dark = (0..<picture.width).filter { x in
      (0..<picture.height).contains { picture.pixels[$0 * picture.width + x] < 128 }
    }
    let width = dark[0] + Int(Double(dark[dark.count - 1] - dark[0]) * share)
    let rows = (0..<picture.height).flatMap { picture.pixels[($0 * picture.width)..<($0 * picture.width + width)] }
    return LumaImage(width: width, height: picture.height, pixels: rows)
  }

  /// What the picture's border cuts off is not made up.
  @Test(arguments: twoWidth(["code11-two", "code25-industrial-zint"]))
  func cutSymbolsAreNotCompleted(_ fixture: Fixture) throws {
    let picture = cut(try fixture.picture().framed(by: 20), at: 0.85).blurred(sigma: 1.8)
    #expect(try texts(fixture, picture) == [])
  }

  private static let code39 = twoWidth(["code39-zint", "code39-digits", "code39-first", "code39-last", "code39-short"])

  /// Under a highlight that bars shine through, wide ones look narrow: characters are lost, hardly one becomes another.
  @Test func highlightsMakeNoOtherCharacters() throws {
    var (pictures, wrong) = (0, 0)
    for fixture in Self.code39 {
      let plain = try fixture.picture().framed(by: 40).mapped { 20 + 0.84 * $0 }
      for (k, middle) in stride(from: 60, to: plain.width - 60, by: 2).enumerated() {
        var picture = plain
        for x in 0..<picture.width {
          let distance = Double(x - middle) / 14
          let glare = 0.9 * min(1, (1.2 + 0.4 * Double(k % 5)) * exp(-distance * distance / 2))
          for i in stride(from: x, to: picture.pixels.count, by: picture.width) {
            picture.pixels[i] = UInt8(Double(picture.pixels[i]) + (255 - Double(picture.pixels[i])) * glare)
          }
        }
        let found = try texts(fixture, picture.blurred(sigma: 1))
        pictures += 1
        if found != [], found != [fixture.text] { wrong += 1 }
      }
    }
    #expect(pictures > 400)
    #expect(wrong * Self.mostWrong <= pictures, "\(wrong) of \(pictures)")
  }
  /// Pictures to one that may be read wrongly: without a check character some texts remain.
  private static let mostWrong = 150

  /// The symbol on a label that leaves so many pixels beside it, on a grey ground.
  private func labelled(_ picture: LumaImage, margin: Int) -> LumaImage {
    let dark = (0..<picture.width).filter { x in
      (0..<picture.height).contains { picture.pixels[$0 * picture.width + x] < 128 }
    }
    let (left, right) = (dark[0] - margin, dark[dark.count - 1] + margin)
    let ground = 40
    var out = LumaImage(width: right - left + 1 + 2 * ground, height: picture.height + 2 * ground)
    for y in 0..<out.height {
      for x in 0..<out.width {
        let (u, v) = (x - ground + left, y - ground)
        let isLabel = (left...right).contains(u) && (0..<picture.height).contains(v)
        out.pixels[y * out.width + x] =
          !isLabel ? 150 : u < 0 || u >= picture.width ? 255 : picture.pixels[v * picture.width + u]
      }
    }
    return out
  }

  /// Beside the symbol there is hardly more of the label than a narrow space, or two and a half of them where structures
  /// are weak.
  @Test(arguments: twoWidth(["code39-zint", "telepen-bwipp"]) + linear(["code128-upper"], .code128))
  func readsWithLittleQuietZone(_ fixture: Fixture) throws {
    let module = fixture.folder == "linear" ? 3 : 2
    let picture = labelled(try fixture.picture(), margin: module + 1).blurred(sigma: 0.8)
    #expect(try texts(fixture, picture) == [fixture.text])
  }

  @Test(arguments: twoWidth(["itf-bwipp", "codabar-AB", "code25-iata-bwipp", "code25-matrix-bwipp"]))
  func readsWeakSymbolsWithSomeQuietZone(_ fixture: Fixture) throws {
    let picture = labelled(try fixture.picture(), margin: 6).blurred(sigma: 0.8)
    #expect(try texts(fixture, picture) == [fixture.text])
  }

  private static let weak = twoWidth([
    "itf-bwipp", "code25-industrial-bwipp", "code25-iata-bwipp", "code25-matrix-bwipp", "codabar-AB",
  ])

  @Test func weakFixturesAreThere() { #expect(Self.weak.count == 5) }

  /// A highlight on grey paper that hides some of the bars wholly, at each of many places: what is left is no shorter
  /// symbol whose quiet zone it is.
  @Test(arguments: weak)
  func highlightsAreNoQuietZones(_ fixture: Fixture) throws {
    let plain = try fixture.picture().framed(by: 40).mapped { 20 + 0.84 * $0 }
    for middle in stride(from: 70, to: plain.width - 70, by: 3) {
      var picture = plain
      for x in 0..<picture.width {
        let glare = 600 * exp(-Double((x - middle) * (x - middle)) / (2 * 18 * 18))
        for y in 0..<picture.height {
          let i = y * picture.width + x
          picture.pixels[i] = UInt8(min(255, Double(picture.pixels[i]) + glare))
        }
      }
      let found = try texts(fixture, picture)
      #expect(found == [] || found == [fixture.text], "\(middle) \(found)")
    }
  }

  /// Out of focus, some of their narrow spaces close, and others look as wide as those of a Pharmacode.
  @Test(arguments: [
    ("msi-zint", 0.4, 1.8), ("msi-zint", 0.7, 1.8), ("msi-plain", 0.3, 1.8), ("msi-plain", 0.5, 1.8),
    ("code25-industrial-zint", 0.3, 1.2), ("code25-iata-zint", 0.3, 1.2),
  ])
  func partsOfOthersAreNoPharmacode(_ name: String, _ share: Double, _ sigma: Double) throws {
    let picture = cut(try Fixtures.picture("twowidth", "\(name).png"), at: share).framed(by: 20).blurred(sigma: sigma)
    #expect(try BarcodeReader(options: .init(symbologies: [.pharmacode])).read(picture).map(\.text) == [])
  }

  /// Bars of one and two modules whose spaces have one, out of focus: a part of a symbol whose spaces say nothing.
  @Test(arguments: ["2212112122", "22121121221", "2112212122"])
  func barsOfOtherWidthsAreNoPharmacode(_ widths: String) throws {
    let module = 3
    let margin = [UInt8](repeating: 160, count: 60)
    var row = margin
    for width in widths.compactMap(\.wholeNumberValue) {
      row += [UInt8](repeating: 10, count: width * module) + [UInt8](repeating: 160, count: module)
    }
    row += margin
    let blank = [UInt8](repeating: 160, count: row.count * 50)
    let pixels = blank + (0..<60).flatMap { _ in row } + blank
    let picture = LumaImage(width: row.count, height: 160, pixels: pixels).blurred(sigma: 1.3)
    #expect(try BarcodeReader(options: .init(symbologies: [.pharmacode])).read(picture).map(\.text) == [])
  }

  private static let short =
    linear(["upce-0-3", "upce-1-4"], .upcE) + linear(["ean8-1", "ean8-2"], .ean8)
    + twoWidth(["code11-one", "msi-zint", "code39-zint", "itf-bwipp"])

  @Test func shortFixturesAreThere() { #expect(Self.short.count == 8) }

  /// 0.9 modules of blur: elements of single modules run into each other.
  @Test(arguments: short)
  func readsWhatBlurHides(_ fixture: Fixture) throws {
    let sigma = fixture.folder == "linear" ? 2.7 : 1.8
    #expect(try texts(fixture, try fixture.picture().framed(by: 30).blurred(sigma: sigma)) == [fixture.text])
  }

  /// Modules have less than a pixel at one end.
  @Test(arguments: linear(["upce-0-3", "upce-1-4"], .upcE) + linear(["ean8-2"], .ean8))
  func readsWhatRecedesFar(_ fixture: Fixture) throws {
    #expect(try texts(fixture, try fixture.picture().framed(by: 30).turnedAboutVertical(-58)) == [fixture.text])
  }

  /// Quiet zones of seven modules on a grey ground: at the far end a module has half as many pixels as on average.
  @Test(arguments: ["pharmacode-40890", "pharmacode-46078", "pharmacode-123457", "pharmacode-zint"])
  func quietZonesRecedeWithTheirSymbol(_ name: String) throws {
    var picture = try Fixtures.picture("twowidth", "\(name).png").enlarged(2)
    // Fixtures have 14 modules of 2 pixels on both sides.
    let ground = 28
    for y in 0..<picture.height {
      for x in 0..<ground {
        picture.pixels[y * picture.width + x] = 150
        picture.pixels[(y + 1) * picture.width - 1 - x] = 150
      }
    }
    let tilted = picture.tilted(degrees: 60, aboutVertical: true)
    #expect(try BarcodeReader(options: .init(symbologies: [.pharmacode])).read(tilted).count == 1)
  }

  /// All of a symbol is scratched but for seven rows, which say something else: they are rather damaged than whole.
  @Test func aLineThatNoOtherConfirmsIsNotTrusted() throws {
    var picture = try Fixtures.picture("linear", "ean13-5.png")
    let other = try Fixtures.picture("linear", "ean13-8.png")
    for y in 0..<picture.height {
      for k in 0..<4 {
        let x = 40 + (y / 4 * 73 + k * 131) % 260
        for d in 0..<8 { picture.pixels[y * picture.width + x + d] = (y / 4 + k) % 2 == 0 ? 255 : 0 }
      }
    }
    for i in (75 * picture.width)..<(82 * picture.width) { picture.pixels[i] = other.pixels[i] }
    let found = try BarcodeReader(options: .init(symbologies: [.ean13])).read(picture).map(\.text)
    #expect(found == ["5123456788904"])
  }
}

extension LumaImage {
  /// So many rows about the middle.
  func middleRows(_ count: Int) -> LumaImage {
    let first = (height - count) / 2 * width
    return LumaImage(width: width, height: count, pixels: Array(pixels[first..<first + count * width]))
  }

  /// With a border of paper.
  func framed(by border: Int) -> LumaImage {
    var out = LumaImage(
      width: width + 2 * border, height: height + 2 * border,
      pixels: [UInt8](repeating: 255, count: (width + 2 * border) * (height + 2 * border)))
    for y in 0..<height {
      for x in 0..<width { out.pixels[(y + border) * out.width + x + border] = pixels[y * width + x] }
    }
    return out
  }

  /// With normal noise, the same each time for a seed.
  func noisy(_ sigma: Double, seed: UInt64 = 1) -> LumaImage {
    var state = seed
    func uniform() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(state >> 11) + 0.5) / 9_007_199_254_740_992
    }
    return mapped { $0 + sigma * (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform()) }
  }

  /// Seen from the front after a turn about its vertical middle, by a pinhole camera as far away as 1.25 of its widths.
  func turnedAboutVertical(_ degrees: Double) -> LumaImage {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    let distance = 1.25 * Double(width)
    var out = LumaImage(width: width, height: height * 2, pixels: [UInt8](repeating: 255, count: width * height * 2))
    withView { view in
      for x in 0..<out.width {
        for y in 0..<out.height {
          let (px, py) = (Double(x) + 0.5 - Double(width) / 2, Double(y) + 0.5 - Double(height))
          // The point of the plane behind a pixel.
          let u = px * distance / (distance * c - px * s)
          let v = py * (distance + u * s) / distance
          let p = Point(u + Double(width) / 2, v + Double(height) / 2)
          if view.contains(p) { out.pixels[y * out.width + x] = UInt8(view.sample(p.x, p.y)) }
        }
      }
    }
    return out
  }
}
