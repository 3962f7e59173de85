import Dispatch
import Foundation
import ScanSession
import Testing

/// Has a back camera alone.
private final class OneCamera: FrameSource {
  func check(_ request: FrameRequest) async throws {
    if request.camera == .front { throw FrameSourceError.unavailable("no front camera") }
  }

  func start(_ request: FrameRequest) async throws -> FrameStream { FrameMailbox().stream }
  func stop() async {}
}

@Suite struct ConnectingTests {
  @Test func reasons() async throws {
    let session = ScanSession(source: OneCamera())
    try await session.connect()
    var configuration = session.configuration
    configuration.frames.camera = .front
    session.configure(configuration)
    await #expect(throws: FrameSourceError.unavailable("no front camera")) { try await session.connect() }
  }
}

@Suite(.timeLimit(.minutes(1)))
struct SessionTests {
  private func session(
    _ source: any FrameSource, _ configuration: SessionConfiguration = .init(), clock: any SessionClock = SystemClock(),
    preview: (any PreviewSurface)? = nil
  ) -> ScanSession {
    ScanSession(
      source: source, configuration: configuration, surroundings: .init(preview: preview, clock: clock),
      decode: greyDecoder)
  }

  @Test func scansPicturesUntilOneHoldsASymbol() async {
    let source = PictureSource([picture(255), picture(255), picture(7), picture(8)])
    let session = session(source)
    let report = await session.scan()
    #expect(report?.barcodes.map(\.text) == ["7"])
    #expect(report?.ending == .read)
    #expect(report?.width == 100)
    #expect(report?.picture == nil)
    #expect(session.statistics.decodedFrames == 3)
    #expect(!session.isScanning)
    // It can be started again, from the first picture on.
    let again = await session.scan()
    #expect(again?.barcodes.map(\.text) == ["7"])
    #expect(again?.run == 2)
  }

  @Test func endOfTheSource() async {
    let report = await session(PictureSource([picture(255)])).scan()
    #expect(report?.ending == .sourceEnded)
    #expect(report?.isGoodRead == false)
  }

  @Test func failingSource() async {
    let source = PictureSource(count: 1) { _ in throw FrameSourceError.unreadable("x") }
    #expect(await session(source).scan()?.ending == .failed(.unreadable("x")))
  }

  @Test func timeLimit() async {
    let clock = ManualClock()
    let session = session(PushSource(), .init(timeLimit: 10), clock: clock)
    let reports = session.reports
    session.start()
    clock.advance(seconds: 9.9)
    #expect(session.isScanning)
    clock.advance(seconds: 0.2)
    #expect(!session.isScanning)
    for await report in reports {
      #expect(report.ending == .timedOut)
      #expect(report.elapsed == 10)
      break
    }
  }

  @Test func continuousMode() async {
    let source = PictureSource((1...5).map { picture($0) })
    let session = session(source, .init(mode: .continuous, keepsPicture: true))
    let reports = session.reports
    session.start()
    var texts: [String] = []
    for await report in reports {
      texts += report.barcodes.map(\.text)
      #expect(report.picture?.pixels.first.map(String.init) == report.barcodes.first?.text)
      if texts.count == 5 { break }
    }
    #expect(texts == ["1", "2", "3", "4", "5"])
  }

  /// Several frames are decoded at the same time, and results come in the order of the frames.
  @Test func severalThreads() async {
    let together = Locked((now: 0, most: 0))
    var configuration = SessionConfiguration(mode: .continuous)
    configuration.threads = 3
    let session = ScanSession(
      source: PictureSource((0..<30).map { picture($0) }), configuration: configuration, surroundings: .init(),
      decode: { frame, plan in
        together.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        defer { together.withLock { $0.now -= 1 } }
        // Every third frame takes longer than those behind it.
        Thread.sleep(forTimeInterval: frame.number % 3 == 0 ? 0.02 : 0.002)
        return greyDecoder(frame, plan)
      })
    let reports = session.reports
    session.start()
    var texts: [String] = []
    for await report in reports {
      texts += report.barcodes.map(\.text)
      if texts.count == 30 { break }
    }
    #expect(texts == (0..<30).map(String.init))
    #expect((2...3).contains(together.withLock { $0.most }))
    #expect(session.statistics.droppedFrames == 0)
  }

  /// A new run does not wait for a frame of the last one that is still decoded, and more than that do not pile up.
  @Test func leftOverFrames() async {
    let gate = DispatchSemaphore(value: 0)
    let decoding = Locked((now: 0, most: 0))
    let session = ScanSession(
      source: PictureSource([picture(1)], repeats: true), configuration: .init(), surroundings: .init(),
      decode: { frame, plan in
        let isFirst = decoding.withLock { state in
          state = (state.now + 1, max(state.most, state.now + 1))
          return state.most == 1
        }
        if isFirst { gate.wait() }
        defer { decoding.withLock { $0.now -= 1 } }
        return greyDecoder(frame, plan)
      })
    session.start()
    while decoding.withLock({ $0.now }) == 0 { await Task.yield() }
    session.stop()
    for _ in 0..<5 {
      let report = await session.scan()
      #expect(report?.barcodes.map(\.text) == ["1"])
    }
    #expect(decoding.withLock { $0.most } == 2)
    gate.signal()
  }

  @Test func configurationWhileScanning() async {
    let source = PictureSource([picture(9)], repeats: true)
    let session = session(source, .init(reader: .init(symbologies: [])))
    let reports = session.reports
    session.start()
    session.configure(.init(reader: .init(symbologies: [.qr])))
    for await report in reports {
      #expect(report.barcodes.map(\.text) == ["9"])
      break
    }
  }

  @Test func severalListeners() async {
    let session = session(PictureSource([picture(3)]))
    let first = session.reports
    let second = session.reports
    session.start()
    for reports in [first, second] {
      for await report in reports {
        #expect(report.barcodes.first?.text == "3")
        break
      }
    }
  }

  @Test func streamsEndWithTheSession() async {
    var reports: AsyncStream<ScanReport>?
    do {
      let session = session(PushSource())
      reports = session.reports
      session.start()
    }
    guard let reports else { return }
    for await _ in reports { Issue.record("no report was expected") }
  }

  /// Many threads start, stop and configure; nothing is lost or doubled.
  @Test func manyThreads() async {
    let session = session(PictureSource([picture(255)], repeats: true), .init(timeLimit: 5))
    await withTaskGroup(of: Void.self) { group in
      for i in 0..<8 {
        group.addTask {
          for j in 0..<50 {
            switch (i + j) % 4 {
            case 0: session.start()
            case 1: session.stop()
            case 2: session.configure(.init(zoom: Double(j)))
            default: session.press()
            }
          }
        }
      }
    }
    session.stop()
    #expect(!session.isScanning)
  }

  @Test func triggerStartsScanning() async {
    let trigger = Button()
    let session = ScanSession(
      source: PictureSource([picture(6)]), configuration: .init(), surroundings: .init(trigger: trigger),
      decode: greyDecoder)
    let reports = session.reports
    trigger.press()
    for await report in reports {
      #expect(report.barcodes.first?.text == "6")
      break
    }
  }

  @Test func previewAndControls() async {
    let log = Locked<[String]>([])
    let source = PushSource { control in log.withLock { $0.append("\(control)") } }
    let surface = LoggingSurface()
    let session = session(source, .init(zoom: 2, usesTorch: true), preview: surface)
    let reports = session.reports
    session.start()
    // The source takes the frame once it has started.
    let feeding = Task {
      while !Task.isCancelled {
        source.push(picture(5))
        try? await Task.sleep(nanoseconds: 1_000_000)
      }
    }
    for await report in reports {
      #expect(report.barcodes.first?.text == "5")
      break
    }
    feeding.cancel()
    #expect(surface.log.withLock { $0 } == ["show", "draw 0", "draw 1", "hide"])
    #expect(log.withLock { $0 }.prefix(2) == ["zoom(2.0)", "torch(true)"])
  }
}

private final class Button: Trigger {
  private let action = Locked<(@Sendable () -> Void)?>(nil)

  func onPress(_ action: (@Sendable () -> Void)?) { self.action.withLock { $0 = action } }
  func press() { action.withLock { $0 }?() }
}

private final class LoggingSurface: PreviewSurface {
  let log = Locked<[String]>([])

  func show() { log.withLock { $0.append("show") } }
  func hide() { log.withLock { $0.append("hide") } }
  func draw(_ scene: OverlayScene) { log.withLock { $0.append("draw \(scene.locations.count)") } }
}
