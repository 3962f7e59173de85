import Foundation

/// A serial number by which this device is told from others; always the same on one installation.
enum DeviceSerial {
  static let own: String = {
    #if canImport(Darwin)
      let kept = UserDefaults.standard.dictionary(forKey: name)?[name] as? String
      let own = kept ?? number(from: UInt64.random(in: 0...UInt64.max))
      if kept == nil { UserDefaults.standard.set([name: own], forKey: name) }
      return own
    #else
      let machine = (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)) ?? ""
      // The identifier itself is not to be told to others. FNV-1a.
      let hash = machine.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      return number(from: hash)
    #endif
  }()

  #if canImport(Darwin)
    private static let name = "CMBSerialNumber"
  #endif

  /// Three letters and seven digits.
  private static func number(from value: UInt64) -> String {
    let digits = String(value % 10_000_000)
    return "CMB" + String(repeating: "0", count: 7 - digits.count) + digits
  }
}
