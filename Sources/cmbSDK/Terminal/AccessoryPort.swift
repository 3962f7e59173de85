#if os(iOS)
  import DMCC
  import DataManLink
  import ExternalAccessory
  import Foundation
  import ScanSession

  /// The terminal at the device's connector or paired by Bluetooth.
  final class AccessoryPort: ReaderPort {
    /// What terminals speak; to be named under `UISupportedExternalAccessoryProtocols` of Info.plist.
    static let protocolName = "com.cognex.dmcc"

    private let watchers = Locked<[@Sendable (Bool) -> Void]>([])

    /// The terminal; nil: whichever is attached.
    private let chosen: EAAccessory?

    init(_ chosen: EAAccessory? = nil) {
      self.chosen = chosen
      EAAccessoryManager.shared().registerForLocalNotifications()
      for name in [NSNotification.Name.EAAccessoryDidConnect, .EAAccessoryDidDisconnect] {
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
          self?.tell()
        }
      }
    }

    private func tell() {
      let isAvailable = accessory != nil
      for watcher in watchers.withLock({ $0 }) { watcher(isAvailable) }
    }

    private var accessory: EAAccessory? {
      EAAccessoryManager.shared().connectedAccessories.first { accessory in
        chosen.map { $0 == accessory } ?? accessory.protocolStrings.contains(Self.protocolName)
      }
    }

    var isAvailable: Bool? { accessory != nil }

    func watch(_ changed: @escaping @Sendable (Bool) -> Void) { watchers.withLock { $0.append(changed) } }

    func makeLink() throws(TargetFailure) -> any ReaderLink {
      guard let accessory else { throw .noDevice("no terminal is attached") }
      return AccessoryLink(accessory)
    }
  }

  /// A session with an accessory, whose streams run on a thread of their own.
  ///
  /// Sendable: everything but `init` and the locked state runs on the thread.
  final class AccessoryLink: NSObject, ReaderLink, StreamDelegate, @unchecked Sendable {
    private struct Listeners {
      var receive: (@Sendable ([UInt8]) -> Void)?
      var closed: (@Sendable () -> Void)?
    }

    private let accessory: EAAccessory
    private var session: EASession?
    private var runLoop: RunLoop?
    private let unsent = Locked<[UInt8]>([])
    private let listeners = Locked(Listeners())
    private static let bufferSize = 4096

    init(_ accessory: EAAccessory) {
      self.accessory = accessory
      super.init()
    }

    func open(
      receive: @escaping @Sendable ([UInt8]) -> Void, ready: @escaping @Sendable (TargetFailure?) -> Void,
      closed: @escaping @Sendable () -> Void
    ) {
      Thread.detachNewThread { [self] in
        guard let session = EASession(accessory: accessory, forProtocol: AccessoryPort.protocolName),
          let input = session.inputStream, let output = session.outputStream
        else { return ready(.noDevice("the terminal does not open a session")) }
        listeners.withLock { $0 = Listeners(receive: receive, closed: closed) }
        self.session = session
        runLoop = RunLoop.current
        for stream in [input, output] as [Stream] {
          stream.delegate = self
          stream.schedule(in: .current, forMode: .default)
          stream.open()
        }
        ready(nil)
        // Until the streams are taken away from the loop.
        while self.session != nil, RunLoop.current.run(mode: .default, before: .distantFuture) {}
        listeners.withLock { $0 }.closed?()
      }
    }

    func send(_ bytes: [UInt8]) {
      unsent.withLock { $0 += bytes }
      onThread { $0.flush() }
    }

    func close() { onThread { $0.end() } }

    private func onThread(_ work: @escaping @Sendable (AccessoryLink) -> Void) {
      runLoop?.perform { work(self) }
    }

    func stream(_ stream: Stream, handle event: Stream.Event) {
      if event.contains(.hasBytesAvailable) { receive() }
      if event.contains(.hasSpaceAvailable) { flush() }
      if event.contains(.endEncountered) || event.contains(.errorOccurred) { end() }
    }

    private func receive() {
      guard let input = session?.inputStream else { return }
      var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
      while input.hasBytesAvailable {
        let count = input.read(&buffer, maxLength: buffer.count)
        guard count > 0 else { return end() }
        listeners.withLock { $0 }.receive?(Array(buffer.prefix(count)))
      }
    }

    private func flush() {
      guard let output = session?.outputStream else { return }
      while output.hasSpaceAvailable {
        let bytes = unsent.withLock { $0 }
        guard !bytes.isEmpty else { return }
        let count = output.write(bytes, maxLength: bytes.count)
        guard count > 0 else { return }
        unsent.withLock { $0.removeFirst(count) }
      }
    }

    private func end() {
      for stream in [session?.inputStream, session?.outputStream] as [Stream?] {
        stream?.close()
        stream?.remove(from: .current, forMode: .default)
      }
      session = nil
    }
  }
#endif
