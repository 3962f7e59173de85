import BarcodeCore
import FrameSources

/// Starts and stops the source in the order in which it is told to, and runs its frames through the decoder.
final class SourceDriver: Sendable {
  enum Order: Sendable {
    case start(run: Int, FrameRequest)
    case stop
    case control(FrameControl)
  }

  private let orders: AsyncStream<Order>.Continuation

  /// - Parameters:
  ///   - step: what to do with the next frame of a run.
  ///   - send: takes what happens.
  init(
    source: any FrameSource, decode: @escaping FrameDecoder, clock: any SessionClock,
    step: @escaping @Sendable (Int) -> FrameStep, send: @escaping @Sendable (SessionEvent) -> Void
  ) {
    let (stream, orders) = AsyncStream.makeStream(of: Order.self)
    self.orders = orders
    let loop = FrameLoop(source: source, decode: decode, clock: clock, step: step, send: send)
    Task {
      var frames: Task<Void, Never>?
      for await order in stream {
        switch order {
        case .start(let run, let request):
          frames?.cancel()
          frames = await loop.start(run: run, request)
        case .stop:
          frames?.cancel()
          frames = nil
          await source.stop()
        case .control(let control):
          // A source without the control simply stays as it is.
          try? await source.set(control)
        }
      }
      frames?.cancel()
      await source.stop()
    }
  }

  deinit { orders.finish() }

  func give(_ order: Order) { orders.yield(order) }
}

/// Takes the frames of one start after the other.
private struct FrameLoop: Sendable {
  let source: any FrameSource
  let decode: FrameDecoder
  let clock: any SessionClock
  let step: @Sendable (Int) -> FrameStep
  let send: @Sendable (SessionEvent) -> Void
  let worker = DecodingWorker()

  /// Nanoseconds between frames that are not decoded: sources that deliver without waiting would keep a thread busy.
  private static let passingTime: UInt64 = 15_000_000

  func start(run: Int, _ request: FrameRequest) async -> Task<Void, Never>? {
    do {
      let stream = try await source.start(request)
      return Task { await takeFrames(of: stream, run: run) }
    } catch {
      send(.sourceEnded(run: run, sourceError(error), clock.now))
      return nil
    }
  }

  /// A frame of a run that is over may still be decoded: the next run does not wait for it.
  private static let leftOver = 1

  private func takeFrames(of stream: FrameStream, run: Int) async {
    // Frames that are decoded, in their order; each passes its result on after the one before.
    var pending: [Task<Void, any Error>] = []
    do {
      for try await frame in stream {
        if Task.isCancelled { return }
        switch step(run) {
        case .end:
          return
        case .pass:
          send(.passed(run: run, frame: frame.number))
          try await Task.sleep(nanoseconds: Self.passingTime)
        case .decode(let plan):
          while pending.count >= plan.threads { try await pending.removeFirst().value }
          guard plan.threads > 1 else {
            // Passed on by the thread that decodes, without waiting for another one.
            try await decode(frame, plan) { send(.decoded(run: run, $0)) }
            continue
          }
          let previous = pending.last
          pending.append(
            Task {
              let frame = try await decode(frame, plan) { $0 }
              try await previous?.value
              send(.decoded(run: run, frame))
            })
        }
      }
      for task in pending { try await task.value }
      send(.sourceEnded(run: run, nil, clock.now))
    } catch {
      for task in pending { try? await task.value }
      if !Task.isCancelled { send(.sourceEnded(run: run, sourceError(error), clock.now)) }
    }
  }

  private func decode<T: Sendable>(
    _ frame: LumaFrame, _ plan: DecodingPlan, then: @escaping @Sendable (DecodedFrame) -> T
  ) async throws -> T {
    try await worker.run(atMost: plan.threads + Self.leftOver) { [decode, clock] in
      let start = clock.now
      let barcodes = decode(frame, plan)
      let end = clock.now
      return then(
        DecodedFrame(frame: frame, barcodes: barcodes, decodingTime: end.seconds(since: start), time: end))
    }
  }

  private func sourceError(_ error: any Error) -> FrameSourceError {
    error as? FrameSourceError ?? .unavailable(String(describing: error))
  }
}
