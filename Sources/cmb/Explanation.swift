import BarcodeEngine
import ImageFiles

/// Keeps what the stages of reading one picture find, and writes it for people to look at.
final class Explanation: DebugSink {
  private var planes: [LumaImage] = []
  private(set) var candidates: [Candidate] = []
  private var notes: [Note] = []
  private let keepsPlanes: Bool
  private let width: Int
  /// Pixels of the picture in a pixel of the scale that is being searched.
  private var scale = 1.0

  struct Note {
    let stage: String
    let quad: Quad
    let message: String
  }

  /// Notes beyond this number tell nobody anything.
  private static let maximumNotes = 20_000

  /// For a picture of a width; `keepsPlanes` when the explanation will be written.
  init(width: Int, keepsPlanes: Bool) {
    self.width = width
    self.keepsPlanes = keepsPlanes
  }

  /// The search of a scale begins with its plane.
  func plane(_ plane: BinaryPlane) {
    guard plane.width > 0, plane.height > 0 else { return }
    scale = (Double(width) / Double(plane.width)).rounded()
    guard keepsPlanes else { return }
    var image = LumaImage(width: plane.width, height: plane.height)
    for y in 0..<plane.height {
      let row = plane.row(y)
      for x in 0..<plane.width where row[x] != 0 { image.pixels[y &* plane.width &+ x] = 0 }
    }
    planes.append(image)
  }

  func candidate(_ candidate: Candidate) {
    var candidate = candidate
    candidate.quad = candidate.quad.map { $0 * scale }
    candidate.pitch *= scale
    candidates.append(candidate)
  }

  func note(_ stage: String, at quad: Quad, _ message: String) {
    guard notes.count < Self.maximumNotes else { return }
    notes.append(Note(stage: stage, quad: quad.map { $0 * scale }, message: message))
  }

  // MARK: Writing

  /// Writes the picture, each threshold plane, a drawing of the places, and a line of text for each place.
  func write(_ image: LumaImage, _ barcodes: [Barcode], file: String, folder: String) throws(ImageFileError) {
    guard image.width > 0, image.height > 0 else { return }
    func path(_ ending: String) -> String { SideOutput.path(in: folder, for: file, ending: ending) }
    try ImageFile.write(try ImageFile.png(image), path: path(".1-luma.png"))
    for (i, plane) in planes.enumerated() {
      let number = i == 0 ? "" : "-\(i + 1)"
      try ImageFile.write(try ImageFile.png(plane), path: path(".2-threshold\(number).png"))
    }
    let name = path(".1-luma.png").split(separator: "/").last.map(String.init) ?? ""
    let drawing = svg(width: image.width, height: image.height, picture: name, barcodes)
    try ImageFile.write(Array(drawing.utf8), path: path(".3-places.svg"))
    try ImageFile.write(Array(verdicts(image, barcodes).utf8), path: path(".4-verdicts.txt"))
  }

  /// A line for each result and for each place where nothing was read.
  private func verdicts(_ image: LumaImage, _ barcodes: [Barcode]) -> String {
    var lines: [String] = barcodes.map { barcode in
      let place = Self.place(barcode.corners)
      let text = PlainText.printable(barcode.text)
      return "read \(barcode.symbology.rawValue) at \(place): \(text) "
        + "(module \(JSON.number(barcode.moduleSize, places: 1)) px, "
        + "odds of being wrong 1e\(JSON.number(barcode.evidence.logOdds, places: 1)))"
    }
    var told = Set<Int>()
    for candidate in candidates where !isRead(candidate.quad, barcodes) {
      let isBars = candidate.kind == .bars
      let measured = image.withView { PlaceMeasurement($0, candidate.quad) }
      var line = "\(isBars ? "bars" : "matrix") at \(Self.place(candidate.quad)), \(measured.text): "
      let here = notes.indices.filter { candidate.quad.contains(notes[$0].quad.center) }
      told.formUnion(here)
      let found = here.isEmpty ? nil : Self.summary(here.map { notes[$0] })
      let reasons = [found, measured.obstacle(isBars: isBars)].compactMap { $0 }
      line += reasons.isEmpty ? "no symbol found" : reasons.joined(separator: "; ")
      lines.append(line)
    }
    for i in notes.indices where !told.contains(i) && !isRead(notes[i].quad, barcodes) {
      lines.append("at \(Self.place(notes[i].quad)): \(notes[i].stage): \(notes[i].message)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func isRead(_ quad: Quad, _ barcodes: [Barcode]) -> Bool {
    barcodes.contains { $0.corners.contains(quad.center) || quad.contains($0.corners.center) }
  }

  /// The different notes in their order, each once, the last ones when there are many.
  private static func summary(_ notes: [Note]) -> String {
    var seen = Set<String>()
    let different = notes.map { "\($0.stage): \($0.message)" }.filter { seen.insert($0).inserted }
    return different.suffix(6).joined(separator: "; ")
  }

  private static func place(_ quad: Quad) -> String {
    let points = quad.points
    func number(_ value: Double?) -> String { JSON.number(value ?? 0, places: 0) }
    let (left, top) = (points.map(\.x).min(), points.map(\.y).min())
    let (right, bottom) = (points.map(\.x).max(), points.map(\.y).max())
    return "(\(number(left)), \(number(top)))-(\(number(right)), \(number(bottom)))"
  }

  private func svg(width: Int, height: Int, picture: String, _ barcodes: [Barcode]) -> String {
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" fill=\"none\">",
      "<image href=\"\(Self.escaped(picture))\" width=\"\(width)\" height=\"\(height)\"/>",
    ]
    for candidate in candidates {
      let title = "\(candidate.kind), pitch \(JSON.number(candidate.pitch, places: 1)) px"
      lines.append(Self.polygon(candidate.quad, candidate.kind == .bars ? "#06c" : "#c60", title))
    }
    for note in notes { lines.append(Self.polygon(note.quad, "#c00", "\(note.stage): \(note.message)")) }
    for barcode in barcodes {
      lines.append(Self.polygon(barcode.corners, "#0a3", "\(barcode.symbology.rawValue): \(barcode.text)"))
    }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private static func polygon(_ quad: Quad, _ colour: String, _ title: String) -> String {
    let points = quad.points.map { "\(JSON.number($0.x, places: 1)),\(JSON.number($0.y, places: 1))" }
    return "<polygon points=\"\(points.joined(separator: " "))\" stroke=\"\(colour)\" stroke-width=\"2\">"
      + "<title>\(escaped(PlainText.printable(title)))</title></polygon>"
  }

  private static func escaped(_ text: String) -> String {
    var out = ""
    for character in text {
      switch character {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      default: out.append(character)
      }
    }
    return out
  }
}
