import DMCC
import Foundation
import ImageFiles
import ScanSession

extension CameraReader {
  /// What the device itself does or knows.
  func act(_ command: CommandTable.Resolved, data: [UInt8]) -> Response {
    switch (command.spec.name, command.form) {
    case ("TRIGGER", .get):
      return Response(.noError, text: Value.toggle(session?.isScanning ?? false).description)
    case ("TRIGGER", _):
      if command.values.first == .toggle(true) { session?.start() } else { session?.stop() }
      return Response(.noError)
    case ("BEEP", _):
      guard case .integer(let count)? = command.values.first, case .integer(let tone)? = command.values.last else {
        return Response(.invalidParameter)
      }
      parts.surroundings.feedback?.give(FeedbackSignal(beeps: count, tone: tone))
      return Response(.noError)
    case ("IMAGE.LOAD", _):
      guard let image = try? ImageFile.decode(data) else { return Response(.invalidParameter) }
      session?.read(still: image)
      return Response(.noError)
    case ("IMAGE.SEND", _):
      return picture(of: session?.lastFrame)
    case ("LIVEIMG.SEND", _):
      let isLive = state.withLock { $0.processor.settings.number("LIVEIMG.MODE") } != 0
      return picture(of: isLive && session?.isScanning == true ? session?.lastFrame : nil)
    case ("RESULT", _):
      guard let report = state.withLock({ $0.lastReport }) else { return Response(.rejected) }
      push(report)
      return Response(.noError)
    case ("STATISTICS.RESET", _):
      state.withLock { $0.counts = ReadCounts() }
      return Response(.noError)
    case ("DEVICE.NAME", .set):
      guard case .text(let name)? = command.values.first else { return Response(.invalidParameter) }
      state.withLock { $0.name = name }
      return Response(.noError)
    case (let name, .get):
      return answer(name)
    default:
      return Response(.invalidParameter)
    }
  }

  private func answer(_ name: String) -> Response {
    let identity = parts.identity
    let text: String? =
      switch name {
      case "DEVICE.TYPE": identity.type
      case "DEVICE.ID": String(identity.number)
      case "DEVICE.NAME": state.withLock { $0.name }
      case "DEVICE.SERIAL-NUMBER": identity.serial
      case "DEVICE.FIRMWARE-VER": SDKVersion.current
      case "BATTERY.CHARGE": identity.batteryCharge().map(String.init)
      case "DECODER.MAX-THREADS": String(ProcessInfo.processInfo.activeProcessorCount)
      default: nil
      }
    return text.map { Response(.noError, text: $0) } ?? Response(.invalidParameter)
  }

  /// A frame as a file; without one the present state does not allow that.
  private func picture(of frame: LumaFrame?) -> Response {
    guard let frame else { return Response(.rejected) }
    let settings = state.withLock { $0.processor.settings }
    let picture = ResultPicture.picture(frame.image, frame.orientation, dividing: settings.pictureDivisor)
    guard let format = ResultPicture.Format(rawValue: settings.number("IMAGE.FORMAT")),
      let file = ResultPicture.encode(picture, format, quality: settings.number("IMAGE.QUALITY"))
    else { return Response(.unidentifiedError) }
    return Response(.noError, file, isCounted: true)
  }
}

extension Settings {
  /// By how much the sides of pictures are divided, so that `IMAGE.SIZE` says which share of the pixels is left.
  var pictureDivisor: Int { 1 << number("IMAGE.SIZE") }
}
