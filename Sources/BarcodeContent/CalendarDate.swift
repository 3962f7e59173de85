/// Dates in the forms that labels use.
enum CalendarDate {
  private static let monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  static func days(of month: Int, year: Int) -> Int {
    guard (1...12).contains(month) else { return 0 }
    return month == 2 && isLeap(year) ? 29 : monthLengths[month - 1]
  }

  /// The year of two digits that lies less than 50 years after and at most 50 before another one: the rule of GS1.
  static func fullYear(_ twoDigits: Int, near year: Int) -> Int {
    let century = year - year % 100
    let difference = twoDigits - year % 100
    if difference >= 51 { return century - 100 + twoDigits }
    if difference <= -50 { return century + 100 + twoDigits }
    return century + twoDigits
  }

  /// `YYYY-MM-DD`; day 0, where it is allowed, leaves the day out; nil when there is no such day.
  static func iso(_ year: Int, _ month: Int, _ day: Int, allowsNoDay: Bool = false) -> String? {
    guard (0...9999).contains(year), (1...12).contains(month) else { return nil }
    let head = padded(year, 4) + "-" + padded(month, 2)
    if day == 0, allowsNoDay { return head }
    guard (1...days(of: month, year: year)).contains(day) else { return nil }
    return head + "-" + padded(day, 2)
  }

  /// The day of a year, from 1.
  static func iso(_ year: Int, dayOfYear: Int) -> String? {
    guard (1...(isLeap(year) ? 366 : 365)).contains(dayOfYear) else { return nil }
    var day = dayOfYear
    var month = 1
    while day > days(of: month, year: year) {
      day -= days(of: month, year: year)
      month += 1
    }
    return iso(year, month, day)
  }

  /// `HH:MM`, with `:SS` when there are six digits; nil when there is no such time.
  static func time(_ digits: String) -> String? {
    let parts = pairs(digits)
    guard let hour = parts.first, (0...23).contains(hour), parts.dropFirst().allSatisfy({ (0...59).contains($0) })
    else {
      return nil
    }
    return (parts.count == 1 ? parts + [0] : parts).map { padded($0, 2) }.joined(separator: ":")
  }

  /// The numbers of each two digits.
  static func pairs(_ digits: String) -> [Int] {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { Int(String(digits[$0...$0 + 1])) }
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}

extension StringProtocol {
  /// Not empty, and only the digits 0 to 9.
  var isDigits: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }
}
