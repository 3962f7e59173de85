import Foundation
import Testing

@Suite struct LicenseCommandTests {
  @Test func issueShowVerify() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let secret = folder.appendingPathComponent("secret").path
    let made = try CommandUnderTest.run(["license", "new-authority", secret])
    #expect(made.status == 0)
    let key = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(try CommandUnderTest.run(["license", "new-authority", secret]).status == 2)
    let issued = try CommandUnderTest.run([
      "license", "issue", "--authority", secret, "--app", "com.example.app", "--days", "30", "--owner", "Someone",
    ])
    let license = issued.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(license.hasPrefix("CMB1-"))
    let shown = try CommandUnderTest.run(["license", "show", "--public", key, license])
    #expect(shown.output.contains("owner: Someone"))
    #expect(
      try CommandUnderTest.run(["license", "verify", "--public", key, "--app", "com.example.app", license]).status == 0)
    let other = try CommandUnderTest.run(["license", "verify", "--public", key, "--app", "com.example.other", license])
    #expect(other.status == 1)
    #expect(other.error.contains("(-3)"))
    // Not signed by the authority of this software.
    #expect(try CommandUnderTest.run(["license", "show", license]).status == 1)
  }

  @Test(arguments: [
    ["license"], ["license", "nonsense"], ["license", "issue"], ["license", "issue", "--days"],
    ["license", "verify", "key"], ["license", "show", "--what", "x"],
  ])
  func badArguments(arguments: [String]) throws { #expect(try CommandUnderTest.run(arguments).status == 2) }
}
