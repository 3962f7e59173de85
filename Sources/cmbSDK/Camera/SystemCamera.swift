import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

/// The camera of the device that the process runs on.
enum SystemCamera {
  /// The camera and what belongs to it; no source where there is none.
  static func make(
    previewView: UIView?, options: CDMPreviewOption
  ) -> (source: (any FrameSource)?, parts: CameraReader.Parts) {
    #if os(iOS)
      (CameraSource(), CameraReader.Parts())
    #else
      (nil, CameraReader.Parts())
    #endif
  }
}
