import BarcodeCore

/// One row of the switch table: what a `SYMBOL.…` command turns on and off.
package struct SymbologySwitch: Sendable, Hashable {
  /// The command's name.
  package let name: String
  /// Raw value of `CMBSymbology`; nil for switches that it does not have.
  package let rawValue: UInt?
  package let meaning: Meaning
  /// Name for people, also the `symbology` of result XML.
  package let title: String

  package enum Meaning: Sendable, Hashable {
    /// Several symbologies, read independently of one another.
    case symbologies(SymbologySet)
    /// Code 39 is reported as Code 32 where it is one.
    case convertsCode39ToCode32
    /// Known by name; no camera reader reads it.
    case nothing
  }

  init(_ name: String, _ rawValue: UInt?, _ meaning: Meaning, _ title: String) {
    self.name = name
    self.rawValue = rawValue
    self.meaning = meaning
    self.title = title
  }

  init(_ name: String, _ rawValue: UInt?, _ symbologies: SymbologySet, _ title: String) {
    self.init(name, rawValue, .symbologies(symbologies), title)
  }

  /// The symbologies that it turns on.
  package var symbologies: SymbologySet {
    if case .symbologies(let set) = meaning { set } else { [] }
  }

  /// The row of a raw value of `CMBSymbology`.
  package static func row(rawValue: UInt) -> SymbologySwitch? { table.first { $0.rawValue == rawValue } }

  /// The row under which a symbology is reported: the first that covers it and has a raw value.
  package static func row(reporting symbology: Symbology) -> SymbologySwitch? {
    table.first { $0.rawValue != nil && $0.symbologies.contains(symbology) }
  }
}

/// A switch of one member of a family; it counts only while the family is on.
package struct SubSwitch: Sendable, Hashable {
  package let name: String
  package let symbologies: SymbologySet
  package let isOnByDefault: Bool
  package let help: String

  init(_ name: String, _ symbologies: SymbologySet, _ isOnByDefault: Bool, _ help: String) {
    self.name = name
    self.symbologies = symbologies
    self.isOnByDefault = isOnByDefault
    self.help = help
  }
}
