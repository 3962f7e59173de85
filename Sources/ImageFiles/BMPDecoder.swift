import BarcodeCore

/// Windows bitmaps: 1, 4, 8, 16, 24 and 32 bits a pixel, without compression or run-length coded.
enum BMPDecoder {
  static func decode(_ bytes: [UInt8], budget: PixelBudget) throws(ImageFileError.Reason) -> LumaImage {
    let header = try Header(bytes)
    let count = try budget.check(width: header.width, height: header.height)
    var rows = [UInt8](repeating: 255, count: count)
    switch header.compression {
    case 0, 3, 6: try readRows(bytes, header, &rows)
    case 1 where header.bits == 8, 2 where header.bits == 4: try readRuns(bytes, header, &rows)
    default: throw .unsupported("BMP compression \(header.compression) is")
    }
    let image = LumaImage(width: header.width, height: header.height, pixels: rows)
    return header.isTopDown ? image : Orientation(4).apply(to: image)
  }

  /// What the two headers say.
  private struct Header {
    var width: Int
    var height: Int
    var isTopDown = false
    var bits: Int
    var compression = 0
    var pixelOffset: Int
    /// The luma of each colour of the palette.
    var palette: [UInt8] = []
    /// Which bits of a pixel hold red, green and blue.
    var masks: [UInt32] = []

    init(_ bytes: [UInt8]) throws(ImageFileError.Reason) {
      let order = ByteOrder.little
      guard let offset = order.uint32(bytes, at: 10), let size = order.uint32(bytes, at: 14) else { throw .truncated }
      pixelOffset = offset
      var colours = 0
      let isOld = size == 12
      if isOld {
        guard let w = order.uint16(bytes, at: 18), let h = order.uint16(bytes, at: 20),
          let b = order.uint16(bytes, at: 24)
        else { throw .truncated }
        (width, height, bits) = (w, h, b)
      } else {
        guard let w = order.uint32(bytes, at: 18), let h = order.uint32(bytes, at: 22),
          let b = order.uint16(bytes, at: 28), let c = order.uint32(bytes, at: 30),
          let n = order.uint32(bytes, at: 46)
        else { throw .truncated }
        let signedHeight = Int(Int32(truncatingIfNeeded: h))
        (width, height, bits) = (Int(Int32(truncatingIfNeeded: w)), abs(signedHeight), b)
        isTopDown = signedHeight < 0
        compression = c
        colours = n
      }
      guard [1, 4, 8, 16, 24, 32].contains(bits) else { throw .unsupported("\(bits) bits a pixel in BMP are") }
      if bits <= 8 {
        let limit = 1 << bits
        readPalette(bytes, at: 14 + size, count: colours > 0 ? min(colours, limit) : limit, entry: isOld ? 3 : 4)
      } else if compression == 3 || compression == 6 {
        masks = (0..<3).map { UInt32(truncatingIfNeeded: order.uint32(bytes, at: 54 + 4 * $0) ?? 0) }
      } else if bits == 16 {
        masks = [0x7c00, 0x03e0, 0x001f]
      }
    }

    private mutating func readPalette(_ bytes: [UInt8], at start: Int, count: Int, entry: Int) {
      for i in 0..<count {
        let at = start + i * entry
        guard at + 3 <= bytes.count else { break }
        palette.append(LumaWeights.luma(bytes[at + 2], bytes[at + 1], bytes[at]))
      }
      // Indices without a colour are black.
      palette.append(contentsOf: repeatElement(0, count: 256 - palette.count))
    }
  }

  private static func readRows(
    _ bytes: [UInt8], _ header: Header, _ rows: inout [UInt8]
  ) throws(ImageFileError.Reason) {
    let width = header.width
    let rowBytes = (width * header.bits + 31) / 32 * 4
    // The padding of the last row may be missing.
    let needed = rowBytes * (header.height - 1) + (width * header.bits + 7) / 8
    guard header.pixelOffset >= 14, bytes.count - header.pixelOffset >= needed else { throw .truncated }
    for y in 0..<header.height {
      let from = header.pixelOffset + y * rowBytes
      let to = y * width
      switch header.bits {
      case 24:
        for x in 0..<width {
          let p = from &+ 3 &* x
          rows[to &+ x] = LumaWeights.luma(bytes[p &+ 2], bytes[p &+ 1], bytes[p])
        }
      case 32 where header.masks.isEmpty:
        for x in 0..<width {
          let p = from &+ 4 &* x
          rows[to &+ x] = LumaWeights.luma(bytes[p &+ 2], bytes[p &+ 1], bytes[p])
        }
      case 16, 32:
        for x in 0..<width { rows[to &+ x] = masked(bytes, header, from, x) }
      default:
        let perByte = 8 / header.bits
        let mask = UInt8((1 << header.bits) - 1)
        for x in 0..<width {
          let shift = UInt8((perByte - 1 - x % perByte) * header.bits)
          rows[to &+ x] = header.palette[Int(bytes[from &+ x / perByte] >> shift & mask)]
        }
      }
    }
  }

  private static func masked(_ bytes: [UInt8], _ header: Header, _ from: Int, _ x: Int) -> UInt8 {
    let order = ByteOrder.little
    let value =
      header.bits == 16 ? order.uint16(bytes, at: from + 2 * x) : order.uint32(bytes, at: from + 4 * x)
    let pixel = UInt32(truncatingIfNeeded: value ?? 0)
    let c = header.masks.map { mask -> UInt8 in
      guard mask != 0 else { return 0 }
      let shift = UInt32(mask.trailingZeroBitCount)
      let top = UInt64(mask >> shift)
      return UInt8(truncatingIfNeeded: UInt64((pixel & mask) >> shift) * 255 / top)
    }
    return LumaWeights.luma(c[0], c[1], c[2])
  }

  /// Runs: a count and a value; or 0 and an escape (0 ends the row, 1 the picture, 2 moves, others copy).
  private static func readRuns(
    _ bytes: [UInt8], _ header: Header, _ rows: inout [UInt8]
  ) throws(ImageFileError.Reason) {
    var at = header.pixelOffset
    var x = 0
    var y = 0
    let isHalf = header.bits == 4
    func put(_ index: UInt8, _ rows: inout [UInt8]) {
      if x < header.width, y < header.height { rows[y * header.width + x] = header.palette[Int(index)] }
      x += 1
    }
    while y < header.height {
      guard at >= 14, at + 1 < bytes.count else { throw .truncated }
      let (count, value) = (Int(bytes[at]), bytes[at + 1])
      at += 2
      if count > 0 {
        for i in 0..<count { put(isHalf ? (i & 1 == 0 ? value >> 4 : value & 15) : value, &rows) }
        continue
      }
      switch value {
      case 0: (x, y) = (0, y + 1)
      case 1: return
      case 2:
        guard at + 1 < bytes.count else { throw .truncated }
        (x, y) = (x + Int(bytes[at]), y + Int(bytes[at + 1]))
        at += 2
      default:
        let length = isHalf ? (Int(value) + 1) / 2 : Int(value)
        guard at + length <= bytes.count else { throw .truncated }
        for i in 0..<Int(value) {
          let byte = bytes[at + (isHalf ? i / 2 : i)]
          put(isHalf ? (i & 1 == 0 ? byte >> 4 : byte & 15) : byte, &rows)
        }
        at += length + (length & 1)
      }
    }
  }
}
