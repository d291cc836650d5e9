import FoundationEssentials

/// Whether the tests that take minutes run too: `scripts/test --slow`.
public let runsSlowTests = ProcessInfo.processInfo.environment["ZOOSCAN_SLOW_TESTS"] == "1"
