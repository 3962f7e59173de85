#if canImport(UIKit)
  import ScanSession
  import UIKit

  /// Draws overlays by shape layers.
  @MainActor
  final class OverlayLayer: CALayer {
    /// Corner lines are part of it.
    var hasCorners = true

    static func find(in layer: CALayer) -> OverlayLayer? {
      layer.sublayers?.lazy.compactMap { $0 as? OverlayLayer }.first
    }

    /// - Returns: the share of the time limit that has passed; nil: not shown.
    @discardableResult
    func draw(_ scene: OverlayScene, in bounds: CGRect) -> Double? {
      let drawing = OverlayDrawing(
        scene, style: MWOverlay.style, width: Double(bounds.width), height: Double(bounds.height), now: .now,
        hasCorners: hasCorners)
      frame = bounds
      for old in sublayers ?? [] { old.removeFromSuperlayer() }
      for shape in drawing.shapes { addSublayer(layer(shape)) }
      return drawing.progress
    }

    private func layer(_ shape: OverlayDrawing.Shape) -> CAShapeLayer {
      let path = UIBezierPath()
      for points in shape.paths {
        for (i, point) in points.enumerated() {
          let place = CGPoint(x: CGFloat(point.x), y: CGFloat(point.y))
          if i == 0 { path.move(to: place) } else { path.addLine(to: place) }
        }
        if shape.isClosed { path.close() }
      }
      let colour = UIColor(
        red: CGFloat(shape.colour.red), green: CGFloat(shape.colour.green), blue: CGFloat(shape.colour.blue),
        alpha: CGFloat(shape.alpha)
      ).cgColor
      let layer = CAShapeLayer()
      layer.path = path.cgPath
      layer.fillRule = .evenOdd
      layer.fillColor = shape.isFilled ? colour : nil
      layer.strokeColor = shape.isFilled ? nil : colour
      layer.lineWidth = CGFloat(shape.width)
      return layer
    }
  }
#endif
