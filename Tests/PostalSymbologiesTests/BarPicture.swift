import BarcodeEngine
import Foundation

/// Pictures of bars given by their states: F full, A ascender, D descender, T tracker.
enum BarPicture {
  private static let pitch = 8
  private static let width = 4
  private static let margin = 40

  /// A row of bars, 4 pixels wide and up to 28 high, on white paper.
  static func draw(_ states: String) -> LumaImage {
    var image = LumaImage(width: states.count * pitch + 2 * margin, height: 28 + 2 * margin, grey: 235)
    for (index, state) in states.enumerated() {
      let top = state == "F" || state == "A" ? 0 : 10
      let bottom = state == "F" || state == "D" ? 28 : 18
      for y in (margin + top)..<(margin + bottom) {
        for x in 0..<width { image.pixels[y * image.width + margin + index * pitch + x] = 30 }
      }
    }
    return image
  }

  /// A round blot of ink, or a place without any, over one half of a bar: at the middle of what long bars have more.
  static func spot(_ image: LumaImage, bar: Int, isUpper: Bool, radius: Double, grey: UInt8) -> LumaImage {
    var spotted = image
    let (x, y) = (Double(margin + bar * pitch + width / 2), Double(margin + (isUpper ? 5 : 23)))
    for row in 0..<image.height {
      for column in 0..<image.width {
        let (dx, dy) = (Double(column) - x, Double(row) - y)
        if dx * dx + dy * dy <= radius * radius { spotted.pixels[row * image.width + column] = grey }
      }
    }
    return spotted
  }

  /// The picture under a round highlight with blurred edges.
  static func lit(_ image: LumaImage, x: Double, y: Double, radius: Double) -> LumaImage {
    var lit = image
    for row in 0..<image.height {
      for column in 0..<image.width {
        let (dx, dy) = ((Double(column) - x) / radius, (Double(row) - y) / radius)
        let light = 330 * exp(-(dx * dx + dy * dy) / 2)
        let place = row * image.width + column
        lit.pixels[place] = UInt8(min(255, Double(image.pixels[place]) + light))
      }
    }
    return lit
  }

  /// The picture with some bars in another grey.
  static func faded(_ image: LumaImage, bars: [Int], grey: UInt8) -> LumaImage {
    var faded = image
    for row in 0..<image.height {
      for bar in bars {
        for x in 0..<width {
          let place = row * image.width + margin + bar * pitch + x
          if image.pixels[place] < grey { faded.pixels[place] = grey }
        }
      }
    }
    return faded
  }

  /// The picture without some bars.
  static func erased(_ image: LumaImage, bars: [Int]) -> LumaImage {
    var erased = image
    for row in 0..<image.height {
      for bar in bars {
        for x in (-width / 2)..<(width + width / 2) {
          erased.pixels[row * image.width + margin + bar * pitch + x] = 235
        }
      }
    }
    return erased
  }

  /// The picture with a line as high as the longest bars so many pitches before the first bar and behind the last.
  static func bordered(_ image: LumaImage, pitches: Int) -> LumaImage {
    var bordered = image
    let left = margin - pitches * pitch
    for y in margin..<(image.height - margin) {
      for x in [left, left + 1, image.width - left - 2, image.width - left - 1] {
        bordered.pixels[y * image.width + x] = 30
      }
    }
    return bordered
  }

  /// The picture turned by half a turn.
  static func turned(_ image: LumaImage) -> LumaImage {
    LumaImage(width: image.width, height: image.height, pixels: image.pixels.reversed())
  }

  /// The picture turned by a quarter turn, clockwise.
  static func quarterTurned(_ image: LumaImage) -> LumaImage {
    var turned = LumaImage(width: image.height, height: image.width)
    for y in 0..<image.height {
      for x in 0..<image.width {
        turned.pixels[x * turned.width + turned.width - 1 - y] = image.pixels[y * image.width + x]
      }
    }
    return turned
  }

  static func inverted(_ image: LumaImage) -> LumaImage {
    LumaImage(width: image.width, height: image.height, pixels: image.pixels.map { 255 - $0 })
  }
}
