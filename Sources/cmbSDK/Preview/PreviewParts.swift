#if os(iOS)
  import UIKit

  /// The views of the overlay: those of a layout file of the application, or our own where it has none. A view that the
  /// layout lacks is nil, and so is what it would do.
  @MainActor
  struct PreviewParts {
    /// By which the parts of a layout are found.
    private enum Tag {
      static let zoom = 1110
      static let torch = 1111
      static let close = 1112
      static let corners = 1115
      static let progress = 1116
    }

    /// All of a layout file; nil: the parts are our own, and their places, too.
    let layout: UIView?
    let zoom: UIButton?
    let torch: UIButton?
    let close: UIButton?
    /// Corner lines are drawn into it.
    let corners: UIView?
    let progress: UIProgressView?

    init(_ plan: PreviewPlan, isFullScreen: Bool) {
      let hasClose = plan.hasCloseButton || isFullScreen
      layout = Self.load(isFullScreen ? "CMBScannerView" : "CMBScannerPartialView")
      guard let layout else {
        zoom = plan.hasZoomButton ? Self.button("ic_zoom", Tag.zoom) : nil
        torch = plan.hasTorchButton ? Self.button("ic_flash_outline", Tag.torch) : nil
        close = hasClose ? Self.button("ic_close", Tag.close) : nil
        let corners = UIView()
        corners.tag = Tag.corners
        corners.isUserInteractionEnabled = false
        self.corners = corners
        let progress = UIProgressView()
        progress.tag = Tag.progress
        self.progress = progress
        return
      }
      corners = layout.viewWithTag(Tag.corners)
      progress = layout.viewWithTag(Tag.progress) as? UIProgressView
      zoom = Self.part(Tag.zoom, of: layout, isWanted: plan.hasZoomButton)
      torch = Self.part(Tag.torch, of: layout, isWanted: plan.hasTorchButton)
      close = Self.part(Tag.close, of: layout, isWanted: hasClose)
    }

    /// Our own views.
    var own: [UIView] { [corners, progress, zoom, torch, close].compactMap { (view: UIView?) in view } }

    /// A button of a layout; hidden where it is not wanted.
    private static func part(_ tag: Int, of layout: UIView, isWanted: Bool) -> UIButton? {
      let view = layout.viewWithTag(tag)
      view?.isHidden = !isWanted
      return isWanted ? view as? UIButton : nil
    }

    private static func button(_ image: String, _ tag: Int) -> UIButton {
      let button = UIButton(frame: .zero)
      button.setImage(UIImage(named: image), for: .normal)
      if image == "ic_flash_outline" { button.setImage(UIImage(named: "ic_flash"), for: .selected) }
      button.tag = tag
      return button
    }

    private static func load(_ name: String) -> UIView? {
      guard Bundle.main.path(forResource: name, ofType: "nib") != nil else { return nil }
      return UINib(nibName: name, bundle: .main).instantiate(withOwner: nil, options: nil).lazy
        .compactMap { $0 as? UIView }.first
    }
  }
#endif
