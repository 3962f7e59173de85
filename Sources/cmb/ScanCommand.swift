import BarcodeEngine
import ImageFiles

/// `cmb scan`: reads pictures and writes what they hold.
enum ScanCommand {
  static func run(_ arguments: [String]) async -> ExitStatus {
    if arguments.contains("--help") || arguments.contains("-h") {
      Output.write(Help.scan)
      return .success
    }
    let options: ScanOptions
    do {
      options = try ScanOptions(arguments)
    } catch {
      Output.error("cmb scan: \(error.text)\n")
      return .failure
    }
    ProcessMemory.keepBetweenPictures()
    for symbology in options.unread {
      Output.error("cmb scan: warning: \(symbology.rawValue) is not read by this version\n")
    }
    for folder in [options.annotationFolder, options.explanationFolder].compactMap({ $0 }) {
      do throws(ImageFileError) {
        try SideOutput.makeFolder(folder)
      } catch {
        Output.error("cmb scan: \(error)\n")
        return .failure
      }
    }
    let scanner = FileScanner(options: options)
    var report = ScanReport(options: options)
    if options.readsPathsFromInput {
      await scanner.scan(AnyIterator { nextPath() }, into: &report)
    } else {
      let (paths, problems) = FileList.expand(options.paths)
      report.expect(paths.count)
      problems.forEach { report.note($0) }
      await scanner.scan(AnyIterator(paths.makeIterator()), into: &report)
    }
    report.finish()
    return report.status
  }

  /// The next line of standard input that is not empty.
  private static func nextPath() -> String? {
    while let line = readLine() {
      if !line.isEmpty { return line }
    }
    return nil
  }
}

/// What a file gave.
struct FileOutcome: Sendable {
  let file: String
  /// The time of the decode call alone, in milliseconds.
  var milliseconds = 0.0
  var width = 0
  var height = 0
  var barcodes: [Barcode] = []
  var candidates: [Candidate] = []
  /// Why there is nothing.
  var error: String?
  /// What went wrong with the side outputs.
  var warnings: [String] = []
}

/// Turns paths into outcomes, on one thread or several; outcomes come in the order of the paths.
struct FileScanner: Sendable {
  private let options: ScanOptions
  private let reader: BarcodeReader

  init(options: ScanOptions) {
    self.options = options
    reader = BarcodeReader(options: options.reader)
  }

  func scan(_ paths: AnyIterator<String>, into report: inout ScanReport) async {
    guard options.threads > 1 else {
      while let path = paths.next() { report.add(outcome(of: path)) }
      return
    }
    await withTaskGroup(of: (Int, FileOutcome).self) { group in
      var waiting: [Int: FileOutcome] = [:]
      var (started, written) = (0, 0)
      func start() {
        guard let path = paths.next() else { return }
        let number = started
        group.addTask { (number, outcome(of: path)) }
        started += 1
      }
      for _ in 0..<options.threads { start() }
      while let (number, outcome) = await group.next() {
        waiting[number] = outcome
        while let next = waiting.removeValue(forKey: written) {
          report.add(next)
          written += 1
        }
        start()
      }
    }
  }

  private func outcome(of path: String) -> FileOutcome {
    var outcome = FileOutcome(file: path)
    do {
      let image = try ImageFile.load(path: path)
      (outcome.width, outcome.height) = (image.width, image.height)
      let explains = options.explanationFolder != nil
      let sink = options.listsCandidates || explains ? Explanation(width: image.width, keepsPlanes: explains) : nil
      let start = ContinuousClock.now
      outcome.barcodes = try image.withView { try reader.read($0, sink: sink) }
      outcome.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
      outcome.candidates = sink?.candidates ?? []
      outcome.warnings = writeSideOutputs(image, outcome.barcodes, sink, file: path)
    } catch let error as ImageFileError {
      outcome.error = error.reason.description
    } catch {
      outcome.error = "\(error)"
    }
    return outcome
  }

  /// Writes what was asked for beside the results; returns what went wrong.
  private func writeSideOutputs(
    _ image: LumaImage, _ barcodes: [Barcode], _ explanation: Explanation?, file: String
  ) -> [String] {
    do throws(ImageFileError) {
      if let folder = options.annotationFolder {
        try SideOutput.annotate(image, barcodes, file: file, folder: folder)
      }
      if let folder = options.explanationFolder {
        try explanation?.write(image, barcodes, file: file, folder: folder)
      }
      return []
    } catch {
      return [error.description]
    }
  }
}
