import BarcodeCore

/// How frames lie in a stream of bytes.
enum VideoFormat: Sendable, Hashable {
  /// One grey byte a pixel, nothing between the frames.
  case rawLuma(width: Int, height: Int)
  /// YUV4MPEG2; `chroma` bytes follow the grey ones of each frame.
  case y4m(width: Int, height: Int, chroma: Int, rate: Double?)

  /// Largest side of a frame.
  static let maximumSide = 16_384

  var width: Int {
    switch self {
    case .rawLuma(let width, _), .y4m(let width, _, _, _): width
    }
  }

  var height: Int {
    switch self {
    case .rawLuma(_, let height), .y4m(_, let height, _, _): height
    }
  }

  /// Reads the first line of a YUV4MPEG2 stream.
  init(y4mHeader line: [UInt8]) throws {
    let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard fields.first == "YUV4MPEG2" else { throw FrameSourceError.unreadable("not a YUV4MPEG2 stream") }
    var width = 0
    var height = 0
    var rate: Double?
    var colour = "420"
    for field in fields.dropFirst() {
      let value = field.dropFirst()
      switch field.first {
      case "W": width = Int(value) ?? 0
      case "H": height = Int(value) ?? 0
      case "C": colour = String(value)
      case "F":
        let parts = value.split(separator: ":").compactMap { Double($0) }
        if parts.count == 2, parts[0] > 0, parts[1] > 0 { rate = parts[0] / parts[1] }
      default: break
      }
    }
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else {
      throw FrameSourceError.unreadable("frame size \(width)x\(height)")
    }
    guard let chroma = Self.chromaBytes(colour, width: width, height: height) else {
      throw FrameSourceError.unreadable("colour format \(colour)")
    }
    self = .y4m(width: width, height: height, chroma: chroma, rate: rate)
  }

  /// Bytes of a frame behind its grey ones, for the formats of 8 bits a sample.
  private static func chromaBytes(_ colour: String, width: Int, height: Int) -> Int? {
    let half = (width + 1) / 2
    switch colour {
    case "420", "420jpeg", "420mpeg2", "420paldv": return 2 * half * ((height + 1) / 2)
    case "411": return 2 * ((width + 3) / 4) * height
    case "422": return 2 * half * height
    case "444": return 2 * width * height
    case "444alpha": return 3 * width * height
    case "mono": return 0
    default: return nil
    }
  }
}

/// Takes the frames of a stream out of its bytes.
struct VideoDemuxer: Sendable {
  let format: VideoFormat
  private let reader: ByteReader

  /// A line between frames is no longer.
  private static let lineLimit = 4096

  /// `raw` is the size of the frames of a raw stream; nil for YUV4MPEG2.
  init(path: String, raw: (width: Int, height: Int)?) throws {
    reader = try ByteReader(path: path)
    if let raw {
      let sides = 1...VideoFormat.maximumSide
      guard sides.contains(raw.width), sides.contains(raw.height) else {
        throw FrameSourceError.unreadable("frame size \(raw.width)x\(raw.height)")
      }
      format = .rawLuma(width: raw.width, height: raw.height)
    } else {
      guard let line = try reader.line(limit: Self.lineLimit) else {
        throw FrameSourceError.unreadable("empty stream")
      }
      format = try VideoFormat(y4mHeader: line)
    }
  }

  /// The next frame after passing over some; nil at the end. A frame that is cut off is the end, too.
  func next(skipping count: Int) throws -> LumaImage? {
    for _ in 0..<count {
      guard try skipMark(), try reader.skip(format.width * format.height), try skipChroma() else { return nil }
    }
    guard try skipMark(), let pixels = try reader.bytes(format.width * format.height), try skipChroma() else {
      return nil
    }
    return LumaImage(width: format.width, height: format.height, pixels: pixels)
  }

  private func skipMark() throws -> Bool {
    guard case .y4m = format else { return true }
    guard let line = try reader.line(limit: Self.lineLimit) else { return false }
    guard line.starts(with: "FRAME".utf8) else { throw FrameSourceError.unreadable("no frame mark") }
    return true
  }

  private func skipChroma() throws -> Bool {
    guard case .y4m(_, _, let chroma, _) = format else { return true }
    return try reader.skip(chroma)
  }
}
