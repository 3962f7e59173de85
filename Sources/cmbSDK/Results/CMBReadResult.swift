import BarcodeContent
import DMCC
import Foundation
import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

/// One symbol that was read, or that scanning ended without one.
#if canImport(ObjectiveC)
  @objc(CMBReadResult)
  @objcMembers
#endif
public final class CMBReadResult: NSObject {
  /// Whether a symbol was read.
  public var goodRead: Bool
  /// The symbol's content as text.
  public var readString: String?
  /// The picture that was decoded, when `imageResultEnabled`.
  public var image: UIImage?
  /// The symbol's outline as SVG, when `svgResultEnabled`.
  public var imageGraphics: Data?
  public var symbology: CMBSymbology
  /// What the reader's `parser` makes of the text: rows of `(KEY) value`; nil when it makes nothing of it.
  public var parsedText: String?
  /// The same as JSON: an object of `format`, `valid`, `fields` (`key`, `name`, `value`, `meaning`) and `problems`.
  public var parsedJSON: String?
  /// Whether the content is structured by GS1 application identifiers.
  public var isGS1: Bool
  private var document: Data

  /// The result as XML, with the symbol's bytes in Base64 in the element `full_string`.
  // Implicitly unwrapped as documented: `XMLParser(data: result.xml)` must compile.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  #if canImport(ObjectiveC)
    @objc(XML)
  #endif
  public var xml: Data! {
    get { document }
    set { document = newValue ?? Data() }
  }

  init(_ symbol: ReadSymbol, image: UIImage?, parser: CMBResultParser) {
    goodRead = symbol.isGood
    readString = symbol.isGood ? symbol.text : nil
    self.image = image
    imageGraphics = symbol.graphics.map { Data($0.utf8) }
    symbology = CMBSymbology(rawValue: CMBSymbology.RawValue(symbol.symbology))
    isGS1 = symbol.isGS1
    document = Data(symbol.xml.utf8)
    let content = symbol.isGood ? parser.parse(symbol) : nil
    parsedText = content?.text
    parsedJSON = content?.json
    super.init()
  }
}

extension CMBResultParser {
  /// The symbol's meaning by this parser; nil when it makes nothing of it.
  fileprivate func parse(_ symbol: ReadSymbol) -> ParsedContent? {
    let format: ContentFormat?
    switch self {
    case CMBResultParserAuto:
      // Digits alone do not tell their meaning; the symbology does.
      let isIntelligentMail = CMBSymbology.RawValue(symbol.symbology) == CMBSymbologyFourStateImb.rawValue
      format = isIntelligentMail ? .intelligentMail : nil
    case CMBResultParserAAMVA: format = .aamva
    case CMBResultParserGS1: format = .gs1
    case CMBResultParserHIBC: format = .hibc
    case CMBResultParserISBT128: format = .isbt128
    case CMBResultParserIUID: format = .iuid
    case CMBResultParserSCM: format = .scm
    default: return nil
    }
    let year = Calendar(identifier: .gregorian).component(.year, from: Date())
    return ContentParser(year: year).parse(symbol.text, isGS1: symbol.isGS1, as: format)
  }
}

extension UIImage {
  convenience init?(_ picture: ReadPicture) {
    switch picture {
    case .luma(let luma): self.init(upright: luma)
    case .encoded(let bytes): self.init(data: Data(bytes))
    }
  }
}
