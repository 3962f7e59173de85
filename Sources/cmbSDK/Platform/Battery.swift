import Foundation
import ScanSession

#if os(iOS)
  import UIKit
#endif

/// The battery of this device.
enum Battery {
  /// Charge in percent; nil where there is no battery, and on iOS until it was asked for the first time.
  @Sendable
  static func charge() -> Int? {
    #if os(iOS)
      let known = level.withLock { $0 }
      Task { @MainActor in
        UIDevice.current.isBatteryMonitoringEnabled = true
        let now = UIDevice.current.batteryLevel
        level.withLock { $0 = now < 0 ? nil : Int((now * 100).rounded()) }
      }
      return known
    #else
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.sorted().lazy.compactMap { capacity(folder + "/" + $0 + "/capacity") }.first
    #endif
  }

  #if os(iOS)
    private static let level = Locked<Int?>(nil)
  #else
    /// Where Linux tells of batteries; other systems have no such folder.
    private static let folder = "/sys/class/power_supply"

    static func capacity(_ path: String) -> Int? {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        let percent = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
      else { return nil }
      return min(100, max(0, percent))
    }
  #endif
}
