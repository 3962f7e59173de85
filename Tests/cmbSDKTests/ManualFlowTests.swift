import Foundation
import ScanSession
import TestSupport
import Testing
import cmbSDK

@Suite(.timeLimit(.minutes(1)))
struct ManualFlowTests {
  /// Create, delegate, connect, configure, scan, result.
  @Test func wholeFlow() async throws {
    let readerDevice = fakeReader([255, 255, 7])
    let listener = Listener()
    readerDevice.delegate = listener
    #expect(readerDevice.availability == CMBReaderAvailibilityAvailable)
    #expect(readerDevice.connectionState == CMBConnectionStateDisconnected)
    #expect(readerDevice.deviceClass == DataManDeviceClass_PhoneCamera)
    let client = Client(reader: readerDevice)
    #expect(await client.connect() == nil)
    #expect(await listener.next() == .connection(1))
    #expect(await listener.next() == .connection(2))
    #expect(await client.setSymbology(CMBSymbologyQR, true) == nil)
    readerDevice.svgResultEnabled = true
    readerDevice.startScanning()
    let result = try #require(await listener.nextRead()?.first)
    #expect(result.isGood)
    #expect(result.text == "grey 7")
    #expect(result.symbology == UInt(CMBSymbologyQR.rawValue))
    #expect(result.xml.contains(#"<full_string encoding="base64">Bw==</full_string>"#))
    #expect(result.xml.contains("<symbology>QR</symbology>"))
    #expect(result.xml.contains("<result_source>MX-234567</result_source>"))
    #expect(result.graphics?.contains(#"viewBox="0 0 64 48""#) == true)
    #expect(result.graphics?.contains(#"points="10,10 30,10 30,30 10,30 ""#) == true)
    #expect(result.imageSize == nil)
    #expect(listener.queues.withLock { $0 } == ["callbacks"])
    readerDevice.disconnect()
    #expect(await listener.next() == .connection(3))
    #expect(await listener.next() == .connection(0))
  }

  /// Nothing is looked for before a symbology is on.
  @Test func noSymbologyByDefault() async throws {
    let reader = fakeReader([7])
    let listener = Listener()
    reader.delegate = listener
    _ = await Client(reader: reader).connect()
    reader.startScanning()
    let result = try #require(await listener.nextRead()?.first)
    #expect(!result.isGood)
    #expect(result.text == nil)
    #expect(result.symbology == 0)
    #expect(result.xml.contains("<status>NO READ</status>"))
  }

  @Test func stoppedScanning() async throws {
    let reader = fakeReader([255], repeats: true)
    let listener = Listener()
    reader.delegate = listener
    let client = Client(reader: reader)
    _ = await client.connect()
    reader.startScanning()
    #expect(await client.send("GET TRIGGER") == (0, "ON"))
    reader.stopScanning()
    #expect(await listener.nextRead()?.map(\.isGood) == [false])
    #expect(await client.send("GET TRIGGER") == (0, "OFF"))
  }

  @Test func imagesWhenAskedFor() async throws {
    let reader = fakeReader([7])
    let listener = Listener()
    reader.delegate = listener
    let client = Client(reader: reader)
    #expect(!reader.imageResultEnabled && !reader.svgResultEnabled)
    // Before the connection the wish is kept.
    reader.imageResultEnabled = true
    _ = await client.connect()
    #expect(await client.send("GET DATA.RESULT-TYPE") == (0, "10"))
    _ = await client.setSymbology(CMBSymbologyQR, true)
    reader.startScanning()
    let result = try #require(await listener.nextRead()?.first)
    // By default a quarter of the pixels.
    #expect(result.imageSize == [32, 24])
    #expect(result.graphics == nil)
    #expect(await client.send("SET DATA.RESULT-TYPE 18") == (0, ""))
    #expect(!reader.imageResultEnabled && reader.svgResultEnabled)
  }

  @Test func continuousScanning() async throws {
    let reader = fakeReader([7, 255, 8, 9])
    let listener = Listener()
    reader.delegate = listener
    let client = Client(reader: reader)
    _ = await client.connect()
    _ = await client.setSymbology(CMBSymbologyQR, true)
    #expect(await client.send("SET TRIGGER.TYPE 5") == (0, ""))
    reader.startScanning()
    for text in ["grey 7", "grey 8", "grey 9"] { #expect(await listener.nextRead()?.first?.text == text) }
  }

  /// The engine itself, on pictures of the samples.
  @Test(arguments: [
    ("qr-tilted.jpg", CMBSymbologyQR, "qr"), ("code128-shelf.jpg", CMBSymbologyC128, "code128"),
    ("ean13-book.jpg", CMBSymbologyUpcEan, "ean-13"), ("datamatrix-parcel.jpg", CMBSymbologyDataMatrix, "datamatrix"),
  ])
  func engine(file: String, symbology: CMBSymbology, name: String) async throws {
    let image = try ImageFileLoader.sample(file)
    let reader = CMBReaderDevice.reader(of: PictureSource([image]))
    reader.callbackQueue = namedQueue("engine")
    let listener = Listener()
    reader.delegate = listener
    let client = Client(reader: reader)
    #expect(await client.connect() == nil)
    #expect(await client.setSymbology(symbology, true) == nil)
    reader.startScanning()
    let result = try #require(await listener.nextRead()?.first)
    #expect(result.isGood)
    #expect(result.symbology == UInt(symbology.rawValue))
    #expect(try ImageFileLoader.truth(file).contains { $0.symbology == name && $0.text == result.text })
  }
}

/// Pictures of the samples and what they hold.
enum ImageFileLoader {
  private static let folder = Fixtures.repository + "/Samples/"

  static func sample(_ file: String) throws -> LumaImage {
    try #require(UIImage(data: Data(contentsOf: URL(fileURLWithPath: folder + file)))).luma
  }

  static func truth(_ file: String) throws -> [ExpectedSymbol] {
    let pictures = try Fixtures.lines(of: ExpectedPicture.self, path: folder + "manifest.jsonl")
    return try #require(pictures.first { $0.file == file }).expected
  }
}
