import BarcodeEngine
import FrameSources

/// Reads the symbols of a frame; corners are in pixels of its picture.
package typealias FrameDecoder = @Sendable (LumaFrame, DecodingPlan) -> [Barcode]

/// The engine as a frame decoder.
package enum EngineDecoder {
  package static let decode: FrameDecoder = { frame, plan in
    let image = frame.image
    let reader = reader(plan.options)
    guard plan.region != .all else { return (try? reader.read(image)) ?? [] }
    let corners = plan.region.corners(width: image.width, height: image.height)
    let x = pixel(corners.topLeft.x, limit: image.width)
    let y = pixel(corners.topLeft.y, limit: image.height)
    let width = pixel(corners.bottomRight.x, limit: image.width) - x
    let height = pixel(corners.bottomRight.y, limit: image.height) - y
    let barcodes = image.withView { view in
      (try? reader.read(view.cropped(x: x, y: y, width: width, height: height))) ?? []
    }
    let offset = Point(Double(x), Double(y))
    return barcodes.map { $0.movingCorners { $0 + offset } }
  }

  /// The reader of the last frame: frame after frame is read with the same options.
  private static let last = Locked(BarcodeReader())

  private static func reader(_ options: ReaderOptions) -> BarcodeReader {
    last.withLock { reader in
      if reader.options != options { reader = BarcodeReader(options: options) }
      return reader
    }
  }

  private static func pixel(_ value: Double, limit: Int) -> Int { Int(max(0, min(Double(limit), value))) }
}

extension Barcode {
  /// The same symbol in other coordinates.
  func movingCorners(_ change: (Point) -> Point) -> Barcode {
    Barcode(
      symbology: symbology, symbologyIdentifier: symbologyIdentifier, text: text, bytes: bytes, segments: segments,
      corners: corners.map(change), isMirrored: isMirrored, isInverted: isInverted, isGS1: isGS1, evidence: evidence,
      correctedErrors: correctedErrors, unusedCorrection: unusedCorrection, moduleSize: moduleSize,
      lineCount: lineCount, structuredAppend: structuredAppend, addOn: addOn,
      composite: composite, isReaderInitialisation: isReaderInitialisation, details: details)
  }
}
