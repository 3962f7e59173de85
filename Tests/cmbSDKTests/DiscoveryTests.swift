import DataManLink
import Foundation
import ScanSession
import Testing
import cmbSDK

@Suite(.timeLimit(.minutes(1)))
struct DiscoveryTests {
  private final class Listener: CNMSystemDiscoveredDelegate {
    let found = Locked<[CNMCogNamerDevice]>([])
    func deviceDiscovered(_ device: CNMCogNamerDevice) { found.withLock { $0.append(device) } }
  }

  private static let ports: [(host: String, number: Int, port: any ReaderPort)] = [
    ("10.0.0.7", 23, SimulatedPort(TerminalTarget())), ("169.254.1.1", 2300, EmptyPort("nobody")),
  ]

  /// Readers that answer are told of, with what they say of themselves; others are not.
  @Test func findsReaders() async throws {
    let listener = Listener()
    let discoverer = CNMEthernetSystemDiscoverer(
      delegate: listener, directory: KnownReaders(Self.ports), queue: namedQueue("discovery"))
    // Without effect before the opening.
    discoverer.startDeviceQuery(withDeviceTypeFilter: kCNMDeviceTypeAny)
    #expect(discoverer.open(withNetworkInterface: nil))
    discoverer.startDeviceQuery(withDeviceTypeFilter: kCNMDeviceTypeDataManAny, discoverMisconfigured: true)
    while listener.found.withLock({ $0.isEmpty }) { await pause() }
    let device = try #require(listener.found.withLock { $0.first })
    #expect(device.ipAddress == "10.0.0.7" && device.port == 23)
    #expect(device.type.hasPrefix("MX-") && !device.serialNumber.isEmpty && !device.firmwareVersion.isEmpty)
    #expect(!device.isLinkLocalIP && device.scope == kUnknown)
    discoverer.startDeviceQuery(withDeviceTypeFilter: kCNMDeviceTypeInSightAny)
    discoverer.close()
    discoverer.startDeviceQuery(withDeviceTypeFilter: kCNMDeviceTypeAny)
    for _ in 0..<20 { await pause() }
    #expect(listener.found.withLock { $0.count } == 1)
  }

  @Test func types() {
    var reader = FoundReader(host: "a", port: 23)
    for (model, type) in [
      ("MX-1000", kCNMDeviceTypeMX_1000), ("MX-1502", kCNMDeviceTypeMX_1500), ("DM475V", kCNMDeviceTypeDataManAny),
    ] {
      reader.model = model
      #expect(reader.deviceType == type)
      #expect(reader.matches(type) && reader.matches(kCNMDeviceTypeAny) && reader.matches(kCNMDeviceTypeDataManAny))
      #expect(!reader.matches(kCNMDeviceTypeInSightAny) && !reader.matches(kCNMDeviceTypeDataMan360))
    }
  }

  /// Without accessories there is nothing to find, and nothing breaks.
  @Test func accessories() {
    let discoverer = CDMEADiscoverer.shared()
    discoverer.startDiscovery()
    #expect(discoverer.compatibleAccessories.isEmpty)
    discoverer.stopDiscovery()
    #expect(CDMCompatibleAccessoryConnected == "cdmAccessoryConnected" && kCDMAccessory == "accessory")
    #expect(CDMCompatibleAccessoryDisconnected == "cdmAccessoryDisconnected" && kCDMProtocol == "protocol")
  }

  @Test func readersOfAccessories() async {
    let system = CDMDataManSystem.dataManSystem(with: EAAccessory(), delegate: nil)
    #expect(system.deviceClass == DataManDeviceClass_MX)
    #expect(!system.isConnected)
  }
}
