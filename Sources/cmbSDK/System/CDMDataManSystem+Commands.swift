import DMCC
import Foundation

#if canImport(UIKit)
  import UIKit
#endif

extension CDMDataManSystem {
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

  /// Sends commands one after the other, each when the one before was answered, whatever the answer is. False when the
  /// reader is not connected.
  ///
  /// - Parameter commands: texts; what is none is left out.
  @discardableResult
  public func sendBatchCommands(_ commands: [Any], completed complete: @escaping () -> Void) -> Bool {
    let texts = commands.compactMap { $0 as? String }
    sendNext(of: texts[...], CallbackBox(complete))
    return isConnected
  }

  private func sendNext(of commands: ArraySlice<String>, _ complete: CallbackBox<() -> Void>) {
    guard let command = commands.first else {
      return core.queue.async { complete.value() }
    }
    core.send(command) { [self] _ in sendNext(of: commands.dropFirst(), complete) }
  }

  // MARK: Camera

  /// Moves the preview to another view; nil: full screen. An error for readers that are no cameras.
  public func setCameraPreviewContainer(_ previewContainer: UIView?, completion: (((any Error)?) -> Void)?) {
    let box = CallbackBox(completion)
    guard let camera = core.camera else { return tellNoCamera(box) }
    camera.movePreview(to: CallbackBox(previewContainer))
    core.queue.async { box.value?(nil) }
  }

  /// The range of `setCameraExposureCompensation`: lowest and highest value, and step; the camera must have been
  /// started once. An error for readers that are no cameras or have no such control.
  public func getCameraExposureCompensationRange(completion: @escaping ([NSNumber]?, (any Error)?) -> Void) {
    let box = CallbackBox(completion)
    guard let camera = core.camera else { return tellNoCamera(CallbackBox({ box.value(nil, $0) })) }
    let queue = core.queue
    camera.exposureRange { range in
      queue.async {
        guard let range else { return box.value(nil, NSError.of(.invalidParameter, "exposure compensation")) }
        box.value([range.lower, range.upper, range.step].map { NSNumber(value: $0) }, nil)
      }
    }
  }

  /// Makes pictures brighter or darker than automatic exposure would, in powers of two.
  public func setCameraExposureCompensation(_ exposureCompensation: Float, completion: (((any Error)?) -> Void)?) {
    let box = CallbackBox(completion)
    guard let camera = core.camera else { return tellNoCamera(box) }
    camera.setExposure(Double(exposureCompensation))
    core.queue.async { box.value?(nil) }
  }

  private func tellNoCamera(_ box: CallbackBox<(((any Error)?) -> Void)?>) {
    core.queue.async { box.value?(NSError(cmbCode: CMBErrorCode.noPreview, "only camera readers have a preview")) }
  }
}
