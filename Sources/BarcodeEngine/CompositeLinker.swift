import BarcodeCore
import StackedSymbologies

/// Brings the parts of GS1 Composite symbols together: looks for 2D components above linear symbols, and links them.
struct CompositeLinker {
  let options: ReaderOptions

  /// What may carry a component.
  static let carriers: SymbologySet = [
    .ean13, .ean8, .upcA, .upcE, .code128, .dataBarOmni, .dataBarStacked, .dataBarLimited, .dataBarExpanded,
    .dataBarExpandedStacked,
  ]
  /// Farthest distance of both parts' adjacent sides, as a share of the linear symbol's width: the separator has a
  /// module, or six above UPC and EAN, whose narrowest kind has 51 modules, and may look half as wide.
  private static let mostDistance = 0.24

  /// Whether a result may be the linear part of a composite symbol.
  static func isCarrier(_ barcode: Barcode) -> Bool {
    carriers.contains(barcode.symbology) && (barcode.symbology != .code128 || barcode.isGS1)
  }

  /// The results with links between components and the linear symbols below them.
  func link(_ found: [Barcode]) -> [Barcode] {
    guard found.contains(where: { $0.symbology == .composite }) else { return found }
    var linked = found
    for (i, component) in found.enumerated() where component.symbology == .composite {
      let near = found.indices.filter { Self.isCarrier(found[$0]) && linked[$0].composite == nil }
        .map { (index: $0, distance: Self.distance(found[$0], component)) }
        .filter { $0.distance < Self.mostDistance }
        .min { $0.distance < $1.distance }
      guard let j = near?.index else { continue }
      let message = CompositeMessage.text(linear: found[j], component: component)
      linked[i] = component.linked(
        by: CompositeLink(symbology: found[j].symbology, text: found[j].text, message: message))
      linked[j] = found[j].linked(by: CompositeLink(symbology: .composite, text: component.text, message: message))
    }
    return linked
  }

  /// Distance of a component's lower side from a linear symbol's upper side, by the linear symbol's width.
  private static func distance(_ linear: Barcode, _ component: Barcode) -> Double {
    let upper = (linear.corners.topLeft + linear.corners.topRight) / 2
    let lower = (component.corners.bottomLeft + component.corners.bottomRight) / 2
    let side = linear.corners.topRight - linear.corners.topLeft
    let width = side.length
    let up = (linear.corners.topLeft - linear.corners.bottomLeft).normalized
    // The component lies on the upper side, not in the symbol, and not beside it.
    guard width > 0, (component.corners.center - linear.corners.center).dot(up) > 0,
      abs((lower - upper).dot(side / width)) < width / 2
    else { return .infinity }
    return abs((lower - upper).dot(up)) / width
  }

  /// The component above a linear symbol, where the picture shows one.
  func component(above linear: Barcode, in frame: Frame, sink: (any DebugSink)?) -> Barcode? {
    guard Self.isCarrier(linear) else { return nil }
    return StackedReader(options: options).component(
      above: linear.corners, module: linear.moduleSize, frame, sink: sink)
  }
}
