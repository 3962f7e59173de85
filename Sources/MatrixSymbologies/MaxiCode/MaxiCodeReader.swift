import BarcodeCore

/// Reads MaxiCode symbols (ISO/IEC 16023) of a frame, in any rotation and in perspective.
struct MaxiCodeReader: Sendable {
  let options: ReaderOptions

  /// log10 of the odds above which a result is refused. Three sequences must be correctable, so phantoms are rare.
  private static let limit = -8.0
  /// Deviation of the rings from circles, in distances of modules, that no symbol shows.
  private static let largestResidual = 0.2
  /// Rotations that are compared, in a full turn: the patterns' modules then move by a fifth of a module.
  private static let turns = 180
  /// Sizes of the hexagons relative to the bullseye that are compared, along and across the rows; in drawings of few
  /// pixels the rows stand closer together.
  private static let scales = [(1.0, 1.0), (0.96, 0.96), (1.04, 1.04), (0.95, 0.88)]
  /// Rotations that are tried, the best first.
  private static let mostViews = 4
  /// Shares of a module's light that reach each neighbour, tried in this order.
  private static let blurs: [Float] = [0, 0.06, 0.1]
  /// Least mean agreement of the orientation patterns with what is seen (-1 to 1).
  private static let leastAgreement: Float = 0.35

  /// Reads the symbols around the places where bullseyes may be.
  ///
  /// - Parameter unread: Gets the bullseyes around which nothing was read.
  func read(
    _ frame: Frame, places: [RingSurvey], unread: UnreadPlaces? = nil, sink: (any DebugSink)?
  ) -> [Barcode] {
    var found: [Barcode] = []
    var vain = 0
    for place in places where vain < BullseyeReader.mostVain(options) {
      // The middle of a dark symbol is light.
      if place.hit.isDark, !options.readsInverted { continue }
      if found.contains(where: { $0.corners.contains(place.hit.center) }) { continue }
      vain += 1
      guard let barcode = read(frame, place, unread, sink) else { continue }
      vain = 0
      found.append(barcode)
      if found.count >= options.maximumCount { break }
    }
    return found
  }

  private func read(
    _ frame: Frame, _ place: RingSurvey, _ unread: UnreadPlaces?, _ sink: (any DebugSink)?
  ) -> Barcode? {
    guard let edges = RingEdges(place, borders: 5), let radii = Self.radii(edges),
      let fit = BullseyeFit(edges, shape: .circle, radii: radii, limit: Self.largestResidual)
    else { return nil }
    let views = views(frame.luma, fit.map, edges, inverted: place.hit.isDark).map {
      Pose(map: fit.map.after($0.turn), isMirrored: $0.isMirrored)
    }
    let seen = Seen(luma: frame.luma, dark: edges.dark, light: edges.light, isInverted: place.hit.isDark)
    if let barcode = read(seen, views) { return barcode }
    if !views.isEmpty {
      sink?.note(
        "maxicode", at: Self.quad(fit.map, MaxiCodeLayout.bullseye), "bullseye found, codewords uncorrectable")
    }
    unread?.add(
      UnreadPlaces.Place(
        mark: Self.quad(fit.map, MaxiCodeLayout.radius), isWhole: true, module: Self.module(fit.map),
        symbologies: [.maxiCode]))
    return nil
  }

  /// Where a symbol may stand: from modules to pixels.
  private struct Pose {
    let map: Homography
    let isMirrored: Bool
  }

  /// The picture and the grey levels of a symbol.
  private struct Seen {
    let luma: LumaView
    let dark: Float
    let light: Float
    let isInverted: Bool
  }

  private func read(_ seen: Seen, _ poses: [Pose]) -> Barcode? {
    let growth = GridGrowth(luma: seen.luma, dark: seen.dark, light: seen.light)
    let blurs = options.effort == .quick ? [0] : Self.blurs
    for (trial, pose) in poses.enumerated() {
      let map = HexGrowth(growth: growth).grow(pose.map)
      guard let soft = sample(seen.luma, map, inverted: seen.isInverted) else { continue }
      for (step, blur) in blurs.enumerated() {
        let tried = blur == 0 ? soft : HexDeblur.deblurred(soft, share: blur)
        guard let message = MaxiCodeMessage(soft: tried) else { continue }
        var evidence = Evidence(logOdds: message.logOdds)
        evidence.add(trials: trial * blurs.count + step + 1)
        guard evidence.logOdds <= Self.limit,
          let content = MaxiCodeContent(message, defaultECI: options.text.defaultECI)
        else { continue }
        return barcode(content, message, map, pose.isMirrored, seen.isInverted, evidence)
      }
    }
    return nil
  }

  /// Mean agreement of the rings, of 1, from which on a place with four sides is looked at: of five two may be covered.
  private static let leastRings: Float = 0.1

  /// The symbol that fills a place with four sides.
  func read(_ place: OutlinedPlace, sink: (any DebugSink)?) -> Barcode? {
    var poses: [(pose: Pose, agreement: Float)] = []
    for quad in place.quads {
      for (map, isMirrored) in place.maps(of: MaxiCodeLayout.corners, in: quad, mirrored: options.readsMirrored) {
        let agreement = place.agreement(MaxiCodeLayout.orientation, map)
        guard agreement >= Self.leastAgreement, place.agreement(MaxiCodeLayout.rings, map) >= Self.leastRings else {
          continue
        }
        poses.append((Pose(map: map, isMirrored: isMirrored), agreement))
      }
    }
    let seen = Seen(luma: place.luma, dark: place.dark, light: place.light, isInverted: place.isInverted)
    return read(seen, poses.sorted { $0.agreement > $1.agreement }.prefix(Self.mostViews).map(\.pose))
  }

  /// The radii of the circles as they were drawn, or nil when they are no bullseye.
  private static func radii(_ edges: RingEdges) -> [Double]? {
    guard let relative = edges.relativeRadii(count: MaxiCodeLayout.circles, to: MaxiCodeLayout.circles - 1) else {
      return nil
    }
    let radii = relative.map { $0 * MaxiCodeLayout.outerRadius }
    guard MaxiCodeLayout.innerRadius.contains(radii[0]) else { return nil }
    for k in 1..<radii.count where !MaxiCodeLayout.ringWidth.contains(radii[k] - radii[k - 1]) { return nil }
    return radii
  }

  private struct View {
    let turn: Homography
    let isMirrored: Bool
    let agreement: Float
  }

  /// The rotations in which the orientation patterns fit best.
  private func views(_ luma: LumaView, _ map: Homography, _ edges: RingEdges, inverted: Bool) -> [View] {
    let middle = (edges.dark + edges.light) / 2
    let gain = (inverted ? -2 : 2) / (edges.light - edges.dark)
    func agreement(_ map: Homography) -> Float {
      var sum: Float = 0
      for (place, isDark) in MaxiCodeLayout.orientation {
        let p = map(place)
        let value = max(-1, min(1, (middle - luma.sample(p.x, p.y)) * gain))
        sum += isDark ? value : -value
      }
      return sum / Float(MaxiCodeLayout.orientation.count)
    }
    var views: [View] = []
    for mirror in options.readsMirrored ? [1.0, -1.0] : [1.0] {
      for (along, across) in Self.scales {
        let ring = (0..<Self.turns).map { k -> View in
          let angle = 2 * Double.pi * Double(k) / Double(Self.turns)
          let c = BarcodeMath.cos(angle)
          let s = BarcodeMath.sin(angle)
          let y = across * mirror
          let turn = Homography(c * along, -s * y, 0, s * along, c * y, 0, 0, 0, 1)
          return View(turn: turn, isMirrored: mirror < 0, agreement: agreement(map.after(turn)))
        }
        for k in 0..<Self.turns where ring[k].agreement >= Self.leastAgreement {
          let before = ring[(k + Self.turns - 1) % Self.turns].agreement
          let after = ring[(k + 1) % Self.turns].agreement
          if ring[k].agreement >= before, ring[k].agreement > after { views.append(ring[k]) }
        }
      }
    }
    return Array(views.sorted { $0.agreement > $1.agreement }.prefix(Self.mostViews))
  }

  /// Soft modules row by row.
  private func sample(_ luma: LumaView, _ map: Homography, inverted: Bool) -> [Float]? {
    let columns = MaxiCodeLayout.columns
    let rows = MaxiCodeLayout.rows
    let values = ModuleSampler(luma: luma).values(
      columns: columns, rows: rows, module: Self.module(map),
      at: { column, row in
        // Offsets within a module keep its row's shift.
        let whole = Int(row.rounded())
        let place = MaxiCodeLayout.place(column: column, row: whole)
        return map(Point(place.x, place.y + (row - Double(whole)) * MaxiCodeLayout.rowPitch))
      })
    guard let values else { return nil }
    let soft = ModuleSampler.soft(values, columns: columns, rows: rows)
    return inverted ? soft.inverted.soft : soft.soft
  }

  private func barcode(
    _ content: MaxiCodeContent, _ message: MaxiCodeMessage, _ map: Homography, _ isMirrored: Bool,
    _ isInverted: Bool, _ evidence: Evidence
  ) -> Barcode {
    let finished = content.builder.finish()
    return Barcode(
      symbology: .maxiCode, symbologyIdentifier: content.identifier, text: finished.text, bytes: finished.bytes,
      segments: finished.segments, corners: MaxiCodeLayout.corners.map { map($0) }, isMirrored: isMirrored,
      isInverted: isInverted, evidence: evidence, correctedErrors: message.correctedErrors,
      unusedCorrection: message.unused, moduleSize: Self.module(map), structuredAppend: content.structuredAppend,
      isReaderInitialisation: content.mode == 6, details: "mode \(content.mode)")
  }

  private static func quad(_ map: Homography, _ r: Double) -> Quad {
    Quad(Point(-r, -r), Point(r, -r), Point(r, r), Point(-r, r)).map { map($0) }
  }

  private static func module(_ map: Homography) -> Double {
    let c = map(Point(0, 0))
    return abs((map(Point(1, 0)) - c).cross(map(Point(0, 1)) - c)).squareRoot()
  }
}
