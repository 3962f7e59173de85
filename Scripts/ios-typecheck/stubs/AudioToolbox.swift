public typealias SystemSoundID = UInt32
public var kSystemSoundID_Vibrate: SystemSoundID { 4095 }
public func AudioServicesPlaySystemSound(_ sound: SystemSoundID) {}
