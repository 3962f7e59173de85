import BarcodeCore

/// PBM, PGM and PPM, as text (P1 to P3) and binary (P4 to P6).
enum PortableAnyMap {
  static func decode(_ bytes: [UInt8], budget: PixelBudget) throws(ImageFileError.Reason) -> LumaImage {
    var reader = Reader(bytes: bytes, position: 2)
    let kind = Int(bytes[1]) - 0x30
    let width = try reader.number()
    let height = try reader.number()
    let isBitmap = kind == 1 || kind == 4
    let maximum = isBitmap ? 1 : try reader.number()
    guard (1...65535).contains(maximum) else { throw .damaged("its greatest value is \(maximum)") }
    let count = try budget.check(width: width, height: height)
    let channels = kind == 3 || kind == 6 ? 3 : 1
    let pixels: [UInt8]
    switch kind {
    case 1: pixels = try reader.textBits(count)
    case 2, 3: pixels = try toLuma(try reader.textValues(count * channels, maximum: maximum), channels: channels)
    default:
      // One separator, then the values.
      reader.position += 1
      if kind == 4 {
        pixels = try reader.packedBits(width: width, height: height)
      } else {
        pixels = try toLuma(try reader.values(count * channels, maximum: maximum), channels: channels)
      }
    }
    return LumaImage(width: width, height: height, pixels: pixels)
  }

  /// The picture as a binary PGM.
  static func encode(_ image: LumaImage) -> [UInt8] {
    Array("P5\n\(image.width) \(image.height)\n255\n".utf8) + image.pixels
  }

  private static func toLuma(_ values: [UInt8], channels: Int) throws(ImageFileError.Reason) -> [UInt8] {
    guard channels == 3 else { return values }
    return [UInt8](unsafeUninitializedCapacity: values.count / 3) { to, count in
      count = values.count / 3
      for i in 0..<count {
        to[i] = LumaWeights.luma(values[3 &* i], values[3 &* i &+ 1], values[3 &* i &+ 2])
      }
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var position: Int

    /// The next decimal number, after spaces and comments.
    mutating func number() throws(ImageFileError.Reason) -> Int {
      skipSpace()
      var value = 0
      let start = position
      while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
        guard value < 1_000_000_000 else { throw .damaged("a number is too large") }
        value = value * 10 + Int(bytes[position] - 0x30)
        position += 1
      }
      if position == start { throw position < bytes.count ? .damaged("a number is missing") : .truncated }
      return value
    }

    private mutating func skipSpace() {
      while position < bytes.count {
        if bytes[position] == 0x23 {
          while position < bytes.count, bytes[position] != 10, bytes[position] != 13 { position += 1 }
        } else if ImageFormat.isSpace(bytes[position]) {
          position += 1
        } else {
          return
        }
      }
    }

    mutating func textBits(_ count: Int) throws(ImageFileError.Reason) -> [UInt8] {
      // A pixel takes a character at least.
      guard bytes.count - position >= count else { throw .truncated }
      var pixels: [UInt8] = []
      pixels.reserveCapacity(count)
      while pixels.count < count {
        skipSpace()
        guard position < bytes.count else { throw .truncated }
        switch bytes[position] {
        case 0x30: pixels.append(255)
        case 0x31: pixels.append(0)
        default: throw .damaged("a bit is neither 0 nor 1")
        }
        position += 1
      }
      return pixels
    }

    mutating func textValues(_ count: Int, maximum: Int) throws(ImageFileError.Reason) -> [UInt8] {
      guard bytes.count - position >= count else { throw .truncated }
      var values: [UInt8] = []
      values.reserveCapacity(count)
      for _ in 0..<count {
        let value = min(try number(), maximum)
        values.append(UInt8((value * 255 + maximum / 2) / maximum))
      }
      return values
    }

    func packedBits(width: Int, height: Int) throws(ImageFileError.Reason) -> [UInt8] {
      let rowBytes = (width + 7) / 8
      guard bytes.count - position >= rowBytes * height else { throw .truncated }
      return [UInt8](unsafeUninitializedCapacity: width * height) { to, count in
        count = width * height
        for y in 0..<height {
          for x in 0..<width {
            let byte = bytes[position &+ y &* rowBytes &+ x >> 3]
            to[y &* width &+ x] = byte >> UInt8(7 &- x & 7) & 1 == 1 ? 0 : 255
          }
        }
      }
    }

    func values(_ count: Int, maximum: Int) throws(ImageFileError.Reason) -> [UInt8] {
      let size = maximum > 255 ? 2 : 1
      guard bytes.count - position >= count * size else { throw .truncated }
      if maximum == 255 { return Array(bytes[position..<position + count]) }
      return [UInt8](unsafeUninitializedCapacity: count) { to, initialized in
        initialized = count
        for i in 0..<count {
          let at = position &+ i &* size
          let value = size == 1 ? Int(bytes[at]) : Int(bytes[at]) << 8 | Int(bytes[at &+ 1])
          to[i] = UInt8((min(value, maximum) * 255 + maximum / 2) / maximum)
        }
      }
    }
  }
}
