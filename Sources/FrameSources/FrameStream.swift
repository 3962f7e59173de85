/// The frames of a started source, until it ends, is stopped, or fails by throwing. For one reader.
public struct FrameStream: AsyncSequence, Sendable {
  public typealias Element = LumaFrame

  private let nextFrame: @Sendable () async throws -> LumaFrame?

  /// The closure gives the next frame, or nil at the end; it is called again only after it has returned.
  public init(_ nextFrame: @escaping @Sendable () async throws -> LumaFrame?) { self.nextFrame = nextFrame }

  public struct AsyncIterator: AsyncIteratorProtocol {
    let nextFrame: @Sendable () async throws -> LumaFrame?

    public mutating func next() async throws -> LumaFrame? { try await nextFrame() }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(nextFrame: nextFrame) }
}
