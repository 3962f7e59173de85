import FrameSources

// What happens at times that were set before.
extension SessionState {
  /// What an alarm asks for that was not moved since it was set.
  mutating func ring(_ alarm: SessionAlarm, at time: TimePoint) -> [SessionEffect] {
    switch alarm {
    case .limit:
      if let call = limitCall, time >= call { limitCall = nil }
      guard let limit = scene.endTime else { return [] }
      // The limit may have moved on since the call was ordered.
      return time >= limit ? end(.timedOut, at: time) : callAtLimit()
    case .focus:
      guard let due = focusTime, time >= due else { return [] }
      return [.control(.focus(.continuous))] + setFocusTimer(from: time)
    case .torch:
      guard configuration.usesTorch, let limit = configuration.torchLimit, time >= startTime + limit else { return [] }
      return [.control(.torch(false))]
    }
  }

  /// Orders a call for the time limit, unless one is ordered that comes before it.
  mutating func callAtLimit() -> [SessionEffect] {
    guard let limit = scene.endTime, limitCall.map({ $0 > limit }) ?? true else { return [] }
    limitCall = limit
    return [.callAt(limit, .limit, run: run)]
  }

  mutating func setFocusTimer(from time: TimePoint) -> [SessionEffect] {
    guard let interval = configuration.focusInterval, interval > 0 else {
      focusTime = nil
      return []
    }
    focusTime = time + interval
    return [.callAt(time + interval, .focus, run: run)]
  }

  func setTorchTimer() -> [SessionEffect] {
    guard configuration.usesTorch, let limit = configuration.torchLimit else { return [] }
    return [.callAt(startTime + limit, .torch, run: run)]
  }
}
