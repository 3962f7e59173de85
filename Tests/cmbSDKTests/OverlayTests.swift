import Foundation
import ScanSession
import Testing
import cmbSDK

/// The overlay as a value. The settings of `MWOverlay` are global, so that its own tests stand in one place.
@Suite(.serialized)
struct OverlayTests {
  private let location = Quad(Point(100, 100), Point(200, 100), Point(200, 200), Point(100, 200))

  private func drawing(_ scene: OverlayScene, _ style: OverlayStyle = .init(), at seconds: Double = 0) -> OverlayDrawing
  {
    OverlayDrawing(scene, style: style, width: 360, height: 640, now: TimePoint(seconds: seconds))
  }

  /// A picture of 720 x 1280 fills a view of half its size.
  @Test func locations() throws {
    var scene = OverlayScene(width: 720, height: 1280, locations: [location])
    let shape = try #require(drawing(scene).shapes.last)
    #expect(shape.paths == [[Point(50, 50), Point(100, 50), Point(100, 100), Point(50, 100)]])
    #expect(shape.isClosed && !shape.isFilled)
    #expect(shape.width == 4)
    #expect(shape.colour == ColourComponents(rgb: 0x00FF00))
    // A square picture is cut at its sides.
    scene = OverlayScene(width: 640, height: 640, locations: [location])
    #expect(drawing(scene).shapes.last?.paths.first?.first == Point(-40, 100))
  }

  @Test func modes() {
    var scene = OverlayScene(
      width: 720, height: 1280, region: Quad(Point(0, 320), Point(720, 320), Point(720, 960), Point(0, 960)),
      startTime: TimePoint(seconds: 0), endTime: TimePoint(seconds: 10))
    // CMB: four corners, and the progress of the time limit.
    let modern = drawing(scene, at: 4)
    #expect(modern.shapes.map(\.paths.count) == [4])
    #expect(modern.progress == 0.4)
    // Legacy: what lies outside of the viewport, its border, a line that blinks; no progress.
    var style = OverlayStyle()
    style.isLegacy = true
    let legacy = drawing(scene, style, at: 4)
    #expect(legacy.shapes.count == 3)
    #expect(legacy.shapes.first?.isFilled == true)
    #expect(legacy.shapes[1].paths == [[Point(0, 160), Point(360, 160), Point(360, 480), Point(0, 480)]])
    #expect(legacy.progress == nil)
    #expect(drawing(scene, style, at: 4.3).shapes.count == 2)
    style.pauseMode = PM_STOP_BLINKING
    scene.isPaused = true
    for time in [4.0, 4.3] { #expect(drawing(scene, style, at: time).shapes.count == 3) }
    style.pauseMode = PM_PAUSE
    #expect(drawing(scene, style).shapes.last?.paths.count == 2)
    style.pauseMode = PM_NONE
    #expect(drawing(scene, style).shapes.count == 3)
    style.viewport.isVisible = false
    style.blinkingLine.isVisible = false
    #expect(drawing(scene, style).shapes.isEmpty)
  }

  @Test func target() {
    let scene = OverlayScene(width: 720, height: 1280, target: location)
    #expect(drawing(scene).shapes.last?.colour == ColourComponents(rgb: 0xFFFF00))
    #expect(drawing(scene).svg(width: 360, height: 640).contains(#"d="M50.0 50.0L100.0 50.0L100.0 100.0L50.0 100.0Z""#))
  }

  @Test func anyNumbers() {
    let numbers = [Double.nan, .infinity, -.infinity, 1e300, 0]
    for a in numbers {
      for b in numbers {
        let quad = Quad(Point(a, b), Point(b, a), Point(a, a), Point(b, b))
        let drawing = OverlayDrawing(
          OverlayScene(width: 1, height: 0, locations: [quad], target: quad, region: quad), style: .init(), width: a,
          height: b, now: TimePoint(seconds: 0))
        #expect(drawing.svg(width: a, height: b).hasSuffix("</svg>"))
      }
    }
  }

  @MainActor @Test func ownPreview() {
    let layer = CALayer()
    #expect(!MWOverlay.isAttached())
    MWOverlay.add(toPreviewLayer: layer)
    #expect(MWOverlay.isAttached())
    var points = [CGPoint](repeating: CGPoint(x: 5, y: 6), count: 8)
    MWOverlay.showLocation(&points, imageWidth: 100, imageHeight: 50)
    #expect(MWOverlay.ownScene.locations.count == 1)
    MWOverlay.showLocations(&points, count: 2, imageWidth: 100, imageHeight: 50)
    #expect(MWOverlay.ownScene.locations.count == 2)
    #expect(MWOverlay.ownScene.width == 100)
    MWOverlay.addViewFinder(to: UIView(), isFullScreen: true)
    MWOverlay.updateOverlay()
    MWOverlay.removeFromPreviewLayer()
    #expect(!MWOverlay.isAttached())
  }

  /// The parts of a preview that waits, and the region that is searched, reach the overlay.
  @Test func sceneOfSession() async {
    let surface = Surface()
    var parts = CameraReader.Parts()
    parts.surroundings.preview = surface
    parts.decode = { _, _ in [] }
    let source = PictureSource([LumaImage(width: 40, height: 20)], repeats: true)
    let reader = CMBReaderDevice.reader(source: source, setup: CameraSetup(.noAimer, [.paused]), parts: parts)
    reader.callbackQueue = namedQueue("scene")
    let client = Client(reader: reader)
    _ = await client.connect()
    _ = await client.send("SET DECODER.ROI-PERCENT 25 50 0 100")
    reader.startScanning()
    #expect(await client.send("GET TRIGGER") == (0, "ON"))
    #expect(surface.last?.isPaused == true)
    reader.stopScanning()
  }
}

private final class Surface: PreviewSurface {
  private let scenes = Locked<[OverlayScene]>([])
  var last: OverlayScene? { scenes.withLock { $0.last } }
  func show() {}
  func hide() {}
  func draw(_ scene: OverlayScene) { scenes.withLock { $0.append(scene) } }
}
