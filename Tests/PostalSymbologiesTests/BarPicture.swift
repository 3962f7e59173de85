import BarcodeEngine

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
