import Foundation
import ScanSession

/// Keeps what an accessory says about itself for some days.
package final class IdentityCache: Sendable {
  /// Where it is kept beyond the life of the process.
  package struct Store: Sendable {
    package var load: @Sendable () -> [String: String]?
    package var save: @Sendable ([String: String]) -> Void

    package init(
      load: @escaping @Sendable () -> [String: String]?, save: @escaping @Sendable ([String: String]) -> Void
    ) {
      self.load = load
      self.save = save
    }

    /// The application's settings.
    package static let application: Store = {
      let key = "opencmb.aimer"
      return Store(
        load: { UserDefaults.standard.dictionary(forKey: key) as? [String: String] },
        save: { UserDefaults.standard.set($0, forKey: key) })
    }()

    /// Nothing outlives the process.
    package static var none: Store { Store(load: { nil }, save: { _ in }) }
  }

  /// Seconds until it is read again: 7 days.
  private static let lifetime = 7.0 * 86_400
  private static let timeKey = "TIME"

  private let store: Store
  /// Seconds since 1970.
  private let now: @Sendable () -> Double

  package init(store: Store = .none, now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }) {
    self.store = store
    self.now = now
  }

  /// What is known and not too old.
  var values: [String: String]? {
    guard var known = store.load(), let time = known.removeValue(forKey: Self.timeKey).flatMap(Double.init),
      !known.isEmpty, (0..<Self.lifetime).contains(now() - time)
    else { return nil }
    return known
  }

  /// What was read just now; nothing changes where that is still known.
  func keep(_ identity: [String: String]) {
    guard !identity.isEmpty, values != identity else { return }
    store.save(identity.merging([Self.timeKey: String(now())]) { _, new in new })
  }
}
