import BarcodeCore

/// The first picture of a GIF; what it leaves transparent is white.
enum GIFDecoder {
  static func decode(_ bytes: [UInt8], budget: PixelBudget) throws(ImageFileError.Reason) -> LumaImage {
    var reader = Reader(bytes: bytes, position: 6)
    let width = try reader.number()
    let height = try reader.number()
    let count = try budget.check(width: width, height: height)
    let flags = try reader.byte()
    try reader.skip(2)
    let palette = try reader.palette(flags)
    var transparent: UInt8?
    while true {
      switch try reader.byte() {
      case 0x21:
        if try reader.byte() == 0xf9 { transparent = try reader.transparentIndex() } else { try reader.skipBlocks() }
      case 0x2c:
        let frame = try Frame(&reader, globalPalette: palette)
        guard frame.x + frame.width <= width, frame.y + frame.height <= height else {
          throw .damaged("the picture lies outside of its frame")
        }
        let indices = try LZW.decode(&reader, count: frame.width * frame.height)
        var image = LumaImage(width: width, height: height, pixels: [UInt8](repeating: 255, count: count))
        frame.draw(indices, transparent: transparent, into: &image)
        try skipRest(&reader)
        return image
      case 0x3b: throw .damaged("it holds no picture")
      default: throw .damaged("an unknown block")
      }
    }
  }

  /// Goes on to the end, since a file without one is cut off.
  private static func skipRest(_ reader: inout Reader) throws(ImageFileError.Reason) {
    while true {
      switch try reader.byte() {
      case 0x21: try reader.skip(1)
      case 0x2c:
        try reader.skip(8)
        _ = try reader.palette(try reader.byte())
        try reader.skip(1)
      default: return
      }
      try reader.skipBlocks()
    }
  }

  /// Where a picture lies and which colours it has.
  private struct Frame {
    let x, y, width, height: Int
    let palette: [UInt8]
    let isInterlaced: Bool

    init(_ reader: inout Reader, globalPalette: [UInt8]) throws(ImageFileError.Reason) {
      x = try reader.number()
      y = try reader.number()
      width = try reader.number()
      height = try reader.number()
      let flags = try reader.byte()
      let own = try reader.palette(flags)
      palette = own.isEmpty ? globalPalette : own
      isInterlaced = flags & 0x40 != 0
    }

    func draw(_ indices: [UInt8], transparent: UInt8?, into image: inout LumaImage) {
      for (line, row) in rows().enumerated() {
        for column in 0..<width {
          let index = indices[line &* width &+ column]
          if index == transparent { continue }
          // Indices without a colour are black.
          let grey = Int(index) < palette.count ? palette[Int(index)] : 0
          image.pixels[(y &+ row) &* image.width &+ x &+ column] = grey
        }
      }
    }

    /// The rows in the order in which they are stored.
    private func rows() -> [Int] {
      guard isInterlaced else { return Array(0..<height) }
      return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }
  }

  /// Reads the bytes of the file one after another.
  struct Reader {
    let bytes: [UInt8]
    var position: Int

    mutating func byte() throws(ImageFileError.Reason) -> UInt8 {
      guard position < bytes.count else { throw .truncated }
      defer { position += 1 }
      return bytes[position]
    }

    mutating func number() throws(ImageFileError.Reason) -> Int {
      let low = try byte()
      return Int(low) | Int(try byte()) << 8
    }

    mutating func skip(_ count: Int) throws(ImageFileError.Reason) {
      guard bytes.count - position >= count else { throw .truncated }
      position += count
    }

    mutating func skipBlocks() throws(ImageFileError.Reason) {
      while true {
        let count = Int(try byte())
        if count == 0 { return }
        try skip(count)
      }
    }

    /// The luma of the colours that follow, if the flags announce any.
    fileprivate mutating func palette(_ flags: UInt8) throws(ImageFileError.Reason) -> [UInt8] {
      guard flags & 0x80 != 0 else { return [] }
      let count = 2 << Int(flags & 7)
      let start = position
      try skip(3 * count)
      return (0..<count).map {
        let at = start + 3 * $0
        return LumaWeights.luma(bytes[at], bytes[at + 1], bytes[at + 2])
      }
    }

    /// The index that a graphic control block declares transparent.
    fileprivate mutating func transparentIndex() throws(ImageFileError.Reason) -> UInt8? {
      let count = Int(try byte())
      let start = position
      try skip(count)
      let index = count >= 4 && bytes[start] & 1 != 0 ? bytes[start + 3] : nil
      try skipBlocks()
      return index
    }
  }

  /// The compression of GIF: codes of growing length for strings that were seen.
  private enum LZW {
    private static let maximumBits = 12

    static func decode(_ reader: inout Reader, count: Int) throws(ImageFileError.Reason) -> [UInt8] {
      let leastBits = Int(try reader.byte())
      guard (1...8).contains(leastBits) else { throw .damaged("impossible code length") }
      let clear = 1 << leastBits
      var prefix = [Int](repeating: -1, count: 1 << maximumBits)
      var last = (0..<1 << maximumBits).map { UInt8(truncatingIfNeeded: $0) }
      var (next, bits, previous) = (clear + 2, leastBits + 1, -1)
      var out: [UInt8] = []
      out.reserveCapacity(min(count, 1 << 20))
      var codes = Codes(blockLeft: 0)
      while out.count < count {
        let code = try codes.next(bits, &reader)
        if code == clear {
          (next, bits, previous) = (clear + 2, leastBits + 1, -1)
          continue
        }
        guard code != clear + 1 else { throw .truncated }
        guard code < next || (code == next && previous >= 0) else { throw .damaged("an impossible code") }
        // The string of the code, from its end; a code that is just being made ends as it begins.
        let start = out.count
        var at = code < next ? code : previous
        while at >= 0 {
          out.append(last[at])
          at = prefix[at]
        }
        out[start...].reverse()
        let first = out[start]
        if code == next { out.append(first) }
        if previous >= 0, next < 1 << maximumBits {
          prefix[next] = previous
          last[next] = first
          next += 1
          if next == 1 << bits, bits < maximumBits { bits += 1 }
        }
        previous = code
      }
      try reader.skip(codes.blockLeft)
      try reader.skipBlocks()
      return out
    }

    /// Codes of some bits, over the borders of blocks.
    private struct Codes {
      var blockLeft: Int
      var held = 0
      var heldBits = 0

      mutating func next(_ bits: Int, _ reader: inout Reader) throws(ImageFileError.Reason) -> Int {
        while heldBits < bits {
          if blockLeft == 0 {
            blockLeft = Int(try reader.byte())
            guard blockLeft > 0 else { throw .truncated }
          }
          held |= Int(try reader.byte()) << heldBits
          heldBits += 8
          blockLeft -= 1
        }
        defer {
          held >>= bits
          heldBits -= bits
        }
        return held & (1 << bits - 1)
      }
    }
  }
}
