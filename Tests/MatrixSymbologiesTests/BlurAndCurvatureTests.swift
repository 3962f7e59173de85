import BarcodeEngine
import Foundation
import TestSupport
import Testing

/// Blur that hides alternating modules, and surfaces that no flat grid fits.
@Suite struct BlurAndCurvatureTests {
  /// Sigma, in modules.
  private static let blur = 0.6

  @Test(arguments: AztecFamilyTests.kinds)
  func readsBlurredSymbols(_ kind: AztecFamilyTests.Kind) throws {
    for fixture in kind.fixtures.filter({ $0.columns * $0.rows <= 1400 }).suffix(3) {
      let image = SymbolDrawing(fixture, shape: kind.shape).upright(module: 5).image.blurred(sigma: 5 * Self.blur)
      #expect(try kind.reader.read(image).contains { fixture.says($0) }, "\(fixture)")
    }
  }

  /// Dots of few pixels, between which sharpening leaves ripples.
  @Test(arguments: ["width 14", "width 31", "width 48", "digits", "eci 170"])
  func readsSmallBlurredDots(_ name: String) throws {
    let fixture = try #require(SymbolFixture.all("dotcode").first { $0.name == name })
    let image = SymbolDrawing(fixture, shape: .dot).upright(module: 4).image.blurred(sigma: 4 * Self.blur)
    let reader = BarcodeReader(options: ReaderOptions(symbologies: [.dotCode]))
    #expect(try reader.read(image).contains { fixture.says($0) })
  }

  @Test(arguments: ["version-1", "version-4", "version-8"])
  func readsBlurredQRCode(_ name: String) throws {
    let fixture = try #require(QRFixture.named(name))
    let image = GridDrawing(fixture).drawn().blurred(sigma: 4 * Self.blur)
    let reader = BarcodeReader(options: ReaderOptions(symbologies: [.qr]))
    #expect(try reader.read(image).first?.text == fixture.text)
  }

  @Test(arguments: ["size-18x18", "size-24x24"])
  func readsBlurredDataMatrix(_ name: String) throws {
    let fixture = try DataMatrixFixture.named(name)
    let picture = try fixture.picture()
    let found = try picture.dataMatrices()
    let module = try #require(found.first?.moduleSize)
    let blurred = try picture.blurred(sigma: module * Self.blur).dataMatrices()
    #expect(blurred.first?.text == found.first?.text)
  }

  /// Around a cylinder of which the symbol covers 60 degrees to each side.
  @Test func readsAztecCodeOnACylinder() throws {
    let reader = BarcodeReader(options: ReaderOptions(symbologies: [.aztec]))
    for fixture in SymbolFixture.all("aztec") where fixture.columns >= 27 && fixture.columns <= 45 {
      let image = SymbolDrawing(fixture, shape: .square).upright(module: 5).image
      let half = Double(fixture.columns) * 2.5
      let radius = half / (Double.pi / 3)
      let bent = image.warped(width: image.width, height: image.height) { p in
        let x = (p.x - Double(image.width) / 2) / radius
        guard abs(x) < 0.999 else { return Point(-1, -1) }
        return Point(Double(image.width) / 2 + Foundation.asin(x) * radius, p.y)
      }
      #expect(try reader.read(bent).contains { fixture.says($0) }, "\(fixture)")
    }
  }

  /// Around a cylinder of which the symbol covers 68 degrees to each side.
  @Test(arguments: ["size-12x64", "size-24x64"])
  func readsLongDataMatrixOnACylinder(_ name: String) throws {
    let picture = try DataMatrixFixture.named(name).picture().enlarged(2)
    let flat = try #require(try picture.dataMatrices().first)
    let corners = flat.corners
    let middle = corners.center.x
    let half = corners.topRight.distance(to: corners.topLeft) / 2
    let radius = half / (68 * Double.pi / 180)
    let bent = picture.warped(width: picture.width, height: picture.height) { p in
      let x = (p.x - middle) / radius
      guard abs(x) < 0.999 else { return Point(-1, -1) }
      return Point(middle + Foundation.asin(x) * radius, p.y)
    }
    #expect(try bent.dataMatrices().first?.text == flat.text)
  }

  @Test func measuresAndTakesBackBlur() throws {
    let fixture = try #require(QRFixture.named("version-2"))
    let sharp = GridDrawing(fixture).drawn()
    for sigma in [1.2, 2.0, 2.8] {
      let blurred = sharp.blurred(sigma: sigma)
      let measured = try #require(blurred.withView { BlurEstimate.sigma($0) })
      #expect(abs(measured - sigma) < 0.25 * sigma, "\(sigma) px")
      let restored = blurred.withView { LumaImage(sharpening: $0, sigma: measured) }
      #expect(difference(restored, sharp) < 0.7 * difference(blurred, sharp), "\(sigma) px")
    }
    #expect(LumaImage(width: 40, height: 40, grey: 90).withView { BlurEstimate.sigma($0) } == nil)
  }

  private func difference(_ a: LumaImage, _ b: LumaImage) -> Double {
    zip(a.pixels, b.pixels).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) }
  }
}

extension LumaImage {
  /// Blurred by a Gaussian, in pixels.
  func blurred(sigma: Double) -> LumaImage {
    let reach = Int(4 * sigma) + 1
    let weights = (-reach...reach).map { Foundation.exp(-0.5 * Double($0 * $0) / (sigma * sigma)) }
    let sum = weights.reduce(0, +)
    var across = [Double](repeating: 0, count: pixels.count)
    for y in 0..<height {
      for x in 0..<width {
        for k in -reach...reach {
          let from = min(max(x + k, 0), width - 1)
          across[y * width + x] += weights[k + reach] / sum * Double(pixels[y * width + from])
        }
      }
    }
    var out = self
    for y in 0..<height {
      for x in 0..<width {
        var value = 0.0
        for k in -reach...reach {
          value += weights[k + reach] / sum * across[min(max(y + k, 0), height - 1) * width + x]
        }
        out.pixels[y * width + x] = UInt8(min(max(value.rounded(), 0), 255))
      }
    }
    return out
  }
}
