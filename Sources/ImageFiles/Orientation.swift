import BarcodeCore

/// How a stored picture must be turned to be upright: the orientation of EXIF and TIFF, 1 to 8.
struct Orientation: Equatable {
  private(set) var value: Int

  static let upright = Orientation(1)

  /// What is none of the eight counts as upright.
  init(_ value: Int) { self.value = (1...8).contains(value) ? value : 1 }

  /// Pixels are moved in squares of this side, of which both sides stay in the cache.
  private static let block = 32

  /// The upright picture.
  func apply(to image: LumaImage) -> LumaImage {
    guard value != 1 else { return image }
    let turned = value >= 5
    let width = turned ? image.height : image.width
    let height = turned ? image.width : image.height
    let w = image.width
    let h = image.height
    // The stored pixel of the upright (x, y) is at `start + x * stepX + y * stepY`.
    let (start, stepX, stepY): (Int, Int, Int) =
      switch value {
      case 2: (w - 1, -1, w)
      case 3: (w * h - 1, -1, -w)
      case 4: (w * (h - 1), 1, -w)
      case 5: (0, w, 1)
      case 6: (w * (h - 1), -w, 1)
      case 7: (w * h - 1, -w, -1)
      default: (w - 1, w, -1)
      }
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { to, count in
      image.pixels.withUnsafeBufferPointer { from in
        for top in stride(from: 0, to: height, by: Self.block) {
          for left in stride(from: 0, to: width, by: Self.block) {
            for y in top..<min(top &+ Self.block, height) {
              var source = start &+ y &* stepY &+ left &* stepX
              for i in y &* width &+ left..<y &* width &+ min(left &+ Self.block, width) {
                to[i] = from[source]
                source &+= stepX
              }
            }
          }
        }
      }
      count = width * height
    }
    return LumaImage(width: width, height: height, pixels: pixels)
  }

  // MARK: Finding it

  /// The orientation in an EXIF block, which is a small TIFF.
  init(exif bytes: [UInt8]) {
    self = .upright
    var start = 0
    if bytes.starts(with: Array("Exif".utf8) + [0, 0]) { start = 6 }
    let order: ByteOrder
    switch (bytes.count > start + 8 ? bytes[start] : 0) {
    case 0x49: order = .little
    case 0x4d: order = .big
    default: return
    }
    guard order.uint16(bytes, at: start + 2) == 42, let directory = order.uint32(bytes, at: start + 4),
      let entries = order.uint16(bytes, at: start + directory)
    else { return }
    for i in 0..<entries {
      let entry = start + directory + 2 + 12 * i
      guard let tag = order.uint16(bytes, at: entry) else { return }
      if tag == 0x0112, order.uint16(bytes, at: entry + 2) == 3, let value = order.uint16(bytes, at: entry + 8) {
        self = Orientation(value)
        return
      }
    }
  }

  /// The orientation in the first EXIF segment of a JPEG.
  init(jpeg bytes: [UInt8]) {
    self = .upright
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xff {
      let marker = bytes[at + 1]
      if marker == 0xff {
        at += 1
        continue
      }
      // The pixels begin; what follows is no longer a list of segments.
      if marker == 0xda || marker == 0xd9 { return }
      guard let length = ByteOrder.big.uint16(bytes, at: at + 2), length >= 2 else { return }
      let end = min(at + 2 + length, bytes.count)
      if marker == 0xe1, bytes[at + 4..<max(end, at + 4)].starts(with: Array("Exif".utf8)) {
        self.init(exif: Array(bytes[at + 4..<end]))
        return
      }
      at += 2 + length
    }
  }

  /// The orientation in the EXIF chunk of a PNG.
  init(png bytes: [UInt8]) {
    self = .upright
    var at = 8
    while let length = ByteOrder.big.uint32(bytes, at: at), at + 12 + length <= bytes.count {
      if bytes[at + 4..<at + 8].elementsEqual("eXIf".utf8) {
        self.init(exif: Array(bytes[at + 8..<at + 8 + length]))
        return
      }
      at += 12 + length
    }
  }

  /// The orientation in the EXIF chunk of a WebP.
  init(webP bytes: [UInt8]) {
    self = .upright
    var at = 12
    while let length = ByteOrder.little.uint32(bytes, at: at + 4), at + 8 + length <= bytes.count {
      if bytes[at..<at + 4].elementsEqual("EXIF".utf8) {
        self.init(exif: Array(bytes[at + 8..<at + 8 + length]))
        return
      }
      at += 8 + length + (length & 1)
    }
  }
}
