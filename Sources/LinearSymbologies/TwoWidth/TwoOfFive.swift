/// The digits of all codes of two wide among five elements.
enum TwoOfFive {
  /// Which elements are wide, by digit: places weigh 1, 2, 4, 7 and parity, and 0 has the places of 11.
  static let digits: [[Int]] = [
    [2, 3], [0, 4], [1, 4], [0, 1], [2, 4], [0, 2], [1, 2], [3, 4], [0, 3], [1, 3],
  ]
}
