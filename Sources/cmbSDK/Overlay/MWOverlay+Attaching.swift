import Foundation
import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

/// An overlay that an app puts on a preview of its own.
private struct OwnOverlay: @unchecked Sendable {
  // Sendable: the layer is touched on the main thread alone.
  weak var layer: CALayer?
  var scene = OverlayScene()
}

extension MWOverlay {
  private static let own = Locked(OwnOverlay())

  /// Puts an overlay on a preview that the app shows itself.
  @MainActor
  public static func add(toPreviewLayer layer: CALayer) {
    let overlay = OwnOverlay(layer: layer)
    own.withLock { $0 = overlay }
    updateOverlay()
  }

  @MainActor
  public static func removeFromPreviewLayer() {
    let layer = ownLayer
    own.withLock { $0 = OwnOverlay() }
    #if canImport(UIKit)
      if let layer { OverlayLayer.find(in: layer)?.removeFromSuperlayer() }
    #endif
  }

  @MainActor
  public static func isAttached() -> Bool { ownLayer != nil }

  /// Draws the overlay again, after settings have changed.
  @MainActor
  public static func updateOverlay() {
    #if canImport(UIKit)
      guard let layer = ownLayer else { return }
      let overlay = OverlayLayer.find(in: layer) ?? OverlayLayer()
      if overlay.superlayer == nil { layer.addSublayer(overlay) }
      overlay.draw(ownScene, in: layer.bounds)
    #endif
  }

  /// Shows the outline of a symbol.
  ///
  /// - Parameters:
  ///   - points: four corners in pixels of the picture.
  ///   - width: the picture's size in pixels.
  @MainActor
  public static func showLocation(
    _ points: UnsafeMutablePointer<CGPoint>, imageWidth width: Int32, imageHeight height: Int32
  ) {
    show([Array(UnsafeBufferPointer(start: points, count: 4))], width, height)
  }

  /// Shows the outlines of several symbols.
  ///
  /// - Parameter count: number of symbols; `points` has four corners for each.
  @MainActor
  public static func showLocations(
    _ points: UnsafeMutablePointer<CGPoint>, count: Int32, imageWidth width: Int32, imageHeight height: Int32
  ) {
    let count = Int(max(0, count))
    let all = UnsafeBufferPointer(start: points, count: 4 * count)
    show((0..<count).map { Array(all[4 * $0..<4 * $0 + 4]) }, width, height)
  }

  @MainActor
  private static func show(_ outlines: [[CGPoint]], _ width: Int32, _ height: Int32) {
    let quads = outlines.map { corners in
      let points = corners.map { Point(Double($0.x), Double($0.y)) }
      return Quad(points[0], points[1], points[2], points[3])
    }
    let scene = OverlayScene(width: Int(max(0, width)), height: Int(max(0, height)), locations: quads)
    own.withLock { $0.scene = scene }
    updateOverlay()
  }

  /// What lies over the app's own preview.
  @MainActor
  package static var ownScene: OverlayScene { own.withLock { $0.scene } }

  @MainActor
  private static var ownLayer: CALayer? { own.withLock { CallbackBox($0.layer) }.value }

  /// Puts the corner lines of the overlay on a view.
  ///
  /// - Parameter isFullScreen: the view fills the screen; the lines are the same.
  #if canImport(ObjectiveC)
    @objc(addViewFinderToView:isFullScreen:)
  #endif
  @MainActor
  public static func addViewFinder(to view: UIView, isFullScreen: Bool) {
    #if canImport(UIKit)
      let overlay = OverlayLayer()
      view.layer.addSublayer(overlay)
      overlay.draw(OverlayScene(), in: view.bounds)
    #endif
  }
}
