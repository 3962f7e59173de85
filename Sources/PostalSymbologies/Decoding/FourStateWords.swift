/// Codewords of three four-state bars each, the first bar in the highest bits: full 0, ascender 1, descender 2, tracker
/// 3.
enum FourStateWords {
  static let barsPerWord = 3
  private static let count = 64
  private static let barStates: [BarState] = [.full, .ascender, .descender, .tracker]

  /// What each value of the codeword costs whose bars start at `first`.
  static func costs(_ states: BarStates, _ first: Int) -> [Double] {
    let ofBars: [[Double]] = (0..<barsPerWord).map { bar in barStates.map { states.cost(first + bar, $0) } }
    return (0..<count).map { value in
      let group = bars(value)
      return ofBars[0][group[0]] + ofBars[1][group[1]] + ofBars[2][group[2]]
    }
  }

  /// The states of a codeword's bars, as numbers.
  static func bars(_ codeword: Int) -> [Int] { [codeword >> 4, codeword >> 2 & 3, codeword & 3] }
}
