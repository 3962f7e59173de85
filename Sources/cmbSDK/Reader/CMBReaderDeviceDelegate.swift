import Foundation

#if canImport(ObjectiveC)
  /// Hears about a reader, on its callback queue. Every method is optional.
  @objc(CMBReaderDeviceDelegate)
  public protocol CMBReaderDeviceDelegate: AnyObject {
    /// The reader was switched on or off, or its cable was connected or pulled.
    @objc(availabilityDidChangeOfReader:)
    optional func availabilityDidChange(ofReader reader: CMBReaderDevice)
    @objc(connectionStateDidChangeOfReader:)
    optional func connectionStateDidChange(ofReader reader: CMBReaderDevice)
    /// A good read, or one result without a good read when scanning ends without.
    @objc(didReceiveReadResultFromReader:results:)
    // Implicitly unwrapped as documented.
    optional func didReceiveReadResult(fromReader reader: CMBReaderDevice, results readResults: CMBReadResults!)
  }

  extension CMBReaderDeviceDelegate {
    func tellAvailability(_ reader: CMBReaderDevice) { availabilityDidChange?(ofReader: reader) }
    func tellConnection(_ reader: CMBReaderDevice) { connectionStateDidChange?(ofReader: reader) }
    func tellRead(_ reader: CMBReaderDevice, _ results: CMBReadResults) {
      didReceiveReadResult?(fromReader: reader, results: results)
    }
  }
#else
  /// Hears about a reader, on its callback queue. Every method is optional.
  public protocol CMBReaderDeviceDelegate: AnyObject {
    /// The reader was switched on or off, or its cable was connected or pulled.
    func availabilityDidChange(ofReader reader: CMBReaderDevice)
    func connectionStateDidChange(ofReader reader: CMBReaderDevice)
    /// A good read, or one result without a good read when scanning ends without.
    // Implicitly unwrapped as documented; without Objective-C a method with `?` in its place would be another one.
    func didReceiveReadResult(fromReader reader: CMBReaderDevice, results readResults: CMBReadResults!)
  }

  extension CMBReaderDeviceDelegate {
    public func availabilityDidChange(ofReader reader: CMBReaderDevice) {}
    public func connectionStateDidChange(ofReader reader: CMBReaderDevice) {}

    public func didReceiveReadResult(fromReader reader: CMBReaderDevice, results readResults: CMBReadResults!) {}

    func tellAvailability(_ reader: CMBReaderDevice) { availabilityDidChange(ofReader: reader) }
    func tellConnection(_ reader: CMBReaderDevice) { connectionStateDidChange(ofReader: reader) }
    func tellRead(_ reader: CMBReaderDevice, _ results: CMBReadResults) {
      didReceiveReadResult(fromReader: reader, results: results)
    }
  }
#endif
