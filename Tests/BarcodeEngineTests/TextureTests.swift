import BarcodeEngine
import TestSupport
import Testing

/// What pictures without a symbol are not searched for.
@Suite struct TextureTests {
  /// What stages say of a picture.
  private final class Notes: DebugSink {
    private(set) var stages: [String] = []
    func plane(_ plane: BinaryPlane) {}
    func candidate(_ candidate: Candidate) {}
    func note(_ stage: String, at quad: Quad, _ message: String) { stages.append(stage) }
  }

  /// Soft clouds at some scales, as of a wall out of focus.
  private static func clouds(width: Int, height: Int, seed: UInt64) -> LumaImage {
    var random = SeededRandom(seed: seed)
    var values = [Double](repeating: 110, count: width * height)
    for (cell, strength) in [(160, 60.0), (64, 40), (24, 30), (10, 20)] {
      let columns = width / cell + 2
      let grid = (0..<columns * (height / cell + 2)).map { _ in Double.random(in: -1...1, using: &random) }
      for y in 0..<height {
        let (row, v) = (y / cell, smooth(Double(y % cell) / Double(cell)))
        for x in 0..<width {
          let (column, u) = (x / cell, smooth(Double(x % cell) / Double(cell)))
          let at = row * columns + column
          let upper = grid[at] * (1 - u) + grid[at + 1] * u
          let lower = grid[at + columns] * (1 - u) + grid[at + columns + 1] * u
          values[y * width + x] += strength * (upper * (1 - v) + lower * v)
        }
      }
    }
    return LumaImage(width: width, height: height, pixels: values.map { UInt8(max(0, min(255, $0))) })
  }

  private static func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }

  /// One blurred region may be a symbol; many, as these clouds have, are none.
  @Test(arguments: [1, 5] as [UInt64])
  func cloudsAreNotSharpened(_ seed: UInt64) throws {
    let reader = BarcodeReader(options: ReaderOptions(symbologies: [.dotCode, .aztec, .maxiCode, .hanXin]))
    let notes = Notes()
    let found = try Self.clouds(width: 1280, height: 720, seed: seed).withView { view in
      Result { () throws(ReaderError) in try reader.read(view, sink: notes) }
    }.get()
    #expect(found.isEmpty)
    #expect(!notes.stages.contains("sharpened"))
  }

  /// Stripes at an angle, in degrees, of 6 pixels each.
  private static func stripes(_ degrees: Double) -> LumaImage {
    let angle = degrees * Double.pi / 180
    let (c, s) = (BarcodeMath.cos(angle), BarcodeMath.sin(angle))
    var image = LumaImage(width: 240, height: 240)
    for y in 0..<240 {
      for x in 0..<240 {
        let phase = (Double(x) * c + Double(y) * s) / 12
        image.pixels[y * 240 + x] = phase - phase.rounded(.down) < 0.5 ? 40 : 220
      }
    }
    return image
  }

  private static func shares(_ image: LumaImage, _ degrees: [Double]) -> [Float] {
    let quad = Quad(Point(0, 0), Point(240, 0), Point(240, 240), Point(0, 240))
    return image.withView { view in
      let builder = FrameBuilder(view)
      return withExtendedLifetime(builder) {
        degrees.map { builder.frame.tiles.directedShare(of: quad, along: $0 * Double.pi / 180) }
      }
    }
  }

  /// Degrees of the stripes' normal; edges lie across it, and none along it.
  @Test(arguments: [0.0, 20, 45, 90, 135])
  func stripesHaveEdgesAcrossOneDirection(_ degrees: Double) {
    let shares = Self.shares(Self.stripes(degrees), [degrees, degrees + 90])
    #expect(shares[0] > 0.9)
    #expect(shares[1] < 0.05)
  }

  @Test func noiseHasHardlyAnyEdgesAcrossADirection() {
    var random = SeededRandom(seed: 2)
    var image = LumaImage(width: 240, height: 240)
    for k in image.pixels.indices { image.pixels[k] = UInt8.random(in: 40...220, using: &random) }
    #expect(Self.shares(image, [0, 30, 60, 90]).allSatisfy { $0 < 0.15 })
  }

  /// Candidates are sought once, by whoever asks for them first.
  @Test func candidatesAreSoughtWhenAskedFor() {
    var calls = 0
    let made = MadeCandidates {
      calls += 1
      return []
    }
    #expect(calls == 0)
    #expect(made.all.isEmpty && made.all.isEmpty)
    #expect(calls == 1)
  }
}
