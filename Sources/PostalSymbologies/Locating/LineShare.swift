/// How many lines are tried at each place where bars may stand, where there are more places than lines: noise makes many
/// of them, with less energy than bars have.
struct LineShare {
  /// Energy from which a place is a strong one.
  private let strong: Float
  /// Lines a place, at strong places and at weak ones.
  private let ofStrong: Double
  private let ofWeak: Double
  /// What is left of lines of places before.
  private var left = 0.0

  /// The same as a share of the mean of all places, which blurred bars come close to and noise does not.
  private static let strongEnergy: Float = 0.8
  /// Part of the lines that goes to strong places.
  private static let strongPart = 0.75
  /// Places, as a part of the lines, beyond which there are fewer lines in all: so many are texture.
  private static let mostPlaces = 1.0

  /// Lines of a frame with few places, at each of which more of them may be tried.
  private static let least = 1000.0

  /// - Parameters:
  ///   - most: Lines in all.
  ///   - mostVariants: Lines at one place, where there are many places.
  ///   - allVariants: Different lines at one place.
  init(_ places: [BarPlaces.Place], most: Int, mostVariants: Int, allVariants: Int) {
    strong = LineShare.strongEnergy * places.reduce(0) { $0 + $1.energy } / Float(max(1, places.count))
    var count = 0
    for place in places where place.energy >= strong { count += 1 }
    let limit = min(Double(allVariants), max(Double(mostVariants), LineShare.least / Double(max(1, places.count))))
    let lines = Double(most) * min(1, LineShare.mostPlaces * Double(most) / Double(max(1, places.count)))
    ofStrong = min(limit, LineShare.strongPart * lines / Double(max(1, count)))
    let rest = lines - ofStrong * Double(count)
    ofWeak = min(limit, rest / Double(max(1, places.count - count)))
  }

  /// Lines to try at the next place, which may be none.
  mutating func variants(_ place: BarPlaces.Place) -> Int {
    left += place.energy >= strong ? ofStrong : ofWeak
    let whole = Int(left)
    left -= Double(whole)
    return whole
  }
}
