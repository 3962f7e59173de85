import DMCC
import Foundation

/// Puts the parts of a read together, which readers push one by one: text, XML, picture, outlines.
struct ReadAssembly {
  private struct Parts {
    var number: Int?
    var text: [UInt8]?
    var xml: [UInt8]?
    var statistics: [UInt8]?
    var image: [UInt8]?
    var graphics: [UInt8]?

    var isEmpty: Bool { text == nil && xml == nil && statistics == nil && image == nil && graphics == nil }
  }

  /// Bits of `DATA.RESULT-TYPE` that the reader was told to push.
  var types = 2
  private var parts = Parts()
  private var count = 0

  /// Counts the reads; what was ordered for one read does not concern the next.
  var generation: Int { count }

  /// Whether something waits for other parts.
  var isOpen: Bool { !parts.isEmpty }

  /// Takes a part in; gives back reads that are complete by that. False when it is no part of a read.
  mutating func take(_ response: Response, number: Int?) -> (isPart: Bool, reads: [ReadReport]) {
    let place: WritableKeyPath<Parts, [UInt8]?>
    switch response.status {
    case .readString: place = \.text
    case .readXML: place = \.xml
    case .xmlStatistics: place = \.statistics
    case .image: place = \.image
    case .imageGraphics: place = \.graphics
    default: return (false, [])
    }
    var reads: [ReadReport] = []
    let isOfNext = parts[keyPath: place] != nil || (parts.number != nil && number != nil && parts.number != number)
    if isOfNext, let read = flush() { reads.append(read) }
    parts.number = parts.number ?? number
    parts[keyPath: place] = Self.plain(response.payload)
    if isComplete, let read = flush() { reads.append(read) }
    return (true, reads)
  }

  private var isComplete: Bool {
    func has(_ bit: Int, _ part: [UInt8]?) -> Bool { types & bit == 0 || part != nil }
    // Pictures and outlines of an end without a read may be missing; then the flush by time delivers.
    return has(1, parts.text) && has(2, parts.xml) && has(4, parts.statistics) && has(8, parts.image)
      && has(16, parts.graphics)
  }

  /// What there is, as a read; nil when there is nothing.
  mutating func flush() -> ReadReport? {
    guard !parts.isEmpty else { return nil }
    defer { parts = Parts() }
    count += 1
    let graphics = parts.graphics.map { String(decoding: $0, as: UTF8.self) }
    var symbols = parts.xml.flatMap { ResultXMLReading.symbols(of: $0) } ?? [textAlone]
    for i in symbols.indices { symbols[i].graphics = graphics }
    return ReadReport(
      number: parts.number ?? count, symbols: symbols, xml: String(decoding: parts.xml ?? [], as: UTF8.self),
      picture: parts.image.map { .encoded($0) }, graphics: graphics,
      statistics: parts.statistics.map { String(decoding: $0, as: UTF8.self) })
  }

  private var textAlone: ReadSymbol {
    let bytes = parts.text ?? []
    return ReadSymbol(
      isGood: !bytes.isEmpty, text: String(decoding: bytes, as: UTF8.self), bytes: bytes, symbology: 0, xml: "")
  }

  /// Payloads come in Base64; some readers send XML as it is.
  private static func plain(_ payload: [UInt8]) -> [UInt8] {
    if payload.first == UInt8(ascii: "<") { return payload }
    return Data(base64Encoded: Data(payload)).map { Array($0) } ?? payload
  }
}
