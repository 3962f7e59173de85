/// Places at which a reader saw the marks of a symbol but could not read it: worth a costlier look.
package final class UnreadPlaces {
  package struct Place {
    /// What was seen of the symbol: a finder pattern, or all of it.
    package var mark: Quad
    /// Whether the mark is all of the symbol.
    package var isWhole: Bool
    /// Side of a module, in pixels.
    package var module: Double
    /// What it may be.
    package var symbologies: SymbologySet

    package init(mark: Quad, isWhole: Bool, module: Double, symbologies: SymbologySet) {
      (self.mark, self.isWhole, self.module, self.symbologies) = (mark, isWhole, module, symbologies)
    }
  }

  /// In the order in which they were seen.
  package private(set) var places: [Place] = []

  /// Places that are kept: a frame of texture has many, and no frame is worth more costly looks.
  private static let most = 12

  package init() {}

  /// Notes a place, unless one of the same kind is known there.
  package func add(_ place: Place) {
    guard places.count < Self.most, place.module.isFinite, place.module > 0,
      place.mark.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
    else { return }
    let isKnown = places.contains {
      $0.symbologies == place.symbologies && $0.isWhole == place.isWhole
        && ($0.mark.contains(place.mark.center) || place.mark.contains($0.mark.center))
    }
    if !isKnown { places.append(place) }
  }
}
