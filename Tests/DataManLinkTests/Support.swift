import DMCC
import DataManLink
import FrameSources

/// A stream of what a target pushes, and its calls as asynchronous functions.
final class Caller: Sendable {
  let target: any CommandTarget
  let pushes: AsyncStream<Push>
  private let continuation: AsyncStream<Push>.Continuation

  init(_ target: any CommandTarget) {
    self.target = target
    (pushes, continuation) = AsyncStream.makeStream(of: Push.self)
  }

  func open(_ credentials: Credentials? = nil) async -> TargetFailure? {
    await withCheckedContinuation { done in
      target.open(credentials, push: { [continuation] in continuation.yield($0) }) { done.resume(returning: $0) }
    }
  }

  func close() async { await withCheckedContinuation { done in target.close { done.resume() } } }

  func send(_ text: String) async throws -> Response {
    let command = try CommandGrammar.parse(text)
    return await withCheckedContinuation { done in target.perform(command) { done.resume(returning: $0) } }
  }

  func next() async -> Push? {
    var iterator = pushes.makeAsyncIterator()
    return await iterator.next()
  }

  func nextRead() async -> ReadReport? {
    while let push = await next() {
      if case .read(let report) = push { return report }
    }
    return nil
  }
}

/// A client that sees the bytes of a link.
final class RawClient: Sendable {
  private let link: any ReaderLink
  private let received: AsyncStream<[UInt8]>
  private let continuation: AsyncStream<[UInt8]>.Continuation
  private let buffer = Locked<[UInt8]>([])

  init(_ link: any ReaderLink) async {
    self.link = link
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    (received, self.continuation) = (stream, continuation)
    _ = await withCheckedContinuation { done in
      link.open(
        receive: { continuation.yield($0) }, ready: { done.resume(returning: $0) }, closed: { continuation.finish() })
    }
  }

  func send(_ text: String) { link.send(Array(text.utf8)) }

  /// What has come when it ends in a text; what was taken before is left out. nil when the link ended before.
  func receive(until end: String) async -> String? {
    let end = Array(end.utf8)
    var iterator = received.makeAsyncIterator()
    while true {
      let found: String? = buffer.withLock { buffer in
        guard buffer.count >= end.count,
          let at = (0...buffer.count - end.count).first(where: { buffer[$0..<$0 + end.count].elementsEqual(end) })
        else { return nil }
        defer { buffer.removeFirst(at + end.count) }
        return String(decoding: buffer[..<(at + end.count)], as: UTF8.self)
      }
      if let found { return found }
      guard let bytes = await iterator.next() else { return nil }
      buffer.withLock { $0 += bytes }
    }
  }
}
