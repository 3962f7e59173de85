/// Carries a caller's closure or object to the callback queue.
///
/// Sendable: the value is made by the caller for use on the callback queue, and is touched there alone.
struct CallbackBox<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// Holds a system's delegate without keeping it alive; the same proof holds.
struct SystemDelegateBox: @unchecked Sendable {
  private(set) weak var delegate: (any CDMDataManSystemDelegate)?

  init(_ delegate: (any CDMDataManSystemDelegate)?) { self.delegate = delegate }
}

/// Holds a reader's delegate without keeping it alive; the same proof holds.
struct DelegateBox: @unchecked Sendable {
  private(set) weak var delegate: (any CMBReaderDeviceDelegate)?

  init(_ delegate: (any CMBReaderDeviceDelegate)?) { self.delegate = delegate }
}

/// Holds a discoverer's delegate without keeping it alive; the same proof holds.
struct DiscoveryDelegateBox: @unchecked Sendable {
  private(set) weak var delegate: (any CNMSystemDiscoveredDelegate)?

  init(_ delegate: (any CNMSystemDiscoveredDelegate)?) { self.delegate = delegate }
}
