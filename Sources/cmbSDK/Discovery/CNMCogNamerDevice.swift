import CMBTypes
import Foundation

/// A reader that network discovery has found. An immutable value; what is not known is empty.
#if canImport(ObjectiveC)
  @objc(CNMCogNamerDevice)
  @objcMembers
#endif
public final class CNMCogNamerDevice: NSObject, Sendable {
  public let deviceType: CNMCogNamerDeviceType
  /// The model, as the reader calls itself.
  public let type: String
  public let name: String
  public let ipAddress: String
  /// The port for commands.
  public let port: Int32
  public let subnetMask: String
  public let defaultGateway: String
  /// Six pairs of hexadecimal digits.
  public let macAddressFormatted: String
  public let macAddress: Data
  public let serialNumber: String
  public let isDhcpEnabled: Bool
  public let modelNumber: String
  public let firmwareVersion: String
  public let systemDescription: String
  public let isLinkLocalIP: Bool
  public let domain: String
  public let dnsServer: String
  public let scope: EthernetDeviceScope

  init(_ found: FoundReader) {
    deviceType = found.deviceType
    type = found.model
    name = found.name
    ipAddress = found.host
    port = Int32(clamping: found.port)
    serialNumber = found.serial
    modelNumber = found.model
    firmwareVersion = found.firmware
    isLinkLocalIP = found.host.hasPrefix("169.254.")
    scope = isLinkLocalIP ? kLinkLocal : kUnknown
    subnetMask = ""
    defaultGateway = ""
    macAddressFormatted = ""
    macAddress = Data()
    isDhcpEnabled = false
    systemDescription = ""
    domain = ""
    dnsServer = ""
    super.init()
  }
}

/// Hears about readers in the network, on the main queue.
#if canImport(ObjectiveC)
  @objc(CNMSystemDiscoveredDelegate)
#endif
public protocol CNMSystemDiscoveredDelegate: AnyObject {
  #if canImport(ObjectiveC)
    @objc(deviceDiscovered:)
  #endif
  func deviceDiscovered(_ device: CNMCogNamerDevice)
}
