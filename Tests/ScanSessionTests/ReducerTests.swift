import ScanSession
import Testing

@Suite struct ReducerTests {
  private var state = SessionState()

  /// Effects as words, so that whole sequences can be compared.
  private mutating func reduce(_ event: SessionEvent) -> [String] {
    state.reduce(event).map { effect in
      switch effect {
      case .startSource(let run, let request): "start \(run) \(request.width)x\(request.height)@\(Int(request.rate))"
      case .stopSource: "stop"
      case .control(.zoom(let zoom)): "zoom \(zoom)"
      case .control(.torch(let isOn)): "torch \(isOn)"
      case .control(.focus(.continuous)): "focus"
      case .control: "control"
      case .callAt(let time, let alarm, let run):
        "\(alarm == .limit ? "" : "\(alarm) ")call \(time.seconds(since: .init(nanoseconds: 0))) \(run)"
      case .showPreview: "show"
      case .hidePreview: "hide"
      case .draw(let scene): "draw \(scene.locations.count)\(scene.isPaused ? " paused" : "")"
      case .feedback: "feedback"
      case .report(let report):
        "report \(report.barcodes.map(\.text).joined(separator: ",")) \(report.ending.map { "\($0)" } ?? "-")"
      case .scanningChanged(let isScanning): "scanning \(isScanning)"
      }
    }
  }

  private func decoded(_ number: Int, _ barcodes: [Barcode], run: Int = 1, at seconds: Double = 1) -> SessionEvent {
    .decoded(
      run: run,
      DecodedFrame(frame: frame(number), barcodes: barcodes, decodingTime: 0.01, time: TimePoint(seconds: seconds)))
  }

  @Test mutating func onceEndsWithTheFirstRead() {
    state = SessionState(configuration: .init(timeLimit: 60, feedback: .init()))
    #expect(
      reduce(.start(.init(seconds: 0))) == [
        "start 1 1280x720@30", "zoom 1.0", "show", "call 60.0 1", "draw 0", "scanning true",
      ])
    #expect(reduce(.start(.init(seconds: 0))) == [])
    #expect(reduce(decoded(0, [])) == ["draw 0"])
    #expect(
      reduce(decoded(1, [symbol("a")])) == [
        "draw 1", "feedback", "stop", "hide", "scanning false", "report a read",
      ])
    #expect(reduce(decoded(2, [symbol("b")])) == [])
    #expect(reduce(.timeIsUp(.limit, run: 1, .init(seconds: 60))) == [])
    #expect(state.phase == .idle)
    #expect(state.statistics.goodReads == 1)
  }

  /// A limit that moves ends scanning at its new time, and a read in continuous mode lets it count anew.
  @Test mutating func movingLimit() {
    state = SessionState(configuration: .init(mode: .continuous, timeLimit: 10))
    _ = reduce(.start(.init(seconds: 0)))
    var configuration = state.configuration
    configuration.timeLimit = 4
    #expect(reduce(.configure(configuration)) == ["call 4.0 1", "draw 0"])
    _ = reduce(decoded(0, [symbol("a")], at: 3))
    #expect(reduce(.timeIsUp(.limit, run: 1, .init(seconds: 4))) == ["call 7.0 1"])
    #expect(reduce(.timeIsUp(.limit, run: 1, .init(seconds: 7))).contains("stop"))
  }

  /// However many reads move the limit, one call at a time is ordered.
  @Test mutating func oneCallForTheLimit() {
    state = SessionState(configuration: .init(mode: .continuous, timeLimit: 60))
    #expect(reduce(.start(.init(seconds: 0))).contains("call 60.0 1"))
    for second in 1..<60 {
      let effects = reduce(decoded(second, [symbol("\(second)")], at: Double(second)))
      #expect(effects.contains("report \(second) -") && !effects.contains { $0.hasPrefix("call") })
    }
    #expect(reduce(.timeIsUp(.limit, run: 1, .init(seconds: 60))) == ["call 119.0 1"])
    // Without a limit the call passes by; a new limit gets a call of its own.
    var configuration = state.configuration
    configuration.timeLimit = nil
    #expect(reduce(.configure(configuration)) == ["draw 1"])
    #expect(reduce(.timeIsUp(.limit, run: 1, .init(seconds: 119))) == [])
    configuration.timeLimit = 200
    #expect(reduce(.configure(configuration)) == ["call 200.0 1", "draw 1"])
    #expect(reduce(.timeIsUp(.limit, run: 1, .init(seconds: 200))).contains("stop"))
  }

  /// The camera focuses anew as long as it runs.
  @Test mutating func focusInterval() {
    var configuration = SessionConfiguration(showsPreview: false)
    configuration.focusInterval = 3
    state = SessionState(configuration: configuration)
    #expect(reduce(.start(.init(seconds: 0))).contains("focus call 3.0 1"))
    #expect(reduce(.timeIsUp(.focus, run: 1, .init(seconds: 3))) == ["focus", "focus call 6.0 1"])
    configuration.focusInterval = 5
    #expect(reduce(.configure(configuration)) == ["focus call 5.0 1"])
    #expect(reduce(.timeIsUp(.focus, run: 1, .init(seconds: 5))) == ["focus", "focus call 10.0 1"])
    // The call of the old interval.
    #expect(reduce(.timeIsUp(.focus, run: 1, .init(seconds: 6))) == [])
    configuration.focusInterval = nil
    #expect(reduce(.configure(configuration)) == [])
    #expect(reduce(.timeIsUp(.focus, run: 1, .init(seconds: 10))) == [])
    _ = reduce(.stop(.init(seconds: 11)))
    configuration.focusInterval = 1
    #expect(reduce(.configure(configuration)) == [])
    #expect(reduce(.timeIsUp(.focus, run: 1, .init(seconds: 12))) == [])
  }

  /// The lamp goes out at its limit, and scanning goes on.
  @Test mutating func torchLimit() {
    var configuration = SessionConfiguration(usesTorch: true, showsPreview: false)
    configuration.torchLimit = 60
    state = SessionState(configuration: configuration)
    #expect(reduce(.start(.init(seconds: 0))).contains("torch call 60.0 1"))
    configuration.torchLimit = 90
    #expect(reduce(.configure(configuration)) == ["torch call 90.0 1"])
    #expect(reduce(.timeIsUp(.torch, run: 1, .init(seconds: 60))) == [])
    #expect(reduce(.timeIsUp(.torch, run: 1, .init(seconds: 90))) == ["torch false"])
    #expect(state.phase == .scanning)
  }

  @Test mutating func oncePerCode() {
    state = SessionState(configuration: .init(mode: .oncePerCode))
    _ = reduce(.start(.init(seconds: 0)))
    #expect(reduce(decoded(0, [symbol("a")], at: 1)).last == "report a -")
    #expect(reduce(decoded(1, [symbol("a")], at: 1000)).last != "report a -")
    #expect(reduce(decoded(2, [symbol("a"), symbol("b")], at: 1001)).last == "report b -")
  }

  /// The preview stays up after a read, until scanning starts again or is stopped.
  @Test mutating func heldPreview() {
    state = SessionState(configuration: .init(holdsPreview: true))
    _ = reduce(.start(.init(seconds: 0)))
    #expect(reduce(decoded(0, [symbol("a")])) == ["draw 1", "draw 1 paused", "scanning false", "report a read"])
    #expect(state.phase == .paused)
    #expect(reduce(decoded(1, [symbol("b")])) == [])
    #expect(reduce(.start(.init(seconds: 5))) == ["draw 1", "scanning true"])
    #expect(reduce(decoded(2, [symbol("b")])).last == "report b read")
    #expect(reduce(.stop(.init(seconds: 9))) == ["stop", "hide", "scanning false"])
  }

  @Test(arguments: [
    (SessionEvent.stop(.init(seconds: 5)), "stopped"), (.timeIsUp(.limit, run: 1, .init(seconds: 5)), "timedOut"),
    (.sourceEnded(run: 1, nil, .init(seconds: 5)), "sourceEnded"),
    (.sourceEnded(run: 1, .notPermitted, .init(seconds: 5)), "failed(FrameSources.FrameSourceError.notPermitted)"),
  ])
  mutating func endWithoutRead(event: SessionEvent, ending: String) {
    state = SessionState(configuration: .init(timeLimit: 5))
    _ = reduce(.start(.init(seconds: 0)))
    #expect(reduce(event) == ["stop", "hide", "scanning false", "report  \(ending)"])
    #expect(reduce(event) == [])
  }

  @Test mutating func continuousReportsEachSymbolOnce() {
    state = SessionState(configuration: .init(mode: .continuous, duplicateInterval: 2, showsPreview: false))
    _ = reduce(.start(.init(seconds: 0)))
    #expect(reduce(decoded(0, [symbol("a")], at: 1)) == ["draw 1", "report a -"])
    #expect(reduce(decoded(1, [symbol("a")], at: 2)) == [])
    #expect(reduce(decoded(2, [symbol("a"), symbol("b")], at: 3)) == ["draw 2", "report b -"])
    // In sight at 3, so it may come again from 5 on.
    #expect(reduce(decoded(3, [symbol("a")], at: 4.9)) == ["draw 1"])
    #expect(reduce(decoded(4, [], at: 6)) == ["draw 0"])
    #expect(reduce(decoded(5, [symbol("a")], at: 7)) == ["draw 1", "report a -"])
    // Something was read, so the end is no failure.
    #expect(reduce(.stop(.init(seconds: 8))) == ["stop", "scanning false"])
  }

  @Test mutating func equalSymbolsOfOneFrame() {
    state = SessionState(configuration: .init(mode: .continuous))
    _ = reduce(.start(.init(seconds: 0)))
    let two = [symbol("a", at: Point(20, 20)), symbol("a", at: Point(80, 80))]
    #expect(reduce(decoded(0, two)) == ["draw 2", "report a,a -"])
  }

  @Test mutating func pausedUntilPressed() {
    state = SessionState(configuration: .init(timeLimit: 10, startsPaused: true))
    #expect(
      reduce(.press(.init(seconds: 0))) == [
        "start 1 1280x720@30", "zoom 1.0", "show", "draw 0 paused", "scanning true",
      ])
    #expect(state.phase == .paused)
    #expect(reduce(decoded(0, [symbol("a")])) == [])
    #expect(reduce(.press(.init(seconds: 3))) == ["call 13.0 1", "draw 0"])
    #expect(reduce(.press(.init(seconds: 3))) == [])
    #expect(reduce(decoded(1, [symbol("a")])).last == "report a read")
  }

  @Test mutating func framesThatComeTooLateAreCounted() {
    _ = reduce(.start(.init(seconds: 0)))
    for number in [0, 1, 4, 5, 9] { _ = reduce(decoded(number, [])) }
    _ = reduce(.passed(run: 1, frame: 11))
    #expect(state.statistics.decodedFrames == 5)
    #expect(state.statistics.droppedFrames == 2 + 3 + 1)
  }

  @Test mutating func eventsOfOldRunsAreIgnored() {
    _ = reduce(.start(.init(seconds: 0)))
    _ = reduce(.stop(.init(seconds: 1)))
    _ = reduce(.start(.init(seconds: 2)))
    #expect(reduce(decoded(0, [symbol("a")], run: 1)) == [])
    #expect(reduce(.timeIsUp(.limit, run: 1, .init(seconds: 3))) == [])
    #expect(reduce(.sourceEnded(run: 1, nil, .init(seconds: 3))) == [])
    #expect(state.phase == .scanning)
    #expect(reduce(decoded(0, [symbol("b")], run: 2)).last == "report b read")
  }

  @Test mutating func controlsFollowTheConfiguration() {
    state = SessionState(configuration: .init(zoom: 2, usesTorch: true))
    #expect(
      reduce(.start(.init(seconds: 0)))
        == ["start 1 1280x720@30", "zoom 2.0", "torch true", "show", "draw 0", "scanning true"])
    #expect(
      reduce(.configure(.init(zoom: 4, usesTorch: false, showsPreview: false))) == ["zoom 4.0", "torch false", "hide"])
    #expect(reduce(.stop(.init(seconds: 1))).first == "stop")
    #expect(reduce(.configure(.init())) == [])
  }

  @Test mutating func nearestToTheCentreComesFirst() {
    _ = reduce(.start(.init(seconds: 0)))
    let symbols = [
      symbol("far", at: Point(10, 10)), symbol("near", at: Point(52, 50)), symbol("mid", at: Point(70, 50)),
    ]
    #expect(reduce(decoded(0, symbols)).last == "report near,mid,far read")
  }

  @Test mutating func onlySymbolsInTheTargetCount() {
    let window = PictureRegion(x: 0.6, y: 0.6, width: 0.2, height: 0.2)
    state = SessionState(configuration: .init(target: window))
    _ = reduce(.start(.init(seconds: 0)))
    #expect(reduce(decoded(0, [symbol("out", at: Point(40, 40))])) == ["draw 0"])
    let symbols = [
      symbol("out", at: Point(40, 40)), symbol("touches", at: Point(55, 65)), symbol("in", at: Point(70, 70)),
    ]
    #expect(reduce(decoded(1, symbols)).last == "report in,touches read")
  }

  @Test mutating func onlyAllowedLengthsCount() {
    state = SessionState(configuration: .init(acceptance: .init(lengths: [.code39: 2...3])))
    _ = reduce(.start(.init(seconds: 0)))
    let symbols = ["1", "12", "123", "1234"].map { symbol($0, .code39) } + [symbol("x")]
    #expect(reduce(decoded(0, symbols)).last == "report 12,123,x read")
  }

  @Test mutating func framesThatConfirm() {
    state = SessionState(configuration: .init(acceptance: .init(frames: [.qr: 2])))
    _ = reduce(.start(.init(seconds: 0)))
    #expect(reduce(decoded(0, [symbol("a"), symbol("a")])) == ["draw 2"])
    #expect(reduce(decoded(1, [symbol("b")])) == ["draw 1"])
    #expect(reduce(decoded(2, [symbol("a"), symbol("c", .aztec)])).last == "report a,c read")
    // The next run begins anew.
    _ = reduce(.start(.init(seconds: 5)))
    #expect(reduce(decoded(0, [symbol("a")], run: 2)).last == "draw 1")
  }

  @Test mutating func linesThatConfirm() {
    state = SessionState(configuration: .init(acceptance: .init(lines: 3)))
    _ = reduce(.start(.init(seconds: 0)))
    // A symbol of the tests has one line.
    #expect(reduce(decoded(0, [symbol("a", .code39)])).last == "draw 1")
    #expect(reduce(decoded(1, [symbol("a", .code39)])).last != "report a read")
    #expect(reduce(decoded(2, [symbol("a", .code39)])).last == "report a read")
    _ = reduce(.start(.init(seconds: 5)))
    #expect(reduce(decoded(0, [symbol("m", .qr)], run: 2)).last == "report m read")
  }

  @Test mutating func overlayIsUpright() throws {
    state = SessionState()
    _ = reduce(.start(.init(seconds: 0)))
    let image = LumaImage(width: 200, height: 100)
    let turned = LumaFrame(image: image, number: 0, time: .init(seconds: 0), orientation: .quarterTurn)
    let event = SessionEvent.decoded(
      run: 1,
      DecodedFrame(
        frame: turned, barcodes: [symbol("a", at: Point(20, 30))], decodingTime: 0, time: .init(seconds: 0)))
    let scene = try #require(
      state.reduce(event).compactMap { effect in if case .draw(let scene) = effect { scene } else { nil } }.first)
    #expect(scene.width == 100 && scene.height == 200)
    // Turned clockwise, what is left and above goes to the right and up.
    #expect(scene.locations.first?.center == Point(70, 20))
  }

  @Test mutating func stillPictures() {
    let still = DecodedFrame(
      frame: frame(0), barcodes: [symbol("a")], decodingTime: 0.5, time: TimePoint(seconds: 0.5))
    #expect(reduce(.still(still)) == ["report a -"])
    let empty = DecodedFrame(frame: frame(0), barcodes: [], decodingTime: 0.5, time: TimePoint(seconds: 0.5))
    #expect(reduce(.still(empty)) == ["report  -"])
    #expect(state.phase == .idle)
  }

  @Test func progress() {
    let scene = OverlayScene(startTime: .init(seconds: 10), endTime: .init(seconds: 20))
    #expect(scene.progress(at: .init(seconds: 12.5)) == 0.25)
    #expect(scene.progress(at: .init(seconds: 0)) == 0)
    #expect(scene.progress(at: .init(seconds: 99)) == 1)
    #expect(OverlayScene().progress(at: .init(seconds: 0)) == nil)
  }
}
