import Foundation

#if canImport(UIKit)
  import UIKit
#endif

#if canImport(ObjectiveC)
  /// Hears about a system, on its callback queue. What a read delivers comes by the bits of `resultTypes`.
  @objc(CDMDataManSystemDelegate)
  public protocol CDMDataManSystemDelegate: NSObjectProtocol {
    @objc(dataManSystemDidConnect:)
    func dataManSystemDidConnect(_ dataManSystem: CDMDataManSystem)
    /// - Parameter error: nil when the app disconnected.
    @objc(dataManSystemDidDisconnect:withError:)
    func dataManSystemDidDisconnect(_ dataManSystem: CDMDataManSystem, withError error: (any Error)?)
    @objc(dataManSystem:didReceiveReadString:withId:)
    func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveRead readString: String, withId resultId: Int32)
    @objc(dataManSystem:didReceiveImage:withId:)
    func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceive image: UIImage, withId resultId: Int32)
    @objc(dataManSystemDidMissHeartbeatResponse:)
    optional func dataManSystemDidMissHeartbeatResponse(_ dataManSystem: CDMDataManSystem)
    @objc(dataManSystem:didReceiveXmlStatistics:)
    optional func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveXmlStatistics xml: Data)
    @objc(dataManSystem:didReceiveXmlResult:withId:)
    optional func dataManSystem(
      _ dataManSystem: CDMDataManSystem, didReceiveXmlResult xml: Data, withId resultId: Int32)
    @objc(dataManSystem:didReceiveImageGraphics:withId:)
    optional func dataManSystem(
      _ dataManSystem: CDMDataManSystem, didReceiveImageGraphics graphics: Data, withId resultId: Int32)
    @objc(dataManSystem:didReceiveTrainingResult:)
    optional func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveTrainingResult trainingResult: String)
    @objc(dataManSystem:didReceiveStatusEvent:)
    optional func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveStatusEvent data: Data)
    @objc(dataManSystem:didReceiveTransferProgress:totalSize:sizeTransferred:)
    optional func dataManSystem(
      _ dataManSystem: CDMDataManSystem, didReceiveTransferProgress direction: CDMTransferDirection, totalSize: Int,
      sizeTransferred: Int)
    @objc(dataManSystem:didReceiveOffProtocolByte:)
    optional func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveOffProtocolByte byte: UInt8)
  }

  extension CDMDataManSystemDelegate {
    func tellMissedHeartbeat(_ system: CDMDataManSystem) { dataManSystemDidMissHeartbeatResponse?(system) }
    func tell(_ system: CDMDataManSystem, statistics: Data) {
      dataManSystem?(system, didReceiveXmlStatistics: statistics)
    }
    func tell(_ system: CDMDataManSystem, xml: Data, _ id: Int32) {
      dataManSystem?(system, didReceiveXmlResult: xml, withId: id)
    }
    func tell(_ system: CDMDataManSystem, graphics: Data, _ id: Int32) {
      dataManSystem?(system, didReceiveImageGraphics: graphics, withId: id)
    }
    func tell(_ system: CDMDataManSystem, training: String) {
      dataManSystem?(system, didReceiveTrainingResult: training)
    }
    func tell(_ system: CDMDataManSystem, event: Data) { dataManSystem?(system, didReceiveStatusEvent: event) }
  }
#else
  /// Hears about a system, on its callback queue. What a read delivers comes by the bits of `resultTypes`.
  public protocol CDMDataManSystemDelegate: AnyObject {
    func dataManSystemDidConnect(_ dataManSystem: CDMDataManSystem)
    /// - Parameter error: nil when the app disconnected.
    func dataManSystemDidDisconnect(_ dataManSystem: CDMDataManSystem, withError error: (any Error)?)
    func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveRead readString: String, withId resultId: Int32)
    func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceive image: UIImage, withId resultId: Int32)
    func dataManSystemDidMissHeartbeatResponse(_ dataManSystem: CDMDataManSystem)
    func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveXmlStatistics xml: Data)
    func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveXmlResult xml: Data, withId resultId: Int32)
    func dataManSystem(
      _ dataManSystem: CDMDataManSystem, didReceiveImageGraphics graphics: Data, withId resultId: Int32)
    func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveTrainingResult trainingResult: String)
    func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveStatusEvent data: Data)
    func dataManSystem(
      _ dataManSystem: CDMDataManSystem, didReceiveTransferProgress direction: CDMTransferDirection, totalSize: Int,
      sizeTransferred: Int)
    func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveOffProtocolByte byte: UInt8)
  }

  /// The methods that Objective-C calls optional.
  extension CDMDataManSystemDelegate {
    public func dataManSystemDidMissHeartbeatResponse(_ dataManSystem: CDMDataManSystem) {}
    public func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveXmlStatistics xml: Data) {}
    public func dataManSystem(
      _ dataManSystem: CDMDataManSystem, didReceiveXmlResult xml: Data, withId resultId: Int32
    ) {}
    public func dataManSystem(
      _ dataManSystem: CDMDataManSystem, didReceiveImageGraphics graphics: Data, withId resultId: Int32
    ) {}
    public func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveTrainingResult trainingResult: String) {}
    public func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveStatusEvent data: Data) {}
    public func dataManSystem(
      _ dataManSystem: CDMDataManSystem, didReceiveTransferProgress direction: CDMTransferDirection, totalSize: Int,
      sizeTransferred: Int
    ) {}
    public func dataManSystem(_ dataManSystem: CDMDataManSystem, didReceiveOffProtocolByte byte: UInt8) {}

    func tellMissedHeartbeat(_ system: CDMDataManSystem) { dataManSystemDidMissHeartbeatResponse(system) }
    func tell(_ system: CDMDataManSystem, statistics: Data) {
      dataManSystem(system, didReceiveXmlStatistics: statistics)
    }
    func tell(_ system: CDMDataManSystem, xml: Data, _ id: Int32) {
      dataManSystem(system, didReceiveXmlResult: xml, withId: id)
    }
    func tell(_ system: CDMDataManSystem, graphics: Data, _ id: Int32) {
      dataManSystem(system, didReceiveImageGraphics: graphics, withId: id)
    }
    func tell(_ system: CDMDataManSystem, training: String) {
      dataManSystem(system, didReceiveTrainingResult: training)
    }
    func tell(_ system: CDMDataManSystem, event: Data) { dataManSystem(system, didReceiveStatusEvent: event) }
  }
#endif
