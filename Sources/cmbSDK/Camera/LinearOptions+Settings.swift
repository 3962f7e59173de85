import DMCC
import ScanSession

extension LinearOptions {
  /// What the settings of single symbologies ask for.
  init(_ settings: Settings) {
    self.init()
    code39.check = CheckOptions(settings, "C39")
    code39.characters = settings.isOn("C39.ASCII") ? .automatic : .standard
    code39.convertsToCode32 = settings.isOn("SYMBOL.C39-CONVERT-TO-C32")
    code93.isFullASCII = settings.isOn("C93.ASCII")
    interleaved = CheckOptions(settings, "I2O5")
    if settings.readsITF14Alone {
      // Its last digit is a check digit and part of its content.
      interleaved.isRequired = true
      interleaved.isTransmitted = true
    }
    code25 = CheckOptions(settings, "C25")
    codabar.check = CheckOptions(settings, "CODABAR")
    code11.check = Code11Options.Check(settings)
    msi.check = CheckOptions(settings, "MSI")
    msi.scheme = MSIOptions.Scheme(number: settings.number("MSI.CHKCHAR-OPTION"))
    telepen.isNumeric = settings.isOn("TELEPEN.FORCE-NUMERIC")
    for row in SymbologySwitch.table {
      if let range = settings.codeSize(of: row) { for member in row.own { lengths[member] = range } }
      let name = row.shortName + ".QZ-SIZE"
      if CommandTable.row(name) != nil {
        for member in row.own { quietZones[member] = settings.number(name) }
      }
    }
  }
}

extension CheckOptions {
  init(_ settings: Settings, _ name: String) {
    self.init()
    isRequired = settings.isOn(name + ".CHKCHAR")
    isTransmitted = settings.isOn(name + ".XMTCHK")
  }
}

extension Code11Options.Check {
  init(_ settings: Settings) {
    switch settings.isOn("C11.CHKCHAR") ? settings.number("C11.CHKCHAR-OPTION") : 0 {
    case 1: self = .one
    case 2: self = .two
    default: self = .ignored
    }
  }
}

extension MSIOptions.Scheme {
  /// In the order of `MSI.CHKCHAR-OPTION`.
  private static let numbered: [Self] = [.mod10, .mod10mod10, .mod11IBM, .mod11NCR, .mod11IBMmod10, .mod11NCRmod10]

  init(number: Int) { self = Self.numbered.indices.contains(number) ? Self.numbered[number] : .mod10 }
}

extension SymbologySwitch {
  /// Before the names of its options.
  var shortName: String { String(name.dropFirst("SYMBOL.".count)) }

  /// Members that no other switch names: families share most of theirs with switches that rule them.
  var own: [Symbology] { Self.owned[name] ?? [] }

  private static let owned: [String: [Symbology]] = Dictionary(grouping: Symbology.allCases) {
    SymbologySwitch.row(reporting: $0)?.name ?? ""
  }
}

extension Settings {
  /// Numbers of characters that a switch's symbologies may have; nil: those that the reader takes by itself.
  func codeSize(of row: SymbologySwitch) -> ClosedRange<Int>? {
    if row.symbologies == [.itf], readsITF14Alone { return 14...14 }
    let name = row.shortName + ".CODESIZE"
    guard values(name).first == .toggle(false) else { return nil }
    // Cameras take the least number alone for all kinds of 2 of 5.
    let isTwoOfFive = row.shortName == "I2O5" || row.shortName == "C25"
    let (least, most) = (number(name, at: 1), isTwoOfFive ? Self.mostCharacters : number(name, at: 2))
    return least <= most ? least...most : nil
  }

  /// More than any symbol of bars has.
  private static let mostCharacters = 255

  /// Of interleaved symbols those of 14 digits are wanted, and no others.
  var readsITF14Alone: Bool { isOn("SYMBOL.ITF14") && !isOn("SYMBOL.I2O5") && !isOn("SYMBOL.C25") }
}
