#if os(iOS)
  import AVFoundation
  import DMCC
  import ScanSession
  import UIKit

  /// The camera's picture with outlines of what was read, buttons, and the progress of the time limit.
  final class PreviewView: UIView {
    private let picture: AVCaptureVideoPreviewLayer
    private let overlay = OverlayLayer()
    private let parts: PreviewParts
    private let actions: PreviewActions
    private var scene = OverlayScene()
    private var timer: CADisplayLink?

    private static let lamp = "LIGHT.INTERNAL-ENABLE"
    private static let zoomLevels = 3

    init(_ plan: PreviewPlan, isFullScreen: Bool, frame: CGRect, actions: PreviewActions) {
      picture = AVCaptureVideoPreviewLayer(session: plan.session)
      parts = PreviewParts(plan, isFullScreen: isFullScreen)
      self.actions = actions
      super.init(frame: frame)
      autoresizingMask = [.flexibleWidth, .flexibleHeight]
      backgroundColor = .black
      picture.videoGravity = .resizeAspectFill
      layer.addSublayer(picture)
      parts.progress?.isHidden = true
      overlay.hasCorners = parts.corners != nil
      (parts.corners ?? self).layer.addSublayer(overlay)
      for part in parts.layout.map({ [$0] }) ?? parts.own { addSubview(part) }
      onPress(parts.zoom) { [weak self] in self?.zoom() }
      onPress(parts.torch) { [weak self] in self?.toggleTorch() }
      onPress(parts.close) { actions.command(Command(.action, "TRIGGER", [Token("OFF")])) { _ in } }
      actions.ask(Self.lamp) { [weak self] value in self?.parts.torch?.isSelected = value == "ON" }
      addGestureRecognizer(UITapGestureRecognizer(target: self, action: #selector(touch)))
    }

    required init?(coder: NSCoder) { nil }

    /// Shows a scene from now on.
    func draw(_ scene: OverlayScene) {
      self.scene = scene
      parts.progress?.isHidden = scene.endTime == nil || MWOverlay.style.isLegacy
      if timer == nil, scene.endTime != nil || MWOverlay.style.isLegacy {
        timer = CADisplayLink(target: self, selector: #selector(tick))
        timer?.add(to: .main, forMode: .common)
      }
      setNeedsLayout()
    }

    /// The view is taken away.
    func end() {
      timer?.invalidate()
      timer = nil
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      picture.frame = bounds
      overlay.draw(scene, in: bounds)
      if let layout = parts.layout { return layout.frame = bounds }
      parts.corners?.frame = bounds
      let side: CGFloat = 40
      let margin: CGFloat = 16
      let bottom = bounds.height - side - margin
      parts.progress?.frame = CGRect(x: margin, y: bounds.height - 8, width: bounds.width - 2 * margin, height: 4)
      parts.zoom?.frame = CGRect(x: margin, y: bottom, width: side, height: side)
      parts.torch?.frame = CGRect(
        x: bounds.width - side - margin, y: bottom, width: side, height: side)
      parts.close?.frame = CGRect(
        x: bounds.width - side - margin, y: safeAreaInsets.top + margin, width: side, height: side)
    }

    private func onPress(_ button: UIButton?, _ press: @escaping () -> Void) {
      button?.addAction(UIAction { _ in press() }, for: .touchUpInside)
    }

    private func zoom() {
      actions.ask("CAMERA.ZOOM") { [actions] level in
        actions.set("CAMERA.ZOOM", String(((Int(level) ?? 0) + 1) % Self.zoomLevels))
      }
    }

    private func toggleTorch() {
      actions.ask(Self.lamp) { [weak self, actions] value in
        let isOn = value != "ON"
        self?.parts.torch?.isSelected = isOn
        actions.set(Self.lamp, isOn ? "ON" : "OFF")
      }
    }

    /// A picture that waits begins to be decoded.
    @objc private func touch() { if scene.isPaused { actions.press() } }

    @objc private func tick() { parts.progress?.progress = Float(overlay.draw(scene, in: bounds) ?? 0) }
  }
#endif
