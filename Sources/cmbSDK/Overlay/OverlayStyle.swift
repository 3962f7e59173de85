/// The overlay's look as a value.
package struct OverlayStyle: Sendable, Equatable {
  package struct Line: Sendable, Equatable {
    package var isVisible = true
    /// In points.
    package var width: Float
    package var alpha: Float = 1
    package var colour: ColourComponents
  }

  package var isLegacy = false
  package var pauseMode = PM_PAUSE
  package var isPaused = false
  package var viewport = Line(width: 2, colour: .init(rgb: 0xFF0000))
  package var blinkingLine = Line(width: 1, colour: .init(rgb: 0xFF0000))
  package var location = Line(width: 4, colour: .init(rgb: 0x00FF00))
  package var targetRect = Line(width: 2, colour: .init(rgb: 0xFFFF00))
  package var corners = Line(width: 3, colour: .init(rgb: 0xFFF200))
  package var outsideAlpha: Float = 0.5
  /// Seconds that the line is there, and that it is not.
  package var blinkingSpeed: Float = 0.25

  package init() {}
}
