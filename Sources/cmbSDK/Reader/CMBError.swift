import DMCC
import Foundation

/// Domain of the errors that completions receive. Codes are DMCC status numbers, or those of `CMBErrorCode`.
// Spelled like the other constants of this interface.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CMBErrorDomain = "CMBErrorDomain"

/// Codes beside the DMCC status numbers.
public enum CMBErrorCode {
  /// The reader is not connected. The same number as the DMCC status.
  public static let notConnected = 105
  /// The system has no camera or reader of this kind.
  public static let noDevice = 1001
  /// The user or the system does not allow the camera.
  public static let cameraNotPermitted = 1002
  /// The symbology is unknown to this reader.
  public static let unknownSymbology = 1003
  /// The answer of the reader could not be understood.
  public static let unexpectedAnswer = 1004
  /// Only camera readers have a preview.
  public static let noPreview = 1005
}

extension NSError {
  convenience init(cmbCode code: Int, _ description: String) {
    self.init(domain: CMBErrorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: description])
  }

  /// nil for responses without an error.
  static func of(_ status: Status, _ command: String) -> NSError? {
    status == .noError ? nil : NSError(cmbCode: status.rawValue, "\(command): \(status.meaning)")
  }

  static func of(_ failure: TargetFailure) -> NSError {
    switch failure {
    case .noDevice(let reason): NSError(cmbCode: CMBErrorCode.noDevice, reason)
    case .notPermitted(let reason): NSError(cmbCode: CMBErrorCode.cameraNotPermitted, reason)
    case .status(let status): NSError(cmbCode: status.rawValue, status.meaning)
    }
  }
}
