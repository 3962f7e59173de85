import BarcodeEngine

/// What the arguments of `cmb scan` say.
struct ScanOptions: Sendable {
  var reader = ReaderOptions()
  var writesJSON = false
  var listsCandidates = false
  var readsPathsFromInput = false
  var threads = 1
  /// Folder for copies of the pictures with the results drawn in.
  var annotationFolder: String?
  /// Folder for pictures of each stage.
  var explanationFolder: String?
  var paths: [String] = []
  /// Symbologies that were named and that this version does not read.
  var unread: [Symbology] = []

  /// Why the arguments make no sense.
  struct Problem: Error {
    let text: String
  }

  init(_ arguments: [String]) throws(Problem) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        paths += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        paths.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      try take(parts[0], value: parts.count == 2 ? parts[1] : nil, &rest)
    }
    if readsPathsFromInput, !paths.isEmpty { throw Problem(text: "--stdin takes the paths from standard input alone") }
    if !readsPathsFromInput, paths.isEmpty { throw Problem(text: "no picture named; see cmb scan --help") }
  }

  private mutating func take(_ name: String, value: String?, _ rest: inout ArraySlice<String>) throws(Problem) {
    func needed() throws(Problem) -> String {
      guard let value = value ?? rest.popFirst() else { throw Problem(text: "\(name) needs a value") }
      return value
    }
    switch name {
    case "--symbology", "-s": try setSymbologies(try needed())
    case "--effort", "-e":
      let value = try needed()
      guard let number = Int(value), let effort = ReaderOptions.Effort(rawValue: number) else {
        throw Problem(text: "--effort is a number from 1 to 5, not '\(value)'")
      }
      reader.effort = effort
    case "--threads", "-t":
      let value = try needed()
      guard let number = Int(value), (1...256).contains(number) else {
        throw Problem(text: "--threads is a number from 1 to 256, not '\(value)'")
      }
      threads = number
    case "--annotate": annotationFolder = try needed()
    case "--explain": explanationFolder = try needed()
    case "--json", "--candidates", "--stdin", "--join", "--code32":
      if value != nil { throw Problem(text: "\(name) takes no value") }
      if name == "--json" { writesJSON = true }
      if name == "--candidates" { listsCandidates = true }
      if name == "--stdin" { readsPathsFromInput = true }
      if name == "--join" { reader.joinsStructuredAppend = true }
      if name == "--code32" {
        reader.linear.code39.convertsToCode32 = true
        reader.linear.code39.prefixesCode32 = true
      }
    default: throw Problem(text: "unknown option '\(name)'; see cmb scan --help")
    }
  }

  private mutating func setSymbologies(_ list: String) throws(Problem) {
    var set = SymbologySet()
    for word in list.split(separator: ",", omittingEmptySubsequences: true) {
      if word.lowercased() == "all" {
        set.formUnion(.searchable)
      } else if let symbology = Symbology(name: String(word)) {
        if SymbologySet.readable.contains(symbology) { set.insert(symbology) } else { unread.append(symbology) }
      } else {
        let known = SymbologySet.readable.members.map(\.rawValue).joined(separator: ", ")
        throw Problem(text: "unknown symbology '\(word)'; known are: all, \(known)")
      }
    }
    if set.isEmpty, unread.isEmpty { throw Problem(text: "--symbology names no symbology") }
    reader.symbologies = set
  }
}
