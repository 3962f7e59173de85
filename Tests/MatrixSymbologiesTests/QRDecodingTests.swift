import BarcodeCore
import MatrixSymbologies
import TestSupport
import Testing

@Suite("QR Code: codewords and messages")
struct QRDecodingTests {
  /// Bits as a string of 0 and 1, filled up with zeros to whole bytes.
  private func bytes(_ bits: String) -> [UInt8] {
    var digits = bits.filter { $0 == "0" || $0 == "1" }
    while digits.count % 8 != 0 { digits.append("0") }
    var out: [UInt8] = []
    while !digits.isEmpty {
      out.append(UInt8(digits.prefix(8), radix: 2) ?? 0)
      digits.removeFirst(8)
    }
    return out
  }

  private func message(_ bits: String, version: Int = 1) -> QRMessage? {
    QRMessageDecoder.decode(bytes(bits), version: version, defaultECI: nil)
  }

  @Test("the standard's example 01234567 of version 1-M")
  func publishedExample() throws {
    let data: [Int] = [
      0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
    ]
    let check: [Int] = [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
    #expect(ReedSolomon(field: .qr256, firstRoot: 0).isValid(data + check, checkCount: 10))
    let message = try #require(QRMessageDecoder.decode(data.map { UInt8($0) }, version: 1, defaultECI: nil))
    #expect(message.content.text == "01234567")
    #expect(message.padding.right == 10)
    #expect(message.padding.wrong == 0)
    #expect(message.modifier == 1)
  }

  @Test("published format and version information")
  func information() {
    #expect(QRFormat.sequences[0b00101] == 0b100_0000_1100_1110)
    #expect(QRVersionInformation.sequences[0] == 0b00_0111_1100_1001_0100)
    let format = QRFormat(data: 0b00101)
    #expect(format.level == .medium)
    #expect(format.mask == 5)
  }

  @Test("remainder bits of every version")
  func remainders() throws {
    for number in 1...40 {
      let template = QRTemplate(try #require(QRVersion(number)))
      let expected: Int
      switch number {
      case 2...6: expected = 7
      case 14...20, 28...34: expected = 3
      case 21...27: expected = 4
      default: expected = 0
      }
      #expect(template.path.count - template.version.codewordCount * 8 == expected, "version \(number)")
      #expect(Set(template.path).count == template.path.count)
    }
  }

  @Test("published capacities")
  func capacities() throws {
    let known = [
      (1, 26, [19, 16, 13, 9]), (7, 196, [156, 124, 88, 66]), (40, 3706, [2956, 2334, 1666, 1276]),
    ]
    for (number, total, data) in known {
      let version = try #require(QRVersion(number))
      #expect(version.codewordCount == total)
      for level in QRLevel.allCases { #expect(version.blocks(level).dataCount == data[level.rawValue]) }
    }
    #expect(QRVersion(0) == nil)
    #expect(QRVersion(41) == nil)
    #expect(QRVersion(32)?.alignmentCentres == [6, 34, 60, 86, 112, 138])
  }

  @Test("model 1: codewords of every version, each module once")
  func modelOne() {
    let totals = [26, 46, 72, 100, 134, 170, 212, 256, 306, 358, 416, 476, 542, 610]
    for (index, total) in totals.enumerated() {
      let path = QRModelOne.path(dimension: 21 + 4 * index)
      #expect(path.count == total * 8, "version \(index + 1)")
      #expect(Set(path).count == path.count)
      for level in QRLevel.allCases {
        let blocks = QRModelOne.blocks(version: index + 1, level: level, codewordCount: total)
        #expect(blocks.map { $0.dataCount + $0.blockCount * $0.correctionPerBlock } ?? 0 <= total)
      }
    }
  }

  @Test("the standard's Kanji characters")
  func kanji() {
    #expect(message("1000 00000010 0110110011111 1101010101010 0000")?.content.text == "点茗")
  }

  @Test("extended channel interpretations of one, two and three bytes")
  func interpretations() {
    let content = message("0111 00001001 0100 00000001 11000001 0000")?.content
    #expect(content?.text == "Α")
    #expect(content?.hasECI == true)
    #expect(content?.segments.first?.eci == 9)
    #expect(message("0111 1000000000011010 0100 00000001 01000001 0000")?.content.segments.first?.eci == 26)
    #expect(message("0111 110000000000000000011010 0100 00000001 01000001 0000")?.content.segments.first?.eci == 26)
  }

  @Test("FNC1 in first position: % is the separator")
  func gs1() {
    // The pairs 1%, %% and the single character A.
    let pairs = [1 * 45 + 38, 38 * 45 + 38].map { value in
      let digits = String(value, radix: 2)
      return String(repeating: "0", count: 11 - digits.count) + digits
    }
    let result = message("0101 0010 000000101 " + pairs.joined() + "001010 0000")
    #expect(result?.isGS1 == true)
    #expect(result?.modifier == 3)
    #expect(result?.content.bytes == [0x31, 0x1D, 0x25, 0x41] || result?.content.bytes == [0x31, 0x25, 0x1D, 0x41])
  }

  @Test("FNC1 in second position: application indicators")
  func industry() {
    let letter = message("1001 10100101 0001 0000000001 0111 0000")
    #expect(letter?.applicationIndicator == "A")
    #expect(letter?.content.text == "A7")
    #expect(letter?.modifier == 5)
    let number = message("1001 00100101 0001 0000000001 0111 0000")
    #expect(number?.content.text == "377")
    #expect(message("1001 11111111 0001 0000000001 0111 0000") == nil)
  }

  @Test("broken messages are refused")
  func broken() {
    // A mode that does not exist, more characters than there are, three digits above 999, nothing at all.
    #expect(message("1111 0000") == nil)
    #expect(message("0100 11111111 01000001") == nil)
    #expect(message("0001 0000000011 1111111111 0000") == nil)
    #expect(message("0000") == nil)
    #expect(message("") == nil)
  }

  @Test("random data never stops the decoder")
  func hostile() throws {
    var random = SeededRandom(seed: 7)
    for round in 0..<4000 {
      let version = 1 + round % 40
      let count = Int.random(in: 0...60, using: &random)
      let data = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = QRMessageDecoder.decode(data, version: version, defaultECI: nil)
    }
  }

  @Test("random grids are no symbols")
  func randomGrids() throws {
    var random = SeededRandom(seed: 11)
    for number in [1, 2, 7, 15] {
      let template = QRTemplate(try #require(QRVersion(number)))
      let codewords = QRCodewordReader(template: template, erasureSets: 4)
      for _ in 0..<20 {
        let count = template.dimension * template.dimension
        let soft = (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
        for data in 0..<32 {
          let result = codewords.read(soft, format: QRFormat(data: data))
          // What fits by chance must say so.
          if let result { #expect(result.logOdds > -5) }
        }
      }
    }
  }
}

@Suite("QR Code: damage")
struct QRDamageTests {
  private func soft(_ fixture: QRFixture) -> [Float] { fixture.modules.map { $0 ? 1 : -1 } }

  private func parts(_ name: String) throws -> (template: QRTemplate, soft: [Float], format: QRFormat) {
    let fixture = try #require(QRFixture.named(name))
    let template = QRTemplate(try #require(QRVersion((fixture.dimension - 17) / 4)))
    let grid = soft(fixture)
    let best = try #require(QRCodewordReader(template: template, erasureSets: 1).formats(grid).first)
    #expect(best.agreement == 1)
    return (template, grid, QRFormat(data: best.data))
  }

  @Test("as many errors as the level corrects, and one more", arguments: [("L", 5), ("M", 8), ("Q", 11), ("H", 14)])
  func limits(_ level: String, _ capacity: Int) throws {
    let (template, clean, format) = try parts("level-\(level)-mask-2")
    let reader = QRCodewordReader(template: template, erasureSets: 1)
    let truth = try #require(reader.read(clean, format: format))
    #expect(truth.corrected == 0)
    #expect(template.version.blocks(format.level).correctionPerBlock / 2 == capacity)
    var grid = clean
    for error in 0...capacity {
      let result = reader.read(grid, format: format)
      #expect(result?.data == truth.data)
      #expect(result?.corrected == error)
      grid[Int(template.path[error * 24])] *= -1
    }
    #expect(reader.read(grid, format: format)?.data != truth.data)
  }

  @Test("doubtful codewords count as erasures")
  func erasures() throws {
    let (template, clean, format) = try parts("level-M-mask-2")
    let truth = try #require(QRCodewordReader(template: template, erasureSets: 1).read(clean, format: format))
    var grid = clean
    // Twelve wrong codewords are more than 16 check codewords correct, unless their places are known.
    for error in 0..<12 { grid[Int(template.path[error * 24])] *= -0.1 }
    #expect(QRCodewordReader(template: template, erasureSets: 1).read(grid, format: format) == nil)
    let result = try #require(QRCodewordReader(template: template, erasureSets: 8).read(grid, format: format))
    #expect(result.data == truth.data)
    #expect(result.logOdds > truth.logOdds)
  }

  @Test("damaged format information")
  func format() throws {
    let (template, clean, format) = try parts("level-H-mask-6")
    let reader = QRCodewordReader(template: template, erasureSets: 1)
    var grid = clean
    for place in template.formatPlaces[0] { grid[place] = 0 }
    for place in template.formatPlaces[1].prefix(3) { grid[place] *= -1 }
    let best = try #require(reader.formats(grid).first)
    #expect(QRFormat(data: best.data) == format)
  }
}
