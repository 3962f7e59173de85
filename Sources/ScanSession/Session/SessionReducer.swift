import BarcodeCore
import FrameSources

extension SessionState {
  /// Takes an event in and says what is to be done, in this order. No clock, no input or output.
  package mutating func reduce(_ event: SessionEvent) -> [SessionEffect] {
    switch event {
    case .start(let time):
      if phase == .idle { return begin(at: time) }
      return isHeld ? press(at: time) : []
    case .stop(let time):
      return end(.stopped, at: time)
    case .press(let time):
      return press(at: time)
    case .configure(let new):
      return configure(new)
    case .passed(let run, let frame):
      if run == self.run, phase != .idle { count(frame) }
      return []
    case .decoded(let run, let frame):
      return run == self.run && phase == .scanning ? take(frame) : []
    case .still(let frame):
      return takeStill(frame)
    case .timeIsUp(let alarm, let run, let time):
      return run == self.run && phase != .idle ? ring(alarm, at: time) : []
    case .sourceEnded(let run, let error, let time):
      return run == self.run ? end(error.map { .failed($0) } ?? .sourceEnded, at: time) : []
    }
  }

  private mutating func begin(at time: TimePoint) -> [SessionEffect] {
    run += 1
    phase = configuration.startsPaused ? .paused : .scanning
    startTime = time
    lastNumber = -1
    lastFrame = nil
    isHeld = false
    readsInRun = 0
    limitCall = nil
    recent = [:]
    sightings = [:]
    scene = OverlayScene(isPaused: phase == .paused)
    var effects: [SessionEffect] = [
      .startSource(run: run, configuration.frames), .control(.zoom(configuration.zoom)),
    ]
    if configuration.usesTorch { effects.append(.control(.torch(true))) }
    if configuration.showsPreview { effects.append(.showPreview) }
    effects += setFocusTimer(from: time) + setTorchTimer() + startTimer(at: time)
    return effects + [.draw(scene), .scanningChanged(true)]
  }

  /// The time limit counts from when decoding begins.
  private mutating func startTimer(at time: TimePoint) -> [SessionEffect] {
    guard phase == .scanning, let limit = configuration.timeLimit else { return [] }
    scene.startTime = time
    scene.endTime = time + limit
    return callAtLimit()
  }

  private mutating func press(at time: TimePoint) -> [SessionEffect] {
    switch phase {
    case .idle:
      return begin(at: time)
    case .paused:
      phase = .scanning
      scene.isPaused = false
      guard isHeld else { return startTimer(at: time) + [.draw(scene)] }
      isHeld = false
      readsInRun = 0
      startTime = time
      return startTimer(at: time) + [.draw(scene), .scanningChanged(true)]
    case .scanning:
      return []
    }
  }

  private mutating func configure(_ new: SessionConfiguration) -> [SessionEffect] {
    let old = configuration
    configuration = new
    guard phase != .idle else { return [] }
    var effects: [SessionEffect] = []
    if new.zoom != old.zoom { effects.append(.control(.zoom(new.zoom))) }
    if new.timeLimit != old.timeLimit { effects += moveLimit() }
    if new.usesTorch != old.usesTorch { effects.append(.control(.torch(new.usesTorch))) }
    if new.torchLimit != old.torchLimit { effects += setTorchTimer() }
    if new.focusInterval != old.focusInterval { effects += setFocusTimer(from: lastFrame?.time ?? startTime) }
    if new.showsPreview != old.showsPreview { effects.append(new.showsPreview ? .showPreview : .hidePreview) }
    return effects
  }

  /// The new time limit counts from when decoding began.
  private mutating func moveLimit() -> [SessionEffect] {
    guard phase == .scanning else { return [] }
    guard let limit = configuration.timeLimit else {
      scene.startTime = nil
      scene.endTime = nil
      return [.draw(scene)]
    }
    let begin = scene.startTime ?? startTime
    scene.startTime = begin
    scene.endTime = begin + limit
    return callAtLimit() + [.draw(scene)]
  }

  /// Ends the run. Where nothing was read in it, a report says so.
  mutating func end(_ ending: ScanEnding, at time: TimePoint) -> [SessionEffect] {
    guard phase != .idle else { return [] }
    let isOpen = !isHeld && readsInRun == 0
    var effects = close()
    if isOpen {
      reports += 1
      let elapsed = time.seconds(since: startTime)
      let image = lastFrame?.image
      effects.append(
        .report(
          ScanReport(
            number: reports, run: run, barcodes: [], ending: ending, width: image?.width ?? 0,
            height: image?.height ?? 0, orientation: lastFrame?.orientation ?? .up,
            picture: configuration.keepsPicture ? image : nil, elapsed: elapsed)))
    }
    return effects
  }

  private mutating func close() -> [SessionEffect] {
    phase = .idle
    isHeld = false
    recent = [:]
    sightings = [:]
    scene.isPaused = false
    scene.endTime = nil
    var effects: [SessionEffect] = []
    if configuration.usesTorch { effects.append(.control(.torch(false))) }
    effects.append(.stopSource)
    if configuration.showsPreview { effects.append(.hidePreview) }
    return effects + [.scanningChanged(false)]
  }

  /// Decoding waits, with the picture still there.
  private mutating func hold() -> [SessionEffect] {
    phase = .paused
    isHeld = true
    recent = [:]
    sightings = [:]
    scene.isPaused = true
    scene.startTime = nil
    scene.endTime = nil
    return [.draw(scene), .scanningChanged(false)]
  }

  private mutating func count(_ frame: Int) {
    statistics.droppedFrames += max(0, frame - lastNumber - 1)
    lastNumber = max(lastNumber, frame)
  }

  private mutating func take(_ decoded: DecodedFrame) -> [SessionEffect] {
    count(decoded.frame.number)
    statistics.decodedFrames += 1
    lastFrame = decoded.frame
    let image = decoded.frame.image
    let inTarget = decoded.barcodes.filter {
      configuration.acceptance.allows($0, decoded.frame.orientation)
        && configuration.target?.overlaps($0.corners, width: image.width, height: image.height) ?? true
    }
    var effects = drawLocations(inTarget, decoded.frame)
    let confirmed = confirmed(inTarget)
    let new = configuration.mode == .once ? confirmed : withoutRecent(confirmed, at: decoded.time)
    guard !new.isEmpty else { return effects }
    reports += 1
    readsInRun += 1
    statistics.goodReads += 1
    if let signal = configuration.feedback { effects.append(.feedback(signal)) }
    let endsHere = configuration.mode == .once
    if endsHere {
      effects += configuration.holdsPreview && configuration.showsPreview ? hold() : close()
    } else {
      effects += startTimer(at: decoded.time)
      if configuration.timeLimit != nil { effects.append(.draw(scene)) }
    }
    effects.append(.report(report(new, decoded, endsHere ? .read : nil, since: startTime)))
    return effects
  }

  /// Notes what the frame shows and leaves out what was not seen often enough yet.
  private mutating func confirmed(_ barcodes: [Barcode]) -> [Barcode] {
    // Two equal symbols of one frame are one sighting.
    for key in Set(barcodes.map { SymbolKey($0) }) { sightings[key, default: Sightings()].frames += 1 }
    for barcode in barcodes { sightings[SymbolKey(barcode), default: Sightings()].lines += barcode.lineCount }
    return barcodes.filter { configuration.acceptance.isConfirmed($0, sightings[SymbolKey($0)] ?? Sightings()) }
  }

  /// Without any symbol the report says so, too. There is one picture only, so nothing has to be seen twice.
  private mutating func takeStill(_ decoded: DecodedFrame) -> [SessionEffect] {
    reports += 1
    lastFrame = decoded.frame
    let barcodes = decoded.barcodes.filter { configuration.acceptance.allows($0, decoded.frame.orientation) }
    if !barcodes.isEmpty { statistics.goodReads += 1 }
    return [.report(report(barcodes, decoded, nil, since: decoded.frame.time))]
  }

  /// Leaves out what was reported and has been in sight since, with gaps no longer than the interval.
  private mutating func withoutRecent(_ barcodes: [Barcode], at time: TimePoint) -> [Barcode] {
    let interval = configuration.mode == .oncePerCode ? .infinity : configuration.duplicateInterval
    recent = recent.filter { time.seconds(since: $0.value) < interval }
    // Two equal symbols of one frame are both reported, so the old state decides for the whole frame.
    let known = recent
    for barcode in barcodes { recent[SymbolKey(barcode)] = time }
    return barcodes.filter { known[SymbolKey($0)] == nil }
  }

  private mutating func drawLocations(_ barcodes: [Barcode], _ frame: LumaFrame) -> [SessionEffect] {
    let (width, height) = (frame.image.width, frame.image.height)
    let upright = { (quad: Quad) in quad.map { frame.orientation.upright($0, width: width, height: height) } }
    let old = scene
    scene.width = frame.orientation.swapsSides ? height : width
    scene.height = frame.orientation.swapsSides ? width : height
    scene.locations = barcodes.map { upright($0.corners) }
    scene.target = shownTarget.map { upright($0.corners(width: width, height: height)) }
    let isPart = configuration.region != .all
    scene.region = isPart ? upright(configuration.region.corners(width: width, height: height)) : nil
    return scene == old ? [] : [.draw(scene)]
  }

  private var shownTarget: PictureRegion? { configuration.showsTarget ? configuration.target : nil }

  private func report(
    _ barcodes: [Barcode], _ decoded: DecodedFrame, _ ending: ScanEnding?, since start: TimePoint
  ) -> ScanReport {
    let frame = decoded.frame
    let (width, height) = (frame.image.width, frame.image.height)
    let centre = (configuration.target ?? .all).corners(width: width, height: height).center
    let sorted = barcodes.enumerated().sorted {
      let a = $0.element.corners.center.distance(to: centre)
      let b = $1.element.corners.center.distance(to: centre)
      return a != b ? a < b : $0.offset < $1.offset
    }
    return ScanReport(
      number: reports, run: run, barcodes: sorted.map(\.element), ending: ending, width: width, height: height,
      orientation: frame.orientation, picture: configuration.keepsPicture ? frame.image : nil, target: shownTarget,
      elapsed: decoded.time.seconds(since: start), decodingTime: decoded.decodingTime)
  }
}
