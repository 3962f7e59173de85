import BarcodeEngine
import TestSupport
import Testing

/// Symbols with wrong codewords, and pictures that hold none.
struct StackedDamageTests {
  private let reader = BarcodeReader(options: .init(symbologies: [.pdf417, .microPDF417]))

  /// Puts the characters of other rows of the same cluster in the place of `count` data characters.
  private func damaged(_ picture: LumaImage, columns: Int, rows: Int, count: Int, random: inout SeededRandom)
    -> (LumaImage, changed: Int)
  {
    var out = picture
    let height = (picture.height - 2 * StackedFixture.margin) / rows
    let width = 17 * StackedFixture.module
    var cells = (0..<(rows * columns)).shuffled(using: &random)
    var changed = 0
    while changed < count, let cell = cells.popLast() {
      let (row, column) = (cell / columns, cell % columns)
      let other = (row + 3) % (rows / 3 * 3)
      guard other % 3 == row % 3 else { continue }
      let x0 = StackedFixture.margin + (column + 2) * width
      var differs = false
      for y in 0..<height {
        for x in 0..<width {
          let to = (StackedFixture.margin + row * height + y) * picture.width + x0 + x
          let from = (StackedFixture.margin + other * height + y) * picture.width + x0 + x
          if picture.pixels[to] != picture.pixels[from] { differs = true }
          out.pixels[to] = picture.pixels[from]
        }
      }
      if differs { changed += 1 }
    }
    return (out, changed)
  }

  @Test("As many wrong codewords as error correction mends", arguments: [3, 4, 5])
  func withinLimit(level: Int) throws {
    let fixture = try StackedFixture.named("level-\(level).png")
    let picture = try fixture.picture()
    let rows = try #require(try self.rows(of: fixture))
    var random = SeededRandom(seed: 7)
    // 2^(level + 1) check codewords; a few are kept as evidence.
    let errors = (2 << level) / 2 - 2
    let (bad, changed) = damaged(picture, columns: 10, rows: rows, count: errors, random: &random)
    let barcode = try #require(try reader.read(bad).first)
    #expect(fixture.matches(barcode))
    #expect(barcode.correctedErrors == changed)
    #expect(barcode.unusedCorrection ?? 1 < 0.3)
  }

  @Test("More wrong codewords than error correction mends are never read wrongly", arguments: 0..<40)
  func beyondLimit(seed: Int) throws {
    let fixture = try StackedFixture.named("level-\(seed % 5).png")
    let rows = try #require(try self.rows(of: fixture))
    var random = SeededRandom(seed: UInt64(seed))
    let errors = (2 << (seed % 5)) / 2 + 1 + seed % 4
    let (bad, _) = try damaged(fixture.picture(), columns: 10, rows: rows, count: errors, random: &random)
    for barcode in try reader.read(bad) { #expect(fixture.matches(barcode), "\(barcode.text)") }
  }

  /// Rows of a fixture, as the reader sees them.
  private func rows(of fixture: StackedFixture) throws -> Int? {
    try reader.read(fixture.picture()).first.flatMap { Int($0.details.prefix { $0.isNumber }) }
  }

  @Test("A symbol under a blot or without its stop pattern is read")
  func covered() throws {
    let fixture = try StackedFixture.named("level-5.png")
    let picture = try fixture.picture().enlarged(2)
    var blot = picture
    for y in picture.height / 2 - 20..<picture.height / 2 + 10 {
      for x in picture.width / 2 - 60..<picture.width / 2 + 40 { blot.pixels[y * picture.width + x] = 90 }
    }
    #expect(try reader.read(blot).contains { fixture.matches($0) })
    var cut = LumaImage(width: picture.width - 100, height: picture.height)
    for y in 0..<cut.height {
      for x in 0..<cut.width { cut.pixels[y * cut.width + x] = picture.pixels[y * picture.width + x] }
    }
    #expect(try reader.read(cut).contains { fixture.matches($0) })
  }

  @Test("Noise, stripes and pictures of a few pixels hold nothing")
  func nothing() throws {
    var random = SeededRandom(seed: 3)
    for (width, height) in [(2, 2), (2, 300), (300, 2), (40, 3), (17, 17), (200, 150)] {
      for _ in 0..<4 {
        let noise = LumaImage(
          width: width, height: height,
          pixels: (0..<(width * height)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        #expect(try reader.read(noise).isEmpty)
      }
    }
    for period in 2..<9 {
      let stripes = LumaImage(
        width: 320, height: 200, pixels: (0..<64_000).map { $0 % 320 / period % 2 == 0 ? 0 : 255 })
      #expect(try reader.read(stripes).isEmpty)
    }
  }

  @Test("Start patterns that never go on are no symbol")
  func startsOnly() throws {
    let pattern: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1]
    let row = (0..<600).map { pattern[$0 / 2 % 17] * 255 }
    let picture = LumaImage(width: 600, height: 120, pixels: (0..<120).flatMap { _ in row })
    #expect(try reader.read(picture).isEmpty)
  }
}
