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
    let hasZoomButton: Bool
    let hasTorchButton: Bool
    /// In a container, too; on the whole screen there always is one.
    let hasCloseButton: Bool
  }

  /// The camera's picture in a view or on the whole screen.
  final class CameraPreview: PreviewSurface {
    private let stage: PreviewStage
    private let actions = Locked(PreviewActions())

    /// - Parameter container: nil: full screen.
    init(_ plan: PreviewPlan, in container: CallbackBox<UIView?>) { stage = PreviewStage(plan, container) }

    /// Takes the commands that the buttons stand for; the text of the answer is for them.
    func onCommand(_ perform: @escaping @Sendable (Command, @escaping @Sendable (String) -> Void) -> Void) {
      actions.withLock { $0.command = perform }
    }

    /// Takes the touch of a picture that waits.
    func onPress(_ press: @escaping @Sendable () -> Void) { actions.withLock { $0.press = press } }

    /// Moves to another view, at once where it is up; nil: full screen.
    func move(to container: CallbackBox<UIView?>) { onMain { $0.move(to: container) } }

    func show() {
      let actions = actions.withLock { $0 }
      onMain { $0.show(actions) }
    }

    func hide() { onMain { $0.hide() } }

    func draw(_ scene: OverlayScene) { onMain { $0.draw(scene) } }

    /// In the order of the calls.
    private func onMain(_ work: @escaping @MainActor @Sendable (PreviewStage) -> Void) {
      DispatchQueue.main.async { [stage] in MainActor.assumeIsolated { work(stage) } }
    }
  }

  /// What the preview's buttons do.
  struct PreviewActions: Sendable {
    var command: @Sendable (Command, @escaping @Sendable (String) -> Void) -> Void = { _, _ in }
    var press: @Sendable () -> Void = {}

    /// The value of a setting, on the main thread.
    func ask(_ name: String, _ answer: @escaping @MainActor @Sendable (String) -> Void) {
      command(Command(.get, name)) { text in
        DispatchQueue.main.async { MainActor.assumeIsolated { answer(text) } }
      }
    }

    func set(_ name: String, _ value: String) { command(Command(.set, name, [Token(value)])) { _ in } }
  }

  /// Puts the preview's view up and takes it away.
  @MainActor
  private final class PreviewStage {
    private let plan: PreviewPlan
    private var container: CallbackBox<UIView?>
    private var view: PreviewView?
    private var actions = PreviewActions()
    private var scene = OverlayScene()

    nonisolated init(_ plan: PreviewPlan, _ container: CallbackBox<UIView?>) {
      self.plan = plan
      self.container = container
    }

    func show(_ actions: PreviewActions) {
      self.actions = actions
      guard view == nil, let host = container.value ?? Self.window else { return }
      let made = PreviewView(plan, isFullScreen: container.value == nil, frame: host.bounds, actions: actions)
      host.addSubview(made)
      made.draw(scene)
      view = made
    }

    func hide() {
      view?.end()
      view?.removeFromSuperview()
      view = nil
    }

    func move(to container: CallbackBox<UIView?>) {
      self.container = container
      guard view != nil else { return }
      hide()
      show(actions)
    }

    func draw(_ scene: OverlayScene) {
      self.scene = scene
      view?.draw(scene)
    }

    /// The window that the user looks at.
    private static var window: UIWindow? {
      let windows = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap { $0.windows }
      return windows.first { $0.isKeyWindow } ?? windows.first
    }
  }
#endif
