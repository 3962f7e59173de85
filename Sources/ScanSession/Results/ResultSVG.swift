import BarcodeCore

/// Writes the outlines of symbols as SVG over the upright picture they were read from.
package enum ResultSVG {
  private static let symbolColour = "#00FF00"
  private static let targetColour = "#FFFF00"

  /// The outlines of some symbols of a report, and its target.
  package static func document(_ barcodes: [Barcode], of report: ScanReport) -> String {
    let (width, height) = (report.width, report.height)
    let upright = { (quad: Quad) in quad.map { report.orientation.upright($0, width: width, height: height) } }
    var body = barcodes.map { polygon(upright($0.corners), symbolColour) }.joined()
    if let target = report.target {
      body += polygon(upright(target.corners(width: width, height: height)), targetColour)
    }
    let size = report.orientation.swapsSides ? "\(height) \(width)" : "\(width) \(height)"
    return #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(size)">\#(body)</svg>"#
  }

  /// Clients drop the last character of `points`, so a separator stands there.
  private static func polygon(_ quad: Quad, _ colour: String) -> String {
    let points = quad.points.map { "\(integer($0.x)),\(integer($0.y)) " }.joined()
    return #"<polygon points="\#(points)" fill="none" stroke="\#(colour)" stroke-width="4"/>"#
  }

  private static func integer(_ value: Double) -> Int {
    // Defined for every value: NaN is 0, far points are cut.
    value.isNaN ? 0 : Int(max(-1e6, min(1e6, value)).rounded())
  }
}
