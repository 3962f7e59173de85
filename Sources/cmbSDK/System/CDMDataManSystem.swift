import DMCC
import Dispatch
import Foundation
import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

/// The low-level side of a reader: its command language, and results in parts.
///
/// May be used from any thread. Callbacks and delegate methods are called on the reader's callback queue.
#if canImport(ObjectiveC)
  @objc(CDMDataManSystem)
  @objcMembers
#endif
public final class CDMDataManSystem: NSObject, Sendable {
  let core: ReaderCore
  private let listener = Locked(SystemDelegateBox(nil))
  private let heartbeat: Heartbeat
  private let liveImage: LiveImage

  init(core: ReaderCore) {
    self.core = core
    heartbeat = Heartbeat(core: core)
    liveImage = LiveImage(core: core)
    super.init()
    core.listen { [weak self] event in self?.hear(event) }
  }

  deinit {
    heartbeat.stop()
    liveImage.stop()
    core.disconnect()
  }

  /// The version of this software.
  public static func getVersion() -> String { SDKVersion.current }

  // MARK: Properties

  public var deviceClass: DataManDeviceClass { core.deviceClass }

  public var connectionState: CDMConnectionState {
    CDMConnectionState(rawValue: CDMConnectionState.RawValue(core.connection.rawValue)) ?? .disconnected
  }

  public var isConnected: Bool { core.connection == CMBConnectionStateConnected }

  public weak var delegate: (any CDMDataManSystemDelegate)? {
    get { listener.withLock { $0 }.delegate }
    set {
      let box = SystemDelegateBox(newValue)
      listener.withLock { $0 = box }
    }
  }

  /// What a read delivers.
  public var resultTypes: CDMResultTypes {
    get { core.resultTypes }
    set { core.setResultTypes(newValue) }
  }

  /// Seconds to wait for the answer to a command, and for a connection. 5 unless changed.
  public var timeout: TimeInterval {
    get { core.timeout }
    set { core.timeout = newValue }
  }

  // MARK: Connection

  /// Connects; the delegate hears how that went. False when the reader is already connected, or on its way.
  @discardableResult
  public func connect() -> Bool { core.connect { _ in } }

  /// Connects to a reader that asks for a password. Without a name it is `admin`.
  @discardableResult
  public func connect(withUsername username: String?, password: String?) -> Bool {
    core.connect(password.map { Credentials(user: username ?? "admin", password: $0) }) { _ in }
  }

  public func disconnect() { core.disconnect() }

  /// Whether results are passed on; those that come while they are not are gone.
  public func acceptIncomingConnection(_ accept: Bool) { core.acceptsResults = accept }

  // MARK: Heartbeat and live image

  public var isHeartbeatEnabled: Bool { heartbeat.isOn }

  /// Asks the reader every so many seconds whether it is still there; the delegate hears when no answer comes before
  /// the next question.
  public func enableHeartbeat(withInterval interval: TimeInterval) {
    heartbeat.start(every: interval) { [weak self] in
      guard let self else { return }
      delegate?.tellMissedHeartbeat(self)
    }
  }

  public func disableHeartbeat() { heartbeat.stop() }

  public var isLiveImageEnabled: Bool { liveImage.isOn }

  /// Gives the pictures that the reader sees while it scans, one after the other, as fast as they are taken.
  #if canImport(ObjectiveC)
    @objc(enableLiveImageWithFormat:imageSize:imageQuality:callback:)
  #endif
  public func enableLiveImage(
    with imageFormat: CDMImageFormat, imageSize: CDMImageSize, imageQuality quality: CDMImageQuality,
    callback: ((UIImage?, CDMResponse) -> Void)?
  ) {
    liveImage.start(format: imageFormat.rawValue, size: imageSize.rawValue, quality: quality.rawValue, callback)
  }

  public func disableLiveImage() { liveImage.stop() }

  // MARK: Events

  private func hear(_ event: ReaderCore.Event) {
    guard let delegate else { return }
    switch event {
    case .connectionChanged(CMBConnectionStateConnected, _):
      delegate.dataManSystemDidConnect(self)
    case .connectionChanged(CMBConnectionStateDisconnected, let error):
      delegate.dataManSystemDidDisconnect(self, withError: error)
    case .connectionChanged, .availabilityChanged:
      break
    case .read(let report, let types):
      tell(delegate, report, types)
    case .other(.trainingResult, let payload):
      delegate.tell(self, training: String(decoding: payload, as: UTF8.self))
    case .other(.event, let payload):
      delegate.tell(self, event: Data(payload))
    case .other:
      break
    }
  }

  private func tell(_ delegate: any CDMDataManSystemDelegate, _ report: ReadReport, _ types: CDMResultTypes) {
    let id = Int32(truncatingIfNeeded: report.number)
    if types.contains(.readString) {
      let text = report.symbols.first { $0.isGood }?.text ?? ""
      delegate.dataManSystem(self, didReceiveRead: text, withId: id)
    }
    if types.contains(.readXml) { delegate.tell(self, xml: Data(report.xml.utf8), id) }
    if types.contains(.xmlStatistics), let statistics = report.statistics {
      delegate.tell(self, statistics: Data(statistics.utf8))
    }
    if types.contains(.image), let image = report.picture.flatMap({ UIImage($0) }) {
      delegate.dataManSystem(self, didReceive: image, withId: id)
    }
    if types.contains(.imageGraphics), let graphics = report.graphics {
      delegate.tell(self, graphics: Data(graphics.utf8), id)
    }
  }
}

/// The version of this software.
package enum SDKVersion {
  package static let current = "0.1.0"
}
