import DMCC
import Dispatch
import ScanSession

/// Asks a reader again and again whether it is there.
final class Heartbeat: Sendable {
  private let core: ReaderCore
  /// Which start is the present one; nil: off.
  private let run = Locked<(number: Int, isOn: Bool)>((0, false))

  /// Shorter intervals would keep reader and client busy with nothing else.
  private static let shortestInterval = 0.05
  private static let question = "GET DEVICE.TYPE"

  init(core: ReaderCore) { self.core = core }

  var isOn: Bool { run.withLock { $0.isOn } }

  /// - Parameter missed: called on the callback queue when no answer came within the interval.
  func start(every interval: Double, missed: @escaping @Sendable () -> Void) {
    let number = run.withLock { run in
      run = (run.number + 1, true)
      return run.number
    }
    let interval = interval.isFinite ? min(86_400, max(Self.shortestInterval, interval)) : 86_400
    ask(number, interval, missed)
  }

  func stop() { run.withLock { $0.isOn = false } }

  private func ask(_ number: Int, _ interval: Double, _ missed: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + interval) { [weak self] in
      guard let self, run.withLock({ $0 == (number, true) }) else { return }
      if core.connection == CMBConnectionStateConnected {
        core.send(Self.question, timeout: interval) { if $0.status == .timeout { missed() } }
      }
      ask(number, interval, missed)
    }
  }
}
