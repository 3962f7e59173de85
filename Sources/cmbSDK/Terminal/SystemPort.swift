import DMCC
import DataManLink
import Foundation
import ScanSession

#if os(iOS)
  import ExternalAccessory
#endif

/// Where this system's terminal is attached.
enum SystemPort {
  #if os(iOS)
    static let shared: any ReaderPort = AccessoryPort()
  #else
    static let shared: any ReaderPort = {
      guard let address = addresses.first else {
        return EmptyPort("no terminal is attached; \(variable) may name one in the network")
      }
      return NetworkPort(address: address) ?? EmptyPort("\(variable): \(address) is no address")
    }()
  #endif

  /// Names readers in the network, each `host` or `host:port`, with commas between them. Where there are no accessories
  /// the first takes the place of an attached terminal.
  private static let variable = "CMB_MX_READER"

  /// Addresses of readers in the network.
  static var addresses: [String] {
    (ProcessInfo.processInfo.environment[variable] ?? "").split(separator: ",").map(String.init)
  }

  /// A terminal that the application chose.
  static func port(of accessory: EAAccessory) -> any ReaderPort {
    #if os(iOS)
      AccessoryPort(accessory)
    #else
      EmptyPort("this system has no accessories")
    #endif
  }
}
