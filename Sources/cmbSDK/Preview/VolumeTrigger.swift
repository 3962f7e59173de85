#if os(iOS)
  import AVFoundation
  import ScanSession

  /// The volume-down button as a trigger. It works while the volume is not at its lowest, since iOS tells of changes of
  /// the volume alone.
  final class VolumeTrigger: Trigger {
    private let observation = Locked<CallbackBox<NSKeyValueObservation>?>(nil)

    func onPress(_ action: (@Sendable () -> Void)?) {
      observation.withLock { $0?.value.invalidate() }
      guard let action else { return observation.withLock { $0 = nil } }
      let audio = AVAudioSession.sharedInstance()
      // The volume of a session that is not active is not told.
      try? audio.setActive(true)
      let made = CallbackBox(
        audio.observe(\.outputVolume, options: [.old, .new]) { _, change in
          if let old = change.oldValue, let new = change.newValue, new < old { action() }
        })
      observation.withLock { $0 = made }
    }
  }
#endif
