import DMCC
import ScanSession

/// How a camera reader was made.
package struct CameraSetup: Sendable, Hashable {
  package var mode: CameraMode
  package var showsPreviewAlways = false
  package var startsPaused = false
  package var usesHighResolution = false
  package var usesHighRate = false
  /// A button starts scanning.
  package var usesTrigger = false
  /// After a read the preview stays up.
  package var holdsPreview = false

  package init(mode: CameraMode) { self.mode = mode }

  package init(_ mode: CDMCameraMode, _ options: CDMPreviewOption) {
    self.init(mode: CameraMode(rawValue: Int(mode.rawValue)) ?? .noAimer)
    showsPreviewAlways = options.contains(.alwaysShow)
    startsPaused = options.contains(.paused)
    usesHighResolution = options.contains(.highResolution)
    usesHighRate = options.contains(.highFrameRate)
    usesTrigger = options.contains(.hwTrigger)
    holdsPreview = options.contains(.keepPreviewInPausedState)
  }

  var frames: FrameRequest {
    FrameRequest(
      width: usesHighResolution ? 1920 : 1280, height: usesHighResolution ? 1080 : 720, rate: usesHighRate ? 60 : 30,
      camera: mode == .frontCamera ? .front : .back)
  }

  /// With an aimer one does not need to see the picture.
  var showsPreview: Bool { showsPreviewAlways || mode == .noAimer || mode == .frontCamera }
}

extension SessionConfiguration {
  /// What the settings of a camera reader mean for scanning.
  package init(_ settings: Settings, connection: Settings, setup: CameraSetup) {
    self.init()
    reader.symbologies = settings.symbologies
    reader.effort = ReaderOptions.Effort(rawValue: settings.number("DECODER.EFFORT")) ?? .balanced
    reader.retail.addOns = settings.number("UPC-EAN.SUPPLEMENT") == 0 ? .ignore : .read
    reader.retail.expandsUPCE = settings.isOn("UPC-EAN.EXPANDED")
    reader.retail.readsUPCE1 = settings.isOn("UPC-EAN.UPCE1")
    reader.retail.readsAddOnsOfEAN8 = settings.isOn("UPC-EAN.EAN8SUPL")
    reader.retail.omitsLeadingZero = settings.isOn("UPC-EAN.DELZERO")
    reader.qr.readsModel1 = settings.isOn("QR.MODEL1")
    reader.qr.readsModel2 = settings.isOn("QR.MODEL2")
    reader.qr.largestGrid = settings.number("QR.MAXIMUM-GRID-SIZE")
    reader.composite.readsCCC = settings.isOn("EAN-UCC.CC-C")
    reader.postal.transmitsCheckOfPLANET = settings.isOn("PLANET.XMTCHK")
    reader.postal.transmitsCheckOfPOSTNET = settings.isOn("POSTNET.XMTCHK")
    reader.linear = LinearOptions(settings)
    acceptance = AcceptanceRules(settings)
    mode = settings.number("TRIGGER.TYPE") == 5 ? .continuous : .once
    let limit = settings.number("DECODER.MAX-SCAN-TIMEOUT")
    timeLimit = limit > 0 ? Double(limit) : nil
    if settings.isOn("DECODER.REREAD-NEVER2X") { duplicateInterval = .infinity }
    takeRegions(settings)
    frames = setup.frames
    threads = settings.number("DECODER.THREADS-USED")
    let focus = settings.number("FOCUS.FOCUSTIME")
    focusInterval = focus > 0 ? Double(focus) : nil
    let level = settings.number("CAMERA.ZOOM")
    zoom = level > 0 ? Double(settings.number("CAMERA.ZOOM-PERCENT", at: level - 1)) / 100 : 1
    switch setup.mode {
    // The lamp is the aimer.
    case .passiveAimer:
      usesTorch = settings.number("LIGHT.AIMER") == 1
      let limit = settings.number("LIGHT.AIMER-TIMEOUT")
      torchLimit = limit > 0 ? Double(limit) : nil
    // The aimer has a lamp of its own.
    case .activeAimer: usesTorch = false
    case .noAimer, .frontCamera: usesTorch = settings.isOn("LIGHT.INTERNAL-ENABLE")
    }
    showsPreview = setup.showsPreview
    startsPaused = setup.startsPaused && setup.showsPreview
    holdsPreview = setup.holdsPreview
    keepsPicture = true
    let signal = FeedbackSignal(
      beeps: settings.number("BEEP.GOOD"), tone: settings.number("BEEP.GOOD", at: 1),
      vibrates: settings.isOn("VIBRATION.GOOD"))
    feedback = signal.beeps > 0 || signal.vibrates ? signal : nil
  }

  private mutating func takeRegions(_ settings: Settings) {
    func share(_ name: String, _ index: Int) -> Double { Double(settings.number(name, at: index)) / 100 }
    let area = "DECODER.ROI-PERCENT"
    let x = share(area, 0)
    let y = share(area, 2)
    region = PictureRegion(x: x, y: y, width: min(share(area, 1), 1 - x), height: min(share(area, 3), 1 - y))
    showsTarget = settings.isOn("DECODER.DISPLAY-TARGET")
    guard settings.isOn("DECODER.TARGET-DECODING") else { return }
    let window = "DECODER.CENTERING-WINDOW"
    let width = share(window, 2)
    let height = share(window, 3)
    target = PictureRegion(
      x: share(window, 0) - width / 2, y: share(window, 1) - height / 2, width: width, height: height)
  }
}

extension AcceptanceRules {
  /// What the settings ask for beside the reader's own options.
  package init(_ settings: Settings) {
    self.init(lines: settings.number("DECODER.1D-MINIMUM-DECODES"))
    reportsComponents = settings.number("EAN-UCC.XMTMODE") == 0
    directions = LinearDirections(number: settings.number("DECODER.1D-SYMBOLORIENTATION"))
    for row in SymbologySwitch.table {
      if let range = settings.codeSize(of: row) { for member in row.own { lengths[member] = range } }
      if settings.isOn(row.shortName + ".VERIFICATION") {
        for member in row.own { frames[member] = Self.framesOfVerification }
      }
    }
  }

  /// A second frame shows the symbol a little otherwise, so that the same wrong text is unlikely.
  private static let framesOfVerification = 2
}

extension LinearDirections {
  /// By the numbers of `DECODER.1D-SYMBOLORIENTATION`. 1, both axes, takes all: what lies askew is read as well.
  init(number: Int) {
    switch number {
    case 2: self = .vertical
    case 3: self = .horizontal
    default: self = .all
    }
  }
}
