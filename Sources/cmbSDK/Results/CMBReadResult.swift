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

  init(_ symbol: ReadSymbol, image: UIImage?) {
    goodRead = symbol.isGood
    readString = symbol.isGood ? symbol.text : nil
    self.image = image
    imageGraphics = symbol.graphics.map { Data($0.utf8) }
    symbology = CMBSymbology(rawValue: CMBSymbology.RawValue(symbol.symbology))
    isGS1 = symbol.isGS1
    document = Data(symbol.xml.utf8)
    super.init()
  }
}

/// What one read delivers: a result for each symbol.
#if canImport(ObjectiveC)
  @objc(CMBReadResults)
  @objcMembers
#endif
public final class CMBReadResults: NSObject {
  /// All results as one XML document.
  #if canImport(ObjectiveC)
    @objc(XML)
  #endif
  public let xml: String
  private let results: [CMBReadResult]

  /// The results, `CMBReadResult` each; the first one is the main one.
  // Implicitly unwrapped and untyped as documented: `readResults?.first as! CMBReadResult` must compile.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public var readResults: [Any]! { results }

  /// The results without the main one.
  // Documented in the same way.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public var subReadResults: [Any]! { Array(results.dropFirst()) }

  init(_ report: ReadReport, types: CDMResultTypes) {
    xml = report.xml
    let image = report.picture.flatMap { UIImage($0) }
    results = report.symbols.map { CMBReadResult($0, image: image) }
    super.init()
  }
}

extension UIImage {
  convenience init?(_ picture: ReadPicture) {
    switch picture {
    case .luma(let luma, let turn): self.init(luma, orientation: PictureOrientation(rawValue: turn) ?? .up)
    case .encoded(let bytes): self.init(data: Data(bytes))
    }
  }
}
