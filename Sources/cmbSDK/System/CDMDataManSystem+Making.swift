import DMCC
import DataManLink
import Foundation

#if os(iOS)
  import ExternalAccessory
#endif
#if canImport(UIKit)
  import UIKit
#endif

extension CDMDataManSystem {
  /// A reader in the network; the command port of readers is usually 23.
  public convenience init(hostname: String, port: Int32, delegate: (any CDMDataManSystemDelegate)?) {
    self.init(port: NetworkPort(host: hostname, port: Int(port)), DataManDeviceClass_Network, delegate)
  }

  /// The device's camera.
  ///
  /// - Parameters:
  ///   - nullablePreviewView: holds the preview; nil: full screen.
  ///   - registrationKey: the licence key; nil: the one of the application, see `License`.
  ///   - customData: accepted for compatibility; it goes nowhere.
  public convenience init(
    cameraMode: CDMCameraMode, previewOptions: CDMPreviewOption, nullablePreviewView previewView: UIView? = nil,
    registrationKey: String? = nil, customData: String? = nil, delegate: (any CDMDataManSystemDelegate)?
  ) {
    self.init(
      core: SystemCamera.core(
        mode: cameraMode, options: previewOptions, previewView: previewView, key: registrationKey))
    self.delegate = delegate
  }

  convenience init(
    port: any ReaderPort, _ deviceClass: DataManDeviceClass, _ delegate: (any CDMDataManSystemDelegate)?
  ) {
    self.init(core: ReaderCore(target: LinkedReader(port: port), deviceClass: deviceClass))
    self.delegate = delegate
  }

  // The class methods of Objective-C.

  #if canImport(ObjectiveC)
    @objc(dataManSystemWithHostname:port:delegate:)
  #endif
  public static func dataManSystem(
    withHostname hostname: String, port: Int32, delegate: (any CDMDataManSystemDelegate)?
  ) -> CDMDataManSystem { CDMDataManSystem(hostname: hostname, port: port, delegate: delegate) }

  /// A terminal that is attached, such as `CDMEADiscoverer` tells of.
  public convenience init(accessory: EAAccessory, delegate: (any CDMDataManSystemDelegate)?) {
    self.init(port: SystemPort.port(of: accessory), DataManDeviceClass_MX, delegate)
  }

  #if canImport(ObjectiveC)
    @objc(dataManSystemWithAccessory:delegate:)
  #endif
  public static func dataManSystem(
    with accessory: EAAccessory, delegate: (any CDMDataManSystemDelegate)?
  ) -> CDMDataManSystem { CDMDataManSystem(accessory: accessory, delegate: delegate) }

  /// The terminal that is attached.
  #if canImport(ObjectiveC)
    @objc(dataManSystemOfExternalAccessoryWithDelegate:)
  #endif
  public static func dataManSystemOfExternalAccessory(
    with delegate: (any CDMDataManSystemDelegate)?
  ) -> CDMDataManSystem { CDMDataManSystem(port: SystemPort.shared, DataManDeviceClass_MX, delegate) }

  #if canImport(ObjectiveC)
    @objc(dataManSystemWithCameraMode:previewOptions:delegate:)
  #endif
  public static func dataManSystem(
    with cameraMode: CDMCameraMode, previewOptions: CDMPreviewOption, delegate: (any CDMDataManSystemDelegate)?
  ) -> CDMDataManSystem {
    CDMDataManSystem(cameraMode: cameraMode, previewOptions: previewOptions, delegate: delegate)
  }

  #if canImport(ObjectiveC)
    @objc(dataManSystemWithCameraMode:previewOptions:nullablePreviewView:delegate:)
  #endif
  public static func dataManSystem(
    with cameraMode: CDMCameraMode, previewOptions: CDMPreviewOption, nullablePreviewView previewView: UIView?,
    delegate: (any CDMDataManSystemDelegate)?
  ) -> CDMDataManSystem {
    CDMDataManSystem(
      cameraMode: cameraMode, previewOptions: previewOptions, nullablePreviewView: previewView, delegate: delegate)
  }

  #if canImport(ObjectiveC)
    @objc(dataManSystemWithCameraMode:previewOptions:nullablePreviewView:registrationKey:delegate:)
  #endif
  public static func dataManSystem(
    with cameraMode: CDMCameraMode, previewOptions: CDMPreviewOption, nullablePreviewView previewView: UIView?,
    registrationKey: String?, delegate: (any CDMDataManSystemDelegate)?
  ) -> CDMDataManSystem {
    CDMDataManSystem(
      cameraMode: cameraMode, previewOptions: previewOptions, nullablePreviewView: previewView,
      registrationKey: registrationKey, delegate: delegate)
  }

  #if canImport(ObjectiveC)
    @objc(dataManSystemWithCameraMode:previewOptions:nullablePreviewView:registrationKey:customData:delegate:)
  #endif
  public static func dataManSystem(
    with cameraMode: CDMCameraMode, previewOptions: CDMPreviewOption, nullablePreviewView previewView: UIView?,
    registrationKey: String?, customData: String?, delegate: (any CDMDataManSystemDelegate)?
  ) -> CDMDataManSystem {
    CDMDataManSystem(
      cameraMode: cameraMode, previewOptions: previewOptions, nullablePreviewView: previewView,
      registrationKey: registrationKey, customData: customData, delegate: delegate)
  }
}
