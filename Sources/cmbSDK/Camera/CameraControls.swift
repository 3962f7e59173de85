import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

/// What a camera reader can do beside commands.
protocol CameraControls: AnyObject, Sendable {
  /// Moves the preview to another view; nil: full screen. The view is for the main thread.
  func movePreview(to container: CallbackBox<UIView?>)
  /// The range of exposure compensation; nil where there is none.
  func exposureRange(_ completion: @escaping @Sendable (ExposureRange?) -> Void)
  /// In powers of two.
  func setExposure(_ bias: Double)
}

extension CameraReader: CameraControls {
  func movePreview(to container: CallbackBox<UIView?>) { parts.movePreview?(container) }

  func exposureRange(_ completion: @escaping @Sendable (ExposureRange?) -> Void) {
    guard let source else { return completion(nil) }
    Task { completion(await source.capabilities.exposureBias) }
  }

  func setExposure(_ bias: Double) { session?.set(.exposureBias(bias)) }
}
