import DMCC
import Dispatch
import Foundation
import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

/// A barcode reader: the device's camera or an attached terminal.
///
/// May be used from any thread. Completions and delegate methods are called on `callbackQueue`.
#if canImport(ObjectiveC)
  @objc(CMBReaderDevice)
  @objcMembers
#endif
public final class CMBReaderDevice: NSObject, Sendable {
  let core: ReaderCore
  private let system: CDMDataManSystem
  private let listener: Locked<DelegateBox>
  #if os(iOS)
    private let background: Locked<BackgroundWatch?>
  #endif

  init(core: ReaderCore) {
    self.core = core
    system = CDMDataManSystem(core: core)
    listener = Locked(DelegateBox(nil))
    #if os(iOS)
      background = Locked(nil)
    #endif
    super.init()
    #if os(iOS)
      let watch = BackgroundWatch { [weak self] in self?.enterBackground() }
      background.withLock { $0 = watch }
    #endif
    core.listen { [weak self] event in self?.hear(event) }
  }

  deinit { core.disconnect() }

  // MARK: Properties

  public var deviceClass: DataManDeviceClass { core.deviceClass }

  public var availability: CMBReaderAvailibility { core.availability }

  public var connectionState: CMBConnectionState { core.connection }

  public weak var delegate: (any CMBReaderDeviceDelegate)? {
    get { listener.withLock { $0 }.delegate }
    set {
      let box = DelegateBox(newValue)
      listener.withLock { $0 = box }
    }
  }

  /// Where completions and delegate methods are called; the main queue unless changed. It should be a serial queue.
  public var callbackQueue: DispatchQueue {
    get { core.queue }
    set { core.queue = newValue }
  }

  /// Results carry the picture that was decoded. Off unless turned on.
  public var imageResultEnabled: Bool {
    get { core.resultTypes.contains(.image) }
    set { enable(.image, newValue) }
  }

  /// Results carry the outline of the symbol as SVG. Off unless turned on.
  #if canImport(ObjectiveC)
    @objc(SVGResultEnabled)
  #endif
  public var svgResultEnabled: Bool {
    get { core.resultTypes.contains(.imageGraphics) }
    set { enable(.imageGraphics, newValue) }
  }

  private func enable(_ type: CDMResultTypes, _ isOn: Bool) {
    core.setResultTypes(isOn ? core.resultTypes.union(type) : core.resultTypes.subtracting(type))
  }

  /// Which meaning of texts results explain. None unless set.
  public var parser: CMBResultParser {
    get { core.parser }
    set { core.parser = newValue }
  }

  /// Why texts are obfuscated; nil: they are not. Its domain is `CMBLicenseErrorDomain`, its codes are those of
  /// `LicenseError`.
  public var licenseError: NSError? { core.licenseError.map { NSError.of($0) } }

  /// The low-level object behind this reader.
  public func dataManSystem() -> CDMDataManSystem? { system }

  // MARK: Connection

  /// Connects; the completion receives nil when that succeeded.
  public func connect(completion: (((any Error)?) -> Void)?) {
    let box = CallbackBox(completion)
    core.connect { error in box.value?(error) }
  }

  public func disconnect() { core.disconnect() }

  /// The application has left the foreground: the reader remains, but has to be connected again.
  package func enterBackground() { core.disconnect() }

  // MARK: Scanning

  public func startScanning() { core.send("TRIGGER ON") { _ in } }

  public func stopScanning() { core.send("TRIGGER OFF") { _ in } }

  /// Plays the sound of a good read.
  public func beep() { core.send("BEEP 1 1") { _ in } }

  // MARK: Events

  private func hear(_ event: ReaderCore.Event) {
    switch event {
    case .availabilityChanged: delegate?.tellAvailability(self)
    case .connectionChanged: delegate?.tellConnection(self)
    case .read(let report, _): delegate?.tellRead(self, CMBReadResults(report, parser: core.parser))
    case .other: break
    }
  }
}
