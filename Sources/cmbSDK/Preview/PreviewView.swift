#if os(iOS)
  import AVFoundation
  import DMCC
  import ScanSession
  import UIKit

  /// The camera's picture with outlines of what was read, buttons, and the progress of the time limit.
  final class PreviewView: UIView {
    /// By which apps find the parts of the overlay.
    private enum Tag {
      static let zoom = 1110
      static let torch = 1111
      static let close = 1112
      static let corners = 1115
      static let progress = 1116
    }

    private let picture: AVCaptureVideoPreviewLayer
    private let overlay = OverlayLayer()
    private let corners = UIView()
    private let progress = UIProgressView()
    private let actions: PreviewActions
    private var scene = OverlayScene()
    private var timer: CADisplayLink?
    private var zoomLevel = 0
    private var isTorchOn = false

    init(_ plan: PreviewPlan, isFullScreen: Bool, frame: CGRect, actions: PreviewActions) {
      picture = AVCaptureVideoPreviewLayer(session: plan.session)
      self.actions = actions
      super.init(frame: frame)
      autoresizingMask = [.flexibleWidth, .flexibleHeight]
      backgroundColor = .black
      picture.videoGravity = .resizeAspectFill
      layer.addSublayer(picture)
      corners.tag = Tag.corners
      corners.isUserInteractionEnabled = false
      progress.tag = Tag.progress
      progress.isHidden = true
      corners.layer.addSublayer(overlay)
      for part in [corners, progress] { addSubview(part) }
      if plan.hasZoomButton { addButton("ic_zoom", Tag.zoom) { [weak self] in self?.zoom() } }
      if plan.hasTorchButton { addButton("ic_flash", Tag.torch) { [weak self] in self?.toggleTorch() } }
      if plan.hasCloseButton || isFullScreen {
        addButton("ic_close", Tag.close) { actions.command(Command(.action, "TRIGGER", [Token("OFF")])) }
      }
      addGestureRecognizer(UITapGestureRecognizer(target: self, action: #selector(touch)))
    }

    required init?(coder: NSCoder) { nil }

    /// Shows a scene from now on.
    func draw(_ scene: OverlayScene) {
      self.scene = scene
      progress.isHidden = scene.endTime == nil || MWOverlay.style.isLegacy
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
      corners.frame = bounds
      let side: CGFloat = 40
      let margin: CGFloat = 16
      let bottom = bounds.height - side - margin
      progress.frame = CGRect(x: margin, y: bounds.height - 8, width: bounds.width - 2 * margin, height: 4)
      viewWithTag(Tag.zoom)?.frame = CGRect(x: margin, y: bottom, width: side, height: side)
      viewWithTag(Tag.torch)?.frame = CGRect(
        x: bounds.width - side - margin, y: bottom, width: side, height: side)
      viewWithTag(Tag.close)?.frame = CGRect(
        x: bounds.width - side - margin, y: safeAreaInsets.top + margin, width: side, height: side)
      overlay.draw(scene, in: bounds)
    }

    private func addButton(_ image: String, _ tag: Int, _ press: @escaping () -> Void) {
      let button = UIButton(primaryAction: UIAction(image: UIImage(named: image)) { _ in press() })
      button.tag = tag
      addSubview(button)
    }

    private func zoom() {
      zoomLevel = (zoomLevel + 1) % 3
      actions.command(Command(.set, "CAMERA.ZOOM", [Token(String(zoomLevel))]))
    }

    private func toggleTorch() {
      isTorchOn.toggle()
      actions.command(Command(.set, "LIGHT.INTERNAL-ENABLE", [Token(isTorchOn ? "ON" : "OFF")]))
    }

    /// A picture that waits begins to be decoded.
    @objc private func touch() { if scene.isPaused { actions.press() } }

    @objc private func tick() { progress.progress = Float(overlay.draw(scene, in: bounds) ?? 0) }
  }
#endif
