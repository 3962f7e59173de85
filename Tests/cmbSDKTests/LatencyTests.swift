import Foundation
import ScanSession
import Testing
import cmbSDK

/// What stands between a frame and its callback, beside decoding.
@Suite(.timeLimit(.minutes(1)), .serialized)
struct LatencyTests {
  /// Written out when `CMB_MEASURE` is set; no test depends on how fast the machine is. With `chrt -r 1` before the command
  /// other processes do not keep this one waiting.
  @Test func fromStartToCallback() async {
    // What decoding took, by the clock.
    let decoding = Locked(0.0)
    var parts = CameraReader.Parts()
    parts.symbologies = .all
    parts.decode = { _, _ in
      let start = TimePoint.now
      Thread.sleep(forTimeInterval: 0.02)
      decoding.withLock { $0 = TimePoint.now.seconds(since: start) }
      return [
        Barcode(
          symbology: .qr, symbologyIdentifier: "]Q1", text: "x", bytes: [120],
          corners: Quad(Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)), evidence: Evidence(logOdds: -9),
          moduleSize: 1)
      ]
    }
    let source = PictureSource([LumaImage(width: 1280, height: 720)])
    let reader = CMBReaderDevice.reader(source: source, setup: CameraSetup(mode: .noAimer), parts: parts)
    reader.callbackQueue = namedQueue("latency")
    let listener = TimedListener()
    reader.delegate = listener
    let client = Client(reader: reader)
    _ = await client.connect()
    _ = await client.setSymbology(CMBSymbologyQR, true)
    let isMeasured = ProcessInfo.processInfo.environment["CMB_MEASURE"] != nil
    let count = isMeasured ? 500 : 20
    var extra: [Double] = []
    var bare: [Double] = []
    for _ in 0..<count {
      if isMeasured { bare.append(await Self.bareChain()) }
      let start = TimePoint.now
      reader.startScanning()
      guard let end = await listener.next() else { break }
      extra.append((end.seconds(since: start) - decoding.withLock { $0 }) * 1000)
    }
    #expect(extra.count == count)
    guard isMeasured else { return }
    for (name, values) in [("beside decoding", extra), ("threads alone", bare)] {
      let sorted = values.sorted()
      let figures = [values[0], sorted[count / 2], sorted[count * 99 / 100], sorted[count - 1]]
      let late = values.count { $0 > 3 }
      let text = zip(["first", "median", "99 %", "worst"], figures).map { "\($0) \(($1 * 1000).rounded() / 1000)" }
      print("\(name), in ms: \(text.joined(separator: ", ")); \(late) of \(count) over 3")
    }
  }

  /// Milliseconds that the machine takes to pass work from thread to thread as often as a scan does, with a wait of 20 ms
  /// between: what comes from other processes shows here, too.
  private static func bareChain() async -> Double {
    let start = TimePoint.now
    return await withCheckedContinuation { continuation in
      DispatchQueue(label: "first").async {
        Task {
          DispatchQueue(label: "second").async {
            let pause = TimePoint.now
            Thread.sleep(forTimeInterval: 0.02)
            let slept = TimePoint.now.seconds(since: pause)
            DispatchQueue(label: "third").async {
              continuation.resume(returning: (TimePoint.now.seconds(since: start) - slept) * 1000)
            }
          }
        }
      }
    }
  }

  /// Frames that come while one is decoded are dropped and counted; the newest is decoded next.
  @Test(arguments: [1, 3])
  func lateFramesAreDropped(threads: Int) async {
    var configuration = SessionConfiguration(mode: .continuous)
    configuration.threads = threads
    let source = PushSource()
    let decoded = Locked<[UInt8]>([])
    let session = ScanSession(
      source: source, configuration: configuration, surroundings: .init(),
      decode: { frame, _ in
        decoded.withLock { $0.append(frame.image.pixels[0]) }
        Thread.sleep(forTimeInterval: 0.05)
        return []
      })
    session.start()
    while source.startCount == 0 { await pause() }
    for grey in 0..<100 {
      source.push(LumaImage(width: 4, height: 4, grey: UInt8(grey)))
      try? await Task.sleep(nanoseconds: 1_000_000)
    }
    while !decoded.withLock({ $0.contains(99) }) { await pause() }
    while session.statistics.decodedFrames < decoded.withLock({ $0.count }) { await pause() }
    #expect(session.statistics.decodedFrames + session.statistics.droppedFrames == 100)
    #expect(session.statistics.droppedFrames > 30)
    session.stop()
  }
}

/// When results came.
private final class TimedListener: CMBReaderDeviceDelegate {
  private let times: AsyncStream<TimePoint>
  private let continuation: AsyncStream<TimePoint>.Continuation

  init() { (times, continuation) = AsyncStream.makeStream(of: TimePoint.self) }

  func next() async -> TimePoint? {
    var iterator = times.makeAsyncIterator()
    return await iterator.next()
  }

  func didReceiveReadResult(fromReader reader: CMBReaderDevice, results readResults: CMBReadResults!) {
    continuation.yield(.now)
  }
}
