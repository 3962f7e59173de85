import BarcodeCore

/// Where the bits of an Aztec Code symbol stand.
struct AztecLayout: Hashable {
  let isCompact: Bool
  /// Data layers around the core: 1 to 4 (compact) or 1 to 32; 0 for a rune.
  let layers: Int

  /// Modules on a side.
  var size: Int {
    if isCompact { return 11 + 4 * layers }
    let side = 14 + 4 * layers
    return side + 1 + 2 * ((side / 2 - 1) / 15)
  }

  /// Modules from the middle to the border, without the middle one.
  var radius: Int { size / 2 }

  /// Bits of a codeword.
  var wordSize: Int {
    switch layers {
    case ...2: 6
    case ...8: 8
    case ...22: 10
    default: 12
    }
  }

  /// Bits of all data layers.
  var bitCount: Int { ((isCompact ? 88 : 112) + 16 * layers) * layers }
  var wordCount: Int { bitCount / wordSize }

  /// The field that the codewords are elements of.
  var field: GaloisField {
    switch wordSize {
    case 6: .gf64
    case 8: .dataMatrix256
    case 10: .aztec1024
    default: .aztec4096
    }
  }

  /// Index (row by row, `size` modules a row) of the module of each bit, in the order of the message. Layers follow
  /// from the outermost inwards; each has four sides that run counter-clockwise from the top left corner, in pairs of
  /// modules from outside to inside.
  func bitPlaces() -> [Int] {
    let side = isCompact ? size : 14 + 4 * layers
    let line = (0..<side).map { isCompact ? $0 : Self.skippingGrid($0, side: side, size: size) }
    var places = [Int](repeating: 0, count: bitCount)
    var start = 0
    for layer in 0..<layers {
      let pairs = (layers - layer) * 4 + (isCompact ? 9 : 12)
      let low = 2 * layer
      let high = side - 1 - low
      for pair in 0..<pairs {
        for k in 0..<2 {
          let at = start + 2 * pair + k
          let near = line[low + pair]
          let far = line[high - pair]
          let outer = line[low + k]
          let inner = line[high - k]
          places[at] = near * size + outer
          places[at + 2 * pairs] = inner * size + near
          places[at + 4 * pairs] = far * size + inner
          places[at + 6 * pairs] = outer * size + far
        }
      }
      start += 8 * pairs
    }
    return places
  }

  /// The line of the symbol for a line counted without the reference grid, whose lines stand every 16 modules from
  /// the middle.
  private static func skippingGrid(_ line: Int, side: Int, size: Int) -> Int {
    let half = side / 2
    if line >= half {
      let outwards = line - half
      return size / 2 + 1 + outwards + outwards / 15
    }
    let outwards = half - 1 - line
    return size / 2 - 1 - outwards - outwards / 15
  }
}

/// The message around the core that tells the size.
struct AztecMode: Hashable {
  let layout: AztecLayout
  /// Codewords of data; the others are check codewords.
  let dataCount: Int
  /// The value of a rune.
  let rune: Int?
  /// The symbol programs the reader.
  let isReaderInitialisation: Bool
  /// Wrong words of the message.
  let errors: Int
  /// log10 of the odds that the message is chance.
  let logOdds: Double

  private static let code = ReedSolomon(field: .gf16, firstRoot: 1)

  /// Reads the soft bits of the mode message, in their order clockwise from the top left corner.
  init?(soft: [Float], isCompact: Bool) {
    let words = soft.count / 4
    let dataWords = isCompact ? 2 : 4
    guard words > dataWords else { return nil }
    var codewords = (0..<words).map { word in
      (0..<4).reduce(0) { $0 << 1 | (soft[word * 4 + $1] > 0 ? 1 : 0) }
    }
    let asRead = codewords
    let checks = words - dataWords
    var rune = false
    var correction = Self.code.correct(&codewords, checkCount: checks)
    if correction == nil, isCompact {
      // A rune's message has every other bit inverted.
      codewords = asRead.map { $0 ^ 0b1010 }
      correction = Self.code.correct(&codewords, checkCount: checks)
      rune = true
    }
    guard let correction else { return nil }
    errors = correction.errors
    logOdds = ReedSolomon.logOddsOfChance(
      fieldSize: 16, length: words, checkCount: checks, errors: correction.errors, erasures: 0)
    let data = codewords.prefix(dataWords).reduce(0) { $0 << 4 | $1 }
    if rune {
      layout = AztecLayout(isCompact: true, layers: 0)
      dataCount = 0
      self.rune = data
      isReaderInitialisation = false
      return
    }
    self.rune = nil
    let countBits = isCompact ? 6 : 11
    layout = AztecLayout(isCompact: isCompact, layers: data >> countBits + 1)
    var count = data & (1 << countBits - 1) + 1
    let flag = 1 << (countBits - 1)
    // A count beyond the symbol's capacity has its highest bit set to mark reader programming.
    isReaderInitialisation = count > layout.wordCount && count > flag
    if isReaderInitialisation { count -= flag }
    dataCount = count
    guard count < layout.wordCount else { return nil }
  }
}
