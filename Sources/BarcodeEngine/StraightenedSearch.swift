import BarcodeCore
import LinearSymbologies

/// Looks below the component of a composite symbol for its linear part, in a picture as if it was seen from straight
/// ahead: at flat angles bars change their width along the symbol by more than a linear reader follows, and the
/// component, which was read, tells by how much.
struct StraightenedSearch {
  let frame: Frame
  let options: ReaderOptions
  let linear: LinearReader

  /// How far beyond the component's ends and below it is looked, in widths of the component: the linear part is as
  /// wide or a little wider, and up to three quarters of its width high.
  private static let margin = 0.15
  private static let depth = 0.75
  /// Heights of the component down to which its map is trusted.
  private static let mostHeights = 4.0
  /// Pixels of the straightened picture at the most.
  private static let mostPixels = 1_000_000.0
  /// The longer of two opposite sides is at least so many times the shorter one: less does not hinder.
  private static let leastPerspective = 1.15

  /// The linear part below a component, in pixels of the frame.
  func linear(below component: Barcode) -> Barcode? {
    var options = options
    options.symbologies = options.symbologies.intersection(CompositeLinker.carriers)
    guard !options.symbologies.isEmpty, Self.isInPerspective(component.corners),
      let place = Self.place(below: component.corners)
    else { return nil }
    let picture = picture(place)
    return picture.withView { luma in
      let builder = FrameBuilder(luma, candidates: [.bars])
      var search = FrameSearch(frame: builder.frame, options: options, linear: linear, sink: nil)
      if search.hasPlaces { search.run(limit: options.maximumCount) }
      withExtendedLifetime(builder) {}
      return search.found.first(where: CompositeLinker.isCarrier)?.mapped(by: place.map)
    }
  }

  private static func isInPerspective(_ q: Quad) -> Bool {
    func ratio(_ a: Double, _ b: Double) -> Double { max(a, b) / max(min(a, b), 1e-9) }
    return ratio(q.topLeft.distance(to: q.bottomLeft), q.topRight.distance(to: q.bottomRight)) >= leastPerspective
      || ratio(q.topLeft.distance(to: q.topRight), q.bottomLeft.distance(to: q.bottomRight)) >= leastPerspective
  }

  /// A straightened picture, and the map from its pixels to those of the frame.
  private struct Place {
    let map: Homography
    let width: Int
    let height: Int
  }

  private static func place(below q: Quad) -> Place? {
    guard let unit = Homography(unitSquareTo: q) else { return nil }
    // As many pixels as the picture has where it has most.
    let width = max(step(unit, Point(0, 1), Point(1, 0)), step(unit, Point(1, 1), Point(1, 0)))
    let height = max(step(unit, Point(0, 1), Point(0, 1)), step(unit, Point(1, 1), Point(0, 1)))
    let (left, wide) = (-margin * width, (1 + 2 * margin) * width)
    let deep = min(depth * width, mostHeights * height)
    guard width > 1, height > 1, wide * deep <= mostPixels else { return nil }
    let map = unit.after(Homography(1 / width, 0, left / width, 0, 1 / height, 1, 0, 0, 1))
    let area = Quad(Point(0, 0), Point(wide, 0), Point(wide, deep), Point(0, deep)).map { map($0) }
    // Beyond the horizon sides cross.
    guard area.contains(map(Point(wide / 2, deep / 2))) else { return nil }
    return Place(map: map, width: Int(wide), height: Int(deep))
  }

  /// Pixels of the frame that the side of the unit square is long, by a small step at a place.
  private static func step(_ unit: Homography, _ place: Point, _ direction: Point) -> Double {
    let share = 1e-3
    return unit(place).distance(to: unit(place + direction * share)) / share
  }

  private func picture(_ place: Place) -> LumaImage {
    var image = LumaImage(width: place.width, height: place.height)
    guard let grey = GreyReader(frame.luma) else { return image }
    for y in 0..<place.height {
      for x in 0..<place.width {
        let value = grey(place.map(Point(Double(x) + 0.5, Double(y) + 0.5)))
        image.pixels[y * place.width + x] = UInt8(value + 0.5)
      }
    }
    return image
  }
}
