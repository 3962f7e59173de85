#if os(iOS)
  import Foundation
  import UIKit

  /// Calls back when the application leaves the foreground, for as long as it lives.
  final class BackgroundWatch: Sendable {
    private let observer: CallbackBox<any NSObjectProtocol>

    init(_ entered: @escaping @Sendable () -> Void) {
      observer = CallbackBox(
        NotificationCenter.default.addObserver(
          forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
        ) { _ in entered() })
    }

    deinit { NotificationCenter.default.removeObserver(observer.value) }
  }
#endif
