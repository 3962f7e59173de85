import DMCC
import Foundation
import ScanSession
import Testing
import cmbSDK

@Suite struct TypeTests {
  /// Each constant of `CMBSymbology` with the switch that the documents pair it with.
  static let symbologies: [(CMBSymbology, UInt, String)] = [
    (CMBSymbologyDataMatrix, 1, "DATAMATRIX"), (CMBSymbologyQR, 2, "QR"), (CMBSymbologyC128, 3, "C128"),
    (CMBSymbologyUpcEan, 4, "UPC-EAN"), (CMBSymbologyC11, 5, "C11"), (CMBSymbologyC39, 6, "C39"),
    (CMBSymbologyC93, 7, "C93"), (CMBSymbologyI2o5, 8, "I2O5"), (CMBSymbologyCodaBar, 9, "CODABAR"),
    (CMBSymbologyEanUcc, 10, "EAN-UCC"), (CMBSymbologyPharmaCode, 11, "PHARMACODE"),
    (CMBSymbologyMaxicode, 12, "MAXICODE"), (CMBSymbologyPdf417, 13, "PDF417"),
    (CMBSymbologyMicropdf417, 14, "MICROPDF417"), (CMBSymbologyDatabar, 15, "DATABAR"),
    (CMBSymbologyPlanet, 16, "PLANET"), (CMBSymbologyPostnet, 17, "POSTNET"),
    (CMBSymbologyFourStateJap, 18, "4STATE-JAP"), (CMBSymbologyFourStateAus, 19, "4STATE-AUS"),
    (CMBSymbologyFourStateUpu, 20, "4STATE-UPU"), (CMBSymbologyFourStateImb, 21, "4STATE-IMB"),
    (CMBSymbologyVericode, 22, "VERICODE"), (CMBSymbologyRpc, 23, "RPC"), (CMBSymbologyMsi, 24, "MSI"),
    (CMBSymbologyAzteccode, 25, "AZTECCODE"), (CMBSymbologyDotcode, 26, "DOTCODE"), (CMBSymbologyC25, 27, "C25"),
    (CMBSymbologyC39ConvertToC32, 28, "C39-CONVERT-TO-C32"), (CMBSymbologyOcr, 29, "OCR"),
    (CMBSymbologyFourStateRmc, 30, "4STATE-RMC"), (CMBSymbologyTelepen, 31, "TELEPEN"),
  ]

  @Test func switchTableFollowsTheConstants() {
    for (constant, raw, name) in Self.symbologies {
      #expect(UInt(constant.rawValue) == raw)
      #expect(SymbologySwitch.row(rawValue: raw)?.name == "SYMBOL." + name)
    }
    #expect(CMBSymbologyUnknown.rawValue == 0)
    #expect(SymbologySwitch.row(rawValue: 0) == nil)
  }

  @Test func cameraTypes() {
    let modes: [CDMCameraMode] = [.noAimer, .passiveAimer, .activeAimer, .frontCamera]
    #expect(modes.map { Int($0.rawValue) } == CameraMode.allCases.map(\.rawValue))
    let options: [CDMPreviewOption] = [
      .noZoomBtn, .noIllumBtn, .hwTrigger, .paused, .alwaysShow, .pessimisticCaching, .highResolution, .highFrameRate,
      .showCloseBtn, .keepPreviewInPausedState,
    ]
    #expect(options.map(\.rawValue) == (0..<10).map { 1 << $0 })
    #expect(CDMPreviewOption.init(rawValue: 0) == [])
    #expect([CDMPreviewOption.noZoomBtn, CDMPreviewOption.hwTrigger] as CDMPreviewOption == .init(rawValue: 5))
    let results: [CDMResultTypes] = [
      .readString, .readXml, .xmlStatistics, .image, .imageGraphics, .trainingResults, .codeQualityData, .xmlContent,
    ]
    #expect(results.map(\.rawValue) == (0..<8).map { 1 << $0 })
  }

  @Test func statusNumbers() {
    #expect(DMCC_STATUS_NO_ERROR == Status.noError.rawValue)
    #expect(DMCC_STATUS_READ_STRING == Status.readString.rawValue)
    #expect(DMCC_STATUS_XML_RESULT == Status.readXML.rawValue)
    #expect(DMCC_STATUS_IMAGE_GRAPHICS == Status.imageGraphics.rawValue)
    #expect(DMCC_STATUS_INVALID_COMMAND == Status.invalidCommand.rawValue)
    #expect(DMCC_STATUS_INVALID_PARAM_OR_MISSING_FEATURE == Status.invalidParameter.rawValue)
    #expect(DMCC_STATUS_INCORRECT_CHECKSUM == Status.incorrectChecksum.rawValue)
    #expect(DMCC_STATUS_READER_OFFLINE == Status.offline.rawValue)
    #expect(DMCC_STATUS_COMMAND_TIMEOUT == -1)
    let status: Int32 = DMCC_STATUS_NO_ERROR
    #expect(status == 0)
  }

  @Test func overlay() {
    MWOverlay.setOverlayMode(Int32(OM_LEGACY.rawValue))
    #expect(MWOverlay.getOverlayMode() == 1)
    MWOverlay.setOverlayMode(Int32(OM_CMB.rawValue))
    #expect(MWOverlay.getOverlayMode() == 0)
    MWOverlay.setLocationLineUIColor(UIColor.yellow)
    MWOverlay.setLocationLineWidth(5)
    #expect(MWOverlay.getLocationLineColor() == 0xFFFF00)
    #expect(MWOverlay.style.location.width == 5)
    MWOverlay.setTargetRectLineRGBColor(0x123456)
    #expect(MWOverlay.getTargetRectLineColor() == 0x123456)
  }

  @Test func pictures() throws {
    let image = UIImage(luma: LumaImage(width: 3, height: 2, pixels: [0, 50, 100, 150, 200, 250]))
    let file = try #require(image.pngData())
    #expect(UIImage(data: file)?.luma == image.luma)
    #expect(UIImage(data: Data([1, 2, 3])) == nil)
  }

  @Test func settingsBecomeAcceptanceRules() {
    var settings = Settings(.reader)
    var rules = AcceptanceRules(settings)
    #expect(rules.lengths[.code39] == nil)
    #expect(rules.lengths[.itf] == 6...255)
    #expect(rules.lengths[.code25IATA] == 6...255)
    #expect(rules.frames.isEmpty && rules.lines == 0)
    settings.set("C39.CODESIZE", [.toggle(false), .integer(4), .integer(8)])
    settings.set("I2O5.CODESIZE", [.toggle(true), .integer(6), .integer(40)])
    settings.set("UPC-EAN.VERIFICATION", [.toggle(true)])
    settings.set("DECODER.1D-MINIMUM-DECODES", [.integer(5)])
    rules = AcceptanceRules(settings)
    #expect(rules.lengths[.code39] == 4...8)
    #expect(rules.lengths[.itf] == nil)
    #expect(rules.frames == [.upcA: 2, .upcE: 2, .ean8: 2, .ean13: 2])
    #expect(rules.lines == 5)
    #expect(rules.directions == .all)
    settings.set("DECODER.1D-SYMBOLORIENTATION", [.integer(2)])
    #expect(AcceptanceRules(settings).directions == .vertical)
  }

  /// Options of single symbologies reach the engine.
  @Test func settingsBecomeReaderOptions() {
    var settings = Settings(.reader)
    func options() -> ReaderOptions {
      SessionConfiguration(settings, connection: Settings(.connection), setup: CameraSetup(mode: .noAimer)).reader
    }
    let linear = options().linear
    #expect(linear.code39.characters == .standard)
    #expect(!linear.code39.check.isRequired && !linear.code39.convertsToCode32)
    #expect(linear.code93.isFullASCII)
    #expect(linear.code11.check == .one)
    #expect(linear.lengths[.itf] == 6...255)
    #expect(linear.quietZones[.codabar] == 100)
    #expect(!options().retail.readsUPCE1)
    for (name, values) in [
      ("C39.CHKCHAR", [.toggle(true)]), ("C39.XMTCHK", [.toggle(true)]), ("C39.ASCII", [.toggle(true)]),
      ("SYMBOL.C39-CONVERT-TO-C32", [.toggle(true)]), ("C93.ASCII", [.toggle(false)]),
      ("I2O5.CHKCHAR", [.toggle(true)]), ("C25.XMTCHK", [.toggle(true)]), ("CODABAR.CHKCHAR", [.toggle(true)]),
      ("C11.CHKCHAR-OPTION", [.integer(2)]), ("MSI.CHKCHAR", [.toggle(true)]),
      ("MSI.CHKCHAR-OPTION", [.integer(4)]), ("TELEPEN.FORCE-NUMERIC", [.toggle(true)]),
      ("C39.QZ-SIZE", [.integer(20)]), ("C39.CODESIZE", [.toggle(false), .integer(5), .integer(9)]),
      ("UPC-EAN.UPCE1", [.toggle(true)]),
    ] as [(String, [Value])] { settings.set(name, values) }
    let changed = options().linear
    #expect(changed.code39.check.isRequired && changed.code39.check.isTransmitted)
    #expect(changed.code39.characters == .automatic && changed.code39.convertsToCode32)
    #expect(!changed.code93.isFullASCII)
    #expect(changed.interleaved.isRequired && changed.code25.isTransmitted && changed.codabar.check.isRequired)
    #expect(changed.code11.check == .two)
    #expect(changed.msi.check.isRequired && changed.msi.scheme == .mod11IBMmod10)
    #expect(changed.telepen.isNumeric)
    #expect(changed.quietZones[.code39] == 20)
    #expect(changed.lengths[.code39] == 5...9)
    #expect(options().retail.readsUPCE1)
    settings.set("C11.CHKCHAR", [.toggle(false)])
    #expect(options().linear.code11.check == .ignored)
  }

  /// What the table calls stored only changes nothing, and everything else does.
  @Test func everySettingHasAnEffect() {
    for row in CommandTable.rows where row.storage == .reader {
      var differs = false
      for mode in CameraMode.allCases where !differs {
        let setup = CameraSetup(mode: mode)
        var settings = Settings(.reader)
        // Options count while their symbology is on, the window while it is asked for.
        for symbology in SymbologySwitch.table where symbology.name != row.name {
          settings.set(symbology.name, [.toggle(true)])
        }
        settings.set("DECODER.TARGET-DECODING", [.toggle(row.name != "DECODER.TARGET-DECODING")])
        if row.name.hasPrefix("CAMERA.ZOOM-") { settings.set("CAMERA.ZOOM", [.integer(1)]) }
        if row.name == "C11.CHKCHAR-OPTION" { settings.set("C11.CHKCHAR", [.toggle(true)]) }
        let before = SessionConfiguration(settings, connection: Settings(.connection), setup: setup)
        settings.set(row.name, zip(row.parameters, row.defaults).map { Self.otherValue($0, than: $1) })
        differs = SessionConfiguration(settings, connection: Settings(.connection), setup: setup) != before
      }
      let isTheOwners =
        ActiveAimer.settings.contains(row.name) || ["IMAGE.", "LIVEIMG."].contains { row.name.hasPrefix($0) }
      let hasNoReader = SymbologySwitch.table.contains { $0.name == row.name && $0.meaning == .nothing }
      // Families and members switch the same symbologies.
      let isShared = ["SYMBOL.ITF14", "SYMBOL.COOP", "SYMBOL.IATA", "SYMBOL.INVERTED", "SYMBOL.MATRIX", "SYMBOL.I2O5"]
        .contains(row.name)
      if isTheOwners || hasNoReader || isShared { continue }
      #expect((row.name, differs) == (row.name, !row.isStoredOnly))
    }
  }

  /// A value that is no default.
  private static func otherValue(_ parameter: Parameter, than value: Value) -> Value {
    switch parameter {
    case .toggle: value == .toggle(true) ? .toggle(false) : .toggle(true)
    case .integer(let range): .integer(value == .integer(range.upperBound) ? range.lowerBound : range.upperBound)
    case .choice(let numbers): .integer(numbers.first { value != .integer($0) } ?? 0)
    case .text, .attachedBytes: .text("")
    }
  }

  @Test func settingsBecomeConfiguration() {
    var settings = Settings(.reader)
    let connection = Settings(.connection)
    var setup = CameraSetup(mode: .noAimer)
    var configuration = SessionConfiguration(settings, connection: connection, setup: setup)
    #expect(configuration.reader.symbologies == [])
    #expect(configuration.reader.effort == .balanced)
    #expect(configuration.mode == .once)
    #expect(configuration.timeLimit == 60)
    #expect(configuration.region == .all)
    #expect(configuration.target == nil)
    #expect(configuration.frames == FrameRequest(width: 1280, height: 720, rate: 30, camera: .back))
    #expect(configuration.showsPreview && !configuration.startsPaused)
    #expect(configuration.threads == 1 && configuration.focusInterval == 3 && configuration.torchLimit == nil)
    settings.set("DECODER.EFFORT", [.integer(4)])
    settings.set("TRIGGER.TYPE", [.integer(5)])
    settings.set("DECODER.MAX-SCAN-TIMEOUT", [.integer(0)])
    settings.set("DECODER.TARGET-DECODING", [.toggle(true)])
    settings.set("CAMERA.ZOOM", [.integer(2)])
    settings.set("DECODER.ROI-PERCENT", [10, 80, 20, 90].map { .integer($0) })
    setup.usesHighResolution = true
    setup.usesHighRate = true
    configuration = SessionConfiguration(settings, connection: connection, setup: setup)
    #expect(configuration.reader.effort == .persistent)
    #expect(configuration.mode == .continuous)
    #expect(configuration.timeLimit == nil)
    #expect(configuration.target == PictureRegion(x: 0.45, y: 0.45, width: 0.1, height: 0.1))
    #expect(configuration.zoom == 4)
    #expect(configuration.region == PictureRegion(x: 0.1, y: 0.2, width: 0.8, height: 0.8))
    #expect(configuration.frames == FrameRequest(width: 1920, height: 1080, rate: 60, camera: .back))
    for mode in [CameraMode.passiveAimer, .activeAimer] {
      configuration = SessionConfiguration(settings, connection: connection, setup: CameraSetup(mode: mode))
      #expect(!configuration.showsPreview)
    }
  }
}
