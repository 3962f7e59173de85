@_exported import Foundation

open class EAAccessory: NSObject, @unchecked Sendable { public var protocolStrings: [String] { [] } }
open class EAAccessoryManager: NSObject, @unchecked Sendable {
  public static func shared() -> EAAccessoryManager { EAAccessoryManager() }
  public var connectedAccessories: [EAAccessory] { [] }
  public func registerForLocalNotifications() {}
}
open class EASession: NSObject {
  public init?(accessory: EAAccessory, forProtocol name: String) { nil }
  public var inputStream: InputStream? { nil }
  public var outputStream: OutputStream? { nil }
}
extension NSNotification.Name {
  public static let EAAccessoryDidConnect = NSNotification.Name("")
  public static let EAAccessoryDidDisconnect = NSNotification.Name("")
}
public let EAAccessoryKey = ""
