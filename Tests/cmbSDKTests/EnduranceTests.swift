import Dispatch
import Foundation
import ScanSession
import Testing
import cmbSDK

/// Readers over hours of a clock that the tests move.
@Suite(.timeLimit(.minutes(2)))
struct EnduranceTests {
  /// A reader over pushed frames whose grey value is their text, and a clock.
  private struct Bench {
    let clock = ManualClock()
    let source = PushSource { _ in }
    let camera: CameraReader
    let reader: CMBReaderDevice
    let client: Client
    let listener = Listener()

    init(queue: String = "endurance") {
      var parts = CameraReader.Parts()
      parts.symbologies = .all
      parts.surroundings.clock = clock
      parts.decode = { frame, plan in
        guard let grey = frame.image.pixels.first, grey != 255, plan.options.symbologies.contains(.qr) else {
          return []
        }
        return [
          Barcode(
            symbology: .qr, symbologyIdentifier: "]Q1", text: "grey \(grey)", bytes: [grey],
            corners: Quad(Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)), evidence: Evidence(logOdds: -9),
            moduleSize: 1)
        ]
      }
      camera = CameraReader(source: source, setup: CameraSetup(mode: .noAimer), parts: parts)
      reader = CMBReaderDevice.reader(camera)
      reader.callbackQueue = namedQueue(queue)
      reader.delegate = listener
      client = Client(reader: reader)
    }

    func connect() async {
      _ = await client.connect()
      _ = await client.setSymbology(CMBSymbologyQR, true)
    }

    /// Starts scanning; returns when the source delivers.
    func start() async {
      let count = source.startCount
      reader.startScanning()
      while source.startCount == count { await pause() }
    }

    func show(_ grey: UInt8) { source.push(LumaImage(width: 8, height: 8, grey: grey)) }

    /// Returns when the frame was decoded, so that the clock does not move meanwhile.
    func showAndWait(_ grey: UInt8) async {
      let before = camera.session?.statistics.decodedFrames ?? 0
      show(grey)
      while camera.session?.statistics.decodedFrames == before { await pause() }
    }
  }

  /// Sixty scans in an hour, each ended by its time limit of sixty seconds.
  @Test func hourOfTimeouts() async {
    let bench = Bench()
    await bench.connect()
    for _ in 0..<60 {
      await bench.start()
      bench.clock.advance(seconds: 59.9)
      #expect(await bench.client.send("GET TRIGGER") == (0, "ON"))
      bench.clock.advance(seconds: 0.2)
      #expect(await bench.listener.nextRead()?.map(\.isGood) == [false])
    }
    #expect(bench.clock.now >= TimePoint(seconds: 3600))
  }

  /// An hour of continuous scanning: a symbol comes into sight every ten seconds, and stays for five frames.
  @Test func hourOfContinuousMode() async {
    let bench = Bench()
    await bench.connect()
    #expect(await bench.client.send("SET TRIGGER.TYPE 5").0 == 0)
    #expect(await bench.client.send("SET DECODER.MAX-SCAN-TIMEOUT 0").0 == 0)
    await bench.start()
    for i in 0..<360 {
      let grey = UInt8(i % 200)
      bench.clock.advance(seconds: 10)
      await bench.showAndWait(grey)
      #expect(await bench.listener.nextRead()?.first?.text == "grey \(grey)")
      // Frames of the same symbol are no more reads.
      for _ in 0..<4 {
        bench.clock.advance(seconds: 0.03)
        await bench.showAndWait(grey)
      }
    }
    bench.reader.stopScanning()
    #expect(await bench.client.send("GET TRIGGER") == (0, "OFF"))
  }

  /// Leaving and coming back, over and over, with settings changed in the middle of scans: they last, the connection
  /// does not.
  @Test func disconnectsAndSettings() async {
    let bench = Bench()
    for i in 0..<120 {
      await bench.connect()
      if i > 0 { #expect(await bench.client.send("GET DECODER.EFFORT") == (0, "\(1 + (i - 1) % 5)")) }
      await bench.start()
      let effort = 1 + i % 5
      #expect(await bench.client.send("SET DECODER.EFFORT \(effort)").0 == 0)
      #expect(await bench.client.send("SET DECODER.MAX-SCAN-TIMEOUT \(10 + i % 50)").0 == 0)
      bench.clock.advance(seconds: Double(9 + i % 50))
      #expect(await bench.client.send("GET TRIGGER") == (0, "ON"))
      if i % 2 == 0 {
        bench.show(UInt8(i))
        #expect(await bench.listener.nextRead()?.first?.text == "grey \(i)")
      } else {
        // The limit that was set in the middle of the scan.
        bench.clock.advance(seconds: 1.1)
        #expect(await bench.listener.nextRead()?.map(\.isGood) == [false])
        #expect(await bench.client.send("GET TRIGGER") == (0, "OFF"))
      }
      #expect(await bench.client.send("GET DECODER.EFFORT") == (0, "\(effort)"))
      bench.reader.enterBackground()
      while await bench.listener.next() != .connection(0) {}
      #expect(await bench.client.send("GET TRIGGER").0 == DMCC_STATUS_READER_OFFLINE)
    }
    #expect(bench.clock.now >= TimePoint(seconds: 3600))
  }

  /// Over an hour of scanning the camera focuses anew every three seconds, and a passive aimer, which is the lamp, goes
  /// out at its limit.
  @Test func lampAndFocus() async {
    let clock = ManualClock()
    let controls = Locked<[FrameControl]>([])
    let source = PushSource { control in controls.withLock { $0.append(control) } }
    var parts = CameraReader.Parts()
    parts.surroundings.clock = clock
    let reader = CMBReaderDevice.reader(source: source, setup: CameraSetup(mode: .passiveAimer), parts: parts)
    reader.callbackQueue = namedQueue("lamp")
    let client = Client(reader: reader)
    _ = await client.connect()
    for setting in ["DECODER.MAX-SCAN-TIMEOUT 0", "LIGHT.AIMER-TIMEOUT 120"] {
      #expect(await client.send("SET \(setting)").0 == 0)
    }
    reader.startScanning()
    #expect(await client.send("GET TRIGGER") == (0, "ON"))
    func count(_ control: FrameControl) -> Int { controls.withLock { $0.count { $0 == control } } }
    clock.advance(seconds: 119)
    while count(.focus(.continuous)) < 39 { await pause() }
    #expect(count(.torch(true)) == 1 && count(.torch(false)) == 0)
    clock.advance(seconds: 2)
    while count(.torch(false)) == 0 { await pause() }
    clock.advance(seconds: 3600)
    while count(.focus(.continuous)) < 1240 { await pause() }
    #expect(await client.send("GET TRIGGER") == (0, "ON"))
    reader.stopScanning()
    while count(.torch(false)) < 2 { await pause() }
    clock.advance(seconds: 60)
    #expect(count(.focus(.continuous)) == 1240)
  }

  /// Each hears of its own frames alone.
  @Test func twoReaders() async {
    let (a, b) = (Bench(queue: "first"), Bench(queue: "second"))
    await a.connect()
    await b.connect()
    for i in 0..<100 {
      await a.start()
      await b.start()
      a.show(UInt8(i))
      b.show(UInt8(i + 100))
      #expect(await b.listener.nextRead()?.first?.text == "grey \(i + 100)")
      #expect(await a.listener.nextRead()?.first?.text == "grey \(i)")
      a.clock.advance(seconds: 36)
    }
  }

  /// A delegate that goes away in the middle of a scan hears nothing more, and nothing breaks.
  @Test func delegateGoesAway() async {
    let bench = Bench()
    await bench.connect()
    for i in 0..<50 {
      weak var gone: Listener?
      do {
        let listener = Listener()
        gone = listener
        bench.reader.delegate = listener
        await bench.start()
      }
      bench.show(UInt8(i))
      while await bench.client.send("GET TRIGGER").1 != "OFF" { await pause() }
      #expect(gone == nil)
    }
  }
}
