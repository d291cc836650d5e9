/// The version of ZooScan.
public enum ZooScanVersion {
    /// As in `CHANGELOG.md`, after Semantic Versioning.
    public static let current = "0.1.0"
}
