import BarcodeCore

/// Reads QR Code symbols of a frame.
package struct QRReader: Sendable {
  package let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  package func read(_ frame: Frame, sink: (any DebugSink)?) -> [Barcode] { [] }
}
