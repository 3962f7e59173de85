import DMCC
import Foundation

#if canImport(UIKit)
  import UIKit
#endif

extension CMBReaderDevice {
  /// Turns a symbology on or off.
  public func setSymbology(
    _ symbology: CMBSymbology, enabled: Bool, completion: (((any Error)?) -> Void)?
  ) {
    guard let name = switchName(symbology, completion) else { return }
    set("\(name) \(enabled ? "ON" : "OFF")", completion)
  }

  /// Whether the reader knows a symbology. Of attached terminals all are presumed; turning one on that they do not
  /// know ends in an error.
  public func isSymbologySupported(_ symbology: CMBSymbology) -> Bool {
    SymbologySwitch.row(rawValue: UInt(symbology.rawValue)).map { core.target.supports($0) } ?? false
  }

  /// Whether a symbology is on.
  public func isSymbologyEnabled(_ symbology: CMBSymbology, completion: ((Bool, (any Error)?) -> Void)?) {
    guard let name = switchName(symbology, { completion?(false, $0) }) else { return }
    getToggle(name, completion)
  }

  /// The lamp is on while scanning.
  public func setLightsON(_ on: Bool, completion: (((any Error)?) -> Void)?) {
    set("LIGHT.INTERNAL-ENABLE \(on ? "ON" : "OFF")", completion)
  }

  public func getLightsState(completion: ((Bool, (any Error)?) -> Void)?) {
    getToggle("LIGHT.INTERNAL-ENABLE", completion)
  }

  /// All settings back to their defaults; on camera readers all symbologies are off then.
  public func resetConfig(completion: (((any Error)?) -> Void)?) { command("CONFIG.DEFAULT", completion) }

  /// The charge of the reader's battery in percent.
  public func getDeviceBatteryLevel(completion: ((Int32, (any Error)?) -> Void)?) {
    let box = CallbackBox(completion)
    core.send("GET BATTERY.CHARGE") { response in
      let level = Int32(response.text)
      box.value?(level ?? 0, Self.error("GET BATTERY.CHARGE", response, isUnderstood: level != nil))
    }
  }

  /// Moves the preview to another view; nil: full screen. An error for readers that are no cameras.
  public func setCameraPreviewContainer(_ previewContainer: UIView?, completion: (((any Error)?) -> Void)?) {
    dataManSystem()?.setCameraPreviewContainer(previewContainer, completion: completion)
  }

  /// Moves the preview to another view; nil: full screen. Without effect for readers that are no cameras.
  public func setPreviewContainer(_ previewContainer: UIView?) {
    setCameraPreviewContainer(previewContainer, completion: nil)
  }

  // MARK: Commands

  private func set(_ setting: String, _ completion: (((any Error)?) -> Void)?) { command("SET " + setting, completion) }

  private func command(_ text: String, _ completion: (((any Error)?) -> Void)?) {
    let box = CallbackBox(completion)
    core.send(text) { response in box.value?(NSError.of(response.status, text)) }
  }

  private func getToggle(_ name: String, _ completion: ((Bool, (any Error)?) -> Void)?) {
    let box = CallbackBox(completion)
    core.send("GET \(name)") { response in
      let isUnderstood = ["ON", "OFF"].contains(response.text)
      box.value?(response.text == "ON", Self.error("GET \(name)", response, isUnderstood: isUnderstood))
    }
  }

  private static func error(_ text: String, _ response: Response, isUnderstood: Bool) -> NSError? {
    if let error = NSError.of(response.status, text) { return error }
    return isUnderstood ? nil : NSError(cmbCode: CMBErrorCode.unexpectedAnswer, "\(text): unexpected answer")
  }

  /// The command of a symbology; without one the completion gets an error.
  private func switchName(_ symbology: CMBSymbology, _ completion: (((any Error)?) -> Void)?) -> String? {
    if let row = SymbologySwitch.row(rawValue: UInt(symbology.rawValue)) { return row.name }
    let box = CallbackBox(completion)
    core.queue.async {
      box.value?(NSError(cmbCode: CMBErrorCode.unknownSymbology, "unknown symbology \(symbology.rawValue)"))
    }
    return nil
  }
}
