extension CommandTable {
  static let actions: [CommandSpec] = [
    CommandSpec(
      name: "TRIGGER", forms: [.get, .action], parameters: [.toggle], defaults: [], storage: .device, ignoredIn: [],
      help: "starts (ON) or ends (OFF) scanning"),
    action("BEEP", taking: [.integer(0...3), .integer(0...2)], "plays the good-read sound: how often, which tone"),
    action("CONFIG.DEFAULT", "all reader settings back to their defaults; on terminals to the saved ones"),
    action("CONFIG.SAVE", "saves the settings on a terminal; a camera reader keeps no configuration"),
    action("CONFIG.RESTORE", "back to the saved settings; a camera reader keeps no configuration"),
    action("DEVICE.DEFAULT", "all settings back to their defaults, those of the connection included"),
    action("DMCC.RESET", "settings of the connection back to their saved values"),
    action("DMCC.SAVE", "saves the settings of the connection as those of new connections"),
    action("STATISTICS.RESET", "counts of reads begin anew"),
    action("RESULT", "sends the last result again"),
    action("IMAGE.SEND", "sends the last picture by IMAGE.FORMAT, IMAGE.QUALITY and IMAGE.SIZE"),
    action("LIVEIMG.SEND", "sends the present picture of a scanning reader in the same form"),
    action("IMAGE.LOAD", taking: [.attachedBytes], "decodes a still picture, whose bytes follow the command"),
  ]

  static let device: [CommandSpec] = [
    reading("DEVICE.TYPE", "the model"),
    reading("DEVICE.ID", "the model as a number"),
    CommandSpec(
      name: "DEVICE.NAME", forms: [.get, .set], parameters: [.text(63)], defaults: [], storage: .device, ignoredIn: [],
      help: "the reader's name"),
    reading("DEVICE.SERIAL-NUMBER", "the serial number"),
    reading("DEVICE.FIRMWARE-VER", "the version of the software"),
    reading("DEVICE.MAC-ADDRESS", "the network address; not on camera readers"),
    reading("BATTERY.CHARGE", "charge of the battery in percent"),
    reading("DECODER.MAX-THREADS", "largest number of threads"),
  ]

  static let scanning: [CommandSpec] = [
    choice("TRIGGER.TYPE", [2, 5], 2, "2: the first read ends scanning; 5: scanning goes on until TRIGGER OFF"),
    integer("DECODER.MAX-SCAN-TIMEOUT", 0...120, 60, "seconds until scanning ends without a read; 0: never"),
    integer("DECODER.EFFORT", 1...5, 2, "how hard to try"),
    integer("DECODER.1D-SYMBOLORIENTATION", 0...3, 1, "directions of linear symbols: 0 all, 1 both axes, 2, 3 one"),
    setting(
      "DECODER.ROI-PERCENT", [.integer(0...100), .integer(0...100), .integer(0...100), .integer(0...100)],
      [.integer(0), .integer(100), .integer(0), .integer(100)], "part of the picture that is searched: x width y height"
    ),
    toggle("DECODER.TARGET-DECODING", false, "accept only symbols in the centring window"),
    setting(
      "DECODER.CENTERING-WINDOW", [.integer(0...100), .integer(0...100), .integer(0...100), .integer(0...100)],
      [.integer(50), .integer(50), .integer(10), .integer(10)], "centre and size of the centring window in percent"),
    toggle("DECODER.DISPLAY-TARGET", true, "show the centring window"),
    integer("DECODER.1D-MINIMUM-DECODES", 0...5, 0, "equal reads needed before a linear symbol is accepted"),
    toggle("DECODER.REREAD-NEVER2X", false, "do not report a symbol again while scanning goes on"),
    integer("DECODER.THREADS-USED", 1...64, 1, "frames decoded at the same time; at most DECODER.MAX-THREADS"),
    choice("CAMERA.ZOOM", [0, 1, 2], 0, "zoom level; 0 again when scanning ends"),
    setting(
      "CAMERA.ZOOM-PERCENT", [.integer(100...1000), .integer(100...1000)], [.integer(200), .integer(400)],
      "zoom of level 1 and of level 2 in percent"),
    integer("FOCUS.FOCUSTIME", 0...10, 3, "seconds after which the camera focuses anew while scanning; 0: never"),
    setting(
      "LIGHT.AIMER", [.choice([0, 1])], [.integer(1)], "aimer off or on", ignoredIn: [.noAimer, .frontCamera]),
    setting(
      "LIGHT.AIMER-TIMEOUT", [.integer(0...600)], [.integer(60)], "seconds after which the aimer goes off",
      ignoredIn: [.noAimer, .frontCamera]),
    setting(
      "LIGHT.AIMER-INTENSITY", [.integer(0...100)], [.integer(100)], "brightness of an active aimer in percent",
      ignoredIn: [.noAimer, .passiveAimer, .frontCamera]),
    setting(
      "LIGHT.AIMER-MODULATION", [.integer(0...100)], [.integer(0)], "blinking of an active aimer",
      ignoredIn: [.noAimer, .passiveAimer, .frontCamera]),
    setting(
      "LIGHT.INTERNAL-INTENSITY", [.integer(0...100)], [.integer(100)],
      "brightness of an active aimer's lamp in percent",
      ignoredIn: [.noAimer, .passiveAimer, .frontCamera]),
    setting(
      "LIGHT.INTERNAL-ENABLE", [.toggle], [.toggle(false)], "illumination while scanning",
      ignoredIn: [.passiveAimer, .frontCamera]),
  ]

  static let output: [CommandSpec] = [
    setting(
      "BEEP.GOOD", [.integer(0...3), .integer(0...2)], [.integer(1), .integer(1)],
      "sound of a good read: how often, tone"
    ),
    toggle("VIBRATION.GOOD", true, "vibrate on a good read"),
    choice("IMAGE.FORMAT", [0, 1, 2], 1, "format of pictures: 0 BMP, 1 JPEG, 2 PNG"),
    integer("IMAGE.QUALITY", 10...90, 50, "JPEG quality"),
    choice("IMAGE.SIZE", [0, 1, 2, 3], 1, "share of the pixels sent: all, 1/4, 1/16, 1/64"),
    choice("LIVEIMG.MODE", [0, 2, 3], 0, "pictures while scanning: 0 none, 2 and 3 at each LIVEIMG.SEND"),
    toggle("COM.SCRIPT-ENABLED", false, "a script formats the text of results"),
    integer("FORMAT.MODE", 0...2, 0, "how the text of results is formatted"),
    connection("COM.DMCC-RESPONSE", .choice([0, 1, 2]), .integer(0), "0 silent, 1 extended, 2 with four fields"),
    connection("COM.DMCC-CHECKSUM", .choice([0, 1]), .integer(0), "1: responses carry a checksum"),
    connection("COM.DMCC-HEADER", .choice([0, 1]), .integer(0), "1: results carry their number"),
    connection("DATA.RESULT-TYPE", .integer(0...1023), .integer(2), "what a read delivers, as a sum of bits"),
    connection("DATA.RESULT-ENCODING", .choice([0, 1]), .integer(0), "encoding of the read string"),
    connection("DATA.RESULT-ALWAYSSEND", .choice([0, 1]), .integer(0), "send results while no trigger is on"),
    connection("DATA.IMAGE-TYPE", .integer(0...9), .integer(0), "which picture is sent"),
  ]

  /// One row for each row of the switch table.
  static let switches: [CommandSpec] = SymbologySwitch.table.map {
    toggle($0.name, false, $0.meaning == .nothing ? "stored off; no camera reads it" : "reads \($0.title)")
  }

  static let options: [CommandSpec] =
    SubSwitch.table.map { toggle($0.name, $0.isOnByDefault, $0.help) }
    + [
      integer("UPC-EAN.SUPPLEMENT", 0...4, 0, "add-ons: 0 ignored, 1 required, 2 two, 3 five digits, 4 optional"),
      toggle("UPC-EAN.UPCE1", false, "read UPC-E of number system 1"),
      toggle("UPC-EAN.EAN8SUPL", false, "add-ons beside EAN-8, too, while add-ons are read"),
      toggle("UPC-EAN.DELZERO", false, "report UPC-A and EAN-13 that begin with 0 without that zero"),
      toggle("QR.MODEL1", true, "QR model 1 while QR is on"),
      toggle("QR.MODEL2", true, "QR model 2 while QR is on"),
      choice(
        "QR.MAXIMUM-GRID-SIZE", Array(stride(from: 49, through: 177, by: 4)), 177,
        "modules of a side of the largest QR symbol"),
      toggle("EAN-UCC.CC-C", true, "composite components of kind C"),
      choice("EAN-UCC.XMTMODE", [0, 1], 0, "parts of composite symbols: 0 both, 1 the linear one"),
      toggle("UPC-EAN.EXPANDED", false, "report UPC-E by the digits of its UPC-A"),
      choice("C11.CHKCHAR-OPTION", [0, 1, 2], 1, "number of check characters"),
      integer("MSI.CHKCHAR-OPTION", 0...5, 0, "kind of the check characters"),
      toggle("C39.ASCII", false, "full ASCII"),
      toggle("C93.ASCII", true, "full ASCII"),
      toggle("TELEPEN.FORCE-NUMERIC", false, "content is numeric"),
      toggle("PLANET.XMTCHK", false, "report the check digit"),
      toggle("POSTNET.XMTCHK", false, "report the check digit"),
      setting("C11.CODESIZE", codeSize, size(true, 3), "number of characters: any, from, to"),
      setting("C128.CODESIZE", codeSize, size(true, 3), "number of characters: any, from, to"),
      setting("C25.CODESIZE", codeSize, size(false, 6), "number of characters: any, from, to; shared by 2 of 5 codes"),
      setting("I2O5.CODESIZE", codeSize, size(false, 6), "number of characters: any, from, to; shared by 2 of 5 codes"),
      setting("C39.CODESIZE", codeSize, size(true, 3), "number of characters: any, from, to"),
      setting("C93.CODESIZE", codeSize, size(true, 3), "number of characters: any, from, to"),
      setting("CODABAR.CODESIZE", codeSize, size(false, 3), "number of characters: any, from, to"),
      setting("MSI.CODESIZE", codeSize, size(true, 3), "number of characters: any, from, to"),
    ]
    + ["C11", "C25", "I2O5", "C39", "CODABAR", "MSI"].map {
      toggle("\($0).CHKCHAR", $0 == "C11", "require and test the check character")
    }
    + ["C25", "I2O5", "C39", "CODABAR", "MSI"].map { toggle("\($0).XMTCHK", false, "report the check character") }
    + ["C11", "C128", "C25", "C39", "CODABAR", "MSI"].map {
      integer("\($0).QZ-SIZE", 0...100, 100, "strictness of the quiet-zone test in percent")
    }
    + ["C11", "C128", "C25", "I2O5", "C39", "C93", "CODABAR", "MSI", "TELEPEN", "UPC-EAN"].map {
      toggle("\($0).VERIFICATION", false, "report only what was read twice")
    }
}

// Short forms for rows.
extension CommandTable {
  private static func setting(
    _ name: String, _ parameters: [Parameter], _ defaults: [Value], _ help: String, ignoredIn: CameraModes = []
  ) -> CommandSpec {
    CommandSpec(
      name: name, forms: [.get, .set], parameters: parameters, defaults: defaults, storage: .reader,
      ignoredIn: ignoredIn, help: help)
  }

  private static func toggle(_ name: String, _ isOn: Bool, _ help: String) -> CommandSpec {
    setting(name, [.toggle], [.toggle(isOn)], help)
  }

  private static func integer(_ name: String, _ range: ClosedRange<Int>, _ value: Int, _ help: String) -> CommandSpec {
    setting(name, [.integer(range)], [.integer(value)], help)
  }

  private static func choice(_ name: String, _ numbers: [Int], _ value: Int, _ help: String) -> CommandSpec {
    setting(name, [.choice(numbers)], [.integer(value)], help)
  }

  private static func connection(
    _ name: String, _ parameter: Parameter, _ value: Value, _ help: String
  ) -> CommandSpec {
    CommandSpec(
      name: name, forms: [.get, .set], parameters: [parameter], defaults: [value], storage: .connection, ignoredIn: [],
      help: help)
  }

  private static func action(_ name: String, taking parameters: [Parameter] = [], _ help: String) -> CommandSpec {
    CommandSpec(
      name: name, forms: [.action], parameters: parameters, defaults: [], storage: .device, ignoredIn: [], help: help)
  }

  private static func reading(_ name: String, _ help: String) -> CommandSpec {
    CommandSpec(
      name: name, forms: [.get], parameters: [], defaults: [], storage: .device, ignoredIn: [], help: help)
  }

  private static func size(_ any: Bool, _ least: Int) -> [Value] { [.toggle(any), .integer(least), .integer(40)] }
}
