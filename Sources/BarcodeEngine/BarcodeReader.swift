@_exported import BarcodeCore
import LinearSymbologies
import MatrixSymbologies

/// Reads bar codes from grey pictures.
///
/// A value without hidden state: one reader may be used from many threads at once.
///
///     let reader = BarcodeReader(options: .init(symbologies: [.qr, .code128]))
///     let barcodes = try reader.read(image)
public struct BarcodeReader: Sendable {
  /// What is looked for, and how hard. A change costs as much as a small picture: keep a reader for many pictures.
  public var options: ReaderOptions {
    didSet { linear = LinearReader(options: options) }
  }

  /// Tables of the linear symbologies that are on.
  private var linear: LinearReader

  public init(options: ReaderOptions = .init()) {
    self.options = options
    linear = LinearReader(options: options)
  }

  /// Pixels of the largest picture that is read, 2^30: sums and coordinates are exact up to it.
  public static let maximumPixels = 1 << 30

  /// Reads all symbols of the picture, in reading order; equal symbols at different places are all reported.
  public func read(_ luma: LumaView) throws(ReaderError) -> [Barcode] {
    try read(luma, sink: nil)
  }

  /// Reads all symbols of the picture, in reading order; equal symbols at different places are all reported.
  public func read(_ image: LumaImage) throws(ReaderError) -> [Barcode] {
    let result: Result<[Barcode], ReaderError> = image.withView { view in
      do throws(ReaderError) { return .success(try read(view)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  package func read(_ luma: LumaView, sink: (any DebugSink)?) throws(ReaderError) -> [Barcode] {
    guard luma.width > 0, luma.height > 0, !options.symbologies.isEmpty, options.maximumCount > 0 else { return [] }
    guard luma.width <= BarcodeReader.maximumPixels / luma.height else { throw .pictureTooLarge }
    if let thick = ThickPicture(luma) {
      return try thick.image.withView { view in
        Result { () throws(ReaderError) in try read(view, sink: sink) }
      }.get().map { $0.unstretched(columns: thick.columns, rows: thick.rows) }
    }
    var ladder = Ladder(luma, options: options, linear: linear, sink: sink)
    let merged = ResultMerger(limit: options.maximumCount).merge(ladder.climb())
    let linked = options.symbologies.contains(.composite) ? CompositeLinker(options: options).link(merged) : merged
    return options.joinsStructuredAppend ? StructuredAppendJoiner().join(linked) : linked
  }
}

/// Why a picture could not be read at all.
public enum ReaderError: Error, Sendable, Equatable {
  /// More pixels than `BarcodeReader.maximumPixels`.
  case pictureTooLarge
}
