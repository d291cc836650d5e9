import Testing

@Test func anchor() {}
