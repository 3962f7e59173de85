import CMBTypes
import DMCC
import DataManLink
import Dispatch
import Foundation
import ScanSession

/// Finds readers in the network: those whose addresses the environment variable `CMB_MX_READER` names, several with
/// commas between them. The packets by which readers announce themselves are not public, so nobody is found by itself.
#if canImport(ObjectiveC)
  @objc(CNMEthernetSystemDiscoverer)
  @objcMembers
#endif
public final class CNMEthernetSystemDiscoverer: NSObject, Sendable {
  private let state: Locked<State>
  private let queue: DispatchQueue

  private struct State {
    var delegate: DiscoveryDelegateBox
    var isOpen = false
    let directory: any ReaderDirectory
  }

  /// - Parameter delegate: hears about readers, on the main queue.
  public convenience init(delegate: (any CNMSystemDiscoveredDelegate)?) {
    self.init(delegate: delegate, directory: KnownReaders(addresses: SystemPort.addresses), queue: .main)
  }

  package init(
    delegate: (any CNMSystemDiscoveredDelegate)?, directory: any ReaderDirectory, queue: DispatchQueue
  ) {
    state = Locked(State(delegate: DiscoveryDelegateBox(delegate), directory: directory))
    self.queue = queue
    super.init()
  }

  #if canImport(ObjectiveC)
    @objc(ethernetSystemDiscovererWithDelegate:)
  #endif
  public static func ethernetSystemDiscoverer(
    with delegate: (any CNMSystemDiscoveredDelegate)?
  ) -> CNMEthernetSystemDiscoverer { CNMEthernetSystemDiscoverer(delegate: delegate) }

  /// Begins to take queries.
  ///
  /// - Parameter interface: accepted for compatibility; the system chooses the way to each address.
  @discardableResult
  public func open(withNetworkInterface interface: String?) -> Bool {
    state.withLock { $0.isOpen = true }
    return true
  }

  /// Tells of no more readers.
  public func close() { state.withLock { $0.isOpen = false } }

  /// Looks for readers of a type; without effect unless open.
  public func startDeviceQuery(withDeviceTypeFilter filter: CNMCogNamerDeviceType) {
    guard let directory = state.withLock({ $0.isOpen ? $0.directory : nil }) else { return }
    directory.search { [weak self] found in
      if found.matches(filter) { self?.tell(found) }
    }
  }

  /// - Parameter discoverMisconfigured: accepted for compatibility; only readers that can be reached are found.
  public func startDeviceQuery(withDeviceTypeFilter filter: CNMCogNamerDeviceType, discoverMisconfigured: Bool) {
    startDeviceQuery(withDeviceTypeFilter: filter)
  }

  private func tell(_ found: FoundReader) {
    let device = CNMCogNamerDevice(found)
    queue.async { [weak self] in
      guard let self, state.withLock({ $0.isOpen }) else { return }
      state.withLock { $0.delegate }.delegate?.deviceDiscovered(device)
    }
  }

  /// Restarts a reader, by a command.
  ///
  /// - Parameter macAddress: accepted for compatibility; the reader is found by its address in the network.
  public func sendRestartPacket(
    toIpAddress ipAddress: String, withMacAddress macAddress: Data?, username: String?, password: String?
  ) {
    let reader = LinkedReader(port: NetworkPort(host: ipAddress, port: NetworkPort.usualPort))
    let credentials = password.map { Credentials(user: username ?? "admin", password: $0) }
    reader.open(credentials, push: { _ in }) { failure in
      guard failure == nil else { return }
      reader.perform(Command(.action, "REBOOT")) { _ in reader.close {} }
    }
  }

  /// Does nothing: there is no public way to reach a reader without an address.
  public func sendFlashPacket(withMacAddress macAddress: Data?) {}

  /// Does nothing: there is no public way to reach a reader without an address.
  public func sendNetworkConfiguration(
    toMacAddress macAddress: Data?, username: String?, password: String?, hostName: String?, useDHCP: Bool,
    ipAddress: String?, subNetMask: String?, gateway: String?, dns: String?, domainName: String?
  ) {}
}
