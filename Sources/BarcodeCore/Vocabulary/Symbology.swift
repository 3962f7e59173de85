/// A bar code symbology. The raw value is its canonical name, as used on the command line and in JSON.
///
/// What is known of each (names, AIM letter, family, check digits …) stands in `Symbology+Table.swift` alone.
public enum Symbology: String, CaseIterable, Sendable, Codable, Hashable {
  case dataMatrix = "datamatrix"
  case qr
  case microQR = "microqr"
  case rmqr
  case aztec
  case maxiCode = "maxicode"
  case dotCode = "dotcode"
  case hanXin = "hanxin"
  case vericode
  case pdf417
  case microPDF417 = "micropdf417"
  case composite
  case code128
  case code39
  case code93
  case code11
  case code25Industrial = "code25-industrial"
  case code25IATA = "code25-iata"
  case code25Matrix = "code25-matrix"
  case code25COOP = "code25-coop"
  case code25Inverted = "code25-inverted"
  case code25Datalogic = "code25-datalogic"
  case itf
  case codabar
  case msi
  case telepen
  case pharmacode
  case pharmacodeTwoTrack = "pharmacode2track"
  case plessey
  case channelCode = "channelcode"
  case dxFilmEdge = "dxfilmedge"
  case upcA = "upc-a"
  case upcE = "upc-e"
  case ean13 = "ean-13"
  case ean8 = "ean-8"
  case ean2 = "ean-2"
  case ean5 = "ean-5"
  case dataBarOmni = "databar-omni"
  case dataBarStacked = "databar-stacked"
  case dataBarLimited = "databar-limited"
  case dataBarExpanded = "databar-expanded"
  case dataBarExpandedStacked = "databar-expanded-stacked"
  case postnet
  case planet
  case imb
  case rm4scc
  case mailmark
  case kix
  case ausPost = "auspost"
  case japanPost = "japanpost"
  case upu
  case canadaPost = "canadapost"
  case koreaPost = "koreapost"
  case daft
}
