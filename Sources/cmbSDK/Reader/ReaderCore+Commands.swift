import DMCC
import Dispatch
import Foundation
import ScanSession

extension ReaderCore {
  /// Sends a command. False when the reader is not connected; the completion comes in any case, on the callback queue.
  @discardableResult
  func send(
    _ text: String, data: [UInt8] = [], timeout: Double? = nil, _ completion: @escaping @Sendable (Response) -> Void
  ) -> Bool {
    guard connection == CMBConnectionStateConnected else {
      queue.async { completion(Response(.offline)) }
      return false
    }
    var command: Command
    do throws(CommandGrammar.Failure) {
      command = try CommandGrammar.parse(text)
    } catch {
      let status = error.status
      queue.async { completion(Response(status)) }
      return true
    }
    command.data = data
    perform(command, timeout: timeout ?? self.timeout, completion)
    return true
  }

  private func perform(
    _ command: Command, timeout: Double, _ completion: @escaping @Sendable (Response) -> Void
  ) {
    // Given up with the first answer, so that the timer does not keep alive what the completion holds.
    let pending = Locked<(@Sendable (Response) -> Void)?>(completion)
    let queue = queue
    let answer: @Sendable (Response) -> Void = { response in
      let completion = pending.withLock { pending in
        defer { pending = nil }
        return pending
      }
      if let completion { queue.async { completion(response) } }
    }
    if timeout > 0 {
      // A day is as good as for ever, and dates stay in range.
      DispatchQueue.global().asyncAfter(deadline: .now() + min(timeout, 86_400)) { answer(Response(.timeout)) }
    }
    target.perform(command) { [self] response in
      if response.status == .noError { noteResultTypes(after: command) }
      answer(response)
    }
  }

  // MARK: Result types

  /// Turns result types on or off, at the reader as soon as it is connected.
  func setResultTypes(_ types: CDMResultTypes) {
    resultTypes = types
    if connection == CMBConnectionStateConnected { target.perform(resultTypeCommand(types)) { _ in } }
  }

  func resultTypeCommand(_ types: CDMResultTypes) -> Command {
    Command(.set, Self.resultType, [Token(String(types.rawValue))])
  }

  private static let resultType = "DATA.RESULT-TYPE"

  /// Commands of the application may change the result types, too.
  private func noteResultTypes(after command: Command) {
    if command.form == .set, command.name == Self.resultType,
      let number = command.arguments.first.flatMap({ Int($0.text) })
    {
      resultTypes = CDMResultTypes(rawValue: number)
    } else if command.name == "DMCC.RESET" || command.name == "DEVICE.DEFAULT" {
      target.perform(Command(.get, Self.resultType)) { [self] response in
        if let number = Int(response.text) { resultTypes = CDMResultTypes(rawValue: number) }
      }
    }
  }
}
