import DMCC
import DataManLink
import Foundation
import ScanSession

/// Where this system's terminal is attached.
enum SystemPort {
  #if os(iOS)
    static let shared: any ReaderPort = AccessoryPort()
  #else
    /// Names a reader in the network, `host` or `host:port`, that takes the place of an attached terminal.
    private static let variable = "CMB_MX_READER"

    static let shared: any ReaderPort = {
      guard let address = ProcessInfo.processInfo.environment[variable], !address.isEmpty else {
        return EmptyPort("no terminal is attached; \(variable) may name one in the network")
      }
      return NetworkPort(address: address) ?? EmptyPort("\(variable): \(address) is no address")
    }()
  #endif
}
