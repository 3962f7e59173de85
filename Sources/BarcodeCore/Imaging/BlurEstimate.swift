/// How blurred a part of a picture is.
package enum BlurEstimate {
  /// Shares of the pixels below and above which grey values do not count for the contrast, and the share of the
  /// gradients below the one that stands for the sharpest edges.
  private static let outliers = 0.03
  private static let steepest = 0.98
  /// Grey levels of the least contrast that is measured.
  private static let leastContrast = 8
  /// The slope of a blurred step of height 1 in its middle, times sigma: 1 / sqrt(2 pi).
  private static let slope = 0.3989

  /// Sigma of the blur, in pixels, by the slope of the steepest edges; nil without contrast. Noise makes it smaller.
  package static func sigma(_ luma: LumaView) -> Double? {
    guard luma.width >= 5, luma.height >= 5 else { return nil }
    var greys = [Int](repeating: 0, count: 256)
    // Squared differences over two pixels; large ones more coarsely.
    var slopes = [Int](repeating: 0, count: fineSquares + ((2 * 255 * 255) >> coarseShift) + 1)
    for y in 1..<(luma.height - 1) {
      let row = luma.row(y)
      let (above, below) = (luma.row(y - 1), luma.row(y + 1))
      for x in 1..<(luma.width - 1) {
        greys[Int(row[x])] += 1
        let gx = Int(row[x &+ 1]) &- Int(row[x &- 1])
        let gy = Int(below[x]) &- Int(above[x])
        let square = gx &* gx &+ gy &* gy
        slopes[square < fineSquares ? square : fineSquares &+ (square >> coarseShift)] += 1
      }
    }
    let count = (luma.width - 2) * (luma.height - 2)
    let low = quantile(greys, Int(outliers * Double(count)))
    let high = quantile(greys, Int((1 - outliers) * Double(count)))
    guard high - low >= leastContrast else { return nil }
    let bin = quantile(slopes, Int(steepest * Double(count)))
    let square = bin < fineSquares ? bin : (bin - fineSquares) << coarseShift
    return square > 0 ? slope * 2 * Double(high - low) / Double(square).squareRoot() : nil
  }

  /// Squares that are counted one by one, and by how many bits others are shortened.
  private static let fineSquares = 2048
  private static let coarseShift = 5

  private static func quantile(_ histogram: [Int], _ rank: Int) -> Int {
    var rest = rank
    for (value, count) in histogram.enumerated() {
      if rest < count { return value }
      rest -= count
    }
    return histogram.count - 1
  }
}
