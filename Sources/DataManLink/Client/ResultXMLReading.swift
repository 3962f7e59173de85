import DMCC
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Takes result XML of readers apart.
final class ResultXMLReading: NSObject, XMLParserDelegate {
  private struct Entry {
    var isGood = false
    var symbology = ""
    var bytes: [UInt8] = []
    var isBase64 = false
  }

  private var entries: [Entry] = []
  private var path: [String] = []
  private var text = ""

  /// The symbols of a result, the main one first; nil when the text is no result XML.
  static func symbols(of xml: [UInt8]) -> [ReadSymbol]? {
    let reading = ResultXMLReading()
    let parser = XMLParser(data: Data(xml))
    parser.delegate = reading
    guard parser.parse(), !reading.entries.isEmpty else { return nil }
    let document = String(decoding: xml, as: UTF8.self)
    return reading.entries.map { entry in
      let row = SymbologySwitch.table.first { $0.title.lowercased() == entry.symbology.lowercased() }
      return ReadSymbol(
        isGood: entry.isGood, text: String(decoding: entry.bytes, as: UTF8.self), bytes: entry.bytes,
        symbology: row?.rawValue ?? 0, xml: document)
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
    attributes attributeDict: [String: String] = [:]
  ) {
    path.append(elementName)
    text = ""
    switch elementName {
    case "result": entries.append(Entry())
    case "full_string" where isInResult:
      entries[entries.count - 1].isBase64 = attributeDict["encoding"] == "base64"
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?
  ) {
    defer {
      path.removeLast()
      text = ""
    }
    guard isInResult else { return }
    let last = entries.count - 1
    switch elementName {
    case "status" where path.dropLast().last == "general": entries[last].isGood = text == "GOOD READ"
    case "symbology": entries[last].symbology = text
    case "full_string":
      entries[last].bytes =
        entries[last].isBase64
        ? Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { Array($0) } ?? [] : Array(text.utf8)
    default: break
    }
  }

  private var isInResult: Bool { !entries.isEmpty && path.dropLast().last == "general" }
}
