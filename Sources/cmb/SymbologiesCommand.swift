import BarcodeEngine

/// `cmb symbologies`: lists what is read, and what `--symbology` knows but this version does not read.
enum SymbologiesCommand {
  static func run(_ arguments: [String]) -> ExitStatus {
    guard arguments.isEmpty else {
      Output.error("cmb symbologies takes no arguments\n")
      return .failure
    }
    for symbology in Symbology.allCases {
      let info = symbology.info
      let state = info.isReadable ? info.isUsual ? "read, on unless --symbology is given" : "read" : "not read"
      Output.write(padded(info.name, 26) + padded(info.displayName, 26) + state + "\n")
    }
    return .success
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
