import BarcodeCore
import DMCC
import TestSupport
import Testing

@Suite struct TableTests {
  @Test func namesAreUniqueAndInCapitals() {
    let names = CommandTable.rows.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0 == $0.uppercased() && !$0.contains(" ") })
  }

  /// A default can be set, and GET shows it in the form that SET takes.
  @Test(arguments: CommandTable.rows.filter { !$0.defaults.isEmpty }.map(\.name))
  func defaultsAreValid(name: String) throws {
    let row = try #require(CommandTable.row(name))
    let tokens = row.defaults.map { Token($0.description) }
    #expect(try CommandTable.resolve(Command(.set, name, tokens)).values == row.defaults)
  }

  @Test func rowsAreComplete() {
    for row in CommandTable.rows {
      #expect(!row.forms.isEmpty)
      #expect(!row.help.isEmpty)
      switch row.storage {
      case .reader, .connection:
        #expect(row.forms == [.get, .set])
        #expect(row.defaults.count == row.parameters.count)
      case .device:
        #expect(row.defaults.isEmpty)
      }
    }
  }

  @Test func switches() {
    let table = SymbologySwitch.table
    #expect(table.compactMap(\.rawValue).sorted() == Array(1...31))
    #expect(Set(table.map(\.name)).count == table.count)
    #expect(SymbologySwitch.row(rawValue: 4)?.symbologies == [.upcA, .upcE, .ean8, .ean13])
    #expect(SymbologySwitch.row(rawValue: 16)?.name == "SYMBOL.PLANET")
    #expect(SymbologySwitch.row(rawValue: 17)?.name == "SYMBOL.POSTNET")
    for row in table { #expect(CommandTable.row(row.name)?.defaults == [.toggle(false)]) }
    for row in SubSwitch.table { #expect(CommandTable.row(row.name)?.defaults == [.toggle(row.isOnByDefault)]) }
  }

  /// What a switch turns on can be reported under a raw value.
  @Test func reportedSymbologies() {
    for row in SymbologySwitch.table where row.rawValue != nil {
      for symbology in row.symbologies.members { #expect(SymbologySwitch.row(reporting: symbology) != nil) }
    }
    #expect(SymbologySwitch.row(reporting: .microQR)?.rawValue == 2)
    #expect(SymbologySwitch.row(reporting: .itf)?.rawValue == 8)
    #expect(SymbologySwitch.row(reporting: .code25IATA)?.rawValue == 27)
  }
}

@Suite struct ProcessorTests {
  private var processor = CommandProcessor(features: DeviceFeatures(mode: .noAimer, symbologies: .all))
  private var connection = Settings(.connection)

  private mutating func answer(_ text: String) throws -> Response? {
    switch processor.process(try CommandGrammar.parse(text), connection: &connection) {
    case .answer(let response), .changed(let response): response
    case .device: nil
    }
  }

  @Test(arguments: [
    ("GET NO.SUCH", 101), ("NO.SUCH", 101), ("GET BEEP", 101), ("SET DEVICE.TYPE \"x\"", 101), ("TRIGGER", 102),
    ("SET TRIGGER.TYPE 1", 102), ("SET TRIGGER.TYPE 5", 0), ("SET DECODER.EFFORT 0", 102),
    ("SET DECODER.EFFORT 6", 102), ("SET DECODER.EFFORT two", 102), ("SET DECODER.EFFORT 3 4", 102),
    ("SET DECODER.EFFORT", 102), ("SET DECODER.EFFORT \"3\"", 102), ("GET DECODER.EFFORT 1", 102),
    ("SET SYMBOL.QR 1", 102), ("SET SYMBOL.QR ON", 0), ("set symbol.qr off", 0), ("SET SYMBOL.VERICODE ON", 102),
    ("SET SYMBOL.VERICODE OFF", 0), ("SET SYMBOL.OCR ON", 102), ("SET C39.CODESIZE OFF 9 4", 102),
    ("SET C39.CODESIZE OFF 4 9", 0), ("SET CAMERA.ZOOM-PERCENT 100 1001", 102), ("CONFIG.SAVE", 0),
  ])
  mutating func statuses(text: String, status: Int) throws {
    #expect(try answer(text)?.status.rawValue == status)
  }

  @Test mutating func settingsKeepWhatWasSet() throws {
    #expect(try answer("GET CAMERA.ZOOM-PERCENT")?.text == "200 400")
    #expect(try answer("SET CAMERA.ZOOM-PERCENT 250 500")?.status == .noError)
    #expect(try answer("GET CAMERA.ZOOM-PERCENT")?.text == "250 500")
    #expect(try answer("SET CAMERA.ZOOM-PERCENT 250 99")?.status == .invalidParameter)
    #expect(try answer("GET CAMERA.ZOOM-PERCENT")?.text == "250 500")
    #expect(try answer("CONFIG.DEFAULT")?.status == .noError)
    #expect(try answer("GET CAMERA.ZOOM-PERCENT")?.text == "200 400")
  }

  /// A camera has one setting for all kinds of 2 of 5, under two names; a terminal has two.
  @Test mutating func twins() throws {
    _ = try answer("SET C25.CODESIZE OFF 8 20")
    #expect(try answer("GET I2O5.CODESIZE")?.text == "OFF 8 20")
    _ = try answer("SET I2O5.VERIFICATION ON")
    #expect(try answer("GET C25.VERIFICATION")?.text == "ON")
    processor = CommandProcessor(features: DeviceFeatures(mode: .activeAimer, symbologies: .all, isCamera: false))
    _ = try answer("SET C25.CODESIZE OFF 8 20")
    #expect(try answer("GET I2O5.CODESIZE")?.text == "OFF 6 40")
  }

  /// More threads than the device has are refused.
  @Test mutating func threads() throws {
    var features = DeviceFeatures(mode: .noAimer, symbologies: .all)
    features.mostThreads = 4
    processor = CommandProcessor(features: features)
    #expect(try answer("SET DECODER.THREADS-USED 4")?.status == .noError)
    #expect(try answer("SET DECODER.THREADS-USED 5")?.status == .invalidParameter)
    #expect(try answer("GET DECODER.THREADS-USED")?.text == "4")
  }

  @Test mutating func documentedDefaults() throws {
    for (name, value) in [
      ("DECODER.EFFORT", "2"), ("CAMERA.ZOOM", "0"), ("LIGHT.INTERNAL-ENABLE", "OFF"), ("TRIGGER.TYPE", "2"),
      ("DECODER.CENTERING-WINDOW", "50 50 10 10"), ("DECODER.TARGET-DECODING", "OFF"), ("LIGHT.AIMER", "1"),
    ] {
      #expect(try answer("GET \(name)")?.text == value)
    }
    for row in SymbologySwitch.table { #expect(try answer("GET \(row.name)")?.text == "OFF") }
    #expect(processor.settings.symbologies == [])
  }

  @Test mutating func switchesAndMembers() throws {
    _ = try answer("SET SYMBOL.QR ON")
    _ = try answer("SET SYMBOL.UPC-EAN ON")
    #expect(processor.settings.symbologies == [.qr, .microQR, .upcA, .upcE, .ean8, .ean13])
    _ = try answer("SET QR.MICRO OFF")
    _ = try answer("SET UPC-EAN.UPC-E OFF")
    #expect(processor.settings.symbologies == [.qr, .upcA, .ean8, .ean13])
    _ = try answer("SET SYMBOL.UPC-EAN OFF")
    #expect(processor.settings.symbologies == [.qr])
  }

  @Test(arguments: [
    ("SET LIGHT.INTERNAL-ENABLE ON", "GET LIGHT.INTERNAL-ENABLE", [CameraMode.noAimer, .activeAimer], "ON", "OFF"),
    ("SET LIGHT.AIMER 0", "GET LIGHT.AIMER", [CameraMode.passiveAimer, .activeAimer], "0", "1"),
  ])
  mutating func ignoredCommands(
    set: String, get: String, accepting: [CameraMode], changed: String, unchanged: String
  ) throws {
    for mode in CameraMode.allCases {
      processor = CommandProcessor(features: DeviceFeatures(mode: mode, symbologies: .all))
      #expect(try answer(set)?.status == .noError)
      #expect(try answer(get)?.text == (accepting.contains(mode) ? changed : unchanged))
    }
  }

  @Test mutating func activeAimerBeginsWithSymbologies() throws {
    processor = CommandProcessor(
      features: DeviceFeatures(
        mode: .activeAimer, symbologies: .all, initialSwitches: DeviceFeatures.activeAimerSwitches))
    let on = SymbologySwitch.table.filter { processor.settings.isOn($0.name) }.map(\.name)
    #expect(
      on == ["SYMBOL.QR", "SYMBOL.C128", "SYMBOL.UPC-EAN", "SYMBOL.C39", "SYMBOL.PDF417", "SYMBOL.DATABAR"])
    _ = try answer("SET SYMBOL.QR OFF")
    _ = try answer("CONFIG.DEFAULT")
    #expect(processor.settings.isOn("SYMBOL.QR"))
  }

  /// A switch is refused while nothing of it can be read.
  @Test mutating func unreadableSymbologies() throws {
    processor = CommandProcessor(features: DeviceFeatures(mode: .noAimer, symbologies: [.ean8]))
    #expect(try answer("SET SYMBOL.QR ON")?.status == .invalidParameter)
    #expect(try answer("GET SYMBOL.QR")?.text == "OFF")
    #expect(try answer("SET SYMBOL.UPC-EAN ON")?.status == .noError)
  }

  @Test mutating func connectionSettings() throws {
    _ = try answer("SET DATA.RESULT-TYPE 26")
    _ = try answer("CONFIG.DEFAULT")
    #expect(try answer("GET DATA.RESULT-TYPE")?.text == "26")
    var other = processor.savedConnection
    #expect(other.number("DATA.RESULT-TYPE") == 2)
    _ = try answer("DMCC.SAVE")
    _ = try answer("SET DATA.RESULT-TYPE 1")
    _ = try answer("DMCC.RESET")
    #expect(try answer("GET DATA.RESULT-TYPE")?.text == "26")
    other = processor.savedConnection
    #expect(other.number("DATA.RESULT-TYPE") == 26)
    _ = try answer("DEVICE.DEFAULT")
    #expect(try answer("GET DATA.RESULT-TYPE")?.text == "2")
  }

  @Test mutating func deviceCommandsAreHandedOn() throws {
    for text in ["TRIGGER ON", "GET TRIGGER", "GET BATTERY.CHARGE", "BEEP 1 1", "IMAGE.LOAD 0", "RESULT"] {
      #expect(try answer(text) == nil)
    }
  }
}

/// Whatever is sent, every setting stays in the range that its row allows.
@Suite struct RandomCommandTests {
  @Test func settingsStayInRange() throws {
    var random = SeededRandom(seed: 3)
    var processor = CommandProcessor(features: DeviceFeatures(mode: .noAimer, symbologies: .all))
    var connection = Settings(.connection)
    let words = ["ON", "OFF", "0", "1", "2", "5", "40", "100", "999999999999999999999", "-1", "x", "\"a b\"", "1.5"]
    for _ in 0..<20_000 {
      guard let row = CommandTable.rows.randomElement(using: &random) else { return }
      let form = ["GET ", "SET ", ""].randomElement(using: &random) ?? ""
      let count = Bool.random(using: &random) ? row.parameters.count : Int.random(in: 0...5, using: &random)
      let arguments = (0..<count).map { _ in " " + (words.randomElement(using: &random) ?? "") }
      let command = try CommandGrammar.parse(form + row.name + arguments.joined())
      switch processor.process(command, connection: &connection) {
      case .answer(let response), .changed(let response):
        #expect([0, 101, 102].contains(response.status.rawValue))
      case .device(let resolved):
        #expect(resolved.values.count == (resolved.form == .get ? 0 : row.parameters.count))
      }
    }
    for row in CommandTable.rows where row.storage != .device {
      let settings = row.storage == .reader ? processor.settings : connection
      let tokens = settings.values(row.name).map { Token($0.description) }
      #expect(throws: Never.self) { try CommandTable.resolve(Command(.set, row.name, tokens)) }
    }
  }
}
