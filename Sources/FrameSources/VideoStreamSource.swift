import BarcodeCore

/// Frames of a YUV4MPEG2 or a raw grey stream, from a file or a pipe.
public actor VideoStreamSource: FrameSource {
  private let path: String
  private let raw: (width: Int, height: Int)?
  private let isLive: Bool
  private let worker = SerialWorker(label: "video stream")
  private var running: Running?
  private var lastRun = 0

  private struct Running {
    let run: Int
    let demuxer: VideoDemuxer
    var pacer: Pacer
    var position = 0
  }

  /// A YUV4MPEG2 stream.
  ///
  /// - Parameters:
  ///   - path: a file or a pipe; `-` is standard input.
  ///   - isLive: keeps to the stream's rate, so that a late consumer misses frames; otherwise all frames come, as
  ///     fast as they are consumed.
  public init(y4m path: String, isLive: Bool = false) {
    self.path = path
    self.isLive = isLive
    raw = nil
  }

  /// A stream of frames of one grey byte a pixel with nothing between them. The rate of a live one is the requested.
  public init(rawLuma path: String, width: Int, height: Int, isLive: Bool = false) {
    self.path = path
    self.isLive = isLive
    raw = (width, height)
  }

  public func start(_ request: FrameRequest) async throws -> FrameStream {
    running = nil
    lastRun += 1
    let current = lastRun
    let demuxer = try await worker.run { [path, raw] in try VideoDemuxer(path: path, raw: raw) }
    var rate: Double? = isLive ? request.rate : nil
    if isLive, case .y4m(_, _, _, let own?) = demuxer.format { rate = own }
    if lastRun == current { running = Running(run: current, demuxer: demuxer, pacer: Pacer(rate: rate)) }
    return FrameStream { try await self.next(of: current) }
  }

  public func stop() async { running = nil }

  private func next(of run: Int) async throws -> LumaFrame? {
    guard var current = running, current.run == run else { return nil }
    let (number, delay) = current.pacer.deal(at: .now)
    let skipped = number - current.position
    current.position = number + 1
    running = current
    if delay > 0 { try await Task.sleep(seconds: delay) }
    let image = try await worker.run { [demuxer = current.demuxer] in try demuxer.next(skipping: skipped) }
    guard let image, running?.run == run else { return nil }
    return LumaFrame(image: image, number: number, time: .now)
  }
}
