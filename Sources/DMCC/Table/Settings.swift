import BarcodeCore

/// Values of the settings of one scope; those that were never set have their default.
package struct Settings: Sendable, Hashable {
  package let storage: CommandSpec.Storage
  private var changed: [String: [Value]] = [:]

  package init(_ storage: CommandSpec.Storage) { self.storage = storage }

  /// The values of a setting, whose name is in capitals; empty for names that are none.
  package func values(_ name: String) -> [Value] { changed[name] ?? CommandTable.defaults(name) }

  package mutating func set(_ name: String, _ values: [Value]) { changed[name] = values }

  /// Everything back to the defaults of the table.
  package mutating func reset() { changed = [:] }

  package func isOn(_ name: String) -> Bool { values(name).first == .toggle(true) }

  /// The number at a place of a setting's values; 0 when there is none.
  package func number(_ name: String, at index: Int = 0) -> Int {
    let values = values(name)
    if index < values.count, case .integer(let number) = values[index] { return number }
    return 0
  }

  /// The symbologies to look for, by all switches and switches of members.
  package var symbologies: SymbologySet {
    var result: SymbologySet = []
    for row in SymbologySwitch.table where isOn(row.name) { result.formUnion(row.symbologies) }
    for row in SubSwitch.table where !isOn(row.name) { result.subtract(row.symbologies) }
    return result
  }
}
