import BarcodeCore

/// Pictures as a stream: from memory, or loaded one by one as they are needed.
public actor PictureSource: FrameSource {
  /// Number of pictures and how to get one of them.
  private let count: Int
  private let picture: @Sendable (Int) throws -> LumaImage
  private let repeats: Bool
  private let rate: Double?
  private let orientation: PictureOrientation
  public nonisolated let capabilities: FrameCapabilities
  private var pacer = Pacer(rate: nil)
  /// Which start the running stream belongs to; nil when stopped.
  private var run: Int?
  private var lastRun = 0

  /// Pictures in memory.
  ///
  /// - Parameters:
  ///   - repeats: begins again after the last one, without end.
  ///   - rate: pictures a second, of which a late consumer misses some; nil: as fast as they are consumed, all of them.
  ///   - capabilities: what the source stands for; controls change nothing.
  public init(
    _ pictures: [LumaImage], repeats: Bool = false, rate: Double? = nil, orientation: PictureOrientation = .up,
    capabilities: FrameCapabilities = .init()
  ) {
    self.init(
      count: pictures.count, repeats: repeats, rate: rate, orientation: orientation, capabilities: capabilities
    ) { pictures[$0] }
  }

  /// Pictures that are loaded when their turn comes. One that cannot be loaded ends the stream with the error.
  public init(
    count: Int, repeats: Bool = false, rate: Double? = nil, orientation: PictureOrientation = .up,
    capabilities: FrameCapabilities = .init(), picture: @escaping @Sendable (Int) throws -> LumaImage
  ) {
    self.count = count
    self.picture = picture
    self.repeats = repeats
    self.rate = rate
    self.orientation = orientation
    self.capabilities = capabilities
  }

  public func start(_ request: FrameRequest) async throws -> FrameStream {
    lastRun += 1
    let current = lastRun
    run = current
    pacer = Pacer(rate: rate)
    return FrameStream { try await self.next(of: current) }
  }

  public func stop() async { run = nil }

  private func next(of current: Int) async throws -> LumaFrame? {
    guard run == current, count > 0 else { return nil }
    let (number, delay) = pacer.deal(at: .now)
    guard repeats || number < count else { return nil }
    if delay > 0 { try await Task.sleep(seconds: delay) }
    guard run == current else { return nil }
    return LumaFrame(image: try picture(number % count), number: number, time: .now, orientation: orientation)
  }
}
