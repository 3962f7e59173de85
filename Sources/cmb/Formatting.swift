import BarcodeEngine

extension FileOutcome {
  /// One line a bar code.
  var plain: String {
    barcodes.map { "\(file): \($0.symbology.rawValue): \(PlainText.printable($0.text))\n" }.joined()
  }

  /// One line of JSON.
  func json(withCandidates: Bool) -> String {
    var json = JSON()
    json.beginObject()
    json.member("file", file)
    if let error {
      json.member("error", error)
    } else {
      json.member("ms", milliseconds, places: 3)
      json.member("width", width)
      json.member("height", height)
      json.beginArray("results")
      for barcode in barcodes { json.append(barcode) }
      json.endArray()
      if withCandidates {
        json.beginArray("candidates")
        for candidate in candidates { json.append(candidate) }
        json.endArray()
      }
    }
    json.endObject()
    return json.text
  }
}

enum PlainText {
  /// The text on one line: control characters as `\n`, `\r`, `\t` or `\xNN`.
  static func printable(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0a: out += "\\n"
      case 0x0d: out += "\\r"
      case 0x09: out += "\\t"
      case 0..<0x20, 0x7f..<0xa0: out += "\\x" + JSON.hex(scalar.value, digits: 2)
      case 0x2028, 0x2029: out += "\\u" + JSON.hex(scalar.value, digits: 4)
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}

extension JSON {
  fileprivate mutating func append(_ barcode: Barcode) {
    beginObject()
    member("symbology", barcode.symbology.rawValue)
    member("text", barcode.text)
    member("bytes_b64", Base64.encode(barcode.bytes))
    member("points", points: barcode.corners.points.map { ($0.x, $0.y) })
    member("identifier", barcode.symbologyIdentifier)
    member("confidence", barcode.confidence, places: 6)
    member("log_odds", barcode.evidence.logOdds, places: 2)
    member("orientation", barcode.orientation, places: 1)
    member("mirrored", barcode.isMirrored)
    member("inverted", barcode.isInverted)
    member("gs1", barcode.isGS1)
    member("module_size", barcode.moduleSize, places: 2)
    member("lines", barcode.lineCount)
    member("corrected", barcode.correctedErrors)
    if let unused = barcode.unusedCorrection { member("unused_correction", unused, places: 3) }
    if let addOn = barcode.addOn { member("add_on", addOn) }
    if let composite = barcode.composite {
      beginObject("composite")
      member("symbology", composite.symbology.rawValue)
      member("text", composite.text)
      member("message", composite.message)
      endObject()
    }
    if barcode.isReaderInitialisation { member("reader_initialisation", true) }
    if let part = barcode.structuredAppend {
      beginObject("structured_append")
      member("index", part.index)
      if let count = part.count { member("count", count) }
      member("identifier", part.identifier)
      endObject()
    }
    if barcode.segments.count > 1 || barcode.segments.contains(where: { $0.eci != nil }) {
      beginArray("segments")
      for segment in barcode.segments {
        beginObject()
        if let eci = segment.eci { member("eci", eci) }
        member("bytes_b64", Base64.encode(segment.bytes))
        endObject()
      }
      endArray()
    }
    member("details", barcode.details)
    endObject()
  }

  fileprivate mutating func append(_ candidate: Candidate) {
    beginObject()
    member("kind", candidate.kind == .bars ? "bars" : "matrix")
    member("points", points: candidate.quad.points.map { ($0.x, $0.y) })
    member("angle", candidate.angle * 180 / Double.pi, places: 1)
    member("pitch", candidate.pitch, places: 2)
    member("energy", candidate.energy, places: 2)
    endObject()
  }
}
