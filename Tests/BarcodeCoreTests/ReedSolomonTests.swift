import BarcodeCore
import TestSupport
import Testing

/// A field as a standard describes it, with slow arithmetic of its own.
struct ReferenceField: Sendable, CustomTestStringConvertible {
  let name: String
  let field: GaloisField
  /// The primitive polynomial, or the prime.
  let modulus: Int
  let isPrime: Bool
  let primitive: Int

  var testDescription: String { name }

  static let all: [ReferenceField] = [
    .init(name: "GF(16)", field: .gf16, modulus: 0x13, isPrime: false, primitive: 2),
    .init(name: "GF(32)", field: .gf32, modulus: 0x25, isPrime: false, primitive: 2),
    .init(name: "GF(64)", field: .gf64, modulus: 0x43, isPrime: false, primitive: 2),
    .init(name: "GF(256) QR", field: .qr256, modulus: 0x11D, isPrime: false, primitive: 2),
    .init(name: "GF(256) Data Matrix", field: .dataMatrix256, modulus: 0x12D, isPrime: false, primitive: 2),
    .init(name: "GF(256) Han Xin", field: .hanXin256, modulus: 0x163, isPrime: false, primitive: 2),
    .init(name: "GF(1024)", field: .aztec1024, modulus: 0x409, isPrime: false, primitive: 2),
    .init(name: "GF(4096)", field: .aztec4096, modulus: 0x1069, isPrime: false, primitive: 2),
    .init(name: "GF(113)", field: .gf113, modulus: 113, isPrime: true, primitive: 3),
    .init(name: "GF(929)", field: .gf929, modulus: 929, isPrime: true, primitive: 3),
  ]

  /// Multiplication by shifts and reductions.
  func multiply(_ a: Int, _ b: Int) -> Int {
    if isPrime { return a * b % modulus }
    var product = 0
    var shifted = a
    for bit in 0..<12 {
      if b >> bit & 1 == 1 { product ^= shifted }
      shifted <<= 1
      if shifted >= field.size { shifted ^= modulus }
    }
    return product
  }

  func subtract(_ a: Int, _ b: Int) -> Int { isPrime ? (a - b + modulus) % modulus : a ^ b }

  /// Data followed by check codewords, by long division through the generator polynomial.
  func encode(_ data: [Int], checkCount: Int, firstRoot: Int) -> [Int] {
    var root = 1
    for _ in 0..<firstRoot { root = multiply(root, primitive) }
    var generator = [1]
    for _ in 0..<checkCount {
      var next = generator + [0]
      for index in generator.indices {
        next[index + 1] = subtract(next[index + 1], multiply(generator[index], root))
      }
      generator = next
      root = multiply(root, primitive)
    }
    var remainder = data + [Int](repeating: 0, count: checkCount)
    for start in data.indices {
      let factor = remainder[start]
      for (offset, coefficient) in generator.enumerated() {
        remainder[start + offset] = subtract(remainder[start + offset], multiply(coefficient, factor))
      }
    }
    return data + remainder.suffix(checkCount).map { subtract(0, $0) }
  }
}

@Suite struct ReedSolomonTests {
  @Test(arguments: ReferenceField.all)
  func multipliesAsDefined(_ reference: ReferenceField) {
    var random = SeededRandom(seed: 11)
    let field = reference.field
    for _ in 0..<2000 {
      let a = Int.random(in: 0..<field.size, using: &random)
      let b = Int.random(in: 0..<field.size, using: &random)
      #expect(field.multiply(a, b) == reference.multiply(a, b))
      #expect(reference.subtract(field.add(a, b), b) == a)
      #expect(field.add(a, field.negative(a)) == 0)
      #expect(field.multiply(a, field.inverse(a)) == (a == 0 ? 0 : 1))
    }
  }

  /// The published example of QR Code: "01234567" in a 1-M symbol.
  @Test func correctsTheExampleOfQRCode() throws {
    let data = [0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11]
    let checks = [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
    let decoder = ReedSolomon(field: .qr256, firstRoot: 0)
    #expect(decoder.isValid(data + checks, checkCount: 10))
    var damaged = data + checks
    for index in [0, 7, 12, 19, 25] { damaged[index] ^= 0x5A + index }
    let correction = try #require(decoder.correct(&damaged, checkCount: 10))
    #expect(correction == .init(errors: 5, erasures: 0, changed: 5))
    #expect(damaged == data + checks)
  }

  /// The published example of Data Matrix: "123456" in a 10x10 symbol.
  @Test func correctsTheExampleOfDataMatrix() throws {
    let valid = [142, 164, 186, 114, 25, 5, 88, 102]
    let decoder = ReedSolomon(field: .dataMatrix256, firstRoot: 1)
    #expect(decoder.isValid(valid, checkCount: 5))
    var damaged = valid
    damaged[1] = 0
    damaged[6] = 255
    let correction = try #require(decoder.correct(&damaged, checkCount: 5))
    #expect(correction.errors == 2)
    #expect(damaged == valid)
  }

  /// The published example of PDF417: 5, 453, 178, 121, 239 with four check codewords.
  @Test func acceptsTheExampleOfPDF417() throws {
    let valid = [5, 453, 178, 121, 239, 452, 327, 657, 619]
    let decoder = ReedSolomon(field: .gf929, firstRoot: 1)
    #expect(decoder.isValid(valid, checkCount: 4))
    var damaged = valid
    damaged[2] = 900
    #expect(try #require(decoder.correct(&damaged, checkCount: 4)).errors == 1)
    #expect(damaged == valid)
  }

  @Test(arguments: ReferenceField.all)
  func correctsUpToCapacity(_ reference: ReferenceField) throws {
    var random = SeededRandom(seed: 5)
    for trial in 0..<150 {
      let firstRoot = trial % 3
      let decoder = ReedSolomon(field: reference.field, firstRoot: firstRoot)
      let length = Int.random(in: 3...min(reference.field.size - 1, 90), using: &random)
      let checkCount = Int.random(in: 1...min(length - 1, 30), using: &random)
      let data = (0..<(length - checkCount)).map { _ in
        Int.random(in: 0..<reference.field.size, using: &random)
      }
      let valid = reference.encode(data, checkCount: checkCount, firstRoot: firstRoot)
      #expect(decoder.isValid(valid, checkCount: checkCount))

      let erasureCount = Int.random(in: 0...checkCount, using: &random)
      let errorCount = Int.random(in: 0...((checkCount - erasureCount) / 2), using: &random)
      let places = Array((0..<length).shuffled(using: &random).prefix(erasureCount + errorCount))
      var damaged = valid
      for (index, place) in places.enumerated() {
        // Every other erasure holds the right value.
        if index < erasureCount && index % 2 == 0 { continue }
        damaged[place] =
          (damaged[place] + Int.random(in: 1..<reference.field.size, using: &random)) % reference.field.size
      }
      let wasValid = damaged == valid
      let correction = try #require(
        decoder.correct(&damaged, checkCount: checkCount, erasures: Array(places.prefix(erasureCount))))
      #expect(damaged == valid)
      #expect(correction.errors == errorCount)
      #expect(correction.erasures == (wasValid ? 0 : erasureCount))
    }
  }

  /// Beyond capacity a correction must fail or end at another valid sequence within capacity, and the latter as
  /// seldom as the estimate says.
  @Test func failsBeyondCapacity() {
    let decoder = ReedSolomon(field: .qr256, firstRoot: 0)
    var random = SeededRandom(seed: 8)
    var accepted = 0
    let trials = 4000
    for _ in 0..<trials {
      let original = (0..<26).map { _ in Int.random(in: 0..<256, using: &random) }
      var codewords = original
      if let correction = decoder.correct(&codewords, checkCount: 4) {
        accepted += 1
        #expect(decoder.isValid(codewords, checkCount: 4))
        #expect(zip(codewords, original).filter { $0 != $1 }.count == correction.errors)
        #expect(correction.errors <= 2)
      } else {
        #expect(codewords == original)
      }
    }
    let logOdds = ReedSolomon.logOddsOfChance(fieldSize: 256, length: 26, checkCount: 4, errors: 2, erasures: 0)
    // The share of sequences within two errors of a valid one: (1 + 26·255 + 325·255²) / 256⁴ = 0.00492.
    #expect(abs(logOdds - -2.308) < 0.001)
    #expect(accepted > 5 && accepted < 50)
  }

  @Test func estimatesTheOddsOfChance() {
    let smallest = ReedSolomon.logOddsOfChance(fieldSize: 256, length: 8, checkCount: 5, errors: 2, erasures: 0)
    #expect(abs(smallest - -5.78) < 0.01)
    let clean = ReedSolomon.logOddsOfChance(fieldSize: 929, length: 100, checkCount: 16, errors: 0, erasures: 0)
    #expect(abs(clean - -16 * 2.96802) < 0.01)
    let used = ReedSolomon.logOddsOfChance(fieldSize: 256, length: 26, checkCount: 10, errors: 0, erasures: 10)
    #expect(used == 0)
  }

  @Test func refusesImpossibleArguments() {
    let decoder = ReedSolomon(field: .qr256, firstRoot: 0)
    let cases: [(codewords: [Int], checkCount: Int, erasures: [Int])] = [
      ([], 0, []), ([], 2, []), ([1], 1, []), ([1, 2, 3], 0, []), ([1, 2, 3], 3, []), ([1, 2, 3], -1, []),
      ([1, 2, 999], 1, []), ([1, -2, 3], 1, []), ([1, 2, 3], 2, [3]), ([1, 2, 3], 2, [-1]),
      ([1, 2, 4], 1, [0, 1]), ([Int](repeating: 1, count: 256), 10, []),
    ]
    for (codewords, checkCount, erasures) in cases {
      var copy = codewords
      #expect(decoder.correct(&copy, checkCount: checkCount, erasures: erasures) == nil)
      #expect(copy == codewords)
    }
  }

  @Test(arguments: ReferenceField.all)
  func neverTraps(_ reference: ReferenceField) {
    var random = SeededRandom(seed: 77)
    for trial in 0..<400 {
      let decoder = ReedSolomon(field: reference.field, firstRoot: trial % 4)
      let length = Int.random(in: 0...min(reference.field.size + 2, 70), using: &random)
      let codewords = (0..<length).map { _ in Int.random(in: -1...reference.field.size, using: &random) }
      let inside = codewords.map { min(max($0, 0), reference.field.size - 1) }
      let checkCount = Int.random(in: -1...(length + 1), using: &random)
      let erasures = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        Int.random(in: -1...(length + 1), using: &random)
      }
      for (input, places) in [(codewords, erasures), (inside, erasures.filter { $0 >= 0 && $0 < length })] {
        var copy = input
        if decoder.correct(&copy, checkCount: checkCount, erasures: places) != nil {
          #expect(decoder.isValid(copy, checkCount: checkCount))
        }
      }
    }
  }
}

@Suite struct BCHCodeTests {
  /// Published examples: level M with mask 5 reads 100000011001110; version 7 reads 000111110010010100.
  @Test func knowsPublishedCodewords() {
    #expect(BCHCode.qrFormat.codewords[0b00101] == 0b100000011001110)
    #expect(BCHCode.qrVersion.codewords[7] == 0b000111110010010100)
  }

  @Test(arguments: [(BCHCode.qrFormat, 3), (.microQRFormat, 3), (.qrVersion, 3)])
  func correctsUpToThreeBits(_ code: BCHCode, _ capacity: Int) {
    var random = SeededRandom(seed: 3)
    for (data, codeword) in code.codewords.enumerated() {
      for errors in 0...capacity {
        var bits = codeword
        for bit in (0..<code.length).shuffled(using: &random).prefix(errors) { bits ^= 1 << UInt32(bit) }
        let match = code.nearest(to: bits)
        #expect(match.data == data)
        #expect(match.distance == errors)
        #expect(match.nextDistance > errors)
      }
    }
  }
}
