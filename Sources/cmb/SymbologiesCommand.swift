import BarcodeEngine

/// `cmb symbologies`: lists what is read, and what `--symbology` knows but this version does not read.
enum SymbologiesCommand {
  static func run(_ arguments: [String]) -> ExitStatus {
    guard arguments.isEmpty else {
      Output.error("cmb symbologies takes no arguments\n")
      return .failure
    }
    for symbology in Symbology.allCases {
      var line = symbology.rawValue
      line += String(repeating: " ", count: max(1, 26 - line.count))
      if SymbologySet.readable.contains(symbology) {
        line += SymbologySet.usual.contains(symbology) ? "read, on unless --symbology is given" : "read"
      } else {
        line += "not read"
      }
      Output.write(line + "\n")
    }
    return .success
  }
}
