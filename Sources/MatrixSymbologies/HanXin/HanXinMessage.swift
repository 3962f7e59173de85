import BarcodeCore

/// The codewords of a Han Xin Code symbol, corrected.
struct HanXinMessage {
  /// Data codewords.
  let data: [UInt8]
  let correctedErrors: Int
  /// Share of the check codewords left unused.
  let unused: Double
  /// log10 of the odds that chance would have been corrected, too.
  let logOdds: Double

  /// Codewords stand so far apart in the symbol that were neighbours.
  private static let picket = 13

  /// - Parameter grid: Modules, dark positive.
  init?(_ grid: ModuleGrid, _ function: HanXinFunction) {
    let layout = HanXinLayout(version: function.version)
    let size = layout.size
    guard grid.columns == size, grid.rows == size else { return nil }
    let places = layout.dataPlaces()
    let count = places.count / 8
    var words = [Int](repeating: 0, count: count)
    var trust = [Float](repeating: 0, count: count)
    var index = 0
    for start in 0..<min(Self.picket, count) {
      for word in stride(from: start, to: count, by: Self.picket) {
        var value = 0
        var least = Float.infinity
        for k in 0..<8 {
          let place = places[index * 8 + k]
          let soft = grid.soft[place]
          let isMasked = HanXinLayout.isMasked(function.mask, column: place % size, row: place / size)
          value = value << 1 | ((soft > 0) != isMasked ? 1 : 0)
          least = min(least, abs(soft))
        }
        words[word] = value
        trust[word] = least
        index += 1
      }
    }
    let ladder = ErasureLadder(code: ReedSolomon(field: .hanXin256, firstRoot: 1))
    var data: [UInt8] = []
    var start = 0
    var changed = 0
    var used = 0
    var checks = 0
    var odds = 0.0
    for blocks in layout.blocks(level: function.level) {
      for _ in 0..<blocks.count {
        let end = start + blocks.length
        guard end <= count,
          let block = ladder.correct(
            Array(words[start..<end]), trust: Array(trust[start..<end]), checkCount: blocks.checks)
        else { return nil }
        data += block.codewords.dropLast(blocks.checks).map { UInt8($0) }
        changed += block.correction.changed
        used += block.correction.used
        checks += blocks.checks
        odds += block.logOdds
        start = end
      }
    }
    guard checks > 0 else { return nil }
    self.data = data
    correctedErrors = changed
    unused = 1 - Double(used) / Double(checks)
    logOdds = odds
  }
}
