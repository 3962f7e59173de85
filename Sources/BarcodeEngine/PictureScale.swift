import BarcodeCore

/// The scales at which a picture is searched: its own, and halves of it.
///
/// A half has a quarter of the noise power and of the work, and reads large modules that are noisy or out of focus;
/// small modules need the picture's own scale.
enum PictureScale {
  /// Above this many pixels the halves come first: modules of such pictures are mostly large, and what is read on a
  /// half need not be searched on the whole.
  private static let coarseFirstPixels = 2_500_000
  /// A half is made while its shorter side keeps this many pixels: of small pictures it gains a read in three hundred.
  private static let leastSide = 240
  /// The same where effort is no object.
  private static let leastSideThorough = 100
  /// Halvings at the most: a module of 60 pixels becomes one of 7.
  private static let mostHalvings = 3

  /// Numbers of halvings in the order to search them, 0 for the picture itself.
  static func order(width: Int, height: Int, effort: ReaderOptions.Effort) -> [Int] {
    guard effort > .quick else { return [0] }
    let side = min(width, height)
    let least = effort > .balanced ? leastSideThorough : leastSide
    let deepest = (0...mostHalvings).last { $0 == 0 || side >> $0 >= least } ?? 0
    let fineFirst = Array(0...deepest)
    return width * height > coarseFirstPixels ? fineFirst.reversed() : fineFirst
  }
}

extension LumaImage {
  /// A picture of half the size, each pixel the mean of four; an odd last row or column is left out.
  init(halving luma: LumaView) {
    let w = luma.width / 2
    let h = luma.height / 2
    let pixels = [UInt8](unsafeUninitializedCapacity: w * h) { out, count in
      for y in 0..<h {
        guard let row = out.baseAddress.map({ $0 + y &* w }) else { break }
        LumaImage.meanRow(luma.row(2 * y), luma.row(2 * y + 1), w, row)
      }
      count = w * h
    }
    self.init(width: w, height: h, pixels: pixels)
  }

  @inline(never)
  private static func meanRow(
    _ upper: UnsafePointer<UInt8>, _ lower: UnsafePointer<UInt8>, _ count: Int, _ out: UnsafeMutablePointer<UInt8>
  ) {
    for x in 0..<count {
      let a = UInt16(upper[2 &* x]) &+ UInt16(upper[2 &* x &+ 1])
      let b = UInt16(lower[2 &* x]) &+ UInt16(lower[2 &* x &+ 1])
      out[x] = UInt8(truncatingIfNeeded: (a &+ b &+ 2) >> 2)
    }
  }
}
