import DMCC
import DataManLink
import Foundation
import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

extension CMBReaderDevice {
  /// A reader over an attached terminal. Its availability changes when the terminal is switched on or off, or its
  /// cable is plugged in or pulled out.
  ///
  /// Where there are no accessories, the environment variable `CMB_MX_READER` (`host` or `host:port`) may name a reader
  /// in the network that takes the terminal's place.
  #if canImport(ObjectiveC)
    @objc(readerOfMXDevice)
  #endif
  public static func readerOfMX() -> CMBReaderDevice { reader(of: SystemPort.shared) }

  /// A reader over a terminal at a place of the caller's choice.
  #if canImport(ObjectiveC)
    @nonobjc
  #endif
  package static func reader(of port: any ReaderPort) -> CMBReaderDevice {
    let core = ReaderCore(target: LinkedReader(port: port), deviceClass: DataManDeviceClass_MX)
    return CMBReaderDevice(core: core)
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
  /// - Parameter registrationKey: the licence key; nil: the one of the application, see `License`.
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
  ///   - registrationKey: the licence key; nil: the one of the application, see `License`.
  ///   - customData: accepted for compatibility; it goes nowhere.
  #if canImport(ObjectiveC)
    @objc(readerOfDeviceCameraWithCameraMode:previewOptions:previewView:registrationKey:customData:)
  #endif
  public static func readerOfDeviceCamera(
    with cameraMode: CDMCameraMode, previewOptions: CDMPreviewOption, previewView: UIView?, registrationKey: String?,
    customData: String?
  ) -> CMBReaderDevice {
    CMBReaderDevice(
      core: SystemCamera.core(
        mode: cameraMode, options: previewOptions, previewView: previewView, key: registrationKey))
  }

  /// A reader over frames from anywhere: files, streams, memory. An addition to the documented interface, which needs
  /// no licence.
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
    reader(CameraReader(source: source, setup: setup, parts: parts))
  }

  #if canImport(ObjectiveC)
    @nonobjc
  #endif
  package static func reader(_ camera: CameraReader) -> CMBReaderDevice {
    CMBReaderDevice(core: ReaderCore(camera: camera))
  }
}

extension ReaderCore {
  convenience init(camera: CameraReader, licenseError: LicenseError? = nil) {
    self.init(
      target: camera, deviceClass: DataManDeviceClass_PhoneCamera, camera: camera, licenseError: licenseError)
  }
}
