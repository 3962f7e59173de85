import BarcodeCore

/// Reads Data Matrix symbols of a frame.
package struct DataMatrixReader: Sendable {
  package let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  package func read(_ frame: Frame, sink: (any DebugSink)?) -> [Barcode] { [] }
}
