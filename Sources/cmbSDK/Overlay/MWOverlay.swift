import Foundation
import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

/// How the overlay on the camera preview looks. These settings are global, as documented.
#if canImport(ObjectiveC)
  @objc(MWOverlay)
  @objcMembers
#endif
public final class MWOverlay: NSObject {
  private static let settings = Locked(OverlayStyle())

  /// The settings at this moment.
  package static var style: OverlayStyle { settings.withLock { $0 } }

  private static func change(_ body: (inout OverlayStyle) -> Void) { settings.withLock { body(&$0) } }

  // MARK: Mode

  /// `OM_CMB` or `OM_LEGACY`; to be set before a reader is made.
  public static func setOverlayMode(_ mode: Int32) { change { $0.isLegacy = mode == Int32(OM_LEGACY.rawValue) } }

  public static func getOverlayMode() -> Int32 {
    style.isLegacy ? Int32(OM_LEGACY.rawValue) : Int32(OM_CMB.rawValue)
  }

  public static func setPauseMode(_ mode: PauseMode) { change { $0.pauseMode = mode } }

  public static func setPaused(_ paused: Bool) { change { $0.isPaused = paused } }

  // MARK: Visibility

  public static func setViewportVisible(_ visible: Bool) { change { $0.viewport.isVisible = visible } }

  public static func setBlinkingLineVisible(_ visible: Bool) { change { $0.blinkingLine.isVisible = visible } }

  public static func setTargetRectVisible(_ visible: Bool) { change { $0.targetRect.isVisible = visible } }

  // MARK: Widths, in points

  public static func setViewportLineWidth(_ width: Float) { change { $0.viewport.width = width } }

  public static func setBlinkingLineWidth(_ width: Float) { change { $0.blinkingLine.width = width } }

  public static func setLocationLineWidth(_ width: Float) { change { $0.location.width = width } }

  public static func setTargetRectLineWidth(_ width: Float) { change { $0.targetRect.width = width } }

  // MARK: Opacities, from 0 to 1

  /// Of what lies outside of the viewport.
  public static func setViewportAlpha(_ alpha: Float) { change { $0.outsideAlpha = alpha } }

  public static func setViewportLineAlpha(_ alpha: Float) { change { $0.viewport.alpha = alpha } }

  public static func setBlinkingLineAlpha(_ alpha: Float) { change { $0.blinkingLine.alpha = alpha } }

  public static func setTargetRectLineAlpha(_ alpha: Float) { change { $0.targetRect.alpha = alpha } }

  /// Seconds from one blink to the next.
  public static func setBlinkingSpeed(_ speed: Float) { change { $0.blinkingSpeed = speed } }

  // MARK: Colours, as 0xRRGGBB or as objects

  public static func setViewportLineRGBColor(_ color: Int32) { change { $0.viewport.colour = .init(rgb: color) } }

  public static func setBlinkingLineRGBColor(_ color: Int32) { change { $0.blinkingLine.colour = .init(rgb: color) } }

  public static func setTargetRectLineRGBColor(_ color: Int32) { change { $0.targetRect.colour = .init(rgb: color) } }

  public static func setLocationLineRGBColor(_ color: Int32) { change { $0.location.colour = .init(rgb: color) } }

  public static func setViewportLineUIColor(_ color: UIColor) { change { $0.viewport.colour = .init(color) } }

  public static func setBlinkingLineUIColor(_ color: UIColor) { change { $0.blinkingLine.colour = .init(color) } }

  public static func setTargetRectLineUIColor(_ color: UIColor) { change { $0.targetRect.colour = .init(color) } }

  public static func setLocationLineUIColor(_ color: UIColor) { change { $0.location.colour = .init(color) } }

  public static func getLocationLineColor() -> Int32 { style.location.colour.rgb }

  public static func getTargetRectLineColor() -> Int32 { style.targetRect.colour.rgb }
}
