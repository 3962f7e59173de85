import Dispatch
import ScanSession

/// A symbol for tests that do not decode.
func symbol(
  _ text: String, _ symbology: Symbology = .qr, bytes: [UInt8]? = nil, at centre: Point = Point(50, 50),
  half: Double = 10
) -> Barcode {
  Barcode(
    symbology: symbology, symbologyIdentifier: "]Q1", text: text, bytes: bytes ?? Array(text.utf8),
    corners: Quad(
      centre + Point(-half, -half), centre + Point(half, -half), centre + Point(half, half),
      centre + Point(-half, half)),
    evidence: Evidence(logOdds: -9), moduleSize: 2)
}

/// A picture whose grey value a fake decoder turns into texts.
func picture(_ grey: UInt8, width: Int = 100, height: Int = 100) -> LumaImage {
  LumaImage(width: width, height: height, grey: grey)
}

/// Reads pictures of `picture(_:)`: white ones hold nothing, others one symbol with the grey value as its text.
let greyDecoder: FrameDecoder = { frame, plan in
  guard let grey = frame.image.pixels.first, grey != 255, plan.options.symbologies.contains(.qr) else { return [] }
  return [symbol(String(grey))]
}

func frame(_ number: Int, _ grey: UInt8 = 255, orientation: PictureOrientation = .up) -> LumaFrame {
  LumaFrame(
    image: picture(grey), number: number, time: TimePoint(seconds: Double(number)), orientation: orientation)
}
