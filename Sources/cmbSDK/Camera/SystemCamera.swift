import DMCC
import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

/// The camera of the device that the process runs on.
enum SystemCamera {
  /// A reader of the camera; opening it fails where there is none.
  ///
  /// - Parameter key: the licence key; nil: the one of the application.
  static func core(
    mode: CDMCameraMode, options: CDMPreviewOption, previewView: UIView?, key: String?
  ) -> ReaderCore {
    let setup = CameraSetup(mode, options)
    var parts = CameraReader.Parts()
    var licenseError: LicenseError?
    if setup.mode == .activeAimer {
      parts.aimer = ActiveAimer(
        port: SystemPort.shared, isPessimistic: options.contains(.pessimisticCaching),
        identities: IdentityCache(store: .application))
    } else {
      licenseError = License.error(key)
      if licenseError != nil { parts.obfuscator = Obfuscator() }
    }
    #if os(iOS)
      // The first answer is known when somebody asks.
      _ = Battery.charge()
      let source = CameraSource()
      let preview = CameraPreview(
        PreviewPlan(
          session: source.captureSession, hasZoomButton: !options.contains(.noZoomBtn),
          hasTorchButton: !options.contains(.noIllumBtn) && setup.mode != .passiveAimer && setup.mode != .frontCamera,
          hasCloseButton: options.contains(.showCloseBtn)), in: CallbackBox(previewView))
      parts.surroundings = .init(preview: preview, feedback: DeviceFeedback(), trigger: VolumeTrigger())
      parts.movePreview = { preview.move(to: $0) }
      let target = CameraReader(source: source, setup: setup, parts: parts)
      preview.onCommand { [weak target] command, reply in target?.perform(command) { reply($0.text) } }
      preview.onPress { [weak target] in target?.session?.press() }
      return ReaderCore(camera: target, licenseError: licenseError)
    #else
      return ReaderCore(camera: CameraReader(source: nil, setup: setup, parts: parts), licenseError: licenseError)
    #endif
  }
}
