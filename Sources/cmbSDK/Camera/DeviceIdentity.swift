/// What a camera reader says about itself.
package struct DeviceIdentity: Sendable {
  package var type = "MX-Mobile"
  package var number = 53760
  package var serial: String
  /// Charge of the battery in percent; nil where there is none.
  package var batteryCharge: @Sendable () -> Int?

  package init(serial: String = DeviceSerial.own, batteryCharge: @escaping @Sendable () -> Int? = Battery.charge) {
    self.serial = serial
    self.batteryCharge = batteryCharge
  }

  /// Unless the reader was given a name.
  package var defaultName: String { "MX-" + serial.suffix(6) }
}
