import BarcodeEngine
import LinearSymbologies
import TestSupport
import Testing

@Suite struct LinearContentTests {
  /// A published example: PJJ123C in set A has the check character 54.
  @Test func checkCharacterOfCode128() throws {
    let codes: [UInt8] = [103, 48, 42, 42, 17, 18, 19, 35, 54, 106]
    #expect(Code128.verify(codes))
    #expect(try #require(Code128.interpret(codes)).text == "PJJ123C")
    var wrong = codes
    wrong[3] = 43
    #expect(!Code128.verify(wrong))
  }

  /// Characters before the check character, which is not looked at here.
  private func read(_ characters: [UInt8]) -> LinearContent? { Code128.interpret(characters + [0, 106]) }

  @Test func functionCharacters() throws {
    let gs1 = try #require(read([105, 102, 10, 102, 99]))
    #expect(gs1.text == "10\u{1D}99")
    #expect(gs1.identifier == "]C1")
    #expect(gs1.isGS1)
    let industry = try #require(read([104, 33, 102, 34]))
    #expect(industry.text == "AB")
    #expect(industry.identifier == "]C2")
    let programming = try #require(read([104, 96, 33]))
    #expect(programming.isReaderInitialisation)
    #expect(programming.text == "A")
    #expect(try #require(read([104, 97, 33])).details == "message append (FNC2)")
    // FNC4 in set A is 101, in set B 100; the shift character takes one character from the other set.
    #expect(try #require(read([103, 101, 33, 33])).bytes == [0xC1, 0x41])
    #expect(try #require(read([104, 98, 64, 65])).bytes == [0x00, 0x61])
  }

  @Test func checkDigits() {
    #expect(RetailTables.checkDigit([4, 0, 0, 6, 3, 8, 1, 3, 3, 3, 9, 3]) == 1)
    #expect(RetailTables.checkDigit([9, 6, 3, 8, 5, 0, 7]) == 4)
    #expect(RetailTables.checkDigit([0, 3, 6, 0, 0, 0, 2, 9, 1, 4, 5]) == 2)
  }

  /// The published forms of zero suppression.
  @Test(arguments: [
    ("01234505", "012000003455"), ("01234531", "012300000451"), ("01234543", "012340000053"),
    ("01234565", "012345000065"),
  ])
  func expansionOfUPCE(_ short: String, _ long: String) {
    let digits = short.utf8.map { $0 - 48 }
    let body = RetailTables.expand(digits)?.dropLast()
    #expect(body.map(Array.init) == long.utf8.dropLast().map { $0 - 48 })
  }

  @Test func anySizeOfPictureIsHarmless() throws {
    let reader = BarcodeReader(options: .init(symbologies: linearSymbologies, effort: .exhaustive))
    for (w, h) in [(0, 0), (1, 1), (1, 200), (200, 1), (2, 2), (3, 500), (500, 3), (64, 9)] {
      #expect(try reader.read(LumaImage(width: w, height: h, grey: 0)).isEmpty)
      var random = SeededRandom(seed: UInt64(w * 1000 + h))
      let noise = (0..<(w * h)).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(try reader.read(LumaImage(width: w, height: h, pixels: noise)).isEmpty)
    }
  }

  /// Random bars of random widths: structure everywhere, but no symbol.
  @Test(arguments: 0..<40)
  func randomBarsAreNoSymbol(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let module = Int.random(in: 1...4, using: &random)
    var row: [UInt8] = [UInt8](repeating: 255, count: 20)
    while row.count < 600 {
      for grey in [UInt8(0), 255] {
        row += [UInt8](repeating: grey, count: module * Int.random(in: 1...4, using: &random))
      }
    }
    let width = row.count
    let picture = LumaImage(width: width, height: 60, pixels: (0..<60).flatMap { _ in row })
    let reader = BarcodeReader(options: .init(symbologies: linearSymbologies, effort: .thorough))
    #expect(try reader.read(picture).isEmpty)
  }
}
