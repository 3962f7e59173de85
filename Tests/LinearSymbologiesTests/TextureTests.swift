import BarcodeEngine
import LinearSymbologies
import TestSupport
import Testing

/// What tells lines through texture from lines through symbols, and lines that edges explain from others.
@Suite struct TextureTests {
  /// Bars of 4 to 16 pixels, pixels averaged over parts of them, with noise of a standard deviation in grey levels.
  private static func line(blur: Double, noise: Double) -> (averaged: [Float], plain: [Float], edges: Int) {
    var random = SeededRandom(seed: 9)
    var values: [Double] = []
    var edges = 0
    while values.count < 1200 {
      let width = Int.random(in: 1...4, using: &random) * 4
      values += [Double](repeating: edges.isMultiple(of: 2) ? 210 : 30, count: width)
      edges += 1
    }
    let picture = LumaImage(width: values.count, height: 1, pixels: values.map { UInt8($0) })
    let seen = (blur > 0 ? picture.blurred(sigma: blur) : picture).pixels.map(Float.init)
    let noisy = seen.map { value -> Float in
      let sum = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
      return value + Float(sum * noise)
    }
    return (seen, noisy, edges)
  }

  @Test(arguments: [(0.0, 0.0, true), (0.4, 4, true), (1.6, 4, false), (0, 40, false)])
  func edgesTellAllOfClearLines(_ blur: Double, _ noise: Double, _ isClear: Bool) {
    let (averaged, plain, edges) = Self.line(blur: blur, noise: noise)
    let quality = LineQuality(averaged, plain, count: averaged.count, edges: edges)
    #expect(quality.isClear == isClear)
  }

  @Test func barsFromBorderToBorderHaveNoQuietZone() {
    let frame = LineCuts(count: 1280, length: 1279, side: 720, touches: (true, true))
    #expect(!frame.isQuiet(beside: 3, 1275, elements: 200))
    #expect(frame.isQuiet(beside: 90, 1275, elements: 200))
    #expect(frame.isQuiet(beside: 3, 1190, elements: 200))
    let label = LineCuts(count: 900, length: 899, side: 720, touches: (true, false))
    #expect(label.isQuiet(beside: 3, 897, elements: 200))
  }

  /// Pictures that are cut out around a symbol leave hardly any of its quiet zones.
  @Test(arguments: [(400, 300), (1000, 200)])
  func cutOutsNeedNone(_ width: Int, _ height: Int) {
    let cuts = LineCuts(count: width, length: Double(width - 1), side: height, touches: (true, true))
    #expect(cuts.isQuiet(beside: 3, Float(width) - 4, elements: 60))
  }

  /// A symbol a third of the size of others, aslant so that no sparse line reads it: the first look reaches the others
  /// alone.
  @Test func smallSymbolsBesideLargeOnesAreRead() throws {
    let symbol = try Fixtures.picture("linear", "code128-upper.png")
    let large = symbol.enlarged(3)
    let small = symbol.turned(by: 45)
    let others = 6
    var picture = LumaImage(
      width: large.width + small.width + 60, height: others * (large.height + 30) + 30, grey: 255)
    func draw(_ part: LumaImage, x: Int, y: Int) {
      for row in 0..<part.height {
        for column in 0..<part.width {
          picture.pixels[(y + row) * picture.width + x + column] = part.pixels[row * part.width + column]
        }
      }
    }
    for k in 0..<others { draw(large, x: 20, y: 30 + k * (large.height + 30)) }
    draw(small, x: large.width + 40, y: (picture.height - small.height) / 2)
    let middle = Point(Double(large.width + 40 + small.width / 2), Double(picture.height) / 2)
    let reader = LinearReader(options: ReaderOptions(symbologies: [.code128]))
    let (first, all) = picture.withView { view in
      let builder = FrameBuilder(view)
      return withExtendedLifetime(builder) {
        let glance = reader.glance(builder.frame, sink: nil)
        let all = reader.read(builder.frame, after: glance, isSomethingRead: true, sink: nil)
        return (glance.barcodes, all)
      }
    }
    #expect(!first.isEmpty && !first.contains { $0.corners.contains(middle) })
    #expect(all.contains { $0.corners.contains(middle) })
  }
}
