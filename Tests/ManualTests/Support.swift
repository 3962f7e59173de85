import BarcodeCore
import DataManLink
import Foundation
import ScanSession
import cmbSDK

/// Stands for the system's controller. Everything here runs on the main queue, as in an app.
class UIViewController: NSObject {
  func viewDidLoad() {}
}

/// Stands for the views that the examples fill.
final class UIImageView {
  var image: UIImage?
}

final class UILabel {
  var text: String?
}

/// The notification that iOS posts when the app comes back; another one in each of the two builds of these files,
/// which run in one process.
enum UIApplication {
  static let didBecomeActiveNotification = NSNotification.Name("UIApplicationDidBecomeActiveNotification " + #fileID)
}

/// A camera that sees symbols: each picture's grey value is its text.
func camera(
  _ greys: [UInt8], repeats: Bool = false, mode: CDMCameraMode = .noAimer, options: CDMPreviewOption = [],
  surroundings: ScanSession.Surroundings = .init(),
  hasLamp: Bool = true
) -> CMBReaderDevice {
  var parts = CameraReader.Parts()
  parts.symbologies = .all
  parts.surroundings = surroundings
  parts.decode = { frame, plan in
    guard let grey = frame.image.pixels.first, grey != 255 else { return [] }
    return plan.options.symbologies.contains(.qr) ? [symbol(grey)] : []
  }
  let source = PictureSource(
    greys.map { LumaImage(width: 64, height: 48, grey: $0) }, repeats: repeats,
    capabilities: FrameCapabilities(hasTorch: hasLamp))
  return CMBReaderDevice.reader(source: source, setup: CameraSetup(mode, options), parts: parts)
}

private func symbol(_ grey: UInt8) -> Barcode {
  Barcode(
    symbology: .qr, symbologyIdentifier: "]Q1", text: "grey \(grey)", bytes: [grey, 0, 0xFF],
    corners: Quad(Point(10, 10), Point(30, 10), Point(30, 30), Point(10, 30)), evidence: Evidence(logOdds: -9),
    moduleSize: 1)
}

/// Waits on the main queue until something holds. False when it does not within a minute: other tests may keep every
/// core busy for most of that.
@MainActor
func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<30_000 {
    if condition() { return true }
    try? await Task.sleep(nanoseconds: 2_000_000)
  }
  return condition()
}
