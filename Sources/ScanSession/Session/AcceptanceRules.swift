import BarcodeCore
import FrameSources

/// What a symbol that was read must meet to be reported.
public struct AcceptanceRules: Sendable, Hashable {
  /// Numbers of characters that the text may have; any number for symbologies that are not listed.
  public var lengths: [Symbology: ClosedRange<Int>]
  /// In how many frames the same text must have been read; 1 for symbologies that are not listed.
  public var frames: [Symbology: Int]
  /// How many lines, over all frames, must have given the same text, for symbologies that are read by lines.
  public var lines: Int
  /// How symbols that are read by lines may lie in the upright picture.
  public var directions: LinearDirections
  /// The 2D components of composite symbols are reported beside their linear parts.
  public var reportsComponents = true

  public init(
    lengths: [Symbology: ClosedRange<Int>] = [:], frames: [Symbology: Int] = [:], lines: Int = 0,
    directions: LinearDirections = .all
  ) {
    self.lengths = lengths
    self.frames = frames
    self.lines = lines
    self.directions = directions
  }

  /// Whether the symbol alone, without what other frames show, may be reported.
  func allows(_ barcode: Barcode, _ orientation: PictureOrientation) -> Bool {
    guard reportsComponents || barcode.symbology != .composite else { return false }
    guard lengths[barcode.symbology]?.contains(barcode.text.unicodeScalars.count) ?? true else { return false }
    return !SymbologySet.linear.contains(barcode.symbology)
      || directions.contains(barcode.orientation + Double(orientation.rawValue))
  }

  func isConfirmed(_ barcode: Barcode, _ sightings: Sightings) -> Bool {
    guard sightings.frames >= frames[barcode.symbology] ?? 1 else { return false }
    return !SymbologySet.linear.contains(barcode.symbology) || sightings.lines >= lines
  }
}

/// Directions of lines that are read.
public enum LinearDirections: String, Sendable, Codable, CaseIterable {
  case all
  /// Nearer to the horizontal than to the vertical.
  case horizontal
  case vertical

  /// - Parameter angle: in degrees, any number of turns.
  func contains(_ angle: Double) -> Bool {
    // From the horizontal, 0 to 90.
    let turned = abs(angle).truncatingRemainder(dividingBy: 180)
    let slope = min(turned, 180 - turned)
    switch self {
    case .all: return true
    case .horizontal: return slope <= 45
    case .vertical: return slope >= 45
    }
  }
}

/// How often a text was read since scanning began.
struct Sightings: Sendable, Hashable {
  var frames = 0
  var lines = 0
}
