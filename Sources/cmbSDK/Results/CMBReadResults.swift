import DMCC
import Foundation
import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

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

  init(_ report: ReadReport, parser: CMBResultParser) {
    xml = report.xml
    let image = report.picture.flatMap { UIImage($0) }
    results = report.symbols.map { CMBReadResult($0, image: image, parser: parser) }
    super.init()
  }
}
