import BarcodeCore

/// Makes one result of the symbols of a message that spans several, where all of them were read in the picture.
struct StructuredAppendJoiner {
  /// What the symbols of one message have in common.
  private struct Key: Hashable {
    let symbology: Symbology
    let identifier: String
    let count: Int
  }

  /// The results with complete messages joined, each at the place of its first symbol in reading order.
  func join(_ barcodes: [Barcode]) -> [Barcode] {
    var groups: [Key: [Barcode]] = [:]
    for barcode in barcodes {
      if let key = Self.key(barcode) { groups[key, default: []].append(barcode) }
    }
    let messages = groups.mapValues { Self.message($0) }
    var done: Set<Key> = []
    return barcodes.compactMap { barcode in
      guard let key = Self.key(barcode), let message = messages[key] ?? nil else { return barcode }
      return done.insert(key).inserted ? message : nil
    }
  }

  private static func key(_ barcode: Barcode) -> Key? {
    guard let place = barcode.structuredAppend, let count = place.count, count > 1 else { return nil }
    return Key(symbology: barcode.symbology, identifier: place.identifier, count: count)
  }

  /// The whole message; nil when a part is missing or one stands there twice with different contents.
  private static func message(_ parts: [Barcode]) -> Barcode? {
    var ordered: [Int: Barcode] = [:]
    for part in parts {
      guard let index = part.structuredAppend?.index else { return nil }
      if let known = ordered[index], known.bytes != part.bytes { return nil }
      ordered[index] = ordered[index] ?? part
    }
    guard let first = ordered[0], let count = first.structuredAppend?.count, ordered.count == count,
      ordered.keys.allSatisfy({ (0..<count).contains($0) })
    else { return nil }
    let all = (0..<count).compactMap { ordered[$0] }
    return Barcode(
      symbology: first.symbology, symbologyIdentifier: first.symbologyIdentifier,
      text: all.map(\.text).joined(), bytes: all.flatMap(\.bytes), segments: all.flatMap(\.segments),
      corners: first.corners, isMirrored: first.isMirrored, isInverted: first.isInverted, isGS1: first.isGS1,
      // Each part may be wrong by itself.
      evidence: Evidence(
        logOdds: BarcodeMath.log10(all.reduce(0) { $0 + BarcodeMath.exp10(max(-300, $1.evidence.logOdds)) })),
      correctedErrors: all.reduce(0) { $0 + $1.correctedErrors },
      unusedCorrection: all.compactMap(\.unusedCorrection).min(), moduleSize: first.moduleSize,
      details: "\(count) symbols joined, the first: \(first.details)")
  }
}
