import DMCC
import Foundation
import ScanSession

/// The low-level side of a reader: its command language.
#if canImport(ObjectiveC)
  @objc(CDMDataManSystem)
  @objcMembers
#endif
public final class CDMDataManSystem: NSObject, Sendable {
  private let core: ReaderCore

  init(core: ReaderCore) {
    self.core = core
    super.init()
  }

  /// The version of this software.
  public static func getVersion() -> String { SDKVersion.current }

  public var deviceClass: DataManDeviceClass { core.deviceClass }

  public var connectionState: CDMConnectionState {
    CDMConnectionState(rawValue: CDMConnectionState.RawValue(core.connection.rawValue)) ?? .disconnected
  }

  public var isConnected: Bool { core.connection == CMBConnectionStateConnected }

  /// What a read delivers.
  public var resultTypes: CDMResultTypes {
    get { core.resultTypes }
    set { core.setResultTypes { $0 = newValue } }
  }

  /// Seconds to wait for the answer to a command.
  public var timeout: TimeInterval {
    get { core.timeout }
    set { core.timeout = newValue }
  }

  /// Sends a command. False when the reader is not connected.
  @discardableResult
  public func sendCommand(_ command: String) -> Bool { core.send(command) { _ in } }

  /// Sends a command; the callback receives the answer, one that tells of a failure included.
  @discardableResult
  public func sendCommand(_ command: String, withCallback callback: ((CDMResponse?) -> Void)?) -> Bool {
    sendCommand(command, with: nil, timeout: timeout, expectBinaryResponse: false, callback: callback)
  }

  /// Sends a command with attached bytes.
  ///
  /// - Parameters:
  ///   - timeout: seconds to wait for the answer; 0: for ever.
  ///   - expectBinaryResponse: the answer's payload is bytes, not text.
  @discardableResult
  #if canImport(ObjectiveC)
    @objc(sendCommand:withData:timeout:expectBinaryResponse:callback:)
  #endif
  public func sendCommand(
    _ command: String, with data: Data?, timeout: TimeInterval, expectBinaryResponse: Bool,
    callback: ((CDMResponse?) -> Void)?
  ) -> Bool {
    let box = CallbackBox(callback)
    return core.send(command, data: data.map { Array($0) } ?? [], timeout: timeout) { response in
      box.value?(CDMResponse(response, isBinary: expectBinaryResponse))
    }
  }
}

/// The version of this software.
package enum SDKVersion {
  package static let current = "0.1.0"
}
