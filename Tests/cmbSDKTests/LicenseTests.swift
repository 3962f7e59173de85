import Foundation
import ScanSession
import Testing
import cmbSDK

@Suite(.timeLimit(.minutes(1)))
struct LicenseTests {
  /// One character in three, at least one, in the text and in the bytes of the XML alike.
  @Test func obfuscation() async throws {
    let reader = fakeReader([7], obfuscator: Obfuscator(seed: 1))
    let listener = Listener()
    reader.delegate = listener
    let client = Client(reader: reader)
    _ = await client.connect()
    _ = await client.setSymbology(CMBSymbologyQR, true)
    reader.startScanning()
    let result = try #require(await listener.nextRead()?.first)
    let text = try #require(result.text)
    #expect(result.isGood)
    #expect(text.count == "grey 7".count)
    #expect(text.filter { $0 == "*" }.count == 2)
    #expect(zip(text, "grey 7").allSatisfy { $0 == "*" || $0 == $1 })
    // The test's decoder gives one byte, which is no text: it becomes an asterisk, too.
    #expect(result.xml.contains(#"<full_string encoding="base64">Kg==</full_string>"#))
  }

  @Test func textAndBytesAlike() {
    let texts = ["a", "hello world", "grüße あ", "", "12345678901234567890"]
    let obfuscator = Obfuscator(seed: 7)
    for text in texts {
      let barcode = Barcode(
        symbology: .qr, symbologyIdentifier: "]Q1", text: text, bytes: Array(text.utf8),
        corners: Quad(Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)), evidence: Evidence(logOdds: -9),
        moduleSize: 1)
      let report = obfuscator.obfuscate(ScanReport(number: 1, run: 1, barcodes: [barcode], ending: .read))
      let hidden = report.barcodes[0]
      #expect(Array(hidden.text.utf8) == hidden.bytes)
      #expect(hidden.text.filter { $0 == "*" }.count == (text.count + 2) / 3)
    }
    // Another seed, other places; without need nothing happens.
    let barcode = Barcode(
      symbology: .qr, symbologyIdentifier: "]Q1", text: "0123456789012345678901234567890", bytes: [1, 2, 3],
      corners: Quad(Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)), evidence: Evidence(logOdds: -9), moduleSize: 1)
    let report = ScanReport(number: 1, run: 1, barcodes: [barcode], ending: .read)
    #expect(Obfuscator(seed: 1).obfuscate(report).barcodes != Obfuscator(seed: 2).obfuscate(report).barcodes)
    #expect(Obfuscator(isNeeded: { false }).obfuscate(report).barcodes == [barcode])
  }

  /// The development key is for other programs than this one.
  @Test func applicationsKey() {
    #expect(throws: LicenseError.invalidApplication) { try License.check() }
    #expect(throws: LicenseError.invalidKey) { try License.check("nonsense") }
    let reader = CMBReaderDevice.readerOfDeviceCamera(with: .noAimer, previewOptions: [])
    #expect(reader.licenseError?.domain == CMBLicenseErrorDomain)
    #expect(reader.licenseError?.code == LicenseError.invalidApplication.rawValue)
    let wrong = CMBReaderDevice.readerOfDeviceCamera(
      with: .noAimer, previewOptions: [], previewView: nil, registrationKey: "CMB9-abc")
    #expect(wrong.licenseError?.code == LicenseError.invalidKeyVersion.rawValue)
  }

  /// Terminals, active aimers, and frames of the application itself need no key.
  @Test func withoutKey() {
    let readers = [
      CMBReaderDevice.readerOfMX(), CMBReaderDevice.readerOfDeviceCamera(with: .activeAimer, previewOptions: []),
      CMBReaderDevice.reader(of: PushSource()),
    ]
    for reader in readers { #expect(reader.licenseError == nil) }
  }

  @Test func developmentKey() throws {
    let authority = try #require(BuiltInLicense.authority)
    for application in ["cmb", "org.opencmb.sample"] {
      let verifier = LicenseVerifier(
        authority: authority, application: application, sdkVersion: BuiltInLicense.sdkVersion, today: 30_000)
      #expect(try verifier.verify(BuiltInLicense.developmentKey).owner == "OpenCMB samples")
    }
  }
}
