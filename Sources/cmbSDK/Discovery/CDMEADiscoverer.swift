import Foundation
import ScanSession

#if os(iOS)
  import ExternalAccessory
#endif

// Spelled as documented.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Name of the notification that a terminal was attached; `kCDMAccessory` and `kCDMProtocol` are its keys.
public let CDMCompatibleAccessoryConnected = "cdmAccessoryConnected"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Name of the notification that a terminal has gone; `kCDMAccessory` and `kCDMProtocol` are its keys.
public let CDMCompatibleAccessoryDisconnected = "cdmAccessoryDisconnected"
/// Key of the accessory in both notifications.
public let kCDMAccessory = "accessory"
/// Key of the name of the protocol that it speaks.
public let kCDMProtocol = "protocol"

/// Tells which terminals are attached to this device. Where there are no accessories there never is one.
#if canImport(ObjectiveC)
  @objc(CDMEADiscoverer)
  @objcMembers
#endif
public final class CDMEADiscoverer: NSObject, Sendable {
  private static let instance = CDMEADiscoverer()
  /// Observers of the system's notifications, while discovery runs.
  private let observers = Locked<[CallbackBox<any NSObjectProtocol>]>([])

  private override init() { super.init() }

  #if canImport(ObjectiveC)
    @objc(sharedDiscoverer)
  #endif
  public static func shared() -> CDMEADiscoverer { instance }

  /// Terminals that are attached.
  public var compatibleAccessories: [EAAccessory] {
    #if os(iOS)
      EAAccessoryManager.shared().connectedAccessories.filter { Self.isCompatible($0) }
    #else
      []
    #endif
  }

  /// Posts notifications from now on.
  public func startDiscovery() {
    #if os(iOS)
      guard observers.withLock({ $0.isEmpty }) else { return }
      EAAccessoryManager.shared().registerForLocalNotifications()
      let made = [
        observer(of: .EAAccessoryDidConnect, posting: CDMCompatibleAccessoryConnected),
        observer(of: .EAAccessoryDidDisconnect, posting: CDMCompatibleAccessoryDisconnected),
      ]
      observers.withLock { $0 = made }
    #endif
  }

  /// Posts no more notifications.
  public func stopDiscovery() {
    let old = observers.withLock { observers in
      defer { observers = [] }
      return observers
    }
    for observer in old { NotificationCenter.default.removeObserver(observer.value) }
  }

  #if os(iOS)
    private static func isCompatible(_ accessory: EAAccessory) -> Bool {
      accessory.protocolStrings.contains(AccessoryPort.protocolName)
    }

    private func observer(
      of name: NSNotification.Name, posting ours: String
    ) -> CallbackBox<any NSObjectProtocol> {
      CallbackBox(
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
          guard let self, let accessory = notification.userInfo?[EAAccessoryKey] as? EAAccessory,
            Self.isCompatible(accessory)
          else { return }
          NotificationCenter.default.post(
            name: NSNotification.Name(ours), object: self,
            userInfo: [kCDMAccessory: accessory, kCDMProtocol: AccessoryPort.protocolName])
        })
    }
  #endif
}
