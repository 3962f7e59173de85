import BarcodeEngine

/// Writes outcomes as they come and sums them up to an exit status.
struct ScanReport {
  private let options: ScanOptions
  private var progress = Progress()
  private var readSomething = false
  private var failed = false

  init(options: ScanOptions) { self.options = options }

  var status: ExitStatus { failed ? .failure : readSomething ? .success : .nothing }

  /// How many files there will be.
  mutating func expect(_ count: Int) { progress.total = count }

  /// A problem that belongs to no picture.
  mutating func note(_ problem: String) {
    failed = true
    progress.clear()
    Output.error("cmb scan: \(problem)\n")
  }

  mutating func add(_ outcome: FileOutcome) {
    progress.clear()
    if let error = outcome.error {
      failed = true
      Output.error("cmb scan: \(outcome.file): \(error)\n")
    }
    for warning in outcome.warnings {
      failed = true
      Output.error("cmb scan: \(warning)\n")
    }
    if !outcome.barcodes.isEmpty { readSomething = true }
    if options.writesJSON {
      Output.write(outcome.json(withCandidates: options.listsCandidates) + "\n")
    } else {
      Output.write(outcome.plain)
    }
    progress.step()
  }

  func finish() { progress.clear() }
}

/// A bar on a terminal's standard error, once the work takes long.
struct Progress {
  var total = 0
  private var done = 0
  private let start = ContinuousClock.now
  private var shownAt: ContinuousClock.Instant?

  private static let width = 30

  mutating func step() {
    done += 1
    let now = ContinuousClock.now
    guard total > 1, Output.isErrorTerminal, now - start > .seconds(1), done < total else { return }
    shownAt = now
    let filled = done * Self.width / total
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
    Output.error("\r[\(bar)] \(done)/\(total)")
  }

  func clear() {
    if shownAt != nil { Output.error("\r\u{1b}[K") }
  }
}
