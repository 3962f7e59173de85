import DMCC
import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

/// The camera of the device that the process runs on.
enum SystemCamera {
  /// A reader of the camera; opening it fails where there is none.
  static func reader(
    mode: CDMCameraMode, options: CDMPreviewOption, previewView: UIView?
  ) -> CMBReaderDevice {
    let setup = CameraSetup(mode, options)
    #if os(iOS)
      let source = CameraSource()
      let preview = CameraPreview(
        PreviewPlan(
          session: source.captureSession, container: previewView, hasZoomButton: !options.contains(.noZoomBtn),
          hasTorchButton: !options.contains(.noIllumBtn) && setup.mode != .passiveAimer && setup.mode != .frontCamera,
          hasCloseButton: previewView == nil || options.contains(.showCloseBtn)))
      var parts = CameraReader.Parts()
      parts.surroundings = .init(preview: preview, feedback: DeviceFeedback())
      let target = CameraReader(source: source, setup: setup, parts: parts)
      preview.onCommand { [weak target] command in target?.perform(command) { _ in } }
      return CMBReaderDevice(camera: target, isAvailable: true)
    #else
      return CMBReaderDevice(camera: CameraReader(source: nil, setup: setup), isAvailable: false)
    #endif
  }
}
