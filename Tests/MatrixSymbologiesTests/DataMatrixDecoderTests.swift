import BarcodeCore
import MatrixSymbologies
import Testing

@Suite("Data Matrix: placement and encodation")
struct DataMatrixDecoderTests {
  @Test("Every module of the data regions is used once", arguments: DataMatrixSize.all)
  func placement(_ size: DataMatrixSize) {
    let placement = DataMatrixPlacement(size)
    let used = placement.modules + placement.fixedModules.map(\.module)
    #expect(Set(used).count == used.count)
    #expect(used.count == size.mappingRows * size.mappingColumns)
    // None lies on a finder or timing pattern.
    for module in used {
      let row = Int(module) / size.columns % (size.regionHeight + 2)
      let column = Int(module) % size.columns % (size.regionWidth + 2)
      #expect(row > 0 && row <= size.regionHeight && column > 0 && column <= size.regionWidth)
    }
  }

  @Test("A text that needs all of the correction is refused once many corrections were tried in vain")
  func vainCorrectionsCount() throws {
    let size = try #require(DataMatrixSize.of(rows: 10, columns: 10))
    var codewords = [142, 164, 186, 114, 25, 5, 88, 102]
    codewords[1] ^= 0x55
    codewords[4] ^= 0x3C
    var isDark = [Bool](repeating: false, count: 100)
    for k in 0..<10 {
      isDark[k * 10] = true
      isDark[90 + k] = true
      if k % 2 == 0 { isDark[k] = true } else { isDark[k * 10 + 9] = true }
    }
    for (place, module) in DataMatrixPlacement(size).modules.enumerated() {
      isDark[Int(module)] = codewords[place / 8] >> (7 - place % 8) & 1 == 1
    }
    var image = LumaImage(width: 30, height: 30)
    for y in 0..<30 {
      for x in 0..<30 { image.pixels[y * 30 + x] = isDark[y / 3 * 10 + x / 3] ? 20 : 230 }
    }
    let map = try #require(
      Homography(
        from: Quad(Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)),
        to: Quad(Point(0, 0), Point(30, 0), Point(30, 30), Point(0, 30))))
    let grid = DataMatrixGrid(size: size, map: map, bend: nil)
    let values = image.withView { ModuleValues(grid, field: InkField(luma: $0, isInverted: false)) }
    var decoder = DataMatrixDecoder(defaultECI: nil)
    let first = decoder.read(values, erasureSteps: 0)
    let reading = try #require(first)
    #expect(reading.content.builder.finish().text == "123456")
    #expect(reading.correctedErrors == 2)
    decoder.trials = 1_000
    let late = decoder.read(values, erasureSteps: 0)
    #expect(late == nil)
  }

  @Test("The standard's example: 123456 in 10x10")
  func publishedExample() throws {
    let codewords = [142, 164, 186, 114, 25, 5, 88, 102]
    let rs = ReedSolomon(field: .dataMatrix256, firstRoot: 1)
    #expect(rs.isValid(codewords, checkCount: 5))
    let content = try #require(DataMatrixContentDecoder.decode(codewords.prefix(3).map { UInt8($0) }))
    #expect(content.builder.finish().text == "123456")
    #expect(content.identifier == "]d1")
  }

  @Test(
    "Ends of schemes without unlatching",
    arguments: [
      // C40 "ABC", then a last codeword in ASCII.
      ([230, 89, 233, 66], "ABCA"),
      // EDIFACT "DATA", then two codewords in ASCII.
      ([240, 16, 21, 1, 66, 67], "DATAAB"),
      // Unlatched C40, then padding.
      ([230, 89, 233, 254, 129], "ABC"),
      // Base 256 to the end of the symbol: length 0.
      ([231, 44, 2], "A"),
      // Upper shift.
      ([235, 106], "é"),
    ] as [([UInt8], String)])
  func ends(_ codewords: [UInt8], _ text: String) throws {
    let content = try #require(DataMatrixContentDecoder.decode(codewords))
    #expect(content.builder.finish().text == text)
  }

  @Test("Padding is compared with the 253-state rule")
  func padding() throws {
    // 123456 in 12x12: five data codewords, of which two are padding.
    let right = try #require(DataMatrixContentDecoder.decode([142, 164, 186, 129, 115]))
    #expect(right.validPads + right.wrongPads == 1)
    var valid = 0
    for pad in UInt8.min...UInt8.max {
      valid += DataMatrixContentDecoder.decode([142, 164, 186, 129, pad])?.validPads ?? 0
    }
    #expect(valid == 1)
  }

  @Test("Codewords that no scheme allows")
  func refusals() {
    #expect(DataMatrixContentDecoder.decode([]) == nil)
    #expect(DataMatrixContentDecoder.decode([66, 236]) == nil)  // a macro that is not first
    #expect(DataMatrixContentDecoder.decode([66, 233]) == nil)  // structured append that is not first
    #expect(DataMatrixContentDecoder.decode([233, 0xFF, 1, 1, 66]) == nil)  // symbol 16 of 2
    #expect(DataMatrixContentDecoder.decode([241]) == nil)  // an interpretation without a number
    #expect(DataMatrixContentDecoder.decode([235]) == nil)  // an upper shift of nothing
    #expect(DataMatrixContentDecoder.decode([0]) == nil)
    #expect(DataMatrixContentDecoder.decode([231, 255]) == nil)
  }

  @Test("Any codewords decode or are refused")
  func hostile() {
    var random = Randomness(seed: 7)
    var decoded = 0
    for _ in 0..<20000 {
      var codewords = (0..<Int(random.next() % 40)).map { _ in UInt8(random.next() % 256) }
      // Latches to all schemes often come first, so that their readers are met, too.
      if !codewords.isEmpty, random.next() % 2 == 0 { codewords[0] = UInt8(230 + random.next() % 12) }
      if DataMatrixContentDecoder.decode(codewords) != nil { decoded += 1 }
    }
    #expect(decoded > 0)
  }
}
