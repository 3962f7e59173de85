import BarcodeEngine
import Foundation
import TestSupport

/// A symbol drawn by another encoder, as modules.
struct QRFixture: Decodable, Sendable, CustomStringConvertible {
  let name: String
  let dimension: Int
  let rows: [String]
  let text: String?
  let identifier: String
  let details: String?
  let index: Int?
  let count: Int?

  var description: String { name }

  static let all: [QRFixture] = {
    do {
      return try Fixtures.lines(of: QRFixture.self, path: Fixtures.path("qr", "symbols.jsonl"))
    } catch {
      return []
    }
  }()

  static func named(_ name: String) -> QRFixture? { all.first { $0.name == name } }

  /// Row by row, true for dark.
  var modules: [Bool] {
    rows.flatMap { row in
      let bits = row.flatMap { digit -> [Bool] in
        let value = digit.hexDigitValue ?? 0
        return [value & 8 != 0, value & 4 != 0, value & 2 != 0, value & 1 != 0]
      }
      return Array(bits.prefix(dimension))
    }
  }
}

/// Draws a grid of modules as a picture: every pixel looks back into the grid through a map.
struct GridDrawing {
  var modules: [Bool]
  let dimension: Int
  /// Pixels a module where nothing else is said.
  var scale = 4.0
  /// Modules around the symbol.
  var quiet = 4.0
  var dark = 30.0
  var light = 220.0

  init(_ fixture: QRFixture) {
    modules = fixture.modules
    dimension = fixture.dimension
  }

  func mirrored() -> GridDrawing {
    var out = self
    for y in 0..<dimension {
      for x in 0..<dimension { out.modules[x * dimension + y] = modules[y * dimension + x] }
    }
    return out
  }

  func inverted() -> GridDrawing {
    var out = self
    (out.dark, out.light) = (light, dark)
    return out
  }

  /// The upright picture.
  func drawn() -> LumaImage {
    let side = Int(((Double(dimension) + 2 * quiet) * scale).rounded(.up))
    return drawn(width: side, height: side) { Point($0.x / scale - quiet, $0.y / scale - quiet) }
  }

  /// The picture turned clockwise about its middle.
  func rotated(degrees: Double) -> LumaImage {
    let half = Double(dimension) / 2
    let side = Int(((Double(dimension) * 1.45 + 2 * quiet) * scale).rounded(.up))
    let turn = degrees * Double.pi / 180
    let (c, s) = (Foundation.cos(turn), Foundation.sin(turn))
    let middle = Double(side) / 2
    return drawn(width: side, height: side) {
      let x = ($0.x - middle) / scale
      let y = ($0.y - middle) / scale
      return Point(c * x + s * y + half, -s * x + c * y + half)
    }
  }

  /// The mean of the grid over each pixel, by nine places in it. `back` takes a place in the picture to modules.
  func drawn(width: Int, height: Int, _ back: (Point) -> Point) -> LumaImage {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0.0
        for j in 0..<3 {
          for i in 0..<3 {
            let p = back(Point(Double(x) + (Double(i) + 0.5) / 3, Double(y) + (Double(j) + 0.5) / 3))
            sum += isDark(p) ? dark : light
          }
        }
        pixels.append(UInt8(max(0, min(255, (sum / 9).rounded()))))
      }
    }
    return LumaImage(width: width, height: height, pixels: pixels)
  }

  private func isDark(_ p: Point) -> Bool {
    let n = Double(dimension)
    guard p.x >= 0, p.y >= 0, p.x < n, p.y < n else { return false }
    return modules[Int(p.y) * dimension + Int(p.x)]
  }
}

extension LumaImage {
  /// The picture with normal noise of a standard deviation.
  func noisy(_ deviation: Double, seed: UInt64) -> LumaImage {
    var random = SeededRandom(seed: seed)
    var out = self
    for i in out.pixels.indices {
      // The sum of twelve even numbers from 0 to 1 is close to normal, with variance 1.
      let sum = (0..<12).reduce(0.0) { value, _ in value + Double.random(in: 0..<1, using: &random) } - 6
      out.pixels[i] = UInt8(max(0, min(255, (Double(out.pixels[i]) + sum * deviation).rounded())))
    }
    return out
  }

  /// The picture with each pixel the mean of a square of `2 * reach + 1` pixels, twice.
  func blurred(reach: Int) -> LumaImage {
    func once(_ image: LumaImage) -> LumaImage {
      var out = image
      for y in 0..<image.height {
        for x in 0..<image.width {
          var sum = 0
          var count = 0
          for j in max(0, y - reach)...min(image.height - 1, y + reach) {
            for i in max(0, x - reach)...min(image.width - 1, x + reach) {
              sum += Int(image.pixels[j * image.width + i])
              count += 1
            }
          }
          out.pixels[y * image.width + x] = UInt8((sum + count / 2) / count)
        }
      }
      return out
    }
    return once(once(self))
  }
}
