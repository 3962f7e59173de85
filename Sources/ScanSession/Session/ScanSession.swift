@_exported import BarcodeEngine
import FrameSources

/// Scanning as a process: frames in, reports out.
///
///     let session = ScanSession(source: source, configuration: .init(reader: .init(symbologies: [.qr])))
///     session.start()
///     for await report in session.reports { … }
public final class ScanSession: Sendable {
  /// Things that lie outside of the session.
  public struct Surroundings: Sendable {
    public var preview: (any PreviewSurface)?
    public var feedback: (any Feedback)?
    /// Each press does what `press()` does.
    public var trigger: (any Trigger)?
    public var clock: any SessionClock

    public init(
      preview: (any PreviewSurface)? = nil, feedback: (any Feedback)? = nil, trigger: (any Trigger)? = nil,
      clock: any SessionClock = SystemClock()
    ) {
      self.preview = preview
      self.feedback = feedback
      self.trigger = trigger
      self.clock = clock
    }
  }

  private let mailbox: Locked<Mailbox>
  private let surroundings: Surroundings
  private let decode: FrameDecoder
  private let source: any FrameSource
  private let driver: Locked<SourceDriver?>

  private struct Mailbox {
    var state: SessionState
    var events: [SessionEvent] = []
    /// Some thread is working the events off.
    var isBusy = false
    var listeners: [Int: AsyncStream<ScanReport>.Continuation] = [:]
    var nextListener = 0
    var onReport: (@Sendable (ScanReport) -> Void)?
    var onScanning: (@Sendable (Bool) -> Void)?
  }

  /// Reports that a slow listener may be behind; older ones are dropped.
  private static let reportBuffer = 256

  public convenience init(
    source: any FrameSource, configuration: SessionConfiguration = .init(), surroundings: Surroundings = .init()
  ) {
    self.init(
      source: source, configuration: configuration, surroundings: surroundings, decode: EngineDecoder.decode)
  }

  package init(
    source: any FrameSource, configuration: SessionConfiguration, surroundings: Surroundings,
    decode: @escaping FrameDecoder
  ) {
    mailbox = Locked(Mailbox(state: SessionState(configuration: configuration)))
    self.surroundings = surroundings
    self.decode = decode
    self.source = source
    driver = Locked(nil)
    let made = SourceDriver(
      source: source, decode: decode, clock: surroundings.clock,
      step: { [weak self] run in self?.mailbox.withLock { $0.state.step(run: run) } ?? .end },
      send: { [weak self] event in self?.send(event) })
    driver.withLock { $0 = made }
    surroundings.trigger?.onPress { [weak self] in self?.press() }
  }

  deinit {
    surroundings.trigger?.onPress(nil)
    mailbox.withLock { mailbox in
      for listener in mailbox.listeners.values { listener.finish() }
    }
  }

  /// Asks the source whether it can be started by the present configuration, and the user for permission where that
  /// is needed; throws why it cannot. Scanning works without this call, and ends with the reason.
  public func connect() async throws(FrameSourceError) {
    do {
      try await source.check(configuration.frames)
    } catch {
      throw error as? FrameSourceError ?? .unavailable(String(describing: error))
    }
  }

  /// Starts scanning; without effect while it goes on.
  public func start() { send(.start(surroundings.clock.now)) }

  /// Ends scanning; without effect when it has ended.
  public func stop() { send(.stop(surroundings.clock.now)) }

  /// What the on-screen button or a trigger does: starts scanning, or decoding where that waits.
  public func press() { send(.press(surroundings.clock.now)) }

  /// Decodes a still picture by the present configuration and reports what it holds, whether scanning goes on or not.
  /// Returns when that is done.
  public func read(still image: LumaImage) {
    let clock = surroundings.clock
    let start = clock.now
    let frame = LumaFrame(image: image, number: 0, time: start)
    let barcodes = decode(frame, DecodingPlan(options: configuration.reader, region: .all))
    let end = clock.now
    send(
      .still(
        DecodedFrame(frame: frame, barcodes: barcodes, decodingTime: end.seconds(since: start), time: end)))
  }

  /// Changes how to scan, also while scanning goes on.
  public func configure(_ configuration: SessionConfiguration) { send(.configure(configuration)) }

  public var configuration: SessionConfiguration { mailbox.withLock { $0.state.configuration } }

  public var isScanning: Bool { mailbox.withLock { $0.state.phase != .idle && !$0.state.isHeld } }

  /// The last frame that was decoded.
  package var lastFrame: LumaFrame? { mailbox.withLock { $0.state.lastFrame } }

  /// Whether the preview is up and decoding waits.
  public var isPaused: Bool { mailbox.withLock { $0.state.phase == .paused } }

  /// Sets a control of the source, in order with the session's own.
  package func set(_ control: FrameControl) { order(.control(control)) }

  public var statistics: SessionStatistics { mailbox.withLock { $0.state.statistics } }

  /// Reports from now on, until the session is gone. Each call gives a stream of its own.
  public var reports: AsyncStream<ScanReport> {
    AsyncStream(bufferingPolicy: .bufferingNewest(Self.reportBuffer)) { continuation in
      let number = mailbox.withLock { mailbox in
        let number = mailbox.nextListener
        mailbox.nextListener += 1
        mailbox.listeners[number] = continuation
        return number
      }
      continuation.onTermination = { [weak self] _ in
        _ = self?.mailbox.withLock { $0.listeners.removeValue(forKey: number) }
      }
    }
  }

  /// Starts scanning and waits for the next report: a read, or the end without one.
  public func scan() async -> ScanReport? {
    let reports = reports
    start()
    for await report in reports { return report }
    return nil
  }

  /// Calls back with reports and with beginnings and ends of scanning, in their order, from any thread.
  package func observe(
    onReport: @escaping @Sendable (ScanReport) -> Void, onScanning: @escaping @Sendable (Bool) -> Void
  ) {
    mailbox.withLock {
      $0.onReport = onReport
      $0.onScanning = onScanning
    }
  }

  /// Takes an event in. Events and their effects are worked off one after the other, by the thread that comes first;
  /// no lock is held during effects.
  private func send(_ event: SessionEvent) {
    let isFirst = mailbox.withLock { mailbox in
      mailbox.events.append(event)
      defer { mailbox.isBusy = true }
      return !mailbox.isBusy
    }
    guard isFirst else { return }
    while let effects = nextEffects() {
      for effect in effects { perform(effect) }
    }
  }

  private func nextEffects() -> [SessionEffect]? {
    mailbox.withLock { mailbox in
      guard !mailbox.events.isEmpty else {
        mailbox.isBusy = false
        return nil
      }
      return mailbox.state.reduce(mailbox.events.removeFirst())
    }
  }

  private func perform(_ effect: SessionEffect) {
    switch effect {
    case .startSource(let run, let request): order(.start(run: run, request))
    case .stopSource: order(.stop)
    case .control(let control): order(.control(control))
    case .callAt(let time, let alarm, let run):
      let clock = surroundings.clock
      clock.call(at: time) { [weak self] in self?.send(.timeIsUp(alarm, run: run, clock.now)) }
    case .showPreview: surroundings.preview?.show()
    case .hidePreview: surroundings.preview?.hide()
    case .draw(let scene): surroundings.preview?.draw(scene)
    case .feedback(let signal): surroundings.feedback?.give(signal)
    case .report(let report): publish(report)
    case .scanningChanged(let isScanning): mailbox.withLock { $0.onScanning }?(isScanning)
    }
  }

  private func order(_ order: SourceDriver.Order) { driver.withLock { $0 }?.give(order) }

  private func publish(_ report: ScanReport) {
    let (listeners, onReport) = mailbox.withLock { (Array($0.listeners.values), $0.onReport) }
    onReport?(report)
    for listener in listeners { listener.yield(report) }
  }
}
