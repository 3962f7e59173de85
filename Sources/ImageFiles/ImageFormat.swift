/// Picture formats, told apart by the first bytes.
enum ImageFormat {
  case jpeg
  case png
  case webP
  case tiff
  /// HEIC and AVIF.
  case heif
  /// PBM, PGM and PPM, as text or binary.
  case portableAnyMap
  case bmp
  case gif

  init?(sniffing bytes: [UInt8]) {
    func starts(_ prefix: [UInt8], at offset: Int = 0) -> Bool {
      bytes.count >= offset + prefix.count && bytes[offset..<offset + prefix.count].elementsEqual(prefix)
    }
    if starts([0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if starts(Array("RIFF".utf8)), starts(Array("WEBP".utf8), at: 8) {
      self = .webP
    } else if starts([0x49, 0x49, 0x2a, 0]) || starts([0x4d, 0x4d, 0, 0x2a]) || starts([0x49, 0x49, 0x2b, 0])
      || starts([0x4d, 0x4d, 0, 0x2b])
    {
      self = .tiff
    } else if starts(Array("ftyp".utf8), at: 4), Self.isHEIFBrand(bytes) {
      self = .heif
    } else if starts(Array("GIF8".utf8)) {
      self = .gif
    } else if bytes.count >= 3, bytes[0] == 0x50, (0x31...0x36).contains(bytes[1]), Self.isSpace(bytes[2]) {
      self = .portableAnyMap
    } else if starts(Array("BM".utf8)), bytes.count >= 18, Self.isBMPHeader(bytes) {
      self = .bmp
    } else {
      return nil
    }
  }

  private static func isHEIFBrand(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 12 else { return false }
    let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"]
    return brands.contains { bytes[8..<12].elementsEqual($0.utf8) }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  // The size of the header that follows the file header names the dialect.
  private static func isBMPHeader(_ bytes: [UInt8]) -> Bool {
    [12, 40, 52, 56, 64, 108, 124].contains(ByteOrder.little.uint32(bytes, at: 14) ?? 0)
  }
}

/// Numbers of several bytes.
enum ByteOrder {
  case little
  case big

  /// The two bytes at an offset, or nil when they lie outside.
  func uint16(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard offset >= 0, bytes.count >= 2, offset <= bytes.count - 2 else { return nil }
    let a = Int(bytes[offset])
    let b = Int(bytes[offset + 1])
    return self == .little ? a | b << 8 : a << 8 | b
  }

  /// The four bytes at an offset, or nil when they lie outside.
  func uint32(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard offset >= 0, bytes.count >= 4, offset <= bytes.count - 4 else { return nil }
    let b = (0..<4).map { Int(bytes[offset + $0]) }
    return self == .little ? b[0] | b[1] << 8 | b[2] << 16 | b[3] << 24 : b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3]
  }
}
