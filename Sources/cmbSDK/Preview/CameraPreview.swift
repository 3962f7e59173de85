#if os(iOS)
  import AVFoundation
  import DMCC
  import ScanSession
  import UIKit

  /// What belongs to a preview.
  ///
  /// Sendable: a capture session may be given to a preview layer on the main thread while it runs on another one.
  struct PreviewPlan: @unchecked Sendable {
    let session: AVCaptureSession
    /// nil: full screen.
    let container: UIView?
    let hasZoomButton: Bool
    let hasTorchButton: Bool
    let hasCloseButton: Bool
  }

  /// The camera's picture in a view or on the whole screen.
  final class CameraPreview: PreviewSurface {
    private let stage: PreviewStage
    private let command = Locked<(@Sendable (Command) -> Void)?>(nil)

    init(_ plan: PreviewPlan) { stage = PreviewStage(plan) }

    /// Takes the commands that the buttons stand for.
    func onCommand(_ perform: @escaping @Sendable (Command) -> Void) { command.withLock { $0 = perform } }

    func show() {
      let perform = command.withLock { $0 }
      onMain { $0.show { perform?($0) } }
    }

    func hide() { onMain { $0.hide() } }

    func draw(_ scene: OverlayScene) { onMain { $0.view?.draw(scene) } }

    /// In the order of the calls.
    private func onMain(_ work: @escaping @MainActor @Sendable (PreviewStage) -> Void) {
      DispatchQueue.main.async { [stage] in MainActor.assumeIsolated { work(stage) } }
    }
  }

  /// Puts the preview's view up and takes it away.
  @MainActor
  private final class PreviewStage {
    private let plan: PreviewPlan
    private(set) var view: PreviewView?

    nonisolated init(_ plan: PreviewPlan) { self.plan = plan }

    func show(_ perform: @escaping (Command) -> Void) {
      guard view == nil, let host = plan.container ?? Self.window else { return }
      let made = PreviewView(plan, frame: host.bounds, perform: perform)
      host.addSubview(made)
      view = made
    }

    func hide() {
      view?.end()
      view?.removeFromSuperview()
      view = nil
    }

    /// The window that the user looks at.
    private static var window: UIWindow? {
      let windows = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap { $0.windows }
      return windows.first { $0.isKeyWindow } ?? windows.first
    }
  }
#endif
