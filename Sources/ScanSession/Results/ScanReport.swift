import BarcodeCore
import FrameSources

/// What scanning delivers: the symbols of one frame, or the end of scanning without any.
public struct ScanReport: Sendable {
  /// Counts the session's reports, from 1.
  public let number: Int
  /// Counts the session's starts, from 1.
  public let run: Int
  /// The symbols, nearest to the centre of the target or of the picture first; empty when scanning ended without.
  public let barcodes: [Barcode]
  /// Why scanning ended with this report; nil while it goes on.
  public let ending: ScanEnding?
  /// Size of the picture that the corners refer to, in pixels.
  public let width: Int
  public let height: Int
  public let orientation: PictureOrientation
  /// The picture, when the configuration asks for it.
  public let picture: LumaImage?
  /// The target, when it is shown.
  public let target: PictureRegion?
  /// Seconds from the start of scanning to the report.
  public let elapsed: Double
  /// Seconds that decoding the frame took.
  public let decodingTime: Double

  public init(
    number: Int, run: Int, barcodes: [Barcode], ending: ScanEnding?, width: Int = 0, height: Int = 0,
    orientation: PictureOrientation = .up, picture: LumaImage? = nil, target: PictureRegion? = nil,
    elapsed: Double = 0, decodingTime: Double = 0
  ) {
    self.number = number
    self.run = run
    self.barcodes = barcodes
    self.ending = ending
    self.width = width
    self.height = height
    self.orientation = orientation
    self.picture = picture
    self.target = target
    self.elapsed = elapsed
    self.decodingTime = decodingTime
  }

  public var isGoodRead: Bool { !barcodes.isEmpty }
}

/// Why scanning ended.
public enum ScanEnding: Sendable, Hashable {
  /// A symbol was read.
  case read
  /// It was stopped.
  case stopped
  /// The time limit has passed.
  case timedOut
  /// The source has no more frames.
  case sourceEnded
  /// The source failed.
  case failed(FrameSourceError)
}
