import CMBTypes
import DMCC
import DataManLink
import Foundation

/// What is known of a reader in the network.
package struct FoundReader: Sendable, Hashable {
  package var host: String
  package var port: Int
  package var model = ""
  package var name = ""
  package var serial = ""
  package var firmware = ""

  package init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// By the model that the reader names.
  package var deviceType: CNMCogNamerDeviceType {
    if model.hasPrefix("MX-1000") { return kCNMDeviceTypeMX_1000 }
    if model.hasPrefix("MX-15") { return kCNMDeviceTypeMX_1500 }
    return kCNMDeviceTypeDataManAny
  }

  /// Whether a query for this type means the reader: the very type, or its whole family.
  package func matches(_ filter: CNMCogNamerDeviceType) -> Bool {
    if filter == kCNMDeviceTypeAny || filter == deviceType { return true }
    let subtypes = kCNMDeviceTypeSubtypeMask.rawValue
    return filter.rawValue & subtypes == 0 && filter.rawValue == deviceType.rawValue & ~subtypes
  }
}

/// Where to look for readers in the network.
package protocol ReaderDirectory: Sendable {
  /// Looks around once and tells of each reader that answers, from any thread.
  func search(_ found: @escaping @Sendable (FoundReader) -> Void)
}

/// Readers whose addresses are known: asks them what they are.
package struct KnownReaders: ReaderDirectory {
  private let places: [(host: String, port: Int, reader: LinkedReader)]

  /// - Parameter addresses: `host` or `host:port`.
  package init(addresses: [String]) {
    self.init(addresses.compactMap { NetworkPort(address: $0).map { ($0.host, $0.port, $0) } })
  }

  package init(_ ports: [(host: String, number: Int, port: any ReaderPort)]) {
    places = ports.map { ($0.host, $0.number, LinkedReader(port: $0.port)) }
  }

  package func search(_ found: @escaping @Sendable (FoundReader) -> Void) {
    for place in places {
      let reader = place.reader
      reader.open(nil, push: { _ in }) { failure in
        guard failure == nil else { return }
        Self.ask(reader, Self.questions[...], FoundReader(host: place.host, port: place.port)) { known in
          found(known)
          reader.close {}
        }
      }
    }
  }

  private typealias Question = (name: String, answer: WritableKeyPath<FoundReader, String> & Sendable)

  private static let questions: [Question] = [
    ("DEVICE.TYPE", \.model), ("DEVICE.NAME", \.name), ("DEVICE.SERIAL-NUMBER", \.serial),
    ("DEVICE.FIRMWARE-VER", \.firmware),
  ]

  private static func ask(
    _ reader: LinkedReader, _ questions: ArraySlice<Question>, _ known: FoundReader,
    _ done: @escaping @Sendable (FoundReader) -> Void
  ) {
    guard let question = questions.first else { return done(known) }
    reader.perform(Command(.get, question.name)) { response in
      var known = known
      if response.status == .noError { known[keyPath: question.answer] = response.text }
      ask(reader, questions.dropFirst(), known, done)
    }
  }
}
