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
  ///   - plan: how to decode the next frame of a run, nil when not at all.
  ///   - send: takes what happens.
  init(
    source: any FrameSource, decode: @escaping FrameDecoder, clock: any SessionClock,
    plan: @escaping @Sendable (Int) -> DecodingPlan?, send: @escaping @Sendable (SessionEvent) -> Void
  ) {
    let (stream, orders) = AsyncStream.makeStream(of: Order.self)
    self.orders = orders
    let loop = FrameLoop(source: source, decode: decode, clock: clock, plan: plan, send: send)
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
  let plan: @Sendable (Int) -> DecodingPlan?
  let send: @Sendable (SessionEvent) -> Void
  let worker = SerialWorker(label: "frame decoding")

  func start(run: Int, _ request: FrameRequest) async -> Task<Void, Never>? {
    do {
      let stream = try await source.start(request)
      return Task { await takeFrames(of: stream, run: run) }
    } catch {
      send(.sourceEnded(run: run, sourceError(error), clock.now))
      return nil
    }
  }

  private func takeFrames(of stream: FrameStream, run: Int) async {
    do {
      for try await frame in stream {
        if Task.isCancelled { return }
        guard let plan = plan(run) else {
          send(.passed(run: run, frame: frame.number))
          continue
        }
        let decoded = try await worker.run { [decode, clock] in
          let start = clock.now
          let barcodes = decode(frame, plan)
          let end = clock.now
          return DecodedFrame(frame: frame, barcodes: barcodes, decodingTime: end.seconds(since: start), time: end)
        }
        send(.decoded(run: run, decoded))
      }
      send(.sourceEnded(run: run, nil, clock.now))
    } catch {
      if !Task.isCancelled { send(.sourceEnded(run: run, sourceError(error), clock.now)) }
    }
  }

  private func sourceError(_ error: any Error) -> FrameSourceError {
    error as? FrameSourceError ?? .unavailable(String(describing: error))
  }
}
