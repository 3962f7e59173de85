/// The `cmb` command.
@main
struct CMB {
  static let version = "0.1.0"

  static func main() async {
    var arguments = CommandLine.arguments.dropFirst()
    let status: ExitStatus
    switch arguments.popFirst() {
    case "scan": status = await ScanCommand.run(Array(arguments))
    case "license": status = LicenseCommand.run(Array(arguments))
    case "symbologies": status = SymbologiesCommand.run(Array(arguments))
    case "--help", "-h", "help":
      Output.write(Help.overview)
      status = .success
    case "--version", "-V":
      Output.write("cmb \(version)\n")
      status = .success
    case nil:
      Output.error(Help.overview)
      status = .failure
    case let word?:
      Output.error("cmb: unknown command '\(word)'; see cmb --help\n")
      status = .failure
    }
    status.exit()
  }
}
