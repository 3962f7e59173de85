import DMCC
import Dispatch
import Foundation
import ScanSession

#if canImport(UIKit)
  import UIKit
#endif

/// Fetches one picture after the other from a reader.
final class LiveImage: Sendable {
  private let core: ReaderCore
  private let run = Locked<(number: Int, isOn: Bool)>((0, false))

  /// Seconds until a reader that had no picture is asked again: two frames of a camera.
  private static let pause = 0.07

  init(core: ReaderCore) { self.core = core }

  var isOn: Bool { run.withLock { $0.isOn } }

  func start(format: Int, size: Int, quality: Int, _ callback: ((UIImage?, CDMResponse) -> Void)?) {
    let number = run.withLock { run in
      run = (run.number + 1, true)
      return run.number
    }
    for setting in ["IMAGE.FORMAT \(format)", "IMAGE.SIZE \(size)", "IMAGE.QUALITY \(quality)", "LIVEIMG.MODE 2"] {
      core.send("SET " + setting) { _ in }
    }
    fetch(number, CallbackBox(callback))
  }

  func stop() {
    let wasOn = run.withLock { run in
      defer { run.isOn = false }
      return run.isOn
    }
    if wasOn { core.send("SET LIVEIMG.MODE 0") { _ in } }
  }

  private func fetch(_ number: Int, _ box: CallbackBox<((UIImage?, CDMResponse) -> Void)?>) {
    core.send("LIVEIMG.SEND") { [weak self] response in
      guard let self, run.withLock({ $0 == (number, true) }) else { return }
      // Without scanning there is nothing to see; that is no answer worth a call.
      if response.status != .rejected {
        let image = response.status == .noError ? UIImage(data: Data(response.payload)) : nil
        box.value?(image, CDMResponse(response, isBinary: true))
      }
      guard response.status != .noError else { return fetch(number, box) }
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause) { [weak self] in
        guard let self, run.withLock({ $0 == (number, true) }) else { return }
        fetch(number, box)
      }
    }
  }
}
