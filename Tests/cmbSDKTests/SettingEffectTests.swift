import DMCC
import ScanSession
import TestSupport
import Testing
import cmbSDK

/// What settings of single symbologies change in what is read of pictures.
@Suite(.timeLimit(.minutes(2)))
struct SettingEffectTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let area: String
    let file: String
    /// What is on anyway.
    let base: [String]
    let setting: String
    /// The texts without the setting and with it.
    let before: [String]
    let after: [String]

    var testDescription: String { setting }

    init(_ area: String, _ file: String, _ base: [String], _ setting: String, _ before: [String], _ after: [String]) {
      self.area = area
      self.file = file
      self.base = base
      self.setting = setting
      self.before = before
      self.after = after
    }
  }

  private static let retail = ["SYMBOL.UPC-EAN ON"]
  private static let addOns = ["SYMBOL.UPC-EAN ON", "UPC-EAN.SUPPLEMENT 4"]
  private static let composite = ["SYMBOL.C128 ON", "SYMBOL.EAN-UCC ON"]
  private static let linear = "0103812345678908"
  private static let component = "10ABCD123456\u{1D}4103898765432108"

  static let cases: [Case] = [
    Case("linear", "addon2-1", retail, "UPC-EAN.SUPPLEMENT 1", ["9780201379624"], ["978020137962425"]),
    Case("linear", "addon5-3", retail, "UPC-EAN.SUPPLEMENT 4", ["9780201379624"], ["978020137962412345"]),
    // A camera takes required add-ons as wished for ones.
    Case("linear", "ean13-5", retail, "UPC-EAN.SUPPLEMENT 3", ["5123456788904"], ["5123456788904"]),
    Case("linear", "ean8-zint-addon", addOns, "UPC-EAN.EAN8SUPL ON", ["96385074"], ["9638507424"]),
    Case("linear", "upca-0", retail, "UPC-EAN.DELZERO ON", ["036000291452"], ["36000291452"]),
    Case("linear", "upca-1", retail, "UPC-EAN.DELZERO ON", ["725272730706"], ["725272730706"]),
    Case("linear", "upca-0", retail, "UPC-EAN.UPC-A OFF", ["036000291452"], ["0036000291452"]),
    Case("linear", "ean8-0", retail, "UPC-EAN.EAN8 OFF", ["96385074"], []),
    Case("composite", "gs1128-c-0", composite, "EAN-UCC.CC-C OFF", [linear, component], [linear]),
    Case("composite", "gs1128-c-0", composite, "EAN-UCC.XMTMODE 1", [linear, component], [linear]),
    Case("composite", "gs1128-a", composite, "EAN-UCC.CC-C OFF", ["991234-abcd", linear], ["991234-abcd", linear]),
    Case("postal", "postnet-1", ["SYMBOL.POSTNET ON"], "POSTNET.XMTCHK ON", ["29950"], ["299505"]),
    Case("postal", "postnet-1", ["SYMBOL.POSTNET ON"], "PLANET.XMTCHK ON", ["29950"], ["29950"]),
    Case("twowidth", "itf-bwipp", ["SYMBOL.I2O5 ON"], "I2O5.CODESIZE OFF 12 40", ["0123456789"], []),
    Case("twowidth", "itf-bwipp", ["SYMBOL.I2O5 ON"], "C25.CODESIZE OFF 12 40", ["0123456789"], []),
    // Cameras take the least number alone.
    Case("twowidth", "itf-bwipp", ["SYMBOL.I2O5 ON"], "I2O5.CODESIZE OFF 4 6", ["0123456789"], ["0123456789"]),
    Case("twowidth", "itf-bwipp", ["SYMBOL.ITF14 ON"], "SYMBOL.I2O5 ON", [], ["0123456789"]),
    Case("twowidth", "itf-14", ["SYMBOL.I2O5 ON"], "SYMBOL.ITF14 ON", ["04601234567893"], ["04601234567893"]),
  ]

  @Test(arguments: cases)
  func texts(_ example: Case) async throws {
    let picture = try Fixtures.picture(example.area, example.file + ".png")
    #expect(try await texts(picture, example.base) == example.before)
    #expect(try await texts(picture, example.base + [example.setting]) == example.after)
  }

  /// Quiet zones that are cut off are accepted where the setting asks for less.
  @Test func quietZonesOfCode128() async throws {
    let picture = try Fixtures.picture("linear", "code128-upper.png")
    let module = 3
    let margin = 36
    // A bar 4 pixels before the first one: a quiet zone of 1.3 modules.
    var pixels = picture.pixels
    for y in 12..<picture.height - 12 {
      for x in margin - 4 - 2 * module..<margin - 4 { pixels[y * picture.width + x] = 0 }
    }
    let cramped = LumaImage(width: picture.width, height: picture.height, pixels: pixels)
    #expect(try await texts(picture, ["SYMBOL.C128 ON"]) == ["HELLO-128 WORLD"])
    #expect(try await texts(cramped, ["SYMBOL.C128 ON"]) == [])
    #expect(try await texts(cramped, ["SYMBOL.C128 ON", "C128.QZ-SIZE 40"]) == ["HELLO-128 WORLD"])
  }

  /// Models and sizes of QR symbols.
  @Test func modelsOfQR() async throws {
    struct Symbol: Decodable {
      let name: String
      let dimension: Int
      let rows: [String]
      let text: String?
    }
    let symbols = try Fixtures.lines(of: Symbol.self, path: Fixtures.path("qr", "symbols.jsonl"))
    let small = try #require(symbols.first { $0.dimension == 45 && $0.text != nil })
    let large = try #require(symbols.first { $0.dimension == 53 && $0.text != nil })
    func picture(_ symbol: Symbol) -> LumaImage {
      let side = (symbol.dimension + 8) * 4
      var pixels = [UInt8](repeating: 255, count: side * side)
      for (y, row) in symbol.rows.enumerated() {
        let bits = row.flatMap { digit in (0..<4).map { (digit.hexDigitValue ?? 0) >> (3 - $0) & 1 } }
        for x in 0..<symbol.dimension where bits[x] == 1 {
          for i in 0..<16 { pixels[((y + 4) * 4 + i / 4) * side + (x + 4) * 4 + i % 4] = 0 }
        }
      }
      return LumaImage(width: side, height: side, pixels: pixels)
    }
    let qr = ["SYMBOL.QR ON"]
    for symbol in [small, large] {
      #expect(try await texts(picture(symbol), qr) == [symbol.text ?? ""])
      #expect(try await texts(picture(symbol), qr + ["QR.MODEL1 OFF"]) == [symbol.text ?? ""])
      #expect(try await texts(picture(symbol), qr + ["QR.MODEL2 OFF"]) == [])
    }
    #expect(try await texts(picture(small), qr + ["QR.MAXIMUM-GRID-SIZE 49"]) == [small.text ?? ""])
    #expect(try await texts(picture(large), qr + ["QR.MAXIMUM-GRID-SIZE 49"]) == [])
  }

  /// What a camera reader delivers of a picture, as it was set.
  private func texts(_ picture: LumaImage, _ settings: [String]) async throws -> [String] {
    let camera = CameraReader(source: PushSource(), setup: CameraSetup(mode: .noAimer))
    let found = Locked<[String]>([])
    await withCheckedContinuation { continuation in
      camera.open(
        nil,
        push: { push in
          guard case .read(let report) = push else { return }
          found.withLock { $0 = report.symbols.filter(\.isGood).map(\.text) }
        }, completion: { _ in continuation.resume() })
    }
    for setting in settings {
      let command = try CommandGrammar.parse("SET " + setting)
      let status = await withCheckedContinuation { continuation in
        camera.perform(command) { continuation.resume(returning: $0.status) }
      }
      #expect(status == .noError, "\(setting)")
    }
    camera.session?.read(still: picture)
    // The linear part lies nearer to the centre or not: the order is of no interest here.
    return found.withLock { $0 }.sorted { $0.count != $1.count ? $0.count < $1.count : $0 < $1 }
  }
}
