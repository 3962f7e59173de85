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
    private let outlines = CAShapeLayer()
    private let target = CAShapeLayer()
    private let corners = UIView()
    private let progress = UIProgressView()
    private let perform: (Command) -> Void
    private var scene = OverlayScene()
    private var timer: CADisplayLink?
    private var zoomLevel = 0
    private var isTorchOn = false

    init(_ plan: PreviewPlan, frame: CGRect, perform: @escaping (Command) -> Void) {
      picture = AVCaptureVideoPreviewLayer(session: plan.session)
      self.perform = perform
      super.init(frame: frame)
      autoresizingMask = [.flexibleWidth, .flexibleHeight]
      backgroundColor = .black
      picture.videoGravity = .resizeAspectFill
      for layer in [picture, outlines, target] { self.layer.addSublayer(layer) }
      for shape in [outlines, target] { shape.fillColor = nil }
      corners.tag = Tag.corners
      corners.isUserInteractionEnabled = false
      progress.tag = Tag.progress
      progress.isHidden = true
      for part in [corners, progress] { addSubview(part) }
      if plan.hasZoomButton { addButton("ic_zoom", Tag.zoom) { [weak self] in self?.zoom() } }
      if plan.hasTorchButton { addButton("ic_flash", Tag.torch) { [weak self] in self?.toggleTorch() } }
      if plan.hasCloseButton {
        addButton("ic_close", Tag.close) { perform(Command(.action, "TRIGGER", [Token("OFF")])) }
      }
    }

    required init?(coder: NSCoder) { nil }

    /// Shows a scene from now on.
    func draw(_ scene: OverlayScene) {
      self.scene = scene
      progress.isHidden = scene.endTime == nil
      if timer == nil, scene.endTime != nil {
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
      drawShapes()
    }

    private func drawShapes() {
      let style = MWOverlay.style
      stroke(outlines, scene.locations, style.location)
      stroke(target, scene.target.map { [$0] } ?? [], style.targetRect)
    }

    private func stroke(_ layer: CAShapeLayer, _ quads: [Quad], _ line: OverlayStyle.Line) {
      let path = UIBezierPath()
      for quad in quads {
        for (i, point) in quad.points.enumerated() {
          if i == 0 { path.move(to: place(point)) } else { path.addLine(to: place(point)) }
        }
        path.close()
      }
      layer.frame = bounds
      layer.path = path.cgPath
      layer.lineWidth = CGFloat(line.width)
      layer.isHidden = !line.isVisible
      layer.strokeColor =
        UIColor(
          red: CGFloat(line.colour.red), green: CGFloat(line.colour.green), blue: CGFloat(line.colour.blue),
          alpha: CGFloat(line.alpha)
        ).cgColor
    }

    /// Where a point of the upright picture lies; the picture fills the view and is cut at two sides.
    private func place(_ point: Point) -> CGPoint {
      guard scene.width > 0, scene.height > 0 else { return .zero }
      let width = Double(scene.width)
      let height = Double(scene.height)
      let scale = max(Double(bounds.width) / width, Double(bounds.height) / height)
      return CGPoint(
        x: Double(bounds.width) / 2 + (point.x - width / 2) * scale,
        y: Double(bounds.height) / 2 + (point.y - height / 2) * scale)
    }

    private func addButton(_ image: String, _ tag: Int, _ press: @escaping () -> Void) {
      let button = UIButton(primaryAction: UIAction(image: UIImage(named: image)) { _ in press() })
      button.tag = tag
      addSubview(button)
    }

    private func zoom() {
      zoomLevel = (zoomLevel + 1) % 3
      perform(Command(.set, "CAMERA.ZOOM", [Token(String(zoomLevel))]))
    }

    private func toggleTorch() {
      isTorchOn.toggle()
      perform(Command(.set, "LIGHT.INTERNAL-ENABLE", [Token(isTorchOn ? "ON" : "OFF")]))
    }

    @objc private func tick() { progress.progress = Float(scene.progress(at: .now) ?? 0) }
  }
#endif
