@_exported import BarcodeCore

/// Reads bar codes from grey pictures.
///
/// A value without hidden state: one reader may be used from many threads at once.
///
///     let reader = BarcodeReader(options: .init(symbologies: [.qr, .code128]))
///     let barcodes = try reader.read(image)
public struct BarcodeReader: Sendable {
  public var options: ReaderOptions

  public init(options: ReaderOptions = .init()) {
    self.options = options
  }

  /// Reads all symbols of the picture, in reading order; equal symbols at different places are all reported.
  public func read(_ luma: LumaView) throws -> [Barcode] {
    try read(luma, sink: nil)
  }

  /// Reads all symbols of the picture, in reading order; equal symbols at different places are all reported.
  public func read(_ image: LumaImage) throws -> [Barcode] {
    try image.withView { try read($0) }
  }

  package func read(_ luma: LumaView, sink: (any DebugSink)?) throws -> [Barcode] {
    []
  }
}
