import BarcodeEngine
import Foundation
import MatrixSymbologies
import TestSupport
import Testing

@Suite("Data Matrix")
struct DataMatrixTests {
  @Test("The fixtures cover all sizes")
  func fixturesAreComplete() {
    let sizes = Set(DataMatrixFixture.all.filter { $0.file.hasPrefix("size-") }.map(\.size))
    #expect(sizes == Set(DataMatrixSize.all.map { "\($0.rows)x\($0.columns)" }))
  }

  @Test("Symbols of other encoders", arguments: DataMatrixFixture.all)
  func fixture(_ fixture: DataMatrixFixture) throws {
    let read = try fixture.picture().dataMatrices()
    try #require(read.count == 1)
    let barcode = read[0]
    if let text = fixture.text { #expect(barcode.text == text) }
    if let base64 = fixture.bytesBase64 { #expect(Data(barcode.bytes).base64EncodedString() == base64) }
    if let identifier = fixture.identifier { #expect(barcode.symbologyIdentifier == identifier) }
    #expect(barcode.details == fixture.size)
    #expect(barcode.isGS1 == (fixture.gs1 ?? false))
    #expect(barcode.isReaderInitialisation == (fixture.programming ?? false))
    #expect(barcode.structuredAppend?.index == fixture.append?.index)
    #expect(barcode.structuredAppend?.count == fixture.append?.count)
    #expect(barcode.correctedErrors == 0)
    #expect(!barcode.isMirrored && !barcode.isInverted)
  }

  @Test("Corners are those of the symbol with its borders")
  func corners() throws {
    let read = try DataMatrixFixture.named("size-18x18").picture().dataMatrices()
    let barcode = try #require(read.first)
    // 18 modules of 2 pixels after a quiet zone of 2 modules.
    let truth = Quad(Point(4, 4), Point(40, 4), Point(40, 40), Point(4, 40))
    for (found, right) in zip(barcode.corners.points, truth.points) { #expect(found.distance(to: right) < 0.5) }
    #expect(abs(barcode.moduleSize - 2) < 0.05)
  }

  @Test("Any angle", arguments: Swift.stride(from: 0.0, to: 360, by: 24).map { $0 })
  func angle(_ degrees: Double) throws {
    for name in ["encodation-c40", "gs1", "fnc1-second"] {
      let fixture = try DataMatrixFixture.named(name)
      let straight = try #require(try fixture.picture().dataMatrices().first)
      let read = try fixture.picture().turned(degrees: degrees).dataMatrices()
      #expect(read.map(\.text) == [straight.text], "\(name)")
      if let barcode = read.first {
        let off = abs((barcode.orientation - degrees).remainder(dividingBy: 360))
        #expect(off < 2, "\(name)")
      }
    }
  }

  @Test("Tilted", arguments: [20.0, 40, 50, 55])
  func tilt(_ degrees: Double) throws {
    let fixture = try DataMatrixFixture.named("encodation-text")
    let straight = try #require(try fixture.picture().dataMatrices().first)
    let large = try fixture.picture().enlarged(3)
    #expect(try large.tilted(degrees: degrees).dataMatrices().map(\.text) == [straight.text])
  }

  @Test("Mirrored and light on dark", arguments: ["encodation-x12", "size-12x26", "size-8x48", "size-44x44"])
  func mirrored(_ name: String) throws {
    let fixture = try DataMatrixFixture.named(name)
    let picture = try fixture.picture()
    let straight = try #require(try picture.dataMatrices().first)

    let mirrored = try #require(try picture.mirrored().dataMatrices().first)
    #expect(mirrored.bytes == straight.bytes)
    #expect(mirrored.isMirrored && !mirrored.isInverted)
    #expect(mirrored.details == fixture.size)
    #expect(mirrored.corners.topLeft.x > mirrored.corners.topRight.x)

    let inverted = try #require(try picture.inverted().dataMatrices().first)
    #expect(inverted.bytes == straight.bytes)
    #expect(inverted.isInverted && !inverted.isMirrored)

    #expect(try picture.mirrored().dataMatrices { $0.readsMirrored = false }.isEmpty)
    #expect(try picture.inverted().dataMatrices { $0.readsInverted = false }.isEmpty)
  }

  @Test("Damage up to the limit of error correction", arguments: 1...8)
  func damage(_ count: Int) throws {
    let fixture = try DataMatrixFixture.named("size-22x22")
    let size = try #require(DataMatrixSize.of(rows: 22, columns: 22))
    let placement = DataMatrixPlacement(size)
    var picture = try fixture.picture()
    for codeword in 0..<count {
      // Two pixels a module, two modules of quiet zone; every bit of the codeword is turned over.
      for bit in 0..<8 {
        let module = Int(placement.modules[(codeword * 3 + 1) * 8 + bit])
        for dy in 0..<2 {
          for dx in 0..<2 {
            let at = (4 + 2 * (module / 22) + dy) * picture.width + 4 + 2 * (module % 22) + dx
            picture.pixels[at] = 255 - picture.pixels[at]
          }
        }
      }
    }
    let read = try picture.dataMatrices()
    #expect(read.map(\.text) == ["SIZE 22"])
    #expect(read.first?.correctedErrors == count)
    #expect(abs((read.first?.unusedCorrection ?? 0) - (1 - Double(count) / 10)) < 1e-9)
  }

  @Test("One pixel a module", arguments: [10, 18, 26])
  func tiny(_ side: Int) throws {
    let large = try DataMatrixFixture.named("size-\(side)x\(side)").picture()
    var picture = LumaImage(width: large.width / 2, height: large.height / 2)
    for y in 0..<picture.height {
      for x in 0..<picture.width { picture.pixels[y * picture.width + x] = large.pixels[2 * y * large.width + 2 * x] }
    }
    let read = try picture.dataMatrices()
    #expect(read.map(\.details) == ["\(side)x\(side)"])
    if let barcode = read.first {
      #expect(abs(barcode.moduleSize - 1) < 0.1)
      #expect(barcode.corners.topLeft.distance(to: Point(2, 2)) < 0.5)
    }
  }

  @Test("Blur of 0.4 modules", arguments: ["size-18x18", "encodation-c40", "size-12x36"])
  func blurred(_ name: String) throws {
    let picture = try DataMatrixFixture.named(name).picture()
    let straight = try #require(try picture.dataMatrices().first)
    let large = picture.enlarged(4)
    // A box of three equal passes comes near a Gaussian whose variance is the sum of theirs, (n² - 1) / 12 each.
    let modulePixels = straight.moduleSize * 4
    let width = Int((0.16 * modulePixels * modulePixels * 12 / 3 + 1).squareRoot()) | 1
    let soft = (0..<3).reduce(large) { image, _ in image.boxed(width) }
    #expect(try soft.dataMatrices().map(\.text) == [straight.text])
  }

  @Test("Several symbols in one picture")
  func several() throws {
    let one = try DataMatrixFixture.named("size-18x18").picture()
    var picture = LumaImage(width: 3 * one.width, height: 2 * one.height)
    for index in 0..<6 {
      for y in 0..<one.height {
        for x in 0..<one.width {
          let at = (index / 3 * one.height + y) * picture.width + index % 3 * one.width + x
          picture.pixels[at] = one.pixels[y * one.width + x]
        }
      }
    }
    #expect(try picture.dataMatrices().map(\.text) == [String](repeating: "S18", count: 6))
    #expect(try picture.dataMatrices { $0.maximumCount = 2 }.count == 2)
  }

  @Test("Pictures without a symbol give nothing", arguments: 0..<12)
  func noise(_ seed: Int) throws {
    var random = Randomness(seed: UInt64(seed))
    let (width, height) = (40 + seed * 17, 33 + seed * 11)
    var picture = LumaImage(width: width, height: height)
    for i in picture.pixels.indices {
      // Noise of several grain sizes, from single pixels up to modules.
      let grain = 1 + seed % 4
      if i % width % grain == 0 || i < width {
        picture.pixels[i] = UInt8(random.next() % 256)
      } else {
        picture.pixels[i] = picture.pixels[i - 1]
      }
    }
    #expect(try picture.dataMatrices { $0.effort = .exhaustive }.isEmpty)
  }

  @Test("Finder and timing patterns around random modules give nothing", arguments: 0..<20)
  func randomSymbols(_ seed: Int) throws {
    var random = Randomness(seed: UInt64(1000 + seed))
    let side = 10 + 2 * (seed % 8)
    var picture = LumaImage(width: 3 * (side + 4), height: 3 * (side + 4))
    for row in 0..<side {
      for column in 0..<side {
        let isDark =
          column == 0 || row == side - 1
          || (row == 0 ? column % 2 == 0 : column == side - 1 ? row % 2 == 1 : random.next() % 2 == 0)
        guard isDark else { continue }
        for dy in 0..<3 {
          for dx in 0..<3 { picture.pixels[(3 * (row + 2) + dy) * picture.width + 3 * (column + 2) + dx] = 0 }
        }
      }
    }
    #expect(try picture.dataMatrices { $0.effort = .exhaustive }.isEmpty)
  }
}

/// A small generator of random numbers that gives the same on every platform.
struct Randomness: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

extension LumaImage {
  /// Means over squares of an odd number of pixels; light beyond the border.
  func boxed(_ size: Int) -> LumaImage {
    var out = self
    let reach = size / 2
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0
        for dy in -reach...reach {
          for dx in -reach...reach {
            let (u, v) = (x + dx, y + dy)
            sum += u >= 0 && v >= 0 && u < width && v < height ? Int(pixels[v * width + u]) : 255
          }
        }
        out.pixels[y * width + x] = UInt8(sum / (size * size))
      }
    }
    return out
  }
}
