import DMCC
import Foundation
import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

extension CMBReaderDevice {
  /// A reader over an attached terminal.
  #if canImport(ObjectiveC)
    @objc(readerOfMXDevice)
  #endif
  public static func readerOfMX() -> CMBReaderDevice {
    let target = UnavailableReader(.noDevice("no terminal is attached, or this system cannot talk to one"))
    return CMBReaderDevice(
      core: ReaderCore(
        target: target, deviceClass: DataManDeviceClass_MX, availability: CMBReaderAvailibilityUnavailable))
  }

  /// A reader over the device's camera.
  #if canImport(ObjectiveC)
    @objc(readerOfDeviceCameraWithCameraMode:previewOptions:)
  #endif
  public static func readerOfDeviceCamera(
    with cameraMode: CDMCameraMode, previewOptions: CDMPreviewOption
  ) -> CMBReaderDevice {
    readerOfDeviceCamera(with: cameraMode, previewOptions: previewOptions, previewView: nil)
  }

  /// A reader over the device's camera.
  ///
  /// - Parameter previewView: holds the preview; nil: full screen.
  #if canImport(ObjectiveC)
    @objc(readerOfDeviceCameraWithCameraMode:previewOptions:previewView:)
  #endif
  public static func readerOfDeviceCamera(
    with cameraMode: CDMCameraMode, previewOptions: CDMPreviewOption, previewView: UIView?
  ) -> CMBReaderDevice {
    readerOfDeviceCamera(
      with: cameraMode, previewOptions: previewOptions, previewView: previewView, registrationKey: nil,
      customData: nil)
  }

  /// A reader over the device's camera.
  ///
  /// - Parameter registrationKey: accepted for compatibility; this reader needs none.
  #if canImport(ObjectiveC)
    @objc(readerOfDeviceCameraWithCameraMode:previewOptions:previewView:registrationKey:)
  #endif
  public static func readerOfDeviceCamera(
    with cameraMode: CDMCameraMode, previewOptions: CDMPreviewOption, previewView: UIView?, registrationKey: String?
  ) -> CMBReaderDevice {
    readerOfDeviceCamera(
      with: cameraMode, previewOptions: previewOptions, previewView: previewView, registrationKey: registrationKey,
      customData: nil)
  }

  /// A reader over the device's camera.
  ///
  /// - Parameters:
  ///   - registrationKey: accepted for compatibility; this reader needs none.
  ///   - customData: accepted for compatibility; it goes nowhere.
  #if canImport(ObjectiveC)
    @objc(readerOfDeviceCameraWithCameraMode:previewOptions:previewView:registrationKey:customData:)
  #endif
  public static func readerOfDeviceCamera(
    with cameraMode: CDMCameraMode, previewOptions: CDMPreviewOption, previewView: UIView?, registrationKey: String?,
    customData: String?
  ) -> CMBReaderDevice {
    SystemCamera.reader(mode: cameraMode, options: previewOptions, previewView: previewView)
  }

  /// A reader over frames from anywhere: files, streams, memory. An addition to the documented interface.
  ///
  /// - Parameters:
  ///   - frameSource: where frames come from while scanning.
  ///   - preview: shows the overlay; nil: nobody does.
  ///   - feedback: gives the good-read signal; nil: nobody does.
  ///   - trigger: starts scanning, with the preview option `hwTrigger`.
  #if canImport(ObjectiveC)
    @nonobjc
  #endif
  public static func reader(
    of frameSource: any FrameSource, cameraMode: CDMCameraMode = .noAimer, previewOptions: CDMPreviewOption = [],
    preview: (any PreviewSurface)? = nil, feedback: (any Feedback)? = nil, trigger: (any Trigger)? = nil
  ) -> CMBReaderDevice {
    var parts = CameraReader.Parts()
    parts.surroundings = .init(preview: preview, feedback: feedback, trigger: trigger)
    return reader(source: frameSource, setup: CameraSetup(cameraMode, previewOptions), parts: parts)
  }

  /// A camera reader with parts of the caller's choice.
  #if canImport(ObjectiveC)
    @nonobjc
  #endif
  package static func reader(
    source: (any FrameSource)?, setup: CameraSetup, parts: CameraReader.Parts
  ) -> CMBReaderDevice {
    CMBReaderDevice(
      camera: CameraReader(source: source, setup: setup, parts: parts), isAvailable: source != nil)
  }

  convenience init(camera: CameraReader, isAvailable: Bool) {
    let availability = isAvailable ? CMBReaderAvailibilityAvailable : CMBReaderAvailibilityUnavailable
    self.init(
      core: ReaderCore(target: camera, deviceClass: DataManDeviceClass_PhoneCamera, availability: availability))
  }
}
