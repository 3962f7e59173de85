import DMCC

/// A reader that is not there: opening fails and says why.
final class UnavailableReader: CommandTarget {
  private let failure: TargetFailure

  init(_ failure: TargetFailure) { self.failure = failure }

  func open(push: @escaping @Sendable (Push) -> Void, completion: @escaping @Sendable (TargetFailure?) -> Void) {
    completion(failure)
  }

  func close(completion: @escaping @Sendable () -> Void) { completion() }

  func perform(_ command: Command, reply: @escaping @Sendable (Response) -> Void) { reply(Response(.offline)) }
}
