import ScanSession

/// What lies over a preview of some size at one moment, as shapes for any renderer.
package struct OverlayDrawing: Sendable, Equatable {
  /// A stroked or filled path.
  package struct Shape: Sendable, Equatable {
    /// Closed outlines or open lines, in points of the view.
    package var paths: [[Point]]
    package var isClosed: Bool
    /// Filled by the even-odd rule instead of stroked.
    package var isFilled = false
    /// In points.
    package var width: Float
    package var colour: ColourComponents
    /// From 0 to 1.
    package var alpha: Float
  }

  package var shapes: [Shape] = []
  /// The share of the time limit that has passed, from 0 to 1; nil: not shown.
  package var progress: Double?

  /// Length of the corner lines as a share of the view's shorter side.
  private static let cornerLength = 0.12
  /// Distance of the corner lines from the edges, as a share of the shorter side.
  private static let cornerMargin = 0.06
  /// Half of the blinking line's length as a share of the viewport's width.
  private static let lineReach = 0.45

  /// - Parameters:
  ///   - width: the view's size, in points; the picture fills it and is cut at two sides.
  ///   - now: decides what blinks and how far the time limit has gone.
  ///   - hasCorners: corner lines are drawn.
  package init(
    _ scene: OverlayScene, style: OverlayStyle, width: Double, height: Double, now: TimePoint, hasCorners: Bool = true
  ) {
    let placing = Placing(scene, width: width, height: height)
    if style.isLegacy {
      drawViewport(scene, style, placing)
      drawBlinkingLine(scene, style, placing, now)
    } else {
      if hasCorners { drawCorners(style, width: width, height: height) }
      progress = scene.progress(at: now)
    }
    if let target = scene.target { stroke([placing.place(target)], style.targetRect) }
    if !scene.locations.isEmpty { stroke(scene.locations.map { placing.place($0) }, style.location) }
    if scene.isPaused || style.isPaused, style.pauseMode == PM_PAUSE { drawPause(style, width: width, height: height) }
  }

  private mutating func stroke(_ paths: [[Point]], _ line: OverlayStyle.Line, isClosed: Bool = true) {
    guard line.isVisible else { return }
    shapes.append(Shape(paths: paths, isClosed: isClosed, width: line.width, colour: line.colour, alpha: line.alpha))
  }

  // MARK: CMB

  private mutating func drawCorners(_ style: OverlayStyle, width: Double, height: Double) {
    let side = min(width, height)
    let margin = side * Self.cornerMargin
    let length = side * Self.cornerLength
    let paths = [(false, false), (true, false), (true, true), (false, true)].map { isRight, isLow -> [Point] in
      let x = isRight ? width - margin : margin
      let y = isLow ? height - margin : margin
      return [
        Point(x + (isRight ? -length : length), y), Point(x, y), Point(x, y + (isLow ? -length : length)),
      ]
    }
    stroke(paths, style.corners, isClosed: false)
  }

  // MARK: Legacy

  private mutating func drawViewport(_ scene: OverlayScene, _ style: OverlayStyle, _ placing: Placing) {
    guard style.viewport.isVisible else { return }
    let viewport = placing.place(scene.region ?? placing.whole)
    shapes.append(
      Shape(
        paths: [placing.bounds, viewport], isClosed: true, isFilled: true, width: 0, colour: .init(rgb: 0),
        alpha: style.outsideAlpha))
    stroke([viewport], style.viewport)
  }

  private mutating func drawBlinkingLine(
    _ scene: OverlayScene, _ style: OverlayStyle, _ placing: Placing, _ now: TimePoint
  ) {
    let isPaused = scene.isPaused || style.isPaused
    if isPaused, style.pauseMode == PM_PAUSE { return }
    let isSteady = isPaused && style.pauseMode == PM_STOP_BLINKING
    let half = max(0.01, Double(style.blinkingSpeed))
    let phase = (now.seconds(since: TimePoint(nanoseconds: 0)) / half).truncatingRemainder(dividingBy: 2)
    guard isSteady || phase < 1 else { return }
    let viewport = placing.place(scene.region ?? placing.whole)
    let xs = viewport.map(\.x)
    let ys = viewport.map(\.y)
    let centre = Point(xs.reduce(0, +) / 4, ys.reduce(0, +) / 4)
    let reach = ((xs.max() ?? 0) - (xs.min() ?? 0)) * Self.lineReach
    stroke(
      [[Point(centre.x - reach, centre.y), Point(centre.x + reach, centre.y)]], style.blinkingLine, isClosed: false)
  }

  /// Two bars in the middle.
  private mutating func drawPause(_ style: OverlayStyle, width: Double, height: Double) {
    let side = min(width, height) * Self.cornerLength
    let bars = [-0.5, 0.25].map { offset -> [Point] in
      let left = width / 2 + offset * side
      let (top, bottom) = (height / 2 - side / 2, height / 2 + side / 2)
      let right = left + side / 4
      return [Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)]
    }
    shapes.append(
      Shape(paths: bars, isClosed: true, isFilled: true, width: 0, colour: style.corners.colour, alpha: 1))
  }
}

/// Where points of the upright picture lie in a view that it fills.
private struct Placing {
  let scene: OverlayScene
  let width: Double
  let height: Double

  init(_ scene: OverlayScene, width: Double, height: Double) {
    self.scene = scene
    self.width = width
    self.height = height
  }

  /// The whole picture.
  var whole: Quad {
    let (w, h) = (Double(scene.width), Double(scene.height))
    return Quad(Point(0, 0), Point(w, 0), Point(w, h), Point(0, h))
  }

  /// The view.
  var bounds: [Point] { [Point(0, 0), Point(width, 0), Point(width, height), Point(0, height)] }

  func place(_ quad: Quad) -> [Point] {
    guard scene.width > 0, scene.height > 0 else { return bounds }
    let (w, h) = (Double(scene.width), Double(scene.height))
    let scale = max(width / w, height / h)
    return quad.points.map { Point(width / 2 + ($0.x - w / 2) * scale, height / 2 + ($0.y - h / 2) * scale) }
  }
}

extension OverlayDrawing {
  /// The shapes as SVG of the view's size.
  package func svg(width: Double, height: Double) -> String {
    let body = shapes.map { shape -> String in
      let path = shape.paths.map { points in
        "M" + points.map { "\(Self.rounded($0.x)) \(Self.rounded($0.y))" }.joined(separator: "L")
          + (shape.isClosed ? "Z" : "")
      }.joined()
      let hex = String(shape.colour.rgb, radix: 16)
      let colour = "#" + String(repeating: "0", count: max(0, 6 - hex.count)) + hex
      let paint =
        shape.isFilled
        ? #"fill="\#(colour)" fill-rule="evenodd" fill-opacity="\#(shape.alpha)""#
        : #"fill="none" stroke="\#(colour)" stroke-width="\#(shape.width)" stroke-opacity="\#(shape.alpha)""#
      return #"<path d="\#(path)" \#(paint)/>"#
    }.joined()
    let size = "\(Self.rounded(width)) \(Self.rounded(height))"
    return #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(size)">\#(body)</svg>"#
  }

  /// To tenths; far points are cut, NaN is 0.
  private static func rounded(_ value: Double) -> Double {
    value.isNaN ? 0 : (max(-1e6, min(1e6, value)) * 10).rounded() / 10
  }
}
