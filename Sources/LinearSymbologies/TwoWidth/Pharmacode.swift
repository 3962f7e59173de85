import BarcodeCore

/// Pharmacode (Laetus): narrow and wide bars at equal distances, which show a number from 3 to 131070.
package enum Pharmacode {
  /// Bars of the smallest and of the largest number.
  static let bars = 2...16

  /// The number: bars count from right to left as 1, 2, 4 …, a wide one twice.
  package static func value(_ codes: [UInt8]) -> Int {
    codes.reduce(0) { $0 * 2 + Int($1) + 1 }
  }

  /// Bars that are not as the one before, or as the one before that, whichever are fewer.
  static func irregularities(_ codes: [UInt8]) -> Int {
    Swift.min(differences(codes, lag: 1), differences(codes, lag: 2))
  }

  /// Longest run of equal bars that is not taken for a fence, and the changes among the bars beside a longer one that no
  /// fence has: an end post makes one or two.
  private static let longestRun = 8
  private static let fewestChanges = 3
  /// Longest pattern whose repetition is taken for a texture, in bars.
  private static let longestPeriod = 4

  /// Fewest equal bars between two others that are taken for a fence of which the outermost bars are cut.
  private static let fewestInnerBars = 4

  /// Whether the bars are all alike for long or but for the outermost ones, or repeat from the first to the last.
  static func isRegular(_ codes: [UInt8]) -> Bool {
    let inner = codes.dropFirst().dropLast()
    if inner.count >= fewestInnerBars, Set(inner).count == 1 { return true }
    if (1...longestPeriod).contains(where: { $0 < codes.count && differences(codes, lag: $0) == 0 }) { return true }
    var run = 1
    for (a, b) in zip(codes, codes.dropFirst()) {
      run = a == b ? run + 1 : 1
      if run > longestRun { return irregularities(codes) < fewestChanges }
    }
    return false
  }

  private static func differences(_ codes: [UInt8], lag: Int) -> Int {
    zip(codes, codes.dropFirst(lag)).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
  }

  /// - Parameter codes: 0 for a narrow and 1 for a wide bar, from left to right.
  package static func interpret(_ codes: [UInt8], _ options: LinearOptions) -> LinearContent? {
    guard bars.contains(codes.count) else { return nil }
    let number = value(codes)
    guard options.pharmacode.numbers.contains(number) else { return nil }
    let text = String(number)
    return LinearContent(symbology: .pharmacode, identifier: "]X0", text: text, bytes: Array(text.utf8))
  }
}
